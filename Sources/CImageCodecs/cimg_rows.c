#include "cimg_rows.h"

#include "cimg_internal.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#if __has_include(<isa-l/igzip_lib.h>) && !defined(CIMG_WITHOUT_ISAL)
#define CIMG_HAS_ISAL 1
#include <isa-l/igzip_lib.h>
#else
#define CIMG_HAS_ISAL 0
#endif

enum { OUTPUT_CAPACITY = 65536 };

/// Which bytes of the inflated stream start a row.
struct row_cursor {
    const struct cimg_pass *passes;
    size_t pass_count;
    size_t pass;
    uint64_t row;        ///< in the pass
    uint64_t to_row_end; ///< bytes of the row still to come; 0 before its filter byte
    bool finished;
};

/// One job: input ranges, an inflater, the output window.
struct rows_job {
    const uint8_t *bytes;
    size_t count;
    const struct cimg_range *ranges;
    size_t range_count;
    size_t range;
    struct row_cursor cursor;
    struct cimg_rows_result *result;
    const uint8_t *next_in;
    size_t available_in;
    size_t produced; ///< bytes in `output`
    bool stream_ended;
#if CIMG_HAS_ISAL
    struct inflate_state isal;
#endif
    z_stream zlib;
    bool uses_zlib;
    uint8_t output[OUTPUT_CAPACITY];
};

static void skip_empty_passes(struct row_cursor *cursor) {
    while (cursor->pass < cursor->pass_count && cursor->passes[cursor->pass].row_count == 0) cursor->pass++;
    cursor->finished = cursor->pass >= cursor->pass_count;
}

static void end_row(struct row_cursor *cursor, struct cimg_rows_result *result) {
    result->row_index++;
    if (++cursor->row < cursor->passes[cursor->pass].row_count) return;
    cursor->row = 0;
    cursor->pass++;
    skip_empty_passes(cursor);
}

/// Walks the rows over freshly inflated bytes. False when something is wrong, or bytes are left after the last row.
static bool take_output(struct rows_job *job) {
    struct row_cursor *cursor = &job->cursor;
    size_t position = 0;
    while (position < job->produced) {
        if (cursor->finished) {
            job->result->status = CIMG_ROWS_TOO_MANY;
            return false;
        }
        if (cursor->to_row_end == 0) {
            uint8_t filter = job->output[position++];
            if (filter > 4) {
                job->result->status = CIMG_ROWS_BAD_FILTER;
                job->result->filter = filter;
                return false;
            }
            cursor->to_row_end = cursor->passes[cursor->pass].row_byte_count;
            if (cursor->to_row_end == 0) end_row(cursor, job->result);
            continue;
        }
        size_t left = job->produced - position;
        size_t step = cursor->to_row_end < left ? (size_t)cursor->to_row_end : left;
        position += step;
        cursor->to_row_end -= step;
        if (cursor->to_row_end == 0) end_row(cursor, job->result);
    }
    return true;
}

/// Makes the next range the input; false when there is none.
static bool next_range(struct rows_job *job) {
    while (job->range < job->range_count) {
        struct cimg_range range = job->ranges[job->range++];
        if (range.offset >= job->count || range.count == 0) continue;
        job->next_in = job->bytes + range.offset;
        job->available_in = range.count < job->count - range.offset ? range.count : job->count - range.offset;
        return true;
    }
    return false;
}

#if CIMG_HAS_ISAL
static enum cimg_rows_status inflate_isal(struct rows_job *job) {
    uint32_t given = job->available_in < UINT32_MAX ? (uint32_t)job->available_in : UINT32_MAX;
    job->isal.next_in = (uint8_t *)(uintptr_t)job->next_in;
    job->isal.avail_in = given;
    job->isal.next_out = job->output;
    job->isal.avail_out = OUTPUT_CAPACITY;
    int status = isal_inflate(&job->isal);
    size_t consumed = given - job->isal.avail_in;
    job->next_in += consumed;
    job->available_in -= consumed;
    job->produced = OUTPUT_CAPACITY - job->isal.avail_out;
    job->stream_ended = job->isal.block_state == ISAL_BLOCK_FINISH;
    if (status == ISAL_INCORRECT_CHECKSUM) return CIMG_ROWS_BAD_CHECKSUM;
    if (status < 0 || status > ISAL_OUT_OVERFLOW) return CIMG_ROWS_BAD_STREAM;
    bool stuck = consumed == 0 && job->produced == 0 && job->available_in > 0 && !job->stream_ended;
    return stuck ? CIMG_ROWS_BAD_STREAM : CIMG_ROWS_COMPLETE;
}
#endif

static enum cimg_rows_status inflate_zlib(struct rows_job *job) {
    uInt given = job->available_in < UINT32_MAX ? (uInt)job->available_in : UINT32_MAX;
    job->zlib.next_in = (Bytef *)(uintptr_t)job->next_in;
    job->zlib.avail_in = given;
    job->zlib.next_out = job->output;
    job->zlib.avail_out = OUTPUT_CAPACITY;
    int status = inflate(&job->zlib, Z_NO_FLUSH);
    size_t consumed = given - job->zlib.avail_in;
    job->next_in += consumed;
    job->available_in -= consumed;
    job->produced = OUTPUT_CAPACITY - job->zlib.avail_out;
    job->stream_ended = status == Z_STREAM_END;
    if (status == Z_MEM_ERROR) return CIMG_ROWS_OUT_OF_MEMORY;
    if (status == Z_DATA_ERROR && job->zlib.msg && strcmp(job->zlib.msg, "incorrect data check") == 0) {
        return CIMG_ROWS_BAD_CHECKSUM;
    }
    return status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR ? CIMG_ROWS_COMPLETE
                                                                             : CIMG_ROWS_BAD_STREAM;
}

static enum cimg_rows_status inflate_some(struct rows_job *job) {
#if CIMG_HAS_ISAL
    if (!job->uses_zlib) return inflate_isal(job);
#endif
    return inflate_zlib(job);
}

/// igzip does not hold distances against a window below 32 KiB, which zlib and with it libpng do.
static bool start_inflater(struct rows_job *job) {
    job->uses_zlib = !CIMG_HAS_ISAL || job->next_in[0] >> 4 != 7;
#if CIMG_HAS_ISAL
    if (!job->uses_zlib) {
        isal_inflate_init(&job->isal);
        job->isal.crc_flag = ISAL_ZLIB;
        return true;
    }
#endif
    return inflateInit2(&job->zlib, 0) == Z_OK;
}

static void run(struct rows_job *job, uint32_t max_cpu_milliseconds) {
    const struct cimg_budget budget = {.max_cpu_milliseconds = max_cpu_milliseconds};
    uint64_t started = cimg_cpu_milliseconds();
    uint32_t rounds = 0;
    while (!job->stream_ended) {
        // A full window may have left output behind that needs no further input.
        if (job->available_in == 0 && job->produced < OUTPUT_CAPACITY && !next_range(job)) {
            job->result->status = CIMG_ROWS_TOO_FEW;
            return;
        }
        enum cimg_rows_status status = inflate_some(job);
        job->result->byte_count += job->produced;
        if (!take_output(job)) return;
        if (status != CIMG_ROWS_COMPLETE) {
            job->result->status = (int32_t)status;
            return;
        }
        if ((++rounds & 63) == 0 && cimg_over_time(&budget, started)) {
            job->result->status = CIMG_ROWS_OVER_TIME;
            return;
        }
    }
    job->result->status = job->cursor.finished ? CIMG_ROWS_COMPLETE : CIMG_ROWS_TOO_FEW;
}

static size_t trailing_count(struct rows_job *job) {
    size_t trailing = job->available_in;
    while (next_range(job)) trailing += job->available_in;
    return trailing;
}

void cimg_rows_verify(const uint8_t *bytes, size_t count, const struct cimg_range *ranges, size_t range_count,
                      const struct cimg_pass *passes, size_t pass_count, uint32_t max_cpu_milliseconds,
                      struct cimg_rows_result *result) {
    memset(result, 0, sizeof *result);
    struct rows_job *job = calloc(1, sizeof *job);
    if (job == NULL) {
        result->status = CIMG_ROWS_OUT_OF_MEMORY;
        return;
    }
    job->bytes = bytes;
    job->count = count;
    job->ranges = ranges;
    job->range_count = range_count;
    job->cursor.passes = passes;
    job->cursor.pass_count = pass_count;
    job->result = result;
    skip_empty_passes(&job->cursor);
    if (!next_range(job)) {
        result->status = CIMG_ROWS_TOO_FEW;
    } else if (!start_inflater(job)) {
        result->status = CIMG_ROWS_OUT_OF_MEMORY;
    } else {
        run(job, max_cpu_milliseconds);
        result->byte_offset = (size_t)(job->next_in - bytes);
        if (job->stream_ended) result->trailing_count = trailing_count(job);
        if (job->uses_zlib) inflateEnd(&job->zlib);
    }
    free(job);
}
