#include "peers_internal.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <isa-l.h>
#include <png.h>

struct source {
    const uint8_t *bytes;
    size_t count, offset;
};

static void read_bytes(png_structp png, png_bytep out, png_size_t count) {
    struct source *source = png_get_io_ptr(png);
    if (count > source->count - source->offset) png_error(png, "end of file");
    memcpy(out, source->bytes + source->offset, count);
    source->offset += count;
}

static void be_silent(png_structp png, png_const_charp text) {
    (void)png;
    (void)text;
}

struct job {
    png_structp png;
    png_infop info;
    struct source source;
    png_bytep row;
};

/// Rows as they are stored; all passes of an interlaced image go through one row, as a viewer that shows passes does.
static void read_rows(struct job *job) {
    png_set_read_fn(job->png, &job->source, read_bytes);
    png_read_info(job->png, job->info);
    int pass_count = png_set_interlace_handling(job->png);
    png_read_update_info(job->png, job->info);
    png_uint_32 height = png_get_image_height(job->png, job->info);
    size_t row_size = png_get_rowbytes(job->png, job->info);
    job->row = malloc(row_size * (pass_count > 1 ? height : 1));
    if (job->row == NULL) png_error(job->png, "no memory");
    for (int pass = 0; pass < pass_count; pass++) {
        for (png_uint_32 y = 0; y < height; y++) {
            png_read_row(job->png, job->row + (pass_count > 1 ? y * row_size : 0), NULL);
        }
    }
    png_read_end(job->png, NULL);
}

bool peer_libpng(const uint8_t *bytes, size_t count) {
    struct job *job = calloc(1, sizeof *job);
    if (job == NULL) return false;
    job->source = (struct source){bytes, count, 0};
    job->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, be_silent);
    job->info = job->png == NULL ? NULL : png_create_info_struct(job->png);
    bool is_whole = false;
    if (job->info != NULL && setjmp(png_jmpbuf(job->png)) == 0) {
        read_rows(job);
        is_whole = true;
    }
    png_destroy_read_struct(&job->png, &job->info, NULL);
    free(job->row);
    free(job);
    return is_whole;
}

static uint32_t big_endian_32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

bool peer_igzip(const uint8_t *bytes, size_t count) {
    static uint8_t window[64 * 1024];
    struct inflate_state *state = malloc(sizeof *state);
    if (state == NULL) return false;
    isal_inflate_init(state);
    state->crc_flag = ISAL_DEFLATE;
    int code = ISAL_DECOMP_OK;
    bool is_first = true;
    for (size_t offset = 8; offset + 12 <= count && code >= 0;) {
        uint32_t length = big_endian_32(bytes + offset);
        if (memcmp(bytes + offset + 4, "IDAT", 4) == 0) {
            // Two bytes of zlib header stand before the deflated data.
            size_t skipped = is_first ? 2 : 0;
            is_first = false;
            state->next_in = (uint8_t *)(uintptr_t)(bytes + offset + 8 + skipped);
            state->avail_in = length - (uint32_t)skipped;
            do {
                state->next_out = window;
                state->avail_out = sizeof window;
                code = isal_inflate(state);
            } while (code >= 0 && state->avail_out == 0);
        }
        offset += 12 + (size_t)length;
    }
    bool is_whole = code >= 0 && state->block_state == ISAL_BLOCK_FINISH;
    free(state);
    return is_whole;
}

const char *peer_png_version(void) { return "libpng " PNG_LIBPNG_VER_STRING; }

const char *peer_igzip_version(void) { return "ISA-L (igzip)"; }
