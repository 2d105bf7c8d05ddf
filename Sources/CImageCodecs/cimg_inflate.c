#include "cimg_internal.h"
#include "cimg_png.h"

#include <string.h>
#include <zlib.h>

enum { WINDOW_SIZE = 32 * 1024, MAX_EXCESS = 1024 * 1024, WINDOWS_PER_CLOCK = 64 };

uint32_t cimg_crc32(const uint8_t *bytes, size_t count) {
    return (uint32_t)crc32_z(crc32_z(0, NULL, 0), bytes, count);
}

// MARK: metadata

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

// MARK: rows

/// First column and row of the seven Adam7 passes, and the distance to the next.
static const uint8_t first_x[7] = {0, 4, 0, 2, 0, 1, 0}, step_x[7] = {8, 8, 4, 4, 2, 2, 1};
static const uint8_t first_y[7] = {0, 0, 4, 0, 2, 0, 1}, step_y[7] = {8, 8, 8, 4, 4, 2, 2};

/// Where in the picture the next inflated byte belongs.
struct row_cursor {
    const struct cimg_png_stream *stream;
    struct cimg_png_rows *rows;
    int pass;            ///< -1 before the first
    uint64_t rows_left;  ///< of the pass, with the one being read
    uint64_t row_size;   ///< bytes of a row of the pass, without the filter byte
    uint64_t bytes_left; ///< of the row; `row_size + 1` means that the filter byte comes next
    bool is_done;
};

static uint64_t extent(uint32_t size, uint8_t first, uint8_t step) {
    return size > first ? ((uint64_t)size - first + step - 1) / step : 0;
}

/// Moves on to the next pass that has pixels.
static void begin_pass(struct row_cursor *cursor) {
    const struct cimg_png_stream *stream = cursor->stream;
    int pass_count = stream->is_interlaced ? 7 : 1;
    uint64_t width = 0, height = 0;
    while (++cursor->pass < pass_count) {
        int pass = cursor->pass;
        width = stream->is_interlaced ? extent(stream->width, first_x[pass], step_x[pass]) : stream->width;
        height = stream->is_interlaced ? extent(stream->height, first_y[pass], step_y[pass]) : stream->height;
        if (width > 0 && height > 0) break;
    }
    cursor->is_done = cursor->pass >= pass_count;
    if (cursor->is_done) return;
    cursor->rows_left = height;
    cursor->row_size = (width * stream->bits_per_pixel + 7) / 8;
    cursor->bytes_left = cursor->row_size + 1;
}

static uint64_t expected_row_count(const struct cimg_png_stream *stream) {
    struct row_cursor cursor = {.stream = stream, .pass = -1};
    uint64_t sum = 0;
    for (begin_pass(&cursor); !cursor.is_done; begin_pass(&cursor)) sum += cursor.rows_left;
    return sum;
}

/// Accounts for inflated bytes; false when a row begins with an unknown filter.
static bool take(struct row_cursor *cursor, const uint8_t *bytes, uint64_t count) {
    while (count > 0 && !cursor->is_done) {
        if (cursor->bytes_left > cursor->row_size && bytes[0] > 4) {
            cursor->rows->fault = CIMG_PNG_BAD_FILTER;
            cursor->rows->filter = bytes[0];
            return false;
        }
        uint64_t step = count < cursor->bytes_left ? count : cursor->bytes_left;
        cursor->bytes_left -= step;
        bytes += step;
        count -= step;
        if (cursor->bytes_left > 0) continue;
        cursor->rows->row_count++;
        cursor->bytes_left = cursor->row_size + 1;
        if (--cursor->rows_left == 0) begin_pass(cursor);
    }
    cursor->rows->excess_byte_count += count;
    return true;
}

/// The next chunk of the wanted type.
struct chunk_cursor {
    const uint8_t *bytes;
    uint64_t offset, end;
    const struct cimg_png_stream *stream;
    uint64_t data_offset, data_count;
};

static uint32_t big_endian_32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static bool next_chunk(struct chunk_cursor *cursor) {
    while (cursor->end - cursor->offset >= 12) {
        const uint8_t *chunk = cursor->bytes + cursor->offset;
        uint64_t length = big_endian_32(chunk);
        if (length > cursor->end - cursor->offset - 12) return false;
        uint64_t skip = cursor->stream->skipped_byte_count;
        cursor->data_offset = cursor->offset + 8 + skip;
        cursor->data_count = length - skip;
        cursor->offset += 12 + length;
        if (memcmp(chunk + 4, cursor->stream->type, 4) == 0 && length >= skip) return true;
    }
    return false;
}

/// Inflates what `z` has been given. Returns zlib's answer, Z_BUF_ERROR when it wants more,
/// Z_STREAM_ERROR when a row or the clock stopped it.
static int inflate_rows(z_stream *z, struct row_cursor *cursor, const struct cimg_budget *budget, uint64_t started) {
    uint8_t window[WINDOW_SIZE];
    int code = Z_OK;
    for (uint32_t turn = 1; code == Z_OK; turn++) {
        z->next_out = window;
        z->avail_out = sizeof window;
        code = inflate(z, Z_NO_FLUSH);
        if (!take(cursor, window, sizeof window - z->avail_out)) return Z_STREAM_ERROR;
        if (cursor->rows->excess_byte_count >= MAX_EXCESS) return Z_STREAM_ERROR;
        if (turn % WINDOWS_PER_CLOCK == 0 && cimg_over_time(budget, started)) {
            cursor->rows->status = CIMG_OVER_BUDGET;
            return Z_STREAM_ERROR;
        }
    }
    return code;
}

static void judge(int code, const z_stream *z, const struct row_cursor *cursor) {
    struct cimg_png_rows *rows = cursor->rows;
    const char *text = z->msg ? z->msg : code == Z_NEED_DICT ? "preset dictionary" : "";
    strncpy(rows->text, text, CIMG_TEXT_CAPACITY - 1);
    if (code == Z_MEM_ERROR) {
        rows->status = CIMG_OUT_OF_MEMORY;
    } else if (code == Z_STREAM_END) {
        if (!cursor->is_done) rows->fault = CIMG_PNG_TOO_SHORT;
    } else if (code == Z_OK || code == Z_BUF_ERROR) {
        rows->fault = CIMG_PNG_CUT;
    } else if (code == Z_DATA_ERROR && strcmp(text, "incorrect data check") == 0) {
        // A stream that ends early and has a wrong checksum as well is short in the first place.
        rows->fault = cursor->is_done ? CIMG_PNG_BAD_CHECKSUM : CIMG_PNG_TOO_SHORT;
    } else if (code != Z_STREAM_ERROR) {
        rows->fault = CIMG_PNG_BAD_DEFLATE;
    }
}

void cimg_png_rows(const uint8_t *bytes, size_t count, const struct cimg_png_stream *stream,
                   const struct cimg_budget *budget, struct cimg_png_rows *rows) {
    memset(rows, 0, sizeof *rows);
    uint64_t started = cimg_cpu_milliseconds();
    rows->expected_row_count = expected_row_count(stream);
    struct cimg_png_range range = stream->chunks;
    if (range.offset > count || range.count > count - range.offset) range = (struct cimg_png_range){0, 0};
    struct chunk_cursor chunk = {.bytes = bytes, .offset = range.offset, .end = range.offset + range.count,
                                 .stream = stream};
    struct row_cursor cursor = {.stream = stream, .rows = rows, .pass = -1};
    begin_pass(&cursor);
    z_stream z = {0};
    int code = inflateInit2(&z, 0);
    rows->byte_offset = range.offset + range.count;
    while ((code == Z_OK || code == Z_BUF_ERROR) && next_chunk(&chunk)) {
        z.next_in = (Bytef *)(uintptr_t)(bytes + chunk.data_offset);
        z.avail_in = (uInt)chunk.data_count;
        code = inflate_rows(&z, &cursor, budget, started);
        if (code != Z_BUF_ERROR) rows->byte_offset = chunk.data_offset + chunk.data_count - z.avail_in;
    }
    if (code == Z_STREAM_END) {
        rows->trailing_byte_count = z.avail_in;
        while (next_chunk(&chunk)) rows->trailing_byte_count += chunk.data_count;
    }
    judge(code, &z, &cursor);
    inflateEnd(&z);
}
