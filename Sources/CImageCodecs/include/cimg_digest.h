/// SHA-256 over a buffer, by nettle (which uses the processor's SHA instructions where it has them).
#ifndef CIMG_DIGEST_H
#define CIMG_DIGEST_H

#include <stddef.h>
#include <stdint.h>

enum { CIMG_SHA256_SIZE = 32 };

/// Writes the 32 digest bytes of `bytes[0..<count]` to `digest`. `bytes` may be NULL when `count` is 0.
void cimg_sha256(const uint8_t *bytes, size_t count, uint8_t digest[CIMG_SHA256_SIZE]);

#endif
