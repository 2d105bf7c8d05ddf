/// WebP, TIFF and HEIF read by their own libraries, each file in a child process that can do nothing but answer.
///
/// The libraries are loaded on first use and never linked. They are large and young, and strangers' bytes have
/// overwritten their memory before; so a decoder runs in a fork of this process without files, network or time to spare,
/// and pixels come back through a pipe. A crash, a hang or a hunger for memory there is an answer here.
#ifndef CFOREIGN_H
#define CFOREIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cforeign_codec {
    CFOREIGN_WEBP,
    CFOREIGN_TIFF,
    CFOREIGN_HEIF,
    CFOREIGN_PROBE, ///< no format: tries to break out in the way that its first byte names; for tests, needs no library
};

enum cforeign_status {
    CFOREIGN_COMPLETED,
    CFOREIGN_DAMAGED,       ///< the library gave up
    CFOREIGN_UNSUPPORTED,   ///< whole, perhaps, but of a kind that is not read here
    CFOREIGN_OVER_PIXELS,
    CFOREIGN_OVER_FRAMES,
    CFOREIGN_OVER_TIME,
    CFOREIGN_OUT_OF_MEMORY, ///< over what a picture of its size may take, or none to be had
    CFOREIGN_NO_PROCESS,    ///< the child could not be started
    CFOREIGN_CRASHED,       ///< the child died
};

struct cforeign_request {
    const uint8_t *bytes;
    size_t byte_count;
    uint64_t max_pixel_count;        ///< 0 for no limit, here and below
    uint32_t max_frame_count;
    uint32_t max_cpu_milliseconds;
    uint32_t max_profile_byte_count; ///< a longer colour profile is left out
    bool wants_frame_not_blank;      ///< the first frame of more than one colour, else the first
    bool is_lenient;                 ///< go on behind damage, fill what is lost with zeros
};

/// What comes before the pixels.
struct cforeign_picture {
    int32_t status;                  ///< of `cforeign_status`; nothing follows unless completed
    uint32_t width, height;
    uint32_t channel_count;          ///< 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA or CMYK; alpha is straight
    bool is_cmyk;                    ///< 0 is no ink
    uint32_t orientation;            ///< 1 to 8
    uint32_t frame_count;
    uint32_t profile_byte_count;     ///< bytes of an ICC profile that come before the rows
    uint32_t color_primaries, transfer; ///< ITU-T H.273 code points; 0 where the file has none
    char message[160];               ///< the library's words
};

/// What comes after the pixels.
struct cforeign_end {
    int32_t status;
    uint32_t lost_row_count;         ///< rows that were filled, counted from the last
    char message[160];
};

struct cforeign_job;

/// The shared library that `codec` needs and that is missing or too old here; NULL when all are loaded.
const char *cforeign_missing_library(enum cforeign_codec codec);

/// The version of the loaded library; false when it is missing. `text` takes 32 bytes.
bool cforeign_version(enum cforeign_codec codec, char *text);

/// Starts a child that decodes, and waits for what comes before the pixels. The bytes are not needed when it returns:
/// the child has its own. `cforeign_finish` must be called whatever the status is. NULL when there is no memory.
struct cforeign_job *cforeign_start(
    enum cforeign_codec codec, const struct cforeign_request *request, struct cforeign_picture *picture);

/// The next bytes of the profile, then of the rows, top to bottom without padding; false when they do not come.
bool cforeign_read(struct cforeign_job *job, uint8_t *bytes, size_t byte_count);

/// Reads what comes after the pixels, ends the child and frees the job. `end->status` is completed only when the child
/// said so; call it early to throw the rest away.
void cforeign_finish(struct cforeign_job *job, struct cforeign_end *end);

#endif
