#include "cimg_jpeg_coding.h"

#include <stdlib.h>
#include <string.h>

#include "cimg_jpeg_guard.h"
#include "cimg_jpeg_reduce.h"
#include "cimg_scale.h"

struct decoding_job {
    struct jpeg_guard guard;
    struct jpeg_decompress_struct source;
    const struct cimg_jpeg_decoding *decoding;
    struct cimg_jpeg_rows *rows;
    uint8_t *pixels;
    struct cimg_scaler *scalers[4]; ///< one a component, where the picture is scaled
    struct cimg_reducer *reducer;   ///< of the component whose coefficients are at hand
};

static int32_t colors_of(const struct jpeg_decompress_struct *source) {
    // Adobe's files count the absence of ink.
    bool is_inverted = source->saw_Adobe_marker;
    switch (source->jpeg_color_space) {
    case JCS_YCbCr: return CIMG_JPEG_YCBCR;
    case JCS_YCCK: return is_inverted ? CIMG_JPEG_INVERTED_YCCK : CIMG_JPEG_YCCK;
    case JCS_CMYK: return is_inverted ? CIMG_JPEG_INVERTED_CMYK : CIMG_JPEG_AS_STORED;
    default: return CIMG_JPEG_AS_STORED;
    }
}

// MARK: all pixels

static void decode_whole(struct decoding_job *job) {
    struct jpeg_decompress_struct *source = &job->source;
    const struct cimg_jpeg_decoding *decoding = job->decoding;
    // A picture of two components has no colour space; its first is taken for gray.
    if (source->num_components == 2) source->out_color_space = source->jpeg_color_space;
    jpeg_start_decompress(source);
    size_t row_size = (size_t)decoding->width * decoding->channel_count;
    JSAMPARRAY row = source->mem->alloc_sarray((j_common_ptr)source, JPOOL_IMAGE,
                                               source->output_width * (JDIMENSION)source->output_components, 1);
    while (source->output_scanline < source->output_height) {
        uint8_t *to = job->pixels + source->output_scanline * row_size;
        jpeg_read_scanlines(source, source->num_components == 2 ? row : &to, 1);
        for (size_t x = 0; source->num_components == 2 && x < row_size; x++) to[x] = row[0][2 * x];
    }
    // The library has made CMYK of YCCK, inverted where it was.
    if (decoding->channel_count == 4 && source->saw_Adobe_marker) {
        cimg_jpeg_convert(job->pixels, (size_t)decoding->width * decoding->height, CIMG_JPEG_INVERTED_CMYK);
    }
}

// MARK: a smaller picture

/// The smallest of the sizes that the library decodes to, N/8, that is not below the one asked for.
static unsigned eighths_for(const struct jpeg_decompress_struct *source, const struct cimg_jpeg_decoding *decoding) {
    static const unsigned quick[] = {1, 2, 4};
    for (size_t i = 0; i < sizeof quick / sizeof *quick; i++) {
        uint64_t width = ((uint64_t)source->image_width * quick[i] + 7) / 8;
        uint64_t height = ((uint64_t)source->image_height * quick[i] + 7) / 8;
        if (width >= decoding->width && height >= decoding->height) return quick[i];
    }
    return 8;
}

static void create_scalers(struct decoding_job *job, int component_count) {
    const struct jpeg_decompress_struct *source = &job->source;
    const struct cimg_jpeg_decoding *decoding = job->decoding;
    for (int i = 0; i < component_count; i++) {
        const jpeg_component_info *component = &source->comp_info[i];
        struct cimg_scaling scaling = {
            .source_width = component->downsampled_width,
            .source_height = component->downsampled_height,
            .width = decoding->width,
            .height = decoding->height,
            .channel_count = 1,
            .extent_across = (double)source->image_width * component->h_samp_factor * component->DCT_scaled_size
                / (source->max_h_samp_factor * DCTSIZE),
            .extent_down = (double)source->image_height * component->v_samp_factor * component->DCT_scaled_size
                / (source->max_v_samp_factor * DCTSIZE),
            .output_step = decoding->channel_count,
        };
        job->scalers[i] = cimg_scaler_create(&scaling, job->pixels + i);
        if (job->scalers[i] == NULL) {
            jpeg_guard_stop(&job->guard, CIMG_OUT_OF_MEMORY, CIMG_JPEG_OTHER_ERROR, "no memory to scale");
        }
    }
}

/// Decodes components as they are, without upsampling and colours, each into its scaler.
static void decode_scaled(struct decoding_job *job) {
    struct jpeg_decompress_struct *source = &job->source;
    const struct cimg_jpeg_decoding *decoding = job->decoding;
    source->scale_num = eighths_for(source, decoding);
    source->scale_denom = 8;
    source->raw_data_out = TRUE;
    source->out_color_space = source->jpeg_color_space;
    jpeg_start_decompress(source);
    int scaled_count = source->num_components == 2 ? 1 : source->num_components;
    create_scalers(job, scaled_count);
    JSAMPARRAY planes[MAX_COMPONENTS];
    for (int i = 0; i < source->num_components; i++) {
        const jpeg_component_info *component = &source->comp_info[i];
        planes[i] = source->mem->alloc_sarray(
            (j_common_ptr)source, JPOOL_IMAGE, component->width_in_blocks * (JDIMENSION)component->DCT_scaled_size,
            (JDIMENSION)(component->v_samp_factor * component->DCT_scaled_size));
    }
    JDIMENSION unit = (JDIMENSION)(source->max_v_samp_factor * source->min_DCT_scaled_size);
    while (source->output_scanline < source->output_height) {
        jpeg_read_raw_data(source, planes, unit);
        for (int i = 0; i < scaled_count; i++) {
            int row_count = source->comp_info[i].v_samp_factor * source->comp_info[i].DCT_scaled_size;
            // The scaler ignores what lies behind the last row.
            for (int y = 0; y < row_count; y++) cimg_scaler_push(job->scalers[i], planes[i][y]);
        }
    }
}

// MARK: a smaller picture of several scans

static struct cimg_reduction reduction_for(const struct decoding_job *job, int index, uint16_t divisors[DCTSIZE2]) {
    const struct jpeg_decompress_struct *source = &job->source;
    const jpeg_component_info *component = &source->comp_info[index];
    // A component that no scan brought has none, and no coefficient either.
    const JQUANT_TBL *table = component->quant_table;
    for (int i = 0; i < DCTSIZE2; i++) divisors[i] = table != NULL ? table->quantval[i] : 1;
    struct cimg_jpeg_component description = {
        .image_width = source->image_width,
        .image_height = source->image_height,
        .horizontal_sampling = (uint32_t)component->h_samp_factor,
        .vertical_sampling = (uint32_t)component->v_samp_factor,
        .max_horizontal_sampling = (uint32_t)source->max_h_samp_factor,
        .max_vertical_sampling = (uint32_t)source->max_v_samp_factor,
        .width = job->decoding->width,
        .height = job->decoding->height,
        .divisors = divisors,
        .output_step = job->decoding->channel_count,
    };
    return cimg_jpeg_reduction(&description);
}

/// Sorts the coefficients of a row of blocks by their frequency.
static void spread(int16_t *to, size_t stride, const JBLOCK *blocks, JDIMENSION count, uint32_t eighths) {
    for (JDIMENSION b = 0; b < count; b++) {
        for (uint32_t v = 0; v < eighths; v++) {
            for (uint32_t u = 0; u < eighths; u++) to[(v * eighths + u) * stride + b] = blocks[b][v * DCTSIZE + u];
        }
    }
}

static void reduce_component(struct decoding_job *job, int index, jvirt_barray_ptr coefficients) {
    struct jpeg_decompress_struct *source = &job->source;
    const jpeg_component_info *component = &source->comp_info[index];
    uint16_t divisors[DCTSIZE2];
    struct cimg_reduction reduction = reduction_for(job, index, divisors);
    job->reducer = cimg_reducer_create(&reduction, job->pixels + index);
    if (job->reducer == NULL) {
        jpeg_guard_stop(&job->guard, CIMG_OUT_OF_MEMORY, CIMG_JPEG_OTHER_ERROR, "no memory to scale");
    }
    for (JDIMENSION y = 0; y < component->height_in_blocks; y++) {
        JBLOCKARRAY row = source->mem->access_virt_barray((j_common_ptr)source, coefficients, y, 1, FALSE);
        uint32_t place = y % reduction.rows_at_once;
        spread(cimg_reducer_coefficients(job->reducer, place), cimg_reducer_stride(job->reducer), row[0],
               component->width_in_blocks, reduction.eighths);
        bool is_last = y + 1 == component->height_in_blocks;
        if (is_last || place + 1 == reduction.rows_at_once) cimg_reducer_push(job->reducer);
    }
    cimg_reducer_free(job->reducer);
    job->reducer = NULL;
}

/// All coefficients are in memory anyway; only those that count are transformed.
static void decode_reduced(struct decoding_job *job) {
    struct jpeg_decompress_struct *source = &job->source;
    jvirt_barray_ptr *coefficients = jpeg_read_coefficients(source);
    int component_count = source->num_components == 2 ? 1 : source->num_components;
    for (int i = 0; i < component_count; i++) reduce_component(job, i, coefficients[i]);
}

// MARK: the job

static uint32_t expected_channel_count(const struct jpeg_decompress_struct *source) {
    return source->num_components <= 2 ? 1 : (uint32_t)source->num_components;
}

/// Rows from the first MCU without data on; all of them when a component never came.
static uint32_t lost_row_count(const struct decoding_job *job) {
    const struct jpeg_decompress_struct *source = &job->source;
    if (job->guard.components_seen != (1U << source->num_components) - 1) return source->image_height;
    if (job->guard.first_lost_row == UINT32_MAX) return 0;
    uint64_t whole = (uint64_t)job->guard.first_lost_row * (uint32_t)source->max_v_samp_factor * DCTSIZE;
    return whole < source->image_height ? source->image_height - (uint32_t)whole : 0;
}

static void decode(struct decoding_job *job) {
    struct jpeg_decompress_struct *source = &job->source;
    const struct cimg_jpeg_decoding *decoding = job->decoding;
    jpeg_guard_open(&job->guard, source);
    jpeg_guard_read_header(&job->guard, decoding->max_coefficient_byte_count, false);
    bool is_expected = source->image_width == decoding->source_width && source->image_height == decoding->source_height
        && decoding->width <= decoding->source_width && decoding->height <= decoding->source_height
        && source->num_components <= 4 && expected_channel_count(source) == decoding->channel_count;
    if (!is_expected) jpeg_guard_stop(&job->guard, CIMG_FAILED, CIMG_JPEG_BAD_HEADER, "not the header that was read");
    source->dct_method = JDCT_ISLOW;
    if (decoding->width == source->image_width && decoding->height == source->image_height) {
        decode_whole(job);
    } else {
        if (jpeg_has_multiple_scans(source)) {
            decode_reduced(job);
        } else {
            decode_scaled(job);
        }
        cimg_jpeg_convert(job->pixels, (size_t)decoding->width * decoding->height, colors_of(source));
    }
    job->rows->is_whole = true;
    job->rows->lost_count = lost_row_count(job);
    jpeg_finish_decompress(source);
    job->guard.report->pixel_count = (uint64_t)source->image_width * source->image_height;
}

void cimg_jpeg_decode(const uint8_t *bytes, size_t count, const struct cimg_jpeg_decoding *decoding,
                      const struct cimg_budget *budget, struct cimg_report *report, struct cimg_jpeg_rows *rows,
                      uint8_t *pixels) {
    struct decoding_job job;
    memset(&job, 0, sizeof job);
    memset(rows, 0, sizeof *rows);
    job.decoding = decoding;
    job.rows = rows;
    job.pixels = pixels;
    jpeg_guard_begin(&job.guard, bytes, count, budget, report);
    if (setjmp(job.guard.escape) == 0) {
        decode(&job);
        report->status = CIMG_COMPLETED;
    }
    rows->damage_count = job.guard.damage_count;
    for (int i = 0; i < 4; i++) cimg_scaler_free(job.scalers[i]);
    cimg_reducer_free(job.reducer);
    jpeg_destroy_decompress(&job.source);
}
