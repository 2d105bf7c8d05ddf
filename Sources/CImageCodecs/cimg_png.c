#include "cimg_png.h"

#include "cimg_internal.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/// No single block that libpng asks for may be larger. The caller does not ask for wider rows.
enum { MAX_ALLOCATION = 80 * 1024 * 1024 };

/// Raw bytes between two looks at the clock.
enum { CLOCK_INTERVAL = 1024 * 1024 };

/// Everything that changes during one job; lives in the caller of the function that sets the jump.
struct png_job {
    jmp_buf escape;
    const uint8_t *bytes;
    size_t count;
    const struct cimg_png_parts *parts;
    const struct cimg_budget *budget;
    struct cimg_report *report;
    uint64_t started;
    uint64_t unclocked_byte_count;
    png_structp png;
    png_infop info;
    uint32_t width;
    uint32_t palette_count; ///< 0 when every index has an entry
    uint32_t bit_depth;
    bool is_interlaced;
    bool memory_refused;
    bool end_reached;
};

static _Noreturn void escape(struct png_job *job, int32_t status) {
    job->report->status = status;
    longjmp(job->escape, 1);
}

static void on_error(png_structp png, png_const_charp text) {
    struct png_job *job = png_get_error_ptr(png);
    cimg_report_add(job->report, CIMG_PNG_ERROR, job->parts->image.offset, text);
    escape(job, job->memory_refused ? CIMG_OUT_OF_MEMORY : CIMG_FAILED);
}

static void on_warning(png_structp png, png_const_charp text) {
    struct png_job *job = png_get_error_ptr(png);
    cimg_report_add(job->report, CIMG_PNG_WARNING, job->parts->image.offset, text);
}

static png_voidp allocate(png_structp png, png_alloc_size_t size) {
    struct png_job *job = png_get_mem_ptr(png);
    void *block = size <= MAX_ALLOCATION ? malloc(size) : NULL;
    if (!block) job->memory_refused = true;
    return block;
}

static void release(png_structp png, png_voidp block) {
    (void)png;
    free(block);
}

/// Before the first row: compares with the budget, then lets libpng allocate its rows.
static void on_info(png_structp png, png_infop info) {
    struct png_job *job = png_get_progressive_ptr(png);
    uint64_t height = png_get_image_height(png, info);
    job->width = png_get_image_width(png, info);
    job->bit_depth = png_get_bit_depth(png, info);
    job->is_interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
    uint64_t limit = job->budget->max_pixel_count;
    if (limit && height * job->width > limit) escape(job, CIMG_OVER_BUDGET);
    png_colorp palette = NULL;
    int palette_count = 0;
    if (png_get_color_type(png, info) == PNG_COLOR_TYPE_PALETTE &&
        png_get_PLTE(png, info, &palette, &palette_count) && palette_count < 1 << job->bit_depth) {
        job->palette_count = (uint32_t)palette_count;
    }
    png_start_read_image(png);
}

/// Whether one of the row's indices has no palette entry.
static bool index_exceeds_palette(const struct png_job *job, const uint8_t *row, uint64_t width) {
    uint32_t depth = job->bit_depth, mask = (1u << depth) - 1;
    for (uint64_t i = 0; i < width; i++) {
        uint64_t bit = i * depth;
        uint32_t shift = 8 - depth - (uint32_t)(bit & 7);
        if (((uint32_t)row[bit >> 3] >> shift & mask) >= job->palette_count) return true;
    }
    return false;
}

static void on_row(png_structp png, png_bytep row, png_uint_32 row_index, int pass) {
    (void)row_index;
    struct png_job *job = png_get_progressive_ptr(png);
    uint64_t width = job->is_interlaced ? PNG_PASS_COLS(job->width, (uint32_t)pass) : job->width;
    job->report->pixel_count += width;
    if (job->palette_count && row && index_exceeds_palette(job, row, width)) {
        cimg_report_add(job->report, CIMG_PNG_INDEX_RANGE, job->parts->image.offset, "palette index out of range");
        job->palette_count = 0; // said once; the other rows need no look
    }
    job->unclocked_byte_count += 64 + width;
    if (job->unclocked_byte_count < CLOCK_INTERVAL) return;
    job->unclocked_byte_count = 0;
    if (cimg_over_time(job->budget, job->started)) escape(job, CIMG_OVER_BUDGET);
}

static void on_end(png_structp png, png_infop info) {
    (void)info;
    struct png_job *job = png_get_progressive_ptr(png);
    job->end_reached = true;
}

/// libpng takes the bytes by a pointer that is not const, and does not write through it.
static void feed(struct png_job *job, struct cimg_png_range range) {
    if (range.count == 0) return;
    png_process_data(job->png, job->info, (png_bytep)(uintptr_t)(job->bytes + range.offset), (size_t)range.count);
}

/// The one jump: everything that libpng may do happens below this frame.
static void decode(struct png_job *job) {
    if (setjmp(job->escape)) return;
    job->png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, job, on_error, on_warning, job, allocate, release);
    if (job->png) job->info = png_create_info_struct(job->png);
    if (!job->info) escape(job, CIMG_OUT_OF_MEMORY);
    // Our own limits were compared before; libpng's would hide damage behind "too large".
    png_set_user_limits(job->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_chunk_malloc_max(job->png, 0);
    png_set_benign_errors(job->png, 1); // they arrive as warnings, and every warning is kept
    png_set_progressive_read_fn(job->png, job, on_info, on_row, on_end);
    feed(job, (struct cimg_png_range){0, 8});
    feed(job, job->parts->header);
    feed(job, job->parts->palette);
    feed(job, job->parts->image);
    feed(job, job->parts->end);
    job->report->status = job->end_reached ? CIMG_COMPLETED : CIMG_FAILED;
}

static bool is_inside(struct cimg_png_range range, size_t count) {
    return range.offset <= count && range.count <= count - range.offset;
}

void cimg_png_verify(const uint8_t *bytes, size_t count, const struct cimg_png_parts *parts,
                     const struct cimg_budget *budget, struct cimg_report *report) {
    cimg_report_clear(report);
    if (count < 8 || !is_inside(parts->header, count) || !is_inside(parts->palette, count) ||
        !is_inside(parts->image, count) || !is_inside(parts->end, count)) {
        report->status = CIMG_FAILED;
        return;
    }
    struct png_job job = {.bytes = bytes, .count = count, .parts = parts, .budget = budget, .report = report};
    job.started = cimg_cpu_milliseconds();
    decode(&job);
    if (job.png) png_destroy_read_struct(&job.png, &job.info, NULL);
}
