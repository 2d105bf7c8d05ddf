/// SHA-256 over a buffer, by nettle (which uses the processor's SHA instructions where it has them).
#ifndef CIMG_DIGEST_H
#define CIMG_DIGEST_H

#include <stddef.h>
#include <stdint.h>

enum { CIMG_SHA256_SIZE = 32 };

/// Writes the 32 digest bytes of `bytes[0..<count]` to `digest`. `bytes` may be NULL when `count` is 0.
void cimg_sha256(const uint8_t *bytes, size_t count, uint8_t digest[CIMG_SHA256_SIZE]);

/// A digest in the making, for bytes that are not kept. NULL when there is no memory.
struct cimg_sha256_stream *cimg_sha256_begin(void);

/// Adds bytes to it.
void cimg_sha256_add(struct cimg_sha256_stream *stream, const uint8_t *bytes, size_t count);

/// Writes the digest, unless `digest` is NULL, and frees the stream.
void cimg_sha256_end(struct cimg_sha256_stream *stream, uint8_t *digest);

#endif
