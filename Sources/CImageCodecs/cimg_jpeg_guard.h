/// Shared by the jobs around libjpeg-turbo: complaints become messages, fatal errors leave the job, budgets are watched.
#ifndef CIMG_JPEG_GUARD_H
#define CIMG_JPEG_GUARD_H

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#include "cimg_jpeg.h"

/// Everything that the library's callbacks change during one job; they find it through `client_data`.
///
/// The entry point of the job calls `setjmp(guard.escape)`; whatever refuses to go on jumps there.
struct jpeg_guard {
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf escape;
    const uint8_t *bytes;
    size_t count;
    const struct cimg_budget *budget;
    struct cimg_report *report;
    uint64_t started;
    /// What is read; NULL while nothing is.
    struct jpeg_decompress_struct *source;
    /// Warnings about pixels after which the job is given up; 0 for never.
    uint32_t max_damage_count;
    uint32_t damage_count; ///< warnings that cost or change pixels
    uint32_t harmless_count;
    /// Rows of MCUs of the first scan of a component that were read when its data ended; UINT32_MAX while it has not.
    uint32_t first_lost_row;
    uint32_t components_seen; ///< a bit for each whose first scan has begun
};

/// Ready for a job that reads `bytes`; the guard is zeros before.
void jpeg_guard_begin(struct jpeg_guard *guard, const uint8_t *bytes, size_t count, const struct cimg_budget *budget,
                      struct cimg_report *report);

/// Creates `source` to read the guard's bytes. After the `setjmp`.
void jpeg_guard_open(struct jpeg_guard *guard, struct jpeg_decompress_struct *source);

/// Creates `target` with the guard's callbacks. After the `setjmp`.
void jpeg_guard_create(struct jpeg_guard *guard, struct jpeg_compress_struct *target);

/// Reads the header and compares with the budget; more coefficients than `max_coefficient_byte_count` are refused when
/// they must be kept (0: no limit).
void jpeg_guard_read_header(struct jpeg_guard *guard, uint64_t max_coefficient_byte_count, bool keeps_coefficients);

/// Ends the job with a message.
_Noreturn void jpeg_guard_stop(struct jpeg_guard *guard, int32_t status, int32_t code, const char *text);

/// Where a compressor writes: memory that grows, but never beyond a limit.
struct jpeg_sink {
    struct jpeg_destination_mgr manager;
    struct jpeg_guard *guard;
    uint8_t *bytes; ///< from malloc
    size_t capacity;
    size_t max_count; ///< the job ends as CIMG_TOO_LONG beyond; 0 for no limit
    size_t count;     ///< set when the compressor has finished
};

/// Lets `target` write to `sink`, which is zeros but for `max_count`. Free `sink->bytes` whatever happens.
void jpeg_sink_attach(struct jpeg_sink *sink, struct jpeg_guard *guard, struct jpeg_compress_struct *target);

#endif
