#include "cimg_scale_kernels.h"

#include <string.h>

// MARK: any processor

static void add_rows_plain(int32_t *restrict sums, const int16_t *restrict first, const int16_t *restrict second,
                           const int16_t weights[4], size_t count) {
    int32_t a = weights[0], b = weights[1], c = weights[2], d = weights[3];
    for (size_t i = 0; i < count; i++) {
        sums[i] += first[2 * i] * a + first[2 * i + 1] * b + second[2 * i] * c + second[2 * i + 1] * d;
    }
}

/// The number of channels is a constant in each of its uses.
static inline __attribute__((always_inline)) void sum_across_plain(
    int32_t *restrict to, const int16_t *restrict row, size_t pixel_count, const uint32_t *restrict first,
    const int16_t *restrict weights, size_t tap_count, size_t channel_count) {
    for (size_t x = 0; x < pixel_count; x++, weights += tap_count, to += channel_count) {
        const int16_t *from = row + first[x] * channel_count;
        int32_t sums[4] = {0};
        for (size_t i = 0; i < tap_count; i++) {
            for (size_t c = 0; c < channel_count; c++) sums[c] += from[i * channel_count + c] * weights[i];
        }
        for (size_t c = 0; c < channel_count; c++) to[c] = sums[c];
    }
}

#define PLAIN(channel_count)                                                                                          \
    static void sum_across_plain_##channel_count(int32_t *to, const int16_t *row, size_t pixel_count,                 \
                                                 const uint32_t *first, const int16_t *weights, size_t tap_count) {   \
        sum_across_plain(to, row, pixel_count, first, weights, tap_count, channel_count);                             \
    }
PLAIN(1)
PLAIN(2)
PLAIN(3)
PLAIN(4)

// MARK: AVX2

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

static AVX2 inline __m256i load(const void *from) { return _mm256_loadu_si256((const __m256i *)from); }

static AVX2 __m256i pair_of(const int16_t *weights) {
    int32_t pair;
    memcpy(&pair, weights, sizeof pair);
    return _mm256_set1_epi32(pair);
}

static AVX2 void add_rows_avx2(int32_t *sums, const int16_t *first, const int16_t *second, const int16_t weights[4],
                               size_t count) {
    __m256i early = pair_of(weights), late = pair_of(weights + 2);
    for (size_t i = 0; i < count; i += 8) {
        __m256i sum = _mm256_add_epi32(_mm256_madd_epi16(load(first + 2 * i), early),
                                       _mm256_madd_epi16(load(second + 2 * i), late));
        _mm256_storeu_si256((__m256i *)(sums + i), _mm256_add_epi32(load(sums + i), sum));
    }
}

/// The products of one channel, added up to eight partial sums.
static AVX2 inline __m256i weigh(const int16_t *from, const int16_t *weights, size_t tap_count) {
    __m256i sum = _mm256_madd_epi16(load(from), load(weights));
    for (size_t i = CIMG_TAP_STEP; i < tap_count; i += CIMG_TAP_STEP) {
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(load(from + i), load(weights + i)));
    }
    return sum;
}

static AVX2 int32_t total(__m256i sums) {
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4E));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xB1));
    return _mm_cvtsi128_si32(half);
}

static AVX2 void sum_across_avx2_1(int32_t *to, const int16_t *row, size_t pixel_count, const uint32_t *first,
                                   const int16_t *weights, size_t tap_count) {
    size_t x = 0;
    for (; x + 8 <= pixel_count; x += 8) {
        __m256i sums[8];
        for (size_t i = 0; i < 8; i++, weights += tap_count) sums[i] = weigh(row + first[x + i], weights, tap_count);
        // Neighbours are added until each sum stands in its place; halves of vectors come last.
        __m256i low = _mm256_hadd_epi32(_mm256_hadd_epi32(sums[0], sums[1]), _mm256_hadd_epi32(sums[2], sums[3]));
        __m256i high = _mm256_hadd_epi32(_mm256_hadd_epi32(sums[4], sums[5]), _mm256_hadd_epi32(sums[6], sums[7]));
        __m256i result = _mm256_add_epi32(_mm256_permute2x128_si256(low, high, 0x20),
                                          _mm256_permute2x128_si256(low, high, 0x31));
        _mm256_storeu_si256((__m256i *)(to + x), result);
    }
    for (; x < pixel_count; x++, weights += tap_count) to[x] = total(weigh(row + first[x], weights, tap_count));
}

/// Four taps at a time: two pixels in each half of a vector, brought together channel by channel by `order`.
static AVX2 inline __attribute__((always_inline)) __m128i weigh_pixels(
    const int16_t *from, const int16_t *weights, size_t tap_count, size_t channel_count, __m256i order) {
    const __m256i spread = _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1);
    __m256i sum = _mm256_setzero_si256();
    for (size_t i = 0; i < tap_count; i += 4) {
        __m256i pixels = _mm256_inserti128_si256(
            _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)(from + i * channel_count))),
            _mm_loadu_si128((const __m128i *)(const void *)(from + (i + 2) * channel_count)), 1);
        __m256i pairs = _mm256_castsi128_si256(_mm_loadl_epi64((const __m128i *)(const void *)(weights + i)));
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_shuffle_epi8(pixels, order),
                                                      _mm256_permutevar8x32_epi32(pairs, spread)));
    }
    return _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
}

static AVX2 void sum_across_avx2_3(int32_t *to, const int16_t *row, size_t pixel_count, const uint32_t *first,
                                   const int16_t *weights, size_t tap_count) {
    const __m256i order = _mm256_setr_epi8(0, 1, 6, 7, 2, 3, 8, 9, 4, 5, 10, 11, -1, -1, -1, -1, 0, 1, 6, 7, 2, 3, 8, 9,
                                           4, 5, 10, 11, -1, -1, -1, -1);
    for (size_t x = 0; x < pixel_count; x++, weights += tap_count) {
        __m128i sums = weigh_pixels(row + (size_t)first[x] * 3, weights, tap_count, 3, order);
        int32_t pixel[4];
        _mm_storeu_si128((__m128i *)(void *)pixel, sums);
        memcpy(to + x * 3, pixel, 3 * sizeof *to);
    }
}

static AVX2 void sum_across_avx2_4(int32_t *to, const int16_t *row, size_t pixel_count, const uint32_t *first,
                                   const int16_t *weights, size_t tap_count) {
    const __m256i order = _mm256_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15, 0, 1, 8, 9, 2, 3, 10,
                                           11, 4, 5, 12, 13, 6, 7, 14, 15);
    for (size_t x = 0; x < pixel_count; x++, weights += tap_count) {
        __m128i sums = weigh_pixels(row + (size_t)first[x] * 4, weights, tap_count, 4, order);
        _mm_storeu_si128((__m128i *)(void *)(to + x * 4), sums);
    }
}
#endif

struct cimg_scale_kernels cimg_scale_kernels_for(uint32_t channel_count) {
    static const struct cimg_scale_kernels plain[] = {
        {add_rows_plain, sum_across_plain_1},
        {add_rows_plain, sum_across_plain_2},
        {add_rows_plain, sum_across_plain_3},
        {add_rows_plain, sum_across_plain_4},
    };
#if defined(__x86_64__)
    static const struct cimg_scale_kernels wide[] = {
        {add_rows_avx2, sum_across_avx2_1},
        {add_rows_avx2, sum_across_plain_2},
        {add_rows_avx2, sum_across_avx2_3},
        {add_rows_avx2, sum_across_avx2_4},
    };
    if (__builtin_cpu_supports("avx2")) return wide[(channel_count - 1) & 3];
#endif
    return plain[(channel_count - 1) & 3];
}
