#ifndef PEERS_INTERNAL_H
#define PEERS_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Full decode to RGB, to one eighth of the size, and to coefficients only; warnings count as failure.
bool peer_libjpeg(const uint8_t *bytes, size_t count);
bool peer_libjpeg_eighth(const uint8_t *bytes, size_t count);
bool peer_libjpeg_coefficients(const uint8_t *bytes, size_t count);
/// Every row, interlaced passes included.
bool peer_libpng(const uint8_t *bytes, size_t count);
/// The IDAT chunks inflated by igzip into 64 KiB, with no checksum and no look at the output: the limit.
bool peer_igzip(const uint8_t *bytes, size_t count);
/// Line by line, and the whole animation in memory.
bool peer_giflib(const uint8_t *bytes, size_t count);
bool peer_giflib_slurp(const uint8_t *bytes, size_t count);

const char *peer_jpeg_version(void);
const char *peer_png_version(void);
const char *peer_gif_version(void);
const char *peer_igzip_version(void);

#endif
