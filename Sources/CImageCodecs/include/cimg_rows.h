/// Inflates PNG image data and looks at filter bytes and lengths only: no row is kept, no pixel is made.
#ifndef CIMG_ROWS_H
#define CIMG_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A run of compressed bytes: one IDAT or fdAT chunk's data.
struct cimg_range {
    size_t offset;
    size_t count;
};

/// One pass of the picture (Adam7 has up to seven): its rows, and bytes of a row without the filter byte.
struct cimg_pass {
    uint64_t row_count;
    uint64_t row_byte_count;
};

/// How the stream ended.
enum cimg_rows_status {
    CIMG_ROWS_COMPLETE = 0,      ///< all rows, end of stream, checksum right
    CIMG_ROWS_TOO_FEW = 1,       ///< input or stream ended before the last row, or before the checksum
    CIMG_ROWS_TOO_MANY = 2,      ///< the stream goes on after the last row; its rest was not read
    CIMG_ROWS_BAD_STREAM = 3,    ///< not a zlib stream, or illegal deflate data
    CIMG_ROWS_BAD_CHECKSUM = 4,  ///< all rows, but another Adler-32
    CIMG_ROWS_BAD_FILTER = 5,    ///< a filter byte above 4
    CIMG_ROWS_OVER_TIME = 6,
    CIMG_ROWS_OUT_OF_MEMORY = 7,
};

struct cimg_rows_result {
    int32_t status;          ///< enum cimg_rows_status
    uint8_t filter;          ///< the filter byte that is too large
    uint64_t row_index;      ///< rows completed, counted over all passes
    uint64_t byte_count;     ///< inflated bytes
    size_t byte_offset;      ///< where in the file reading stopped
    size_t trailing_count;   ///< compressed bytes after the end of the stream
};

/// Reads the ranges of `bytes` as one zlib stream. Ranges must lie inside `bytes[0..<count]`; those that do not are cut.
/// Needs about 160 KiB whatever the picture. `max_cpu_milliseconds` 0 is no limit.
void cimg_rows_verify(const uint8_t *bytes, size_t count, const struct cimg_range *ranges, size_t range_count,
                      const struct cimg_pass *passes, size_t pass_count, uint32_t max_cpu_milliseconds,
                      struct cimg_rows_result *result);

#endif
