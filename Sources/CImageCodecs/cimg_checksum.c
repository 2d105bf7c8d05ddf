#include "cimg_checksum.h"

#include <zlib.h>

#if defined(__x86_64__)
#include <immintrin.h>

// MARK: CRC-32

/// Of the polynomial, reflected: x^n mod P for the distances by which 128 bits are folded, and Barrett's constants.
/// See Gopal et al., "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ", Intel 2009.
#define FOLD_BY_FOUR _mm_set_epi64x(0x01c6e41596, 0x0154442bd4)
#define FOLD_BY_ONE _mm_set_epi64x(0x00ccaa009e, 0x01751997d0)
#define FOLD_64 _mm_set_epi64x(0, 0x0163cd6124)
#define BARRETT _mm_set_epi64x(0x01f7011641, 0x01db710641)

__attribute__((target("pclmul,sse4.1"))) static inline __m128i load(const uint8_t *bytes) {
    return _mm_loadu_si128((const __m128i *)(const void *)bytes);
}

/// Moves 128 bits ahead onto what stands there.
__attribute__((target("pclmul,sse4.1"))) static inline __m128i fold(__m128i value, __m128i constants, __m128i there) {
    __m128i low = _mm_clmulepi64_si128(value, constants, 0x00), high = _mm_clmulepi64_si128(value, constants, 0x11);
    return _mm_xor_si128(_mm_xor_si128(low, high), there);
}

/// The state after `count` bytes, a multiple of 16 and at least 64; `crc` is the inverted checksum before them.
__attribute__((target("pclmul,sse4.1"))) static uint32_t crc32_folded(uint32_t crc, const uint8_t *bytes, size_t count) {
    __m128i a = _mm_xor_si128(load(bytes), _mm_cvtsi32_si128((int)crc));
    __m128i b = load(bytes + 16), c = load(bytes + 32), d = load(bytes + 48);
    for (bytes += 64, count -= 64; count >= 64; bytes += 64, count -= 64) {
        a = fold(a, FOLD_BY_FOUR, load(bytes));
        b = fold(b, FOLD_BY_FOUR, load(bytes + 16));
        c = fold(c, FOLD_BY_FOUR, load(bytes + 32));
        d = fold(d, FOLD_BY_FOUR, load(bytes + 48));
    }
    a = fold(fold(fold(a, FOLD_BY_ONE, b), FOLD_BY_ONE, c), FOLD_BY_ONE, d);
    for (; count >= 16; bytes += 16, count -= 16) a = fold(a, FOLD_BY_ONE, load(bytes));
    // 128 bits to 64, to 32.
    const __m128i low32 = _mm_set_epi32(0, -1, 0, -1);
    a = _mm_xor_si128(_mm_srli_si128(a, 8), _mm_clmulepi64_si128(a, FOLD_BY_ONE, 0x10));
    a = _mm_xor_si128(_mm_srli_si128(a, 4), _mm_clmulepi64_si128(_mm_and_si128(a, low32), FOLD_64, 0x00));
    __m128i quotient = _mm_clmulepi64_si128(_mm_and_si128(a, low32), BARRETT, 0x10);
    a = _mm_xor_si128(a, _mm_clmulepi64_si128(_mm_and_si128(quotient, low32), BARRETT, 0x00));
    return (uint32_t)_mm_extract_epi32(a, 1);
}

uint32_t cimg_crc32(const uint8_t *bytes, size_t count) {
    uint32_t crc = 0;
    if (count >= 64 && __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1")) {
        size_t folded = count & ~(size_t)15;
        crc = ~crc32_folded(~crc, bytes, folded);
        bytes += folded;
        count -= folded;
    }
    return count == 0 ? crc : (uint32_t)crc32_z(crc, bytes, count);
}

// MARK: Adler-32

enum { MODULUS = 65521, STEP = 64, MAX_STEPS = 5504 / STEP }; // sums of 5,552 bytes fit 32 bits

__attribute__((target("avx2"))) static inline uint32_t sum_of(__m256i lanes) {
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
    return (uint32_t)_mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1)));
}

/// `count` is a multiple of STEP.
__attribute__((target("avx2"))) static uint32_t adler32_wide(uint32_t adler, const uint8_t *bytes, size_t count) {
    const __m256i zero = _mm256_setzero_si256(), ones = _mm256_set1_epi16(1);
    const __m256i near = _mm256_set_epi8(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
                                         23, 24, 25, 26, 27, 28, 29, 30, 31, 32);
    const __m256i far = _mm256_add_epi8(near, _mm256_set1_epi8(32));
    uint32_t low = adler & 0xffff, high = adler >> 16;
    while (count > 0) {
        size_t steps = count / STEP < MAX_STEPS ? count / STEP : MAX_STEPS;
        count -= steps * STEP;
        high += low * (uint32_t)(steps * STEP) % MODULUS;
        // `before` sums, step by step, what the bytes before each step add up to.
        __m256i sums = zero, before = zero, weighted = zero;
        for (; steps > 0; steps--, bytes += STEP) {
            __m256i first = _mm256_loadu_si256((const __m256i *)(const void *)bytes);
            __m256i second = _mm256_loadu_si256((const __m256i *)(const void *)(bytes + 32));
            before = _mm256_add_epi32(before, sums);
            sums = _mm256_add_epi32(sums, _mm256_add_epi32(_mm256_sad_epu8(first, zero), _mm256_sad_epu8(second, zero)));
            // 255 * (64 + 63) and 255 * (32 + 31) fit 16 bits each with sign.
            __m256i pairs = _mm256_madd_epi16(_mm256_maddubs_epi16(first, far), ones);
            pairs = _mm256_add_epi32(pairs, _mm256_madd_epi16(_mm256_maddubs_epi16(second, near), ones));
            weighted = _mm256_add_epi32(weighted, pairs);
        }
        high = (uint32_t)((high + (uint64_t)sum_of(before) * STEP + sum_of(weighted)) % MODULUS);
        low = (low + sum_of(sums)) % MODULUS;
    }
    return high << 16 | low;
}

uint32_t cimg_adler32(uint32_t adler, const uint8_t *bytes, size_t count) {
    if (count >= STEP && __builtin_cpu_supports("avx2")) {
        size_t wide = count - count % STEP;
        adler = adler32_wide(adler, bytes, wide);
        bytes += wide;
        count -= wide;
    }
    return count == 0 ? adler : (uint32_t)adler32_z(adler, bytes, count);
}

#else

uint32_t cimg_crc32(const uint8_t *bytes, size_t count) {
    return count == 0 ? 0 : (uint32_t)crc32_z(0, bytes, count);
}

uint32_t cimg_adler32(uint32_t adler, const uint8_t *bytes, size_t count) {
    return count == 0 ? adler : (uint32_t)adler32_z(adler, bytes, count);
}

#endif
