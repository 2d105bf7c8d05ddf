/// Deflating the rows of a PNG: libdeflate for a whole buffer, zlib for what is too much for one.
#ifndef CIMG_DEFLATE_H
#define CIMG_DEFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether libdeflate is installed. It is loaded on first use, since only what writes files needs it.
bool cimg_deflate_is_available(void);

/// "1.14", the version this was built for; NULL when it is not installed.
const char *cimg_deflate_version(void);

struct cimg_deflater;

/// A compressor of libdeflate's levels 1 to 12. NULL when libdeflate is missing or memory could not be had.
struct cimg_deflater *cimg_deflater_create(int level);

/// The most bytes of the zlib stream that `count` bytes can give.
size_t cimg_deflater_bound(const struct cimg_deflater *deflater, size_t count);

/// A zlib stream of all bytes; its size, or 0 when it is larger than `capacity`.
size_t cimg_deflater_run(struct cimg_deflater *deflater, const uint8_t *bytes, size_t count, uint8_t *output,
                         size_t capacity);

void cimg_deflater_free(struct cimg_deflater *deflater);

struct cimg_deflate_stream;

/// A zlib stream that is made piece by piece, at zlib's level 9. NULL when memory could not be had.
struct cimg_deflate_stream *cimg_deflate_stream_create(void);

/// What one call used and made.
struct cimg_deflate_step {
    size_t used;
    size_t made;
    bool is_done; ///< the last byte of the stream is made
};

/// Reads and writes as much as there is; call it until all bytes are used, and with `is_last` until it is done.
struct cimg_deflate_step cimg_deflate_stream_run(struct cimg_deflate_stream *stream, const uint8_t *bytes, size_t count,
                                                 bool is_last, uint8_t *output, size_t capacity);

void cimg_deflate_stream_free(struct cimg_deflate_stream *stream);

#endif
