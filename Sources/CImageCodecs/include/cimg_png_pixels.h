/// libpng's pixels: the reference that our own decoder is held against.
#ifndef CIMG_PNG_PIXELS_H
#define CIMG_PNG_PIXELS_H

#include <stddef.h>
#include <stdint.h>

#include "cimg_report.h"

/// What is read and where to.
struct cimg_png_pixels {
    const uint8_t *bytes; ///< a whole PNG
    size_t count;
    uint8_t *pixels;      ///< takes the rows
    size_t capacity;
    size_t row_size;      ///< bytes of one row of `pixels`
    uint32_t sample_bits; ///< 8: RGBA of 8 bits; 16: RGBA of 16, most significant byte first; 0: rows as they are stored
};

/// Decodes the still picture with libpng, interlaced or not. Rows after damage stay as they were.
///
/// `report->status` is CIMG_COMPLETED when every row was read; `pixel_count` counts those of whole rows. A buffer too
/// small is answered with CIMG_FAILED.
void cimg_png_read_pixels(const struct cimg_png_pixels *request, struct cimg_report *report);

#endif
