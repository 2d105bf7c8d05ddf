/// Between the two ways of reading a TIFF: samples as they are, and libtiff's own conversion to RGBA.
#ifndef CFOREIGN_TIFF_H
#define CFOREIGN_TIFF_H

#include "cforeign_internal.h"
#include "cforeign_library.h"

/// A TIFF that is open, and what its directory says.
struct cforeign_tiff_file {
    TIFF *tiff;
    const uint8_t *bytes;
    size_t byte_count, offset;
    uint32_t width, height;
    uint16_t sample_count, bit_count, sample_format, photometric, planar, compression, orientation, extra;
    char message[160]; ///< libtiff's first words
};

/// Whether samples can be taken as they are: 8 or 16 bits of gray, RGB or CMYK.
bool cforeign_tiff_is_plain(const struct cforeign_tiff_file *file);

/// Reads strips or tiles one row of them at a time.
void cforeign_tiff_decode_samples(
    const struct cforeign_request *request, struct cforeign_tiff_file *file, const uint8_t *profile,
    struct cforeign_output *output);

#endif
