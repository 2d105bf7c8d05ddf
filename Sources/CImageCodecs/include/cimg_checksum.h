/// The checksums of PNG and zlib, by the widest instructions that the processor has.
#ifndef CIMG_CHECKSUM_H
#define CIMG_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/// CRC-32 as PNG and zlib define it. `bytes` may be NULL when `count` is 0.
uint32_t cimg_crc32(const uint8_t *bytes, size_t count);

/// Adler-32 (RFC 1950) of the bytes before, whose checksum is `adler` (1 for none), and of these. `bytes` may be NULL
/// when `count` is 0.
uint32_t cimg_adler32(uint32_t adler, const uint8_t *bytes, size_t count);

#endif
