/// The inner loops of scaling, in whole numbers: the same result on every processor, whatever its vectors.
#ifndef CIMG_SCALE_KERNELS_H
#define CIMG_SCALE_KERNELS_H

#include <stddef.h>
#include <stdint.h>

/// Samples have so many bits behind the point: 255 is 16,320, and a filter may overshoot by as much.
enum { CIMG_SAMPLE_BITS = 6 };

/// Weights across are kept in multiples of so many, zeros at the end; rows may be read so far behind their last sample.
enum { CIMG_TAP_STEP = 16 };

struct cimg_scale_kernels {
    /// sums[i] += first[2i] w[0] + first[2i+1] w[1] + second[2i] w[2] + second[2i+1] w[3], for `count` sums.
    void (*add_rows)(int32_t *sums, const int16_t *first, const int16_t *second, const int16_t weights[4],
                     size_t count);
    /// One output sample of each channel: `tap_count` pixels from `from`, a multiple of `CIMG_TAP_STEP`, weighed.
    void (*sum_across)(int32_t *to, const int16_t *row, size_t pixel_count, const uint32_t *first,
                       const int16_t *weights, size_t tap_count);
};

/// The loops for pictures of 1 to 4 channels. Counts of sums are multiples of 16.
struct cimg_scale_kernels cimg_scale_kernels_for(uint32_t channel_count);

#endif
