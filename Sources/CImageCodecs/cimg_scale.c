#include "cimg_scale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cimg_scale_kernels.h"

// Products are never fused with sums: the same weights come out on every processor.
#pragma STDC FP_CONTRACT OFF

/// The widest vectors that the processor has; the arithmetic is the same.
#if defined(__x86_64__)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

static const double lobes = 3;
static const double pi = 3.14159265358979323846;

/// Rows are added to what they are part of four at a time.
enum { ROWS_AT_ONCE = 4 };

/// What the samples of one direction are made of.
struct axis {
    uint32_t count;   ///< of samples
    uint32_t taps;    ///< the most that one sample has, or more, which weigh nothing
    uint32_t shift;   ///< the sum of a sample's weights is 1 << shift
    uint32_t *first;  ///< of each sample's source samples
    uint32_t *length; ///< how many there are
    int16_t *weights; ///< `taps` of each sample
};

struct cimg_scaler {
    struct cimg_scaling scaling;
    struct cimg_scale_kernels kernels;
    struct axis across, down;
    uint8_t *output;
    size_t row_count;    ///< samples of a source row, padded to whole vectors
    int16_t *row;        ///< the source row, colours multiplied by opacity
    int16_t *pairs[2];   ///< the four rows at hand, each two of them sample by sample
    int16_t *column_sum; ///< one output row at the source's width
    int32_t *across_sum; ///< one output row
    int32_t *sums;       ///< `ring` rows that are being summed up
    uint32_t ring;
    uint32_t next_row;   ///< of the source
    uint32_t first_open; ///< output row that is not complete
    uint32_t end;        ///< of the output rows that are wanted
};

// MARK: weights

/// The sine of -pi to pi by its series, the same on every processor; libm's may differ in the last bit.
static double sine(double angle) {
    if (angle > pi / 2) angle = pi - angle;
    if (angle < -pi / 2) angle = -pi - angle;
    double square = angle * angle, term = angle, sum = angle;
    for (int n = 2; n <= 18; n += 2) {
        term *= -square / (n * (n + 1));
        sum += term;
    }
    return sum;
}

/// Lanczos' filter at `count` places from `x` on, `step` apart; returns their sum.
static double fill_lanczos(double *to, uint32_t count, double x, double step) {
    double sum = 0;
    // The sine of a third of each place's angle, turned from place to place.
    double s = sine(pi / lobes * x), c = sine(pi / lobes * x + pi / 2), turn = sine(pi / lobes * step);
    double other_turn = 1 - 2 * sine(pi / lobes / 2 * step) * sine(pi / lobes / 2 * step);
    for (uint32_t i = 0; i < count; i++) {
        double place = x + i * step, angle = pi * place;
        // The sine of three times an angle by the sine of the angle.
        double value = fabs(place) < 1e-9 ? 1 : lobes * (3 - 4 * s * s) * s * s / (angle * angle);
        to[i] = fabs(place) < lobes ? value : 0;
        sum += to[i];
        double next = s * other_turn + c * turn;
        c = c * other_turn - s * turn;
        s = next;
    }
    return sum;
}

/// Where one output sample lies in the source, and what its source samples weigh.
struct place {
    uint32_t first, end;
    double sum;   ///< of the weights, before they are made to be 1
    double *weights;
};

/// `weights` takes as many as the axis has taps.
static struct place place_of(const struct axis *axis, uint32_t index, uint32_t source_count, double scale,
                             double *weights) {
    // The filter is as wide as a source or an output sample, whichever is wider.
    double width = scale > 1 ? scale : 1, center = (index + 0.5) * scale;
    double from = floor(center - lobes * width), to = ceil(center + lobes * width);
    struct place place = {.first = from < 0 ? 0 : (uint32_t)from, .weights = weights};
    place.end = to > source_count ? source_count : (uint32_t)to;
    if (place.end - place.first > axis->taps) place.end = place.first + axis->taps;
    place.sum = fill_lanczos(weights, place.end - place.first, (place.first + 0.5 - center) / width, 1 / width);
    return place;
}

/// The weights of one sample as whole numbers; the largest takes what rounding left over. Ends of the filter that lie
/// outside the picture are cut off, and what is left weighs more.
static void weigh(struct axis *axis, uint32_t index, const struct place *place) {
    int16_t *weights = axis->weights + (size_t)index * axis->taps;
    int32_t left = 1 << axis->shift;
    uint32_t largest = 0;
    double unit = (1 << axis->shift) / place->sum;
    for (uint32_t i = 0; i < place->end - place->first; i++) {
        weights[i] = (int16_t)floor(place->weights[i] * unit + 0.5);
        left -= weights[i];
        if (weights[i] > weights[largest]) largest = i;
    }
    weights[largest] = (int16_t)(weights[largest] + left);
    axis->first[index] = place->first;
    axis->length[index] = place->end - place->first;
}

/// Weights as fine as 16 bits allow: no one may reach 1 << 15, and their sum not 1 << 17.
static uint32_t shift_for(double largest) {
    uint32_t shift = 14;
    while (shift < 16 && largest * (1 << (shift + 1)) < INT16_MAX - 4096) shift++;
    return shift;
}

static bool prepare_axis(struct axis *axis, uint32_t source_count, double extent, uint32_t count, uint32_t tap_step) {
    double scale = (extent > 0 ? extent : source_count) / count;
    axis->count = count;
    axis->taps = (uint32_t)ceil(2 * lobes * (scale > 1 ? scale : 1)) + 2;
    axis->taps = (axis->taps + tap_step - 1) / tap_step * tap_step;
    axis->first = malloc(count * sizeof *axis->first);
    axis->length = malloc(count * sizeof *axis->length);
    axis->weights = calloc((size_t)count * axis->taps, sizeof *axis->weights);
    if (axis->first == NULL || axis->length == NULL || axis->weights == NULL) return false;
    axis->shift = 14;
    if (scale == 1) {
        for (uint32_t i = 0; i < count; i++) {
            axis->first[i] = i;
            axis->length[i] = 1;
            axis->weights[(size_t)i * axis->taps] = 1 << 14;
        }
        return true;
    }
    double *weights = malloc(axis->taps * sizeof *weights);
    if (weights == NULL) return false;
    // Weights are largest where the picture cuts the filter off: at both ends, or else nowhere in particular.
    uint32_t samples[] = {0, count / 2, count - 1};
    double largest = 0;
    for (int i = 0; i < 3; i++) {
        double most = 1 / place_of(axis, samples[i], source_count, scale, weights).sum;
        if (most > largest) largest = most;
    }
    axis->shift = shift_for(largest);
    for (uint32_t i = 0; i < count; i++) {
        struct place place = place_of(axis, i, source_count, scale, weights);
        weigh(axis, i, &place);
    }
    free(weights);
    return true;
}

/// The most output rows that are open while four source rows are added.
static uint32_t overlap(const struct axis *axis) {
    uint32_t most = 1, oldest = 0;
    for (uint32_t i = 0; i < axis->count; i++) {
        uint32_t begin = axis->first[i] / ROWS_AT_ONCE * ROWS_AT_ONCE;
        while (axis->first[oldest] + axis->length[oldest] + ROWS_AT_ONCE <= begin) oldest++;
        if (i - oldest + 1 > most) most = i - oldest + 1;
    }
    return most;
}

// MARK: life

static size_t padded(size_t count) { return (count + 31) / 16 * 16; }

static bool allocate_rows(struct cimg_scaler *scaler) {
    const struct cimg_scaling *scaling = &scaler->scaling;
    scaler->row_count = padded((size_t)scaling->source_width * scaling->channel_count);
    // Loops across read whole vectors behind the last sample.
    size_t overrun = (size_t)(scaler->across.taps + CIMG_TAP_STEP) * scaling->channel_count;
    scaler->row = calloc(scaler->row_count, sizeof *scaler->row);
    for (int i = 0; i < 2; i++) scaler->pairs[i] = calloc(2 * scaler->row_count, sizeof *scaler->pairs[i]);
    scaler->column_sum = calloc(scaler->row_count + overrun, sizeof *scaler->column_sum);
    scaler->across_sum = malloc(padded((size_t)scaling->width * scaling->channel_count) * sizeof *scaler->across_sum);
    scaler->sums = calloc(scaler->row_count * scaler->ring, sizeof *scaler->sums);
    return scaler->row != NULL && scaler->pairs[0] != NULL && scaler->pairs[1] != NULL && scaler->column_sum != NULL
        && scaler->across_sum != NULL && scaler->sums != NULL;
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
    scaler->end = scaling->height;
    scaler->kernels = cimg_scale_kernels_for(scaling->channel_count);
    bool is_ready = prepare_axis(&scaler->across, scaling->source_width, scaling->extent_across, scaling->width,
                                 CIMG_TAP_STEP)
        && prepare_axis(&scaler->down, scaling->source_height, scaling->extent_down, scaling->height, 1);
    if (is_ready) {
        scaler->ring = overlap(&scaler->down);
        is_ready = allocate_rows(scaler);
    }
    if (is_ready) return scaler;
    cimg_scaler_free(scaler);
    return NULL;
}

void cimg_scaler_free(struct cimg_scaler *scaler) {
    if (scaler == NULL) return;
    struct axis *axes[] = {&scaler->across, &scaler->down};
    for (int i = 0; i < 2; i++) {
        free(axes[i]->first);
        free(axes[i]->length);
        free(axes[i]->weights);
        free(scaler->pairs[i]);
    }
    free(scaler->row);
    free(scaler->column_sum);
    free(scaler->across_sum);
    free(scaler->sums);
    free(scaler);
}

uint32_t cimg_scaler_finished_row_count(const struct cimg_scaler *scaler) { return scaler->first_open; }

struct cimg_rows cimg_scaler_restart(struct cimg_scaler *scaler, uint32_t first, uint32_t end) {
    const struct axis *down = &scaler->down;
    scaler->end = end < down->count ? end : down->count;
    scaler->first_open = first < scaler->end ? first : scaler->end;
    memset(scaler->sums, 0, scaler->row_count * scaler->ring * sizeof *scaler->sums);
    struct cimg_rows rows = {0, 0};
    if (scaler->first_open < scaler->end) {
        uint32_t last = down->first[scaler->end - 1] + down->length[scaler->end - 1] - 1;
        // Rows are added in whole fours.
        uint32_t behind = (last / ROWS_AT_ONCE + 1) * ROWS_AT_ONCE, height = scaler->scaling.source_height;
        rows.first = down->first[scaler->first_open] / ROWS_AT_ONCE * ROWS_AT_ONCE;
        rows.end = behind < height ? behind : height;
    }
    scaler->next_row = rows.first;
    return rows;
}

// MARK: samples

FOR_EACH_PROCESSOR
static void load(int16_t *restrict to, const uint8_t *restrict from, size_t count) {
    for (size_t i = 0; i < count; i++) to[i] = (int16_t)(from[i] << CIMG_SAMPLE_BITS);
}

/// Colours count by their opacity, so that what is invisible does not bleed into what is seen.
static inline __attribute__((always_inline)) void load_by_opacity(
    int16_t *restrict to, const uint8_t *restrict from, size_t pixel_count, uint32_t channel_count) {
    for (size_t x = 0; x < pixel_count; x++, to += channel_count, from += channel_count) {
        uint32_t opacity = from[channel_count - 1];
        for (uint32_t c = 0; c + 1 < channel_count; c++) {
            to[c] = (int16_t)((from[c] * opacity * (1 << CIMG_SAMPLE_BITS) + 127) / 255);
        }
        to[channel_count - 1] = (int16_t)(opacity << CIMG_SAMPLE_BITS);
    }
}

FOR_EACH_PROCESSOR
static void load_gray_by_opacity(int16_t *to, const uint8_t *from, size_t pixel_count) {
    load_by_opacity(to, from, pixel_count, 2);
}

FOR_EACH_PROCESSOR
static void load_color_by_opacity(int16_t *to, const uint8_t *from, size_t pixel_count) {
    load_by_opacity(to, from, pixel_count, 4);
}

FOR_EACH_PROCESSOR
static void interleave(int16_t *restrict to, const int16_t *restrict early, const int16_t *restrict late,
                       size_t count) {
    for (size_t i = 0; i < count; i++) {
        to[2 * i] = early[i];
        to[2 * i + 1] = late[i];
    }
}

/// Sums of weighted rows as samples again.
FOR_EACH_PROCESSOR
static void round_sums(int16_t *restrict to, const int32_t *restrict sums, uint32_t shift, size_t count) {
    int32_t half = 1 << (shift - 1);
    for (size_t i = 0; i < count; i++) {
        int32_t value = (sums[i] + half) >> shift;
        to[i] = (int16_t)(value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : value);
    }
}

static inline uint8_t byte_of(int32_t sum, uint32_t shift) {
    int32_t value = (sum + (1 << (shift - 1))) >> shift;
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

FOR_EACH_PROCESSOR
static void store_bytes(uint8_t *restrict to, const int32_t *restrict sums, uint32_t shift, size_t count) {
    for (size_t i = 0; i < count; i++) to[i] = byte_of(sums[i], shift);
}

/// Bytes that stand `step` apart: made side by side first, which vectors can do.
FOR_EACH_PROCESSOR
static void spread_bytes(uint8_t *restrict to, const int32_t *restrict sums, uint32_t shift, size_t count, size_t step) {
    enum { CHUNK = 128 };
    uint8_t bytes[CHUNK];
    for (size_t start = 0; start < count; start += CHUNK) {
        size_t length = count - start < CHUNK ? count - start : CHUNK;
        for (size_t i = 0; i < length; i++) bytes[i] = byte_of(sums[start + i], shift);
        for (size_t i = 0; i < length; i++) to[(start + i) * step] = bytes[i];
    }
}

/// Colours are divided by the opacity that they were multiplied by.
static void store_by_opacity(uint8_t *to, const int32_t *sums, uint32_t shift, size_t pixel_count,
                             uint32_t channel_count) {
    for (size_t x = 0; x < pixel_count; x++, to += channel_count, sums += channel_count) {
        int64_t opacity = sums[channel_count - 1];
        to[channel_count - 1] = byte_of(sums[channel_count - 1], shift);
        for (uint32_t c = 0; c + 1 < channel_count; c++) {
            int64_t value = opacity > 0 ? ((int64_t)sums[c] * 255 + opacity / 2) / opacity : 0;
            to[c] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
        }
    }
}

static void store(const struct cimg_scaler *scaler, uint8_t *to) {
    const struct cimg_scaling *scaling = &scaler->scaling;
    uint32_t shift = scaler->across.shift + CIMG_SAMPLE_BITS;
    size_t count = (size_t)scaling->width * scaling->channel_count;
    if (scaling->has_alpha) {
        store_by_opacity(to, scaler->across_sum, shift, scaling->width, scaling->channel_count);
    } else if (scaling->output_step == scaling->channel_count) {
        store_bytes(to, scaler->across_sum, shift, count);
    } else {
        spread_bytes(to, scaler->across_sum, shift, count, scaling->output_step);
    }
}

// MARK: rows

static int32_t *sums_of(const struct cimg_scaler *scaler, uint32_t output_row) {
    return scaler->sums + (size_t)(output_row % scaler->ring) * scaler->row_count;
}

static void finish_row(struct cimg_scaler *scaler, uint32_t output_row) {
    const struct cimg_scaling *scaling = &scaler->scaling;
    int32_t *sums = sums_of(scaler, output_row);
    round_sums(scaler->column_sum, sums, scaler->down.shift, scaler->row_count);
    memset(sums, 0, scaler->row_count * sizeof *sums);
    scaler->kernels.sum_across(scaler->across_sum, scaler->column_sum, scaling->width, scaler->across.first,
                               scaler->across.weights, scaler->across.taps);
    store(scaler, scaler->output + (size_t)output_row * scaling->width * scaling->output_step);
}

/// The weights of the source rows `y` to `y + 3` in an output row.
static void find_weights(const struct axis *down, uint32_t output_row, uint32_t y, int16_t weights[ROWS_AT_ONCE]) {
    uint32_t first = down->first[output_row], end = first + down->length[output_row];
    const int16_t *all = down->weights + (size_t)output_row * down->taps;
    for (uint32_t i = 0; i < ROWS_AT_ONCE; i++) {
        weights[i] = y + i >= first && y + i < end ? all[y + i - first] : 0;
    }
}

/// Adds the four rows from `y` on to all that they are part of, and finishes what is complete.
static void add_rows(struct cimg_scaler *scaler, uint32_t y) {
    const struct axis *down = &scaler->down;
    for (uint32_t j = scaler->first_open; j < scaler->end && down->first[j] < y + ROWS_AT_ONCE; j++) {
        int16_t weights[ROWS_AT_ONCE];
        find_weights(down, j, y, weights);
        scaler->kernels.add_rows(sums_of(scaler, j), scaler->pairs[0], scaler->pairs[1], weights, scaler->row_count);
    }
    while (scaler->first_open < scaler->end
           && down->first[scaler->first_open] + down->length[scaler->first_open] <= y + ROWS_AT_ONCE) {
        finish_row(scaler, scaler->first_open++);
    }
}

void cimg_scaler_push_samples(struct cimg_scaler *scaler, const int16_t *samples) {
    uint32_t y = scaler->next_row, height = scaler->scaling.source_height;
    if (y >= height) return;
    scaler->next_row++;
    bool is_last = scaler->next_row == height;
    size_t count = (size_t)scaler->scaling.source_width * scaler->scaling.channel_count;
    if ((y & 1) == 0) {
        if (samples != scaler->row) memcpy(scaler->row, samples, count * sizeof *samples);
        // Behind the last row, what stands in its partner's place weighs nothing.
        if (is_last) interleave(scaler->pairs[y >> 1 & 1], scaler->row, scaler->row, count);
    } else {
        interleave(scaler->pairs[y >> 1 & 1], scaler->row, samples, count);
    }
    if ((y & 3) == 3 || is_last) add_rows(scaler, y & ~3U);
}

void cimg_scaler_push(struct cimg_scaler *scaler, const uint8_t *bytes) {
    const struct cimg_scaling *scaling = &scaler->scaling;
    if (scaler->next_row >= scaling->source_height) return;
    // The second of a pair must not overwrite the first.
    int16_t *samples = (scaler->next_row & 1) == 0 ? scaler->row : scaler->column_sum;
    if (!scaling->has_alpha) {
        load(samples, bytes, (size_t)scaling->source_width * scaling->channel_count);
    } else if (scaling->channel_count == 4) {
        load_color_by_opacity(samples, bytes, scaling->source_width);
    } else {
        load_gray_by_opacity(samples, bytes, scaling->source_width);
    }
    cimg_scaler_push_samples(scaler, samples);
}
