#ifndef CIMG_SCALE_H
#define CIMG_SCALE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Scales a picture while its rows arrive, in memory for a few rows: Lanczos with three lobes, in both directions.
///
/// All sides are at least 1. Rows come from top to bottom, 8 bits a channel.
struct cimg_scaling {
    uint32_t source_width, source_height;
    uint32_t width, height;
    uint32_t channel_count; ///< 1 to 4
    bool has_alpha;         ///< the last channel is opacity, by which the others count
    /// How much of the source is picture, in its pixels, when its last column or row is only partly so; 0 for all.
    double extent_across, extent_down;
    uint32_t output_step; ///< of one channel: bytes from one pixel of the output to the next; 0 for `channel_count`
};

struct cimg_scaler;

/// NULL when memory could not be had or the sizes are not as said above. `output` takes `height` rows of
/// `width` pixels, `output_step` bytes apart, and must outlive the scaler. Free with `cimg_scaler_free`.
struct cimg_scaler *cimg_scaler_create(const struct cimg_scaling *scaling, uint8_t *output);

/// Takes the next source row of `source_width * channel_count` bytes; rows past the last are ignored.
void cimg_scaler_push(struct cimg_scaler *scaler, const uint8_t *row);

/// Takes the next source row as samples of 64 a step, without opacity: 16,320 is white.
void cimg_scaler_push_samples(struct cimg_scaler *scaler, const int16_t *samples);

/// Rows of a picture, the last one not included.
struct cimg_rows {
    uint32_t first, end;
};

/// Makes only the output rows from `first` up to `end`, of a picture that may be another one.
///
/// The answer is which source rows to push for that, one after the other, a few more than the rows depend on. The pixels
/// are those of the whole picture.
struct cimg_rows cimg_scaler_restart(struct cimg_scaler *scaler, uint32_t first, uint32_t end);

/// Rows of `output` that are complete.
uint32_t cimg_scaler_finished_row_count(const struct cimg_scaler *scaler);

void cimg_scaler_free(struct cimg_scaler *scaler);

#endif
