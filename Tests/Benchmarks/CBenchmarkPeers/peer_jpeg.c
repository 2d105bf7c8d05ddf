#include "peers_internal.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

struct job {
    struct jpeg_decompress_struct decoder;
    struct jpeg_error_mgr errors;
    jmp_buf stop;
    JSAMPARRAY rows;
};

static void fail(j_common_ptr decoder) {
    longjmp(((struct job *)decoder->client_data)->stop, 1);
}

static void be_silent(j_common_ptr decoder, int level) {
    if (level < 0) decoder->err->num_warnings++;
}

static void read_rows(struct job *job, unsigned denominator) {
    struct jpeg_decompress_struct *decoder = &job->decoder;
    decoder->scale_denom = denominator;
    decoder->out_color_space = decoder->num_components == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_start_decompress(decoder);
    JDIMENSION row_size = decoder->output_width * (JDIMENSION)decoder->output_components;
    job->rows = decoder->mem->alloc_sarray((j_common_ptr)decoder, JPOOL_IMAGE, row_size, 8);
    while (decoder->output_scanline < decoder->output_height) jpeg_read_scanlines(decoder, job->rows, 8);
}

/// A denominator of 0 stands for coefficients only.
static bool run(const uint8_t *bytes, size_t count, unsigned denominator) {
    struct job *job = calloc(1, sizeof *job);
    if (job == NULL) return false;
    job->decoder.client_data = job;
    job->decoder.err = jpeg_std_error(&job->errors);
    job->errors.error_exit = fail;
    job->errors.emit_message = be_silent;
    bool is_whole = false;
    if (setjmp(job->stop) == 0) {
        jpeg_create_decompress(&job->decoder);
        jpeg_mem_src(&job->decoder, bytes, count);
        jpeg_read_header(&job->decoder, TRUE);
        if (denominator == 0) {
            jpeg_read_coefficients(&job->decoder);
        } else {
            read_rows(job, denominator);
        }
        jpeg_finish_decompress(&job->decoder);
        is_whole = job->errors.num_warnings == 0;
    }
    jpeg_destroy_decompress(&job->decoder);
    free(job);
    return is_whole;
}

bool peer_libjpeg(const uint8_t *bytes, size_t count) { return run(bytes, count, 1); }

bool peer_libjpeg_eighth(const uint8_t *bytes, size_t count) { return run(bytes, count, 8); }

bool peer_libjpeg_coefficients(const uint8_t *bytes, size_t count) { return run(bytes, count, 0); }

const char *peer_jpeg_version(void) { return "libjpeg-turbo " TEXT(LIBJPEG_TURBO_VERSION); }
