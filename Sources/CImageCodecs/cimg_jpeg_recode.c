#include "cimg_jpeg_coding.h"

#include <stdlib.h>
#include <string.h>

#include "cimg_jpeg_guard.h"

/// One job: coefficients from `source` to `target`.
struct recoding_job {
    struct jpeg_guard guard;
    struct jpeg_sink sink;
    struct jpeg_decompress_struct source;
    struct jpeg_compress_struct target;
    const struct cimg_jpeg_recoding *recoding;
    jvirt_barray_ptr *turned; ///< coefficients of the turned picture; NULL when it is not turned
};

/// A turn as steps on the target: its columns are the source's rows, then rows or columns count from the end.
struct turn {
    bool transposes, mirrors_x, mirrors_y;
};

static struct turn turn_for(int32_t orientation) {
    static const struct turn turns[9] = {
        [2] = {false, true, false}, [3] = {false, true, true}, [4] = {false, false, true}, [5] = {true, false, false},
        [6] = {true, true, false},  [7] = {true, true, true},  [8] = {true, false, true},
    };
    return turns[orientation >= 1 && orientation <= 8 ? orientation : 1];
}

// MARK: turning

/// The coefficients of a turned block: transposed, and of a mirrored direction every odd frequency negated.
static void turn_block(JCOEFPTR to, const JCOEF *from, struct turn turn) {
    for (int v = 0; v < DCTSIZE; v++) {
        for (int u = 0; u < DCTSIZE; u++) {
            JCOEF value = turn.transposes ? from[u * DCTSIZE + v] : from[v * DCTSIZE + u];
            bool is_negated = (turn.mirrors_x && (u & 1)) != (turn.mirrors_y && (v & 1));
            to[v * DCTSIZE + u] = (JCOEF)(is_negated ? -value : value);
        }
    }
}

static JBLOCKROW block_row(j_common_ptr owner, jvirt_barray_ptr array, JDIMENSION row, bool writes) {
    return *owner->mem->access_virt_barray(owner, array, row, 1, writes);
}

/// Fills the target's blocks of a component; `width` and `height` are the target's, in blocks.
static void turn_component(struct recoding_job *job, int index, struct turn turn, JDIMENSION width, JDIMENSION height,
                           jvirt_barray_ptr from) {
    j_common_ptr owner = (j_common_ptr)&job->source;
    for (JDIMENSION y = 0; y < height; y++) {
        JBLOCKROW to = block_row(owner, job->turned[index], y, true);
        JDIMENSION source_y = turn.mirrors_y ? height - 1 - y : y;
        JBLOCKROW row = turn.transposes ? NULL : block_row(owner, from, source_y, false);
        for (JDIMENSION x = 0; x < width; x++) {
            JDIMENSION source_x = turn.mirrors_x ? width - 1 - x : x;
            if (turn.transposes) {
                turn_block(to[x], block_row(owner, from, source_x, false)[source_y], turn);
            } else {
                turn_block(to[x], row[source_x], turn);
            }
        }
    }
}

/// Pixels of an MCU in a direction; a component alone is sent block by block.
static JDIMENSION unit_side(const struct jpeg_decompress_struct *source, int max_sampling) {
    return (JDIMENSION)(source->num_components == 1 ? DCTSIZE : max_sampling * DCTSIZE);
}

/// Refuses when a mirrored side ends inside an MCU: its padding would come to the front.
static void require_whole_units(struct recoding_job *job, struct turn turn) {
    const struct jpeg_decompress_struct *source = &job->source;
    bool is_width_mirrored = turn.transposes ? turn.mirrors_y : turn.mirrors_x;
    bool is_height_mirrored = turn.transposes ? turn.mirrors_x : turn.mirrors_y;
    bool loses = (is_width_mirrored && source->image_width % unit_side(source, source->max_h_samp_factor) != 0)
        || (is_height_mirrored && source->image_height % unit_side(source, source->max_v_samp_factor) != 0);
    if (loses) jpeg_guard_stop(&job->guard, CIMG_FAILED, CIMG_JPEG_TURN_LOSES, "a side is no whole number of MCUs");
}

static JDIMENSION round_up(JDIMENSION value, int step) {
    JDIMENSION unit = (JDIMENSION)step;
    return (value + unit - 1) / unit * unit;
}

/// Asks for the arrays of the turned picture; before the library allocates all arrays.
static void request_turned(struct recoding_job *job, struct turn turn) {
    struct jpeg_decompress_struct *source = &job->source;
    j_common_ptr owner = (j_common_ptr)source;
    job->turned = source->mem->alloc_small(owner, JPOOL_IMAGE,
                                           sizeof(jvirt_barray_ptr) * (size_t)source->num_components);
    for (int i = 0; i < source->num_components; i++) {
        const jpeg_component_info *component = &source->comp_info[i];
        JDIMENSION width = round_up(component->width_in_blocks, component->h_samp_factor);
        JDIMENSION height = round_up(component->height_in_blocks, component->v_samp_factor);
        // Zeros, because the library also looks at the rows that only pad an MCU.
        job->turned[i] = source->mem->request_virt_barray(
            owner, JPOOL_IMAGE, TRUE, turn.transposes ? height : width, turn.transposes ? width : height,
            (JDIMENSION)(turn.transposes ? component->h_samp_factor : component->v_samp_factor));
    }
}

static void transpose_table(JQUANT_TBL *table) {
    if (table == NULL) return;
    for (int v = 0; v < DCTSIZE; v++) {
        for (int u = 0; u < v; u++) {
            UINT16 value = table->quantval[v * DCTSIZE + u];
            table->quantval[v * DCTSIZE + u] = table->quantval[u * DCTSIZE + v];
            table->quantval[u * DCTSIZE + v] = value;
        }
    }
}

/// Width and height, sampling factors and tables exchanged.
static void transpose_parameters(struct jpeg_compress_struct *target) {
    JDIMENSION width = target->image_width;
    target->image_width = target->image_height;
    target->image_height = width;
    for (int i = 0; i < target->num_components; i++) {
        int sampling = target->comp_info[i].h_samp_factor;
        target->comp_info[i].h_samp_factor = target->comp_info[i].v_samp_factor;
        target->comp_info[i].v_samp_factor = sampling;
    }
    for (int i = 0; i < NUM_QUANT_TBLS; i++) transpose_table(target->quant_tbl_ptrs[i]);
}

static void turn_all(struct recoding_job *job, struct turn turn, jvirt_barray_ptr *coefficients) {
    for (int i = 0; i < job->source.num_components; i++) {
        const jpeg_component_info *component = &job->source.comp_info[i];
        JDIMENSION width = component->width_in_blocks, height = component->height_in_blocks;
        turn_component(job, i, turn, turn.transposes ? height : width, turn.transposes ? width : height,
                       coefficients[i]);
    }
}

// MARK: the job

/// Warnings about pixels: what would be written is not what the file held.
static void require_whole(struct recoding_job *job) {
    const struct cimg_report *report = job->guard.report;
    for (uint32_t i = 0; i < report->message_count; i++) {
        int32_t code = report->messages[i].code;
        bool is_harmless = code == CIMG_JPEG_ADOBE_XFORM || code == CIMG_JPEG_JFIF_VERSION
            || code == CIMG_JPEG_EXTRANEOUS_HEADER || code == CIMG_JPEG_EOF;
        if (!is_harmless) jpeg_guard_stop(&job->guard, CIMG_FAILED, CIMG_JPEG_HOPELESS, "the picture is damaged");
    }
}

/// Refuses a progressive picture of which scans are missing: decoders smooth it as long as its scans say so.
static void require_all_bits(struct recoding_job *job) {
    const struct jpeg_decompress_struct *source = &job->source;
    enum { SMOOTHED_COEFFICIENT_COUNT = 10 };
    for (int i = 0; source->coef_bits != NULL && i < source->num_components; i++) {
        for (int k = 0; k < SMOOTHED_COEFFICIENT_COUNT; k++) {
            if (source->coef_bits[i][k] == 0) continue;
            jpeg_guard_stop(&job->guard, CIMG_FAILED, CIMG_JPEG_TURN_LOSES, "scans are missing");
        }
    }
}

static void recode(struct recoding_job *job) {
    const struct cimg_jpeg_recoding *recoding = job->recoding;
    struct jpeg_decompress_struct *source = &job->source;
    struct jpeg_compress_struct *target = &job->target;
    struct turn turn = turn_for(recoding->orientation);
    bool is_turned = turn.transposes || turn.mirrors_x || turn.mirrors_y;
    jpeg_guard_open(&job->guard, source);
    jpeg_guard_read_header(&job->guard, recoding->max_coefficient_byte_count / (is_turned ? 2 : 1), true);
    if (is_turned) {
        require_whole_units(job, turn);
        request_turned(job, turn);
    }
    jvirt_barray_ptr *coefficients = jpeg_read_coefficients(source);
    require_whole(job);
    require_all_bits(job);
    jpeg_guard_create(&job->guard, target);
    jpeg_copy_critical_parameters(source, target);
    // Readers take the inks of a file with Adobe's marker for inverted.
    if (source->num_components == 4) target->write_Adobe_marker = source->saw_Adobe_marker;
    if (turn.transposes) transpose_parameters(target);
    if (is_turned) turn_all(job, turn, coefficients);
    target->optimize_coding = TRUE;
    target->arith_code = FALSE;
    bool is_progressive = recoding->progression == CIMG_JPEG_PROGRESSIVE
        || (recoding->progression == CIMG_JPEG_KEEP && source->progressive_mode);
    if (is_progressive) jpeg_simple_progression(target);
    job->sink.max_count = recoding->max_byte_count;
    jpeg_sink_attach(&job->sink, &job->guard, target);
    jpeg_write_coefficients(target, is_turned ? job->turned : coefficients);
    jpeg_finish_compress(target);
    jpeg_finish_decompress(source);
    require_whole(job);
}

void cimg_jpeg_recode(const uint8_t *bytes, size_t count, const struct cimg_jpeg_recoding *recoding,
                      const struct cimg_budget *budget, struct cimg_report *report, struct cimg_bytes *output) {
    struct recoding_job job;
    memset(&job, 0, sizeof job);
    memset(output, 0, sizeof *output);
    job.recoding = recoding;
    jpeg_guard_begin(&job.guard, bytes, count, budget, report);
    if (setjmp(job.guard.escape) == 0) {
        recode(&job);
        report->status = CIMG_COMPLETED;
    }
    jpeg_destroy_compress(&job.target);
    jpeg_destroy_decompress(&job.source);
    if (report->status == CIMG_COMPLETED) {
        output->bytes = job.sink.bytes;
        output->count = job.sink.count;
    } else {
        free(job.sink.bytes);
    }
}

void cimg_bytes_free(struct cimg_bytes *bytes) {
    free(bytes->bytes);
    memset(bytes, 0, sizeof *bytes);
}
