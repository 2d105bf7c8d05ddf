#include "cimg_scale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Products are never fused with sums: the same picture comes out on every processor.
#pragma STDC FP_CONTRACT OFF

/// The widest vectors that the processor has; the arithmetic is the same.
#if defined(__x86_64__)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

static const double lobes = 3;

/// What the samples of one direction are made of.
struct axis {
    uint32_t count;   ///< of samples
    uint32_t taps;    ///< the most that one sample has
    uint32_t *first;  ///< of each sample's source samples
    uint32_t *length; ///< how many there are
    float *weights;   ///< `taps` of each sample, their sum is 1
};

struct cimg_scaler {
    struct cimg_scaling scaling;
    struct axis across, down;
    uint8_t *output;
    float *row;          ///< the source row, colours multiplied by opacity; then an output row
    float *sums;         ///< `ring` rows that are being summed up
    uint32_t ring;
    uint32_t next_row;   ///< of the source
    uint32_t first_open; ///< output row that is not complete
    size_t source_row_size;
};

static double lanczos(double x) {
    if (x == 0) return 1;
    if (fabs(x) >= lobes) return 0;
    double angle = 3.14159265358979323846 * x;
    return lobes * sin(angle) * sin(angle / lobes) / (angle * angle);
}

/// The weights of one sample, normalised; ends are cut off and what is left weighs more.
static void weigh(struct axis *axis, uint32_t index, uint32_t source_count, double scale) {
    // Where the picture grows, the filter is as wide as the source's pixels.
    double center = (index + 0.5) * scale, width = scale > 1 ? scale : 1, support = lobes * width;
    double from = floor(center - support), to = ceil(center + support);
    uint32_t first = from < 0 ? 0 : (uint32_t)from;
    uint32_t end = to > source_count ? source_count : (uint32_t)to;
    if (end - first > axis->taps) end = first + axis->taps;
    float *weights = axis->weights + (size_t)index * axis->taps;
    double sum = 0;
    for (uint32_t i = first; i < end; i++) sum += lanczos((i + 0.5 - center) / width);
    for (uint32_t i = first; i < end; i++) weights[i - first] = (float)(lanczos((i + 0.5 - center) / width) / sum);
    axis->first[index] = first;
    axis->length[index] = end - first;
}

static bool prepare_axis(struct axis *axis, uint32_t source_count, double extent, uint32_t count) {
    double scale = (extent > 0 ? extent : source_count) / count;
    axis->count = count;
    axis->taps = (uint32_t)ceil(2 * lobes * (scale > 1 ? scale : 1)) + 2;
    if (axis->taps > source_count) axis->taps = source_count;
    axis->first = malloc(count * sizeof *axis->first);
    axis->length = malloc(count * sizeof *axis->length);
    axis->weights = calloc((size_t)count * axis->taps, sizeof *axis->weights);
    if (axis->first == NULL || axis->length == NULL || axis->weights == NULL) return false;
    if (scale == 1) {
        for (uint32_t i = 0; i < count; i++) {
            axis->first[i] = i;
            axis->length[i] = 1;
            axis->weights[(size_t)i * axis->taps] = 1;
        }
        return true;
    }
    for (uint32_t i = 0; i < count; i++) weigh(axis, i, source_count, scale);
    return true;
}

/// The most output rows that one source row is part of.
static uint32_t overlap(const struct axis *axis) {
    uint32_t most = 1, oldest = 0;
    for (uint32_t i = 0; i < axis->count; i++) {
        while (axis->first[oldest] + axis->length[oldest] <= axis->first[i]) oldest++;
        if (i - oldest + 1 > most) most = i - oldest + 1;
    }
    return most;
}

struct cimg_scaler *cimg_scaler_create(const struct cimg_scaling *scaling, uint8_t *output) {
    bool is_picture = scaling->width > 0 && scaling->height > 0 && scaling->source_width > 0 && scaling->source_height > 0
        && scaling->extent_across <= scaling->source_width && scaling->extent_down <= scaling->source_height;
    if (!is_picture || scaling->channel_count < 1 || scaling->channel_count > 4) return NULL;
    struct cimg_scaler *scaler = calloc(1, sizeof *scaler);
    if (scaler == NULL) return NULL;
    scaler->scaling = *scaling;
    if (scaling->output_step == 0) scaler->scaling.output_step = scaling->channel_count;
    scaler->output = output;
    scaler->source_row_size = (size_t)scaling->source_width * scaling->channel_count;
    bool is_ready = prepare_axis(&scaler->across, scaling->source_width, scaling->extent_across, scaling->width)
        && prepare_axis(&scaler->down, scaling->source_height, scaling->extent_down, scaling->height);
    if (is_ready) {
        scaler->ring = overlap(&scaler->down);
        size_t row_size = (size_t)scaling->width * scaling->channel_count;
        if (row_size < scaler->source_row_size) row_size = scaler->source_row_size;
        scaler->row = malloc(row_size * sizeof *scaler->row);
        scaler->sums = calloc(scaler->source_row_size * scaler->ring, sizeof *scaler->sums);
    }
    if (scaler->row == NULL || scaler->sums == NULL) {
        cimg_scaler_free(scaler);
        return NULL;
    }
    return scaler;
}

void cimg_scaler_free(struct cimg_scaler *scaler) {
    if (scaler == NULL) return;
    struct axis *axes[] = {&scaler->across, &scaler->down};
    for (int i = 0; i < 2; i++) {
        free(axes[i]->first);
        free(axes[i]->length);
        free(axes[i]->weights);
    }
    free(scaler->row);
    free(scaler->sums);
    free(scaler);
}

uint32_t cimg_scaler_finished_row_count(const struct cimg_scaler *scaler) { return scaler->first_open; }

// MARK: the arithmetic

FOR_EACH_PROCESSOR
static void load(float *restrict to, const uint8_t *restrict from, size_t count) {
    for (size_t i = 0; i < count; i++) to[i] = (float)from[i];
}

/// Colours count by their opacity, so that what is invisible does not bleed into what is seen.
static void multiply_by_opacity(float *row, uint32_t pixel_count, uint32_t channel_count) {
    for (uint32_t x = 0; x < pixel_count; x++, row += channel_count) {
        float opacity = row[channel_count - 1] * (1.0F / 255);
        for (uint32_t c = 0; c + 1 < channel_count; c++) row[c] *= opacity;
    }
}

FOR_EACH_PROCESSOR
static void add_row(float *restrict sums, const float *restrict row, float weight, size_t count) {
    for (size_t i = 0; i < count; i++) sums[i] += weight * row[i];
}

/// One output row from sums of source rows. The number of channels is a constant in each of its uses.
static inline __attribute__((always_inline)) void sum_across(
    float *restrict to, const float *restrict from, const struct axis *axis, uint32_t channel_count) {
    for (uint32_t x = 0; x < axis->count; x++) {
        const float *weights = axis->weights + (size_t)x * axis->taps;
        const float *source = from + (size_t)axis->first[x] * channel_count;
        float sums[4] = {0};
        for (uint32_t i = 0; i < axis->length[x]; i++) {
            for (uint32_t c = 0; c < channel_count; c++) sums[c] += weights[i] * source[i * channel_count + c];
        }
        for (uint32_t c = 0; c < channel_count; c++) to[x * channel_count + c] = sums[c];
    }
}

FOR_EACH_PROCESSOR
static void sum_row_across(float *to, const float *from, const struct axis *axis, uint32_t channel_count) {
    switch (channel_count) {
    case 1: sum_across(to, from, axis, 1); break;
    case 2: sum_across(to, from, axis, 2); break;
    case 3: sum_across(to, from, axis, 3); break;
    default: sum_across(to, from, axis, 4); break;
    }
}

static uint8_t byte_of(float value) {
    if (!(value > 0)) return 0;
    return value >= 255 ? 255 : (uint8_t)(value + 0.5F);
}

static void store(uint8_t *to, const float *from, const struct cimg_scaling *scaling) {
    uint32_t channel_count = scaling->channel_count;
    size_t count = (size_t)scaling->width * channel_count, step = scaling->output_step;
    if (channel_count == 1) {
        for (size_t i = 0; i < count; i++) to[i * step] = byte_of(from[i]);
        return;
    }
    if (!scaling->has_alpha) {
        for (size_t i = 0; i < count; i++) to[i] = byte_of(from[i]);
        return;
    }
    for (size_t i = 0; i < count; i += channel_count) {
        float opacity = from[i + channel_count - 1];
        to[i + channel_count - 1] = byte_of(opacity);
        float scale = opacity > 0 ? 255 / opacity : 0;
        for (uint32_t c = 0; c + 1 < channel_count; c++) to[i + c] = byte_of(from[i + c] * scale);
    }
}

// MARK: the rows

static float *sums_of(const struct cimg_scaler *scaler, uint32_t output_row) {
    return scaler->sums + (size_t)(output_row % scaler->ring) * scaler->source_row_size;
}

static void finish_row(struct cimg_scaler *scaler, uint32_t output_row) {
    const struct cimg_scaling *scaling = &scaler->scaling;
    float *sums = sums_of(scaler, output_row);
    // The source row has been used up: its memory takes the result.
    sum_row_across(scaler->row, sums, &scaler->across, scaling->channel_count);
    store(scaler->output + (size_t)output_row * scaling->width * scaling->output_step, scaler->row, scaling);
    memset(sums, 0, scaler->source_row_size * sizeof *sums);
}

void cimg_scaler_push(struct cimg_scaler *scaler, const uint8_t *bytes) {
    const struct axis *down = &scaler->down;
    uint32_t y = scaler->next_row;
    if (y >= scaler->scaling.source_height) return;
    scaler->next_row++;
    load(scaler->row, bytes, scaler->source_row_size);
    if (scaler->scaling.has_alpha) {
        multiply_by_opacity(scaler->row, scaler->scaling.source_width, scaler->scaling.channel_count);
    }
    for (uint32_t j = scaler->first_open; j < down->count && down->first[j] <= y; j++) {
        float weight = down->weights[(size_t)j * down->taps + (y - down->first[j])];
        add_row(sums_of(scaler, j), scaler->row, weight, scaler->source_row_size);
    }
    while (scaler->first_open < down->count
           && down->first[scaler->first_open] + down->length[scaler->first_open] <= y + 1) {
        finish_row(scaler, scaler->first_open++);
    }
}
