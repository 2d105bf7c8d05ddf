/// JPEG by libjpeg-turbo, as far as files and pixels change: coded anew without loss, decoded, encoded.
#ifndef CIMG_JPEG_CODING_H
#define CIMG_JPEG_CODING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cimg_report.h"

/// Bytes that a job made. `bytes` is NULL unless the job completed; free it with `cimg_bytes_free`.
struct cimg_bytes {
    uint8_t *bytes;
    size_t count;
};

void cimg_bytes_free(struct cimg_bytes *bytes);

enum cimg_jpeg_progression {
    CIMG_JPEG_KEEP = 0, ///< as the file has it
    CIMG_JPEG_BASELINE,
    CIMG_JPEG_PROGRESSIVE,
};

/// How the same coefficients are written again.
struct cimg_jpeg_recoding {
    int32_t progression;    ///< enum cimg_jpeg_progression
    int32_t orientation;    ///< EXIF's number of the turn to apply, 1 to 8
    size_t max_byte_count;  ///< the job ends as CIMG_TOO_LONG beyond; 0 for no limit
    uint64_t max_coefficient_byte_count; ///< 0 for no limit
};

/// Writes the coefficients of a file again with the best Huffman tables for them, turned without loss.
///
/// Keeps no APPn or COM segment but JFIF and Adobe's. Fails with CIMG_JPEG_TURN_LOSES when a side that would be
/// mirrored is no whole number of MCUs, and on every warning about pixels. Memory: two bytes per coefficient, twice
/// that when turned.
void cimg_jpeg_recode(const uint8_t *bytes, size_t count, const struct cimg_jpeg_recoding *recoding,
                      const struct cimg_budget *budget, struct cimg_report *report, struct cimg_bytes *output);

/// What the caller expects of a file, and where its pixels go.
struct cimg_jpeg_decoding {
    uint32_t source_width, source_height; ///< as the header says; the job fails when it says otherwise
    uint32_t width, height;               ///< at most the source's
    uint32_t channel_count;               ///< 1 gray, 3 RGB, 4 CMYK
    uint64_t max_coefficient_byte_count;  ///< 0 for no limit
};

/// What became of the rows.
struct cimg_jpeg_rows {
    uint32_t lost_count;   ///< rows of the source at its end of which data is missing
    uint32_t damage_count; ///< warnings about pixels
    bool is_whole;         ///< all rows were delivered, whatever the status says
};

/// Decodes to `width * channel_count * height` bytes at `pixels`; CMYK counts ink.
///
/// At its full size the pixels are the library's. A smaller picture is decoded at a reduced size and scaled while its
/// rows arrive. Warnings do not stop it. Memory: a few rows; for files of several scans also two bytes per coefficient.
void cimg_jpeg_decode(const uint8_t *bytes, size_t count, const struct cimg_jpeg_decoding *decoding,
                      const struct cimg_budget *budget, struct cimg_report *report, struct cimg_jpeg_rows *rows,
                      uint8_t *pixels);

/// How pixels become a file.
struct cimg_jpeg_encoding {
    uint32_t width, height;
    uint32_t channel_count;         ///< 1 gray, 3 RGB
    int32_t quality;                ///< 1 to 100; not used when there are tables
    const uint16_t *luma_table;     ///< 64 divisors in natural order; NULL for those of the quality
    const uint16_t *chroma_table;   ///< likewise
    int32_t horizontal_sampling;    ///< 1 or 2: of luma against chroma
    int32_t vertical_sampling;
    bool is_progressive;
    size_t max_byte_count; ///< the job ends as CIMG_TOO_LONG beyond; 0 for no limit
};

/// Encodes `width * channel_count * height` bytes with optimal Huffman tables and the accurate integer DCT.
void cimg_jpeg_encode(const uint8_t *pixels, const struct cimg_jpeg_encoding *encoding,
                      const struct cimg_budget *budget, struct cimg_report *report, struct cimg_bytes *output);

#endif
