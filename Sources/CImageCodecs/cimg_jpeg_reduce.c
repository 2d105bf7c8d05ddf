#include "cimg_jpeg_reduce.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cimg_scale_kernels.h"

// Products are never fused with sums: the same samples come out on every processor.
#pragma STDC FP_CONTRACT OFF

/// The widest vectors that the processor has; the arithmetic is the same.
#if defined(__x86_64__)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

/// So many blocks are transformed at once, one in each lane.
enum { LANES = 8 };

typedef float lanes __attribute__((vector_size(LANES * sizeof(float)), aligned(4)));
typedef int32_t lanes_of_int __attribute__((vector_size(LANES * sizeof(int32_t)), aligned(4)));
typedef int16_t lanes_of_short __attribute__((vector_size(LANES * sizeof(int16_t)), aligned(2)));

struct cimg_reducer {
    struct cimg_scaler *scaler;
    uint32_t eighths, rows_at_once;
    size_t stride, run_count; ///< coefficients of a frequency; of a row of blocks
    int16_t *coefficients;
    int16_t *samples; ///< `eighths` rows of `stride * eighths`
    float factors[64]; ///< what a coefficient counts, by v * eighths + u
};

// MARK: the transform

/// cos((2x + 1) u pi / 2N) of the transform of N points, by [N][u][x]; x below half of N, the rest is symmetric.
static const float cosines[9][8][4] = {
    {{0}},
    {{1}},
    {{1}, {0.707106781F}},
    {{1, 1}, {0.866025404F, 0}, {0.5F, -1}},
    {{1, 1}, {0.923879533F, 0.382683432F}, {0.707106781F, -0.707106781F}, {0.382683432F, -0.923879533F}},
    {{1, 1, 1}, {0.951056516F, 0.587785252F, 0}, {0.809016994F, -0.309016994F, -1}, {0.587785252F, -0.951056516F, 0},
     {0.309016994F, -0.809016994F, 1}},
    {{1, 1, 1}, {0.965925826F, 0.707106781F, 0.258819045F}, {0.866025404F, 0, -0.866025404F},
     {0.707106781F, -0.707106781F, -0.707106781F}, {0.5F, -1, 0.5F}, {0.258819045F, -0.707106781F, 0.965925826F}},
    {{1, 1, 1, 1}, {0.974927912F, 0.781831482F, 0.433883739F, 0}, {0.900968868F, 0.222520934F, -0.623489802F, -1},
     {0.781831482F, -0.433883739F, -0.974927912F, 0}, {0.623489802F, -0.900968868F, -0.222520934F, 1},
     {0.433883739F, -0.974927912F, 0.781831482F, 0}, {0.222520934F, -0.623489802F, 0.900968868F, -1}},
    {{1, 1, 1, 1}, {0.98078528F, 0.831469612F, 0.555570233F, 0.195090322F},
     {0.923879533F, 0.382683432F, -0.382683432F, -0.923879533F},
     {0.831469612F, -0.195090322F, -0.98078528F, -0.555570233F},
     {0.707106781F, -0.707106781F, -0.707106781F, 0.707106781F},
     {0.555570233F, -0.98078528F, 0.195090322F, 0.831469612F},
     {0.382683432F, -0.923879533F, 0.923879533F, -0.382683432F},
     {0.195090322F, -0.555570233F, 0.831469612F, -0.98078528F}},
};

/// The inverse transform of N points of each lane; `in` and `out` are N lanes, `step` apart. N is a constant in each use.
static inline __attribute__((always_inline)) void transform(
    lanes *out, size_t out_step, const lanes *in, size_t in_step, const size_t n) {
#pragma clang loop unroll(full)
    for (size_t x = 0; x < n / 2; x++) {
        lanes even = in[0], odd = in[in_step] * cosines[n][1][x];
#pragma clang loop unroll(full)
        for (size_t u = 2; u < n; u += 2) even += in[u * in_step] * cosines[n][u][x];
#pragma clang loop unroll(full)
        for (size_t u = 3; u < n; u += 2) odd += in[u * in_step] * cosines[n][u][x];
        out[x * out_step] = even + odd;
        out[(n - 1 - x) * out_step] = even - odd;
    }
    if (n % 2 == 0) return;
    // In the middle the odd waves are zero.
    lanes middle = in[0];
#pragma clang loop unroll(full)
    for (size_t u = 2; u < n; u += 2) middle += in[u * in_step] * cosines[n][u][n / 2];
    out[n / 2 * out_step] = middle;
}

/// Samples of one row of blocks, `LANES` blocks at a time.
static inline __attribute__((always_inline)) void transform_row(struct cimg_reducer *reducer, const int16_t *from,
                                                                const size_t n) {
    const size_t stride = reducer->stride;
    const lanes highest = (lanes){} + 255 * (1 << CIMG_SAMPLE_BITS);
    for (size_t block = 0; block < stride; block += LANES) {
        lanes coefficients[64], columns[64];
        for (size_t i = 0; i < n * n; i++) {
            lanes_of_short values;
            memcpy(&values, from + i * stride + block, sizeof values);
            coefficients[i] = __builtin_convertvector(values, lanes) * reducer->factors[i];
        }
        // Half a step for rounding, and the middle of the range, which counts from zero.
        coefficients[0] += 128 * (1 << CIMG_SAMPLE_BITS) + 0.5F;
        for (size_t u = 0; u < n; u++) transform(columns + u, n, coefficients + u, n, n);
        for (size_t y = 0; y < n; y++) {
            lanes row[8];
            transform(row, 1, columns + y * n, 1, n);
            int16_t *to = reducer->samples + (y * stride + block) * n;
            for (size_t x = 0; x < n; x++) {
                lanes value = __builtin_elementwise_min(__builtin_elementwise_max(row[x], (lanes){}), highest);
                lanes_of_int whole = __builtin_convertvector(value, lanes_of_int);
                for (size_t lane = 0; lane < LANES; lane++) to[lane * n + x] = (int16_t)whole[lane];
            }
        }
    }
}

FOR_EACH_PROCESSOR
static void transform_any_row(struct cimg_reducer *reducer, const int16_t *from) {
    switch (reducer->eighths) {
    case 1: transform_row(reducer, from, 1); break;
    case 2: transform_row(reducer, from, 2); break;
    case 3: transform_row(reducer, from, 3); break;
    case 4: transform_row(reducer, from, 4); break;
    case 5: transform_row(reducer, from, 5); break;
    case 6: transform_row(reducer, from, 6); break;
    case 7: transform_row(reducer, from, 7); break;
    default: transform_row(reducer, from, 8); break;
    }
}

// MARK: sizes

static uint32_t rounded_up(uint64_t value, uint64_t step) { return (uint32_t)((value + step - 1) / step); }

/// Whether `eighths` of a component's samples are enough for `count` pixels.
static bool is_enough(uint32_t eighths, uint32_t side, uint32_t sampling, uint32_t max_sampling, uint32_t count) {
    uint64_t have = (uint64_t)side * sampling * eighths, want = (uint64_t)count * max_sampling * 8;
    return sampling == max_sampling ? have >= want : have * 4 >= want * 3;
}

struct cimg_reduction cimg_jpeg_reduction(const struct cimg_jpeg_component *component) {
    uint32_t h = component->horizontal_sampling, max_h = component->max_horizontal_sampling;
    uint32_t v = component->vertical_sampling, max_v = component->max_vertical_sampling;
    uint32_t eighths = 1;
    while (eighths < 8
           && !(is_enough(eighths, component->image_width, h, max_h, component->width)
                && is_enough(eighths, component->image_height, v, max_v, component->height))) {
        eighths++;
    }
    uint64_t across = (uint64_t)component->image_width * h * eighths, down = (uint64_t)component->image_height * v * eighths;
    struct cimg_reduction reduction = {
        .eighths = eighths,
        .blocks_across = rounded_up(component->image_width, (uint64_t)max_h * 8) * h,
        .rows_at_once = v,
        .divisors = component->divisors,
        .scaling = {
            .source_width = rounded_up(across, (uint64_t)max_h * 8),
            .source_height = rounded_up(down, (uint64_t)max_v * 8),
            .width = component->width,
            .height = component->height,
            .channel_count = 1,
            .extent_across = (double)across / (max_h * 8),
            .extent_down = (double)down / (max_v * 8),
            .output_step = component->output_step,
        },
    };
    return reduction;
}

// MARK: life

/// Divisors, the weights of a two-dimensional transform, and the samples' unit in one factor.
static void fill_factors(struct cimg_reducer *reducer, const uint16_t divisors[64]) {
    for (uint32_t v = 0; v < reducer->eighths; v++) {
        for (uint32_t u = 0; u < reducer->eighths; u++) {
            double weight = (1 << CIMG_SAMPLE_BITS) / 8.0 * (u > 0 ? M_SQRT2 : 1) * (v > 0 ? M_SQRT2 : 1);
            reducer->factors[v * reducer->eighths + u] = (float)(divisors[v * 8 + u] * weight);
        }
    }
}

struct cimg_reducer *cimg_reducer_create(const struct cimg_reduction *reduction, uint8_t *output) {
    uint32_t eighths = reduction->eighths;
    // The scaler reads whole rows of what the blocks make.
    bool is_legal = eighths >= 1 && eighths <= 8 && reduction->blocks_across >= 1 && reduction->rows_at_once >= 1
        && reduction->rows_at_once <= 4 && reduction->scaling.channel_count == 1
        && reduction->scaling.source_width <= (uint64_t)reduction->blocks_across * eighths;
    if (!is_legal) return NULL;
    struct cimg_reducer *reducer = calloc(1, sizeof *reducer);
    if (reducer == NULL) return NULL;
    reducer->eighths = eighths;
    reducer->rows_at_once = reduction->rows_at_once;
    reducer->stride = ((size_t)reduction->blocks_across + LANES - 1) / LANES * LANES;
    reducer->run_count = reducer->stride * (eighths * eighths + 1);
    reducer->coefficients = calloc(reducer->run_count * reducer->rows_at_once, sizeof *reducer->coefficients);
    reducer->samples = malloc(reducer->stride * eighths * eighths * sizeof *reducer->samples);
    reducer->scaler = cimg_scaler_create(&reduction->scaling, output);
    fill_factors(reducer, reduction->divisors);
    if (reducer->coefficients != NULL && reducer->samples != NULL && reducer->scaler != NULL) return reducer;
    cimg_reducer_free(reducer);
    return NULL;
}

void cimg_reducer_free(struct cimg_reducer *reducer) {
    if (reducer == NULL) return;
    cimg_scaler_free(reducer->scaler);
    free(reducer->coefficients);
    free(reducer->samples);
    free(reducer);
}

// MARK: rows

int16_t *cimg_reducer_coefficients(struct cimg_reducer *reducer, uint32_t row) {
    return reducer->coefficients + row % reducer->rows_at_once * reducer->run_count;
}

size_t cimg_reducer_stride(const struct cimg_reducer *reducer) { return reducer->stride; }

void cimg_reducer_push(struct cimg_reducer *reducer) {
    for (uint32_t row = 0; row < reducer->rows_at_once; row++) {
        transform_any_row(reducer, reducer->coefficients + row * reducer->run_count);
        // The scaler ignores what lies behind the last row.
        for (uint32_t y = 0; y < reducer->eighths; y++) {
            cimg_scaler_push_samples(reducer->scaler, reducer->samples + y * reducer->stride * reducer->eighths);
        }
    }
    memset(reducer->coefficients, 0, reducer->run_count * reducer->rows_at_once * sizeof *reducer->coefficients);
}

// MARK: colours

static uint8_t clamped(int value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

/// A pixel takes `step` bytes, a constant in each use.
static inline __attribute__((always_inline)) void convert_to_rgb(uint8_t *pixels, size_t pixel_count, size_t step) {
    enum { HALF = 1 << 15 };
    for (size_t i = 0; i < pixel_count; i++, pixels += step) {
        int y = pixels[0], cb = pixels[1] - 128, cr = pixels[2] - 128;
        pixels[0] = clamped(y + ((91881 * cr + HALF) >> 16));
        pixels[1] = clamped(y + ((-22554 * cb - 46802 * cr + HALF) >> 16));
        pixels[2] = clamped(y + ((116130 * cb + HALF) >> 16));
    }
}

FOR_EACH_PROCESSOR
static void convert_ycbcr(uint8_t *pixels, size_t pixel_count) { convert_to_rgb(pixels, pixel_count, 3); }

/// By definition the complement of what YCbCr says; where inks are inverted, RGB is the ink itself and black is not.
static void convert_ycck(uint8_t *pixels, size_t pixel_count, bool is_inverted) {
    convert_to_rgb(pixels, pixel_count, 4);
    for (size_t i = 0; i < pixel_count * 4; i++) {
        bool is_black = (i & 3) == 3;
        if (is_black == is_inverted) pixels[i] = (uint8_t)(255 - pixels[i]);
    }
}

void cimg_jpeg_convert(uint8_t *pixels, size_t pixel_count, int32_t colors) {
    switch (colors) {
    case CIMG_JPEG_YCBCR: convert_ycbcr(pixels, pixel_count); break;
    case CIMG_JPEG_YCCK: convert_ycck(pixels, pixel_count, false); break;
    case CIMG_JPEG_INVERTED_YCCK: convert_ycck(pixels, pixel_count, true); break;
    case CIMG_JPEG_INVERTED_CMYK:
        for (size_t i = 0; i < pixel_count * 4; i++) pixels[i] = (uint8_t)(255 - pixels[i]);
        break;
    default: break;
    }
}
