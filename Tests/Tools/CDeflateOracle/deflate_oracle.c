#include "deflate_oracle.h"

#include <string.h>
#include <zlib.h>

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

size_t oracle_deflate(const uint8_t *bytes, size_t count, const struct oracle_settings *settings, uint8_t *out,
                      size_t capacity) {
    z_stream z = {0};
    if (deflateInit2(&z, settings->level, Z_DEFLATED, settings->window_bits, settings->memory_level,
                     settings->strategy) != Z_OK) {
        return 0;
    }
    z.next_in = (Bytef *)(uintptr_t)bytes;
    z.next_out = out;
    z.avail_out = (uInt)capacity;
    size_t left = count;
    int code = Z_OK;
    while (code == Z_OK) {
        size_t step = settings->flush_interval ? least(left, settings->flush_interval) : left;
        left -= step;
        z.avail_in = (uInt)step;
        code = deflate(&z, left > 0 ? settings->flush : Z_FINISH);
        if (z.avail_out == 0) break;
    }
    size_t written = capacity - z.avail_out;
    deflateEnd(&z);
    return code == Z_STREAM_END ? written : 0;
}

static int32_t meaning(int code, const z_stream *z) {
    switch (code) {
    case Z_STREAM_END: return ORACLE_WHOLE;
    case Z_OK: case Z_BUF_ERROR: return ORACLE_CUT;
    default: return z->msg && strcmp(z->msg, "incorrect data check") == 0 ? ORACLE_CHECKSUM : ORACLE_MALFORMED;
    }
}

void oracle_inflate(const uint8_t *bytes, size_t count, size_t piece, size_t limit, uint8_t *out, size_t capacity,
                    struct oracle_result *result) {
    memset(result, 0, sizeof *result);
    z_stream z = {0};
    int code = inflateInit2(&z, 0);
    size_t used = 0, written = 0;
    while (code == Z_OK && used < count) {
        size_t given = piece ? least(piece, count - used) : count - used;
        z.next_in = (Bytef *)(uintptr_t)(bytes + used);
        z.avail_in = (uInt)given;
        // As libpng does: rows are asked for as long as there is input.
        while (code == Z_OK) {
            size_t wanted = limit ? least(limit - written % limit, capacity - written) : capacity - written;
            if (wanted == 0) {
                result->end = ORACLE_NO_ROOM;
                inflateEnd(&z);
                return;
            }
            z.next_out = out + written;
            z.avail_out = (uInt)wanted;
            code = inflate(&z, Z_NO_FLUSH);
            written += wanted - z.avail_out;
            if (code == Z_BUF_ERROR || (code == Z_OK && z.avail_out > 0)) break;
        }
        if (code == Z_BUF_ERROR) code = Z_OK;
        used += given - z.avail_in;
    }
    result->end = meaning(code, &z);
    result->used_byte_count = used;
    result->output_byte_count = written;
    inflateEnd(&z);
}
