/// PNG: libpng over the critical chunks, zlib over everything else that is deflated, and the CRC of chunks.
#ifndef CIMG_PNG_H
#define CIMG_PNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cimg_report.h"

/// CRC-32 as PNG and zlib define it. `bytes` may be NULL when `count` is 0.
uint32_t cimg_crc32(const uint8_t *bytes, size_t count);

/// A run of bytes of the file.
struct cimg_png_range {
    uint64_t offset;
    uint64_t count;
};

/// The whole chunks (length to CRC) that libpng is shown, after the signature. It never sees an ancillary byte.
struct cimg_png_parts {
    struct cimg_png_range header;  ///< IHDR
    struct cimg_png_range palette; ///< PLTE; empty unless the image is indexed
    struct cimg_png_range image;   ///< all IDAT chunks, which stand side by side
    struct cimg_png_range end;     ///< IEND
};

/// What a message of `cimg_png_verify` is.
enum cimg_png_code {
    CIMG_PNG_ERROR = 1,         ///< libpng refused to go on
    CIMG_PNG_WARNING = 2,       ///< libpng went on
    CIMG_PNG_INDEX_RANGE = 3,   ///< a pixel names a palette entry that is not there (found by this shim)
};

/// Decodes every row with libpng, each pass of an interlaced image as it is stored, and keeps none.
///
/// Memory: three rows of the image and what zlib needs. `report->pixel_count` counts the pixels of whole rows.
/// CRCs of the parts are checked again by libpng. A part outside the file is answered with CIMG_FAILED.
void cimg_png_verify(const uint8_t *bytes, size_t count, const struct cimg_png_parts *parts,
                     const struct cimg_budget *budget, struct cimg_report *report);

/// One deflated picture: the image of the IDAT chunks or a frame of the fdAT chunks.
struct cimg_png_stream {
    struct cimg_png_range chunks; ///< whole chunks; those of another type are passed over
    uint8_t type[4];
    uint32_t skipped_byte_count; ///< bytes before the deflated data in each chunk: 4 in fdAT
    uint32_t width, height;
    uint32_t bits_per_pixel;
    bool is_interlaced;
    uint32_t palette_count;      ///< colors an 8-bit index may name; 0: any
};

/// The first thing wrong with a deflated picture.
enum cimg_png_fault {
    CIMG_PNG_SOUND = 0,
    CIMG_PNG_BAD_DEFLATE = 1,  ///< zlib refused the data; `text` says why
    CIMG_PNG_BAD_CHECKSUM = 2, ///< all rows are there, the Adler-32 does not match
    CIMG_PNG_CUT = 3,          ///< the chunks end before the zlib stream does
    CIMG_PNG_TOO_SHORT = 4,    ///< the zlib stream ends before the last row
    CIMG_PNG_BAD_FILTER = 5,   ///< a row begins with something else than 0…4
};

/// What `cimg_png_rows` found.
struct cimg_png_rows {
    int32_t status;               ///< enum cimg_status; CIMG_COMPLETED also when there is a fault
    int32_t fault;                ///< enum cimg_png_fault
    uint64_t byte_offset;         ///< of the next byte zlib would have read when the fault showed
    uint64_t row_count;           ///< whole rows met, over all passes
    uint64_t expected_row_count;
    uint64_t excess_byte_count;   ///< inflated bytes after the last row; counting stops at 1 MiB
    uint64_t trailing_byte_count; ///< bytes of the chunks after the zlib stream
    uint32_t filter;              ///< the filter byte of CIMG_PNG_BAD_FILTER
    char text[CIMG_TEXT_CAPACITY];
    bool has_index_over_palette; ///< an unfiltered row names a color past `palette_count`
    bool hides_indices;          ///< rows whose indices only unfiltering would show
};

/// Inflates a picture row by row in constant memory: filter bytes, row count, checksum, leftovers. No pixel is made.
void cimg_png_rows(const uint8_t *bytes, size_t count, const struct cimg_png_stream *stream,
                   const struct cimg_budget *budget, struct cimg_png_rows *rows);

/// How inflating a piece of metadata ended.
enum cimg_inflate_end {
    CIMG_INFLATE_WHOLE = 0,
    CIMG_INFLATE_MALFORMED = 1,
    CIMG_INFLATE_CUT = 2,        ///< the bytes end before the zlib stream does
    CIMG_INFLATE_OVER_LIMIT = 3,
    CIMG_INFLATE_OUT_OF_MEMORY = 4,
};

struct cimg_inflated {
    int32_t end;               ///< enum cimg_inflate_end
    uint64_t byte_count;       ///< inflated bytes
    uint64_t used_byte_count;  ///< deflated bytes read
    uint64_t kept_byte_count;  ///< bytes written to `kept`
};

/// Inflates a zlib stream of at most `max_byte_count` bytes (0: no limit); the first `kept_capacity` go to `kept`.
void cimg_inflate(const uint8_t *bytes, size_t count, uint64_t max_byte_count, uint8_t *kept, size_t kept_capacity,
                  struct cimg_inflated *result);

#endif
