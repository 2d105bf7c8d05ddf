/// DCT coefficients of a picture to its pixels at a smaller size, row of blocks by row of blocks.
#ifndef CIMG_JPEG_REDUCE_H
#define CIMG_JPEG_REDUCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cimg_scale.h"

/// One component and where it goes.
struct cimg_reduction {
    uint32_t eighths;        ///< 1 to 8: samples that a block of 8x8 is decoded to in each direction
    uint32_t blocks_across;  ///< of a row of blocks
    uint32_t rows_at_once;   ///< rows of blocks that are pushed together
    const uint16_t *divisors; ///< 64 in natural order
    struct cimg_scaling scaling; ///< of samples after the transform; one channel
};

/// A component of a JPEG, as its frame header describes it, and the size that it is wanted at.
struct cimg_jpeg_component {
    uint32_t image_width, image_height;
    uint32_t horizontal_sampling, vertical_sampling;         ///< 1 to 4
    uint32_t max_horizontal_sampling, max_vertical_sampling; ///< of all components
    uint32_t width, height; ///< at most the image's
    const uint16_t *divisors;
    uint32_t output_step;
};

/// The reduction of a component to the fewest samples that are as many as wanted. Of colour that is stored with fewer
/// samples than brightness three quarters are enough: it is scaled up again by the rest, and mostly saved at half.
struct cimg_reduction cimg_jpeg_reduction(const struct cimg_jpeg_component *component);

struct cimg_reducer;

/// NULL when memory could not be had or a number is not as said above. Free with `cimg_reducer_free`.
struct cimg_reducer *cimg_reducer_create(const struct cimg_reduction *reduction, uint8_t *output);

/// Where the coefficients of one of the rows of blocks go, all zero. The coefficient of vertical frequency v and
/// horizontal u, both below `eighths`, of block b stands at `(v * eighths + u) * stride + b`. One more run of `stride`
/// takes what is not wanted.
int16_t *cimg_reducer_coefficients(struct cimg_reducer *reducer, uint32_t row);

/// Coefficients of one frequency; at least `blocks_across`.
size_t cimg_reducer_stride(const struct cimg_reducer *reducer);

/// Transforms `rows_at_once` rows of blocks, scales their samples, and clears them.
void cimg_reducer_push(struct cimg_reducer *reducer);

void cimg_reducer_free(struct cimg_reducer *reducer);

/// How components become the channels of a bitmap.
enum cimg_jpeg_colors {
    CIMG_JPEG_AS_STORED = 0,
    CIMG_JPEG_YCBCR,         ///< to RGB
    CIMG_JPEG_INVERTED_CMYK, ///< to ink
    CIMG_JPEG_YCCK,          ///< to ink
    CIMG_JPEG_INVERTED_YCCK, ///< to ink
};

/// Converts pixels in place, in libjpeg's own arithmetic.
void cimg_jpeg_convert(uint8_t *pixels, size_t pixel_count, int32_t colors);

#endif
