/// Between the job and the decoders that run inside its child.
#ifndef CFOREIGN_INTERNAL_H
#define CFOREIGN_INTERNAL_H

#include "cforeign.h"

#define CFOREIGN_ATTRIBUTE_PRINTF(text, first) __attribute__((format(printf, text, first)))

/// Where a decoder writes; only in a child.
struct cforeign_output {
    int descriptor;
    struct cforeign_picture picture;
    struct cforeign_end end;
};

/// One decoder: fills `output->picture`, calls `cforeign_begin`, writes profile and rows, fills `output->end`.
/// A status other than completed before `cforeign_begin` is the whole answer.
typedef void cforeign_decoder(const struct cforeign_request *request, struct cforeign_output *output);

cforeign_decoder cforeign_decode_webp;
cforeign_decoder cforeign_decode_tiff;
cforeign_decoder cforeign_decode_heif;
cforeign_decoder cforeign_decode_probe;

/// Notes why there will be no picture.
void cforeign_refuse(struct cforeign_output *output, enum cforeign_status status, const char *format, ...)
    CFOREIGN_ATTRIBUTE_PRINTF(3, 4);

/// Notes why the picture is not whole; for after `cforeign_begin`.
void cforeign_fail(struct cforeign_output *output, enum cforeign_status status, const char *format, ...)
    CFOREIGN_ATTRIBUTE_PRINTF(3, 4);

/// Compares the size with the limit and allows the memory that such a picture may take; false when it was refused.
bool cforeign_allow(const struct cforeign_request *request, struct cforeign_output *output, uint64_t width,
                    uint64_t height);

/// Sends `output->picture`.
void cforeign_begin(struct cforeign_output *output);

/// Sends bytes of the profile or of rows.
void cforeign_write(struct cforeign_output *output, const void *bytes, size_t byte_count);

/// Sends `height` rows of the picture that lie `stride` bytes apart.
void cforeign_write_rows(struct cforeign_output *output, const uint8_t *rows, size_t stride, uint32_t height);

/// Straight alpha for premultiplied, in place, for pixels of which the last channel is alpha.
void cforeign_unpremultiply(uint8_t *pixels, size_t pixel_count, uint32_t channel_count);

/// Takes from this process what a decoder does not need; `descriptor` stays open. False when that failed.
bool cforeign_enter_sandbox(int descriptor, uint32_t max_cpu_milliseconds);

/// Bytes of memory that may be had from now on, beyond what was there when the sandbox was entered.
void cforeign_allow_memory(uint64_t byte_count);

#endif
