#include "cimg_internal.h"
#include "cimg_png.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { WINDOW_SIZE = 64 * 1024, MAX_EXCESS = 1024 * 1024, STEPS_PER_CLOCK = 32 };

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
    uint8_t filter;      ///< of the row being read
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

/// Palette indices past the last color, in a piece of a row without its filter byte.
static void look_at_indices(struct row_cursor *cursor, const uint8_t *bytes, uint64_t count) {
    uint8_t largest = 0;
    if (cursor->filter != 0 || cursor->stream->bits_per_pixel != 8) {
        cursor->rows->hides_indices = true;
        return;
    }
    for (uint64_t i = 0; i < count; i++) largest = bytes[i] > largest ? bytes[i] : largest;
    if (largest >= cursor->stream->palette_count) cursor->rows->has_index_over_palette = true;
}

/// Accounts for inflated bytes; false when a row begins with an unknown filter.
static bool take(struct row_cursor *cursor, const uint8_t *bytes, uint64_t count) {
    while (count > 0 && !cursor->is_done) {
        bool is_row_start = cursor->bytes_left > cursor->row_size;
        if (is_row_start && bytes[0] > 4) {
            cursor->rows->fault = CIMG_PNG_BAD_FILTER;
            cursor->rows->filter = bytes[0];
            return false;
        }
        if (is_row_start) cursor->filter = bytes[0];
        uint64_t step = count < cursor->bytes_left ? count : cursor->bytes_left;
        if (cursor->stream->palette_count > 0) look_at_indices(cursor, bytes + is_row_start, step - is_row_start);
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

// MARK: the inflater

/// What one call for output came to.
enum step { STEP_MORE, STEP_WANTS_INPUT, STEP_END, STEP_BAD_CHECKSUM, STEP_BAD_DATA, STEP_NO_MEMORY };

/// zlib and its output.
///
/// igzip would be about twice as fast, but takes Huffman codes that are not complete, which zlib, libpng and with them
/// phones refuse.
struct inflater {
    z_stream zlib;
    const char *text;   ///< what is wrong with the data
    bool is_small;      ///< the stream declares a window below 32 KiB
    uint32_t turn_count;
    const uint8_t *next_in;
    uint32_t available_in;
    size_t produced;
    uint8_t window[WINDOW_SIZE];
};

static bool start_inflater(struct inflater *inflater, uint8_t first_byte) {
    inflater->is_small = first_byte >> 4 != 7;
    return inflateInit2(&inflater->zlib, 0) == Z_OK;
}

/// zlib holds a distance against the declared window only where the output of earlier calls ends. libpng asks for one
/// row at a time; `room` does the same.
static enum step step(struct inflater *inflater, uint64_t room) {
    z_stream *z = &inflater->zlib;
    uInt wanted = inflater->is_small && room > 0 && room < WINDOW_SIZE ? (uInt)room : WINDOW_SIZE;
    z->next_in = (Bytef *)(uintptr_t)inflater->next_in;
    z->avail_in = inflater->available_in;
    z->next_out = inflater->window;
    z->avail_out = wanted;
    int code = inflate(z, Z_NO_FLUSH);
    inflater->next_in = z->next_in;
    inflater->available_in = z->avail_in;
    inflater->produced = wanted - z->avail_out;
    if (z->msg) inflater->text = z->msg;
    switch (code) {
    case Z_OK: return STEP_MORE;
    case Z_BUF_ERROR: return STEP_WANTS_INPUT;
    case Z_STREAM_END: return STEP_END;
    case Z_MEM_ERROR: return STEP_NO_MEMORY;
    case Z_NEED_DICT: inflater->text = "preset dictionary"; return STEP_BAD_DATA;
    default: return strcmp(inflater->text, "incorrect data check") == 0 ? STEP_BAD_CHECKSUM : STEP_BAD_DATA;
    }
}

// MARK: the job

/// Inflates what the inflater has been given. STEP_MORE when a row, the clock or too much data stopped it.
static enum step inflate_rows(struct inflater *inflater, struct row_cursor *cursor, const struct cimg_budget *budget,
                              uint64_t started) {
    enum step last = STEP_MORE;
    while (last == STEP_MORE) {
        last = step(inflater, cursor->is_done ? 0 : cursor->bytes_left);
        if (!take(cursor, inflater->window, inflater->produced)) return STEP_MORE;
        if (cursor->rows->excess_byte_count >= MAX_EXCESS) return STEP_MORE;
        if (++inflater->turn_count % STEPS_PER_CLOCK == 0 && cimg_over_time(budget, started)) {
            cursor->rows->status = CIMG_OVER_BUDGET;
            return STEP_MORE;
        }
    }
    return last;
}

static void judge(enum step last, const struct inflater *inflater, const struct row_cursor *cursor) {
    struct cimg_png_rows *rows = cursor->rows;
    strncpy(rows->text, inflater->text, CIMG_TEXT_CAPACITY - 1);
    switch (last) {
    case STEP_NO_MEMORY: rows->status = CIMG_OUT_OF_MEMORY; break;
    case STEP_END:
        if (!cursor->is_done) rows->fault = CIMG_PNG_TOO_SHORT;
        break;
    case STEP_WANTS_INPUT: rows->fault = CIMG_PNG_CUT; break;
    case STEP_BAD_CHECKSUM:
        // A stream that ends early and has a wrong checksum as well is short in the first place.
        rows->fault = cursor->is_done ? CIMG_PNG_BAD_CHECKSUM : CIMG_PNG_TOO_SHORT;
        break;
    case STEP_BAD_DATA: rows->fault = CIMG_PNG_BAD_DEFLATE; break;
    case STEP_MORE: break;
    }
}

static void run(const uint8_t *bytes, struct chunk_cursor *chunk, struct row_cursor *cursor,
                const struct cimg_budget *budget, struct inflater *inflater) {
    uint64_t started = cimg_cpu_milliseconds();
    struct cimg_png_rows *rows = cursor->rows;
    enum step last = STEP_WANTS_INPUT;
    bool has_started = false;
    while (last == STEP_WANTS_INPUT && next_chunk(chunk)) {
        if (chunk->data_count == 0) continue;
        if (!has_started && !start_inflater(inflater, bytes[chunk->data_offset])) last = STEP_NO_MEMORY;
        has_started = true;
        if (last == STEP_NO_MEMORY) break;
        inflater->next_in = bytes + chunk->data_offset;
        inflater->available_in = (uint32_t)chunk->data_count;
        last = inflate_rows(inflater, cursor, budget, started);
        if (last != STEP_WANTS_INPUT) {
            rows->byte_offset = chunk->data_offset + chunk->data_count - inflater->available_in;
        }
    }
    if (last == STEP_END) {
        rows->trailing_byte_count = inflater->available_in;
        while (next_chunk(chunk)) rows->trailing_byte_count += chunk->data_count;
    }
    judge(last, inflater, cursor);
    if (has_started) inflateEnd(&inflater->zlib);
}

void cimg_png_rows(const uint8_t *bytes, size_t count, const struct cimg_png_stream *stream,
                   const struct cimg_budget *budget, struct cimg_png_rows *rows) {
    memset(rows, 0, sizeof *rows);
    rows->expected_row_count = expected_row_count(stream);
    struct cimg_png_range range = stream->chunks;
    if (range.offset > count || range.count > count - range.offset) range = (struct cimg_png_range){0, 0};
    struct chunk_cursor chunk = {.bytes = bytes, .offset = range.offset, .end = range.offset + range.count,
                                 .stream = stream};
    struct row_cursor cursor = {.stream = stream, .rows = rows, .pass = -1};
    begin_pass(&cursor);
    rows->byte_offset = range.offset + range.count;
    struct inflater *inflater = malloc(sizeof *inflater);
    if (inflater == NULL) {
        rows->status = CIMG_OUT_OF_MEMORY;
        return;
    }
    inflater->text = "";
    inflater->turn_count = 0;
    memset(&inflater->zlib, 0, sizeof inflater->zlib);
    run(bytes, &chunk, &cursor, budget, inflater);
    free(inflater);
}
