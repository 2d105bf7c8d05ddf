#include "cimg_internal.h"
#include "cimg_png.h"

#include <string.h>
#include <zlib.h>

enum { WINDOW_SIZE = 32 * 1024 };

/// The largest piece that zlib's counters can take at once.
static uInt clipped(uint64_t count) {
    return count > UINT32_MAX ? UINT32_MAX : (uInt)count;
}

static int32_t end_of(int code) {
    switch (code) {
    case Z_STREAM_END: return CIMG_INFLATE_WHOLE;
    case Z_BUF_ERROR: return CIMG_INFLATE_CUT;
    case Z_MEM_ERROR: return CIMG_INFLATE_OUT_OF_MEMORY;
    default: return CIMG_INFLATE_MALFORMED;
    }
}

void cimg_inflate(const uint8_t *bytes, size_t count, uint64_t max_byte_count, uint8_t *kept, size_t kept_capacity,
                  struct cimg_inflated *result) {
    memset(result, 0, sizeof *result);
    uint8_t window[WINDOW_SIZE];
    z_stream z = {0};
    int code = inflateInit2(&z, 0); // the window size is the stream's own, as in libpng
    while (code == Z_OK) {
        bool keeps = result->kept_byte_count < kept_capacity;
        uInt room = keeps ? clipped(kept_capacity - result->kept_byte_count) : (uInt)sizeof window;
        if (z.avail_in == 0) {
            z.next_in = (Bytef *)(uintptr_t)(bytes + result->used_byte_count);
            z.avail_in = clipped(count - result->used_byte_count);
        }
        uInt offered = z.avail_in;
        z.next_out = keeps ? kept + result->kept_byte_count : window;
        z.avail_out = room;
        code = inflate(&z, Z_NO_FLUSH);
        result->used_byte_count += offered - z.avail_in;
        result->byte_count += room - z.avail_out;
        if (keeps) result->kept_byte_count += room - z.avail_out;
        if (max_byte_count && result->byte_count > max_byte_count) break;
    }
    bool over = max_byte_count && result->byte_count > max_byte_count;
    result->end = over ? (int32_t)CIMG_INFLATE_OVER_LIMIT : end_of(code);
    inflateEnd(&z);
}
