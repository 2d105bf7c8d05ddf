#include "cimg_jpeg_coding.h"

#include <stdlib.h>
#include <string.h>

#include "cimg_jpeg_guard.h"

struct encoding_job {
    struct jpeg_guard guard;
    struct jpeg_sink sink;
    struct jpeg_compress_struct target;
    const struct cimg_jpeg_encoding *encoding;
    const uint8_t *pixels;
};

static void set_table(struct jpeg_compress_struct *target, int number, const uint16_t *table) {
    unsigned divisors[DCTSIZE2];
    for (int i = 0; i < DCTSIZE2; i++) divisors[i] = table[i];
    // Exactly these; of more than 8 bits where they are.
    jpeg_add_quant_table(target, number, divisors, 100, FALSE);
}

static void encode(struct encoding_job *job) {
    const struct cimg_jpeg_encoding *encoding = job->encoding;
    struct jpeg_compress_struct *target = &job->target;
    jpeg_guard_create(&job->guard, target);
    target->image_width = encoding->width;
    target->image_height = encoding->height;
    target->input_components = (int)encoding->channel_count;
    target->in_color_space = encoding->channel_count == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(target);
    jpeg_set_quality(target, encoding->quality, TRUE);
    if (encoding->luma_table != NULL) set_table(target, 0, encoding->luma_table);
    if (encoding->chroma_table != NULL && encoding->channel_count == 3) set_table(target, 1, encoding->chroma_table);
    target->dct_method = JDCT_ISLOW;
    target->optimize_coding = TRUE;
    // The density of JFIF: pixels are square.
    target->density_unit = 0;
    target->X_density = target->Y_density = 1;
    if (encoding->channel_count == 3) {
        target->comp_info[0].h_samp_factor = encoding->horizontal_sampling;
        target->comp_info[0].v_samp_factor = encoding->vertical_sampling;
    }
    if (encoding->is_progressive) jpeg_simple_progression(target);
    job->sink.max_count = encoding->max_byte_count;
    jpeg_sink_attach(&job->sink, &job->guard, target);
    jpeg_start_compress(target, TRUE);
    size_t row_size = (size_t)encoding->width * encoding->channel_count;
    while (target->next_scanline < target->image_height) {
        // The library reads from rows, whatever its type says.
        JSAMPROW row = (JSAMPROW)(uintptr_t)(job->pixels + target->next_scanline * row_size);
        jpeg_write_scanlines(target, &row, 1);
    }
    jpeg_finish_compress(target);
}

void cimg_jpeg_encode(const uint8_t *pixels, const struct cimg_jpeg_encoding *encoding,
                      const struct cimg_budget *budget, struct cimg_report *report, struct cimg_bytes *output) {
    struct encoding_job job;
    memset(&job, 0, sizeof job);
    memset(output, 0, sizeof *output);
    job.encoding = encoding;
    job.pixels = pixels;
    jpeg_guard_begin(&job.guard, NULL, 0, budget, report);
    if (setjmp(job.guard.escape) == 0) {
        encode(&job);
        report->status = CIMG_COMPLETED;
    }
    jpeg_destroy_compress(&job.target);
    if (report->status == CIMG_COMPLETED) {
        output->bytes = job.sink.bytes;
        output->count = job.sink.count;
    } else {
        free(job.sink.bytes);
    }
}
