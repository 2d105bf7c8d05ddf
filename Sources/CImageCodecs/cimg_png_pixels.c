#include "cimg_png_pixels.h"

#include "cimg_internal.h"

#include <png.h>
#include <setjmp.h>
#include <string.h>

/// Everything that changes during one job; lives in the caller of the function that sets the jump.
struct pixels_job {
    jmp_buf escape;
    const struct cimg_png_pixels *request;
    struct cimg_report *report;
    size_t offset;
    png_structp png;
    png_infop info;
};

static void on_error(png_structp png, png_const_charp text) {
    struct pixels_job *job = png_get_error_ptr(png);
    cimg_report_add(job->report, -1, job->offset, text);
    job->report->status = CIMG_FAILED;
    longjmp(job->escape, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
    struct pixels_job *job = png_get_error_ptr(png);
    cimg_report_add(job->report, -1, job->offset, text);
}

static void read_bytes(png_structp png, png_bytep output, size_t count) {
    struct pixels_job *job = png_get_io_ptr(png);
    if (count > job->request->count - job->offset) png_error(png, "the file ends");
    memcpy(output, job->request->bytes + job->offset, count);
    job->offset += count;
}

/// RGBA of 8 or 16 bits, whatever is stored.
static void ask_for_rgba(struct pixels_job *job) {
    png_set_expand(job->png);
    png_set_gray_to_rgb(job->png);
    if (job->request->sample_bits == 16) {
        png_set_expand_16(job->png);
        png_set_add_alpha(job->png, 0xFFFF, PNG_FILLER_AFTER);
    } else {
        png_set_scale_16(job->png);
        png_set_add_alpha(job->png, 0xFF, PNG_FILLER_AFTER);
    }
}

/// The one jump: everything that libpng may do happens below this frame.
static void decode(struct pixels_job *job) {
    const struct cimg_png_pixels *request = job->request;
    if (setjmp(job->escape)) return;
    job->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, job, on_error, on_warning);
    if (job->png) job->info = png_create_info_struct(job->png);
    if (!job->info) {
        job->report->status = CIMG_OUT_OF_MEMORY;
        return;
    }
    png_set_user_limits(job->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_benign_errors(job->png, 1);
    png_set_read_fn(job->png, job, read_bytes);
    png_read_info(job->png, job->info);
    if (request->sample_bits) ask_for_rgba(job);
    int pass_count = png_set_interlace_handling(job->png);
    png_read_update_info(job->png, job->info);
    uint32_t width = png_get_image_width(job->png, job->info), height = png_get_image_height(job->png, job->info);
    if (png_get_rowbytes(job->png, job->info) != request->row_size || request->capacity / request->row_size < height) {
        png_error(job->png, "the buffer does not fit the picture");
    }
    for (int pass = 0; pass < pass_count; pass++) {
        for (uint32_t y = 0; y < height; y++) {
            png_read_row(job->png, request->pixels + y * request->row_size, NULL);
            if (pass == pass_count - 1) job->report->pixel_count += width;
        }
    }
    job->report->status = CIMG_COMPLETED;
}

void cimg_png_read_pixels(const struct cimg_png_pixels *request, struct cimg_report *report) {
    cimg_report_clear(report);
    report->status = CIMG_FAILED;
    struct pixels_job job = {.request = request, .report = report};
    decode(&job);
    if (job.png) png_destroy_read_struct(&job.png, &job.info, NULL);
}
