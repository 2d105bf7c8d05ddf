/// PNG: libpng over the critical chunks, and zlib over deflated metadata.
#ifndef CIMG_PNG_H
#define CIMG_PNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cimg_report.h"

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
