#include "cimg_jpeg.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

#include "cimg_internal.h"

/// After this many warnings about pixels the file is damaged beyond doubt and the rest is not worth the time.
enum { HOPELESS_WARNING_COUNT = 1000 };

/// More warnings about metadata are not kept.
enum { HARMLESS_WARNING_COUNT = 4 };

/// Everything that changes during one job; the library's callbacks find it through `client_data`.
struct jpeg_job {
    struct jpeg_decompress_struct cinfo;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf escape;
    const uint8_t *bytes;
    size_t count;
    const struct cimg_budget *budget;
    struct cimg_report *report;
    uint64_t started;
    uint32_t damage_count;
    uint32_t harmless_count;
    JSAMPARRAY row;
};

struct code_pair {
    int library;
    int32_t ours;
};

static const struct code_pair warning_codes[] = {
    {JWRN_HIT_MARKER, CIMG_JPEG_HIT_MARKER},
    {JWRN_HUFF_BAD_CODE, CIMG_JPEG_BAD_HUFFMAN},
    {JWRN_ARITH_BAD_CODE, CIMG_JPEG_BAD_ARITHMETIC},
    {JWRN_MUST_RESYNC, CIMG_JPEG_MUST_RESYNC},
    {JWRN_JPEG_EOF, CIMG_JPEG_EOF},
    {JWRN_BOGUS_PROGRESSION, CIMG_JPEG_BOGUS_PROGRESSION},
    {JWRN_NOT_SEQUENTIAL, CIMG_JPEG_NOT_SEQUENTIAL},
    {JWRN_ADOBE_XFORM, CIMG_JPEG_ADOBE_XFORM},
    {JWRN_JFIF_MAJOR, CIMG_JPEG_JFIF_VERSION},
};

static const struct code_pair error_codes[] = {
    {JERR_NO_SOI, CIMG_JPEG_BAD_HEADER},
    {JERR_INPUT_EMPTY, CIMG_JPEG_BAD_HEADER},
    {JERR_SOI_DUPLICATE, CIMG_JPEG_BAD_HEADER},
    {JERR_SOF_DUPLICATE, CIMG_JPEG_BAD_HEADER},
    {JERR_EMPTY_IMAGE, CIMG_JPEG_BAD_HEADER},
    {JERR_IMAGE_TOO_BIG, CIMG_JPEG_UNSUPPORTED_CODING},
    {JERR_BAD_LENGTH, CIMG_JPEG_BAD_HEADER},
    {JERR_BAD_SAMPLING, CIMG_JPEG_BAD_HEADER},
    {JERR_COMPONENT_COUNT, CIMG_JPEG_BAD_HEADER},
    {JERR_UNKNOWN_MARKER, CIMG_JPEG_BAD_HEADER},
    {JERR_SOS_NO_SOF, CIMG_JPEG_MISSING_HEADER},
    {JERR_SOF_NO_SOS, CIMG_JPEG_MISSING_SCAN},
    {JERR_NO_IMAGE, CIMG_JPEG_MISSING_HEADER},
    {JERR_BAD_COMPONENT_ID, CIMG_JPEG_BAD_SCAN_HEADER},
    {JERR_BAD_MCU_SIZE, CIMG_JPEG_BAD_SCAN_HEADER},
    {JERR_BAD_PROGRESSION, CIMG_JPEG_BAD_SCAN_HEADER},
    {JERR_EOI_EXPECTED, CIMG_JPEG_SECOND_SCAN},
    {JERR_BAD_HUFF_TABLE, CIMG_JPEG_BAD_TABLE},
    {JERR_DHT_INDEX, CIMG_JPEG_BAD_TABLE},
    {JERR_DQT_INDEX, CIMG_JPEG_BAD_TABLE},
    {JERR_DAC_INDEX, CIMG_JPEG_BAD_TABLE},
    {JERR_DAC_VALUE, CIMG_JPEG_BAD_TABLE},
    {JERR_NO_QUANT_TABLE, CIMG_JPEG_MISSING_TABLE},
    {JERR_NO_HUFF_TABLE, CIMG_JPEG_MISSING_TABLE},
    {JERR_NO_ARITH_TABLE, CIMG_JPEG_MISSING_TABLE},
    {JERR_BAD_PRECISION, CIMG_JPEG_UNSUPPORTED_CODING},
    {JERR_SOF_UNSUPPORTED, CIMG_JPEG_UNSUPPORTED_CODING},
};

static int32_t translate(const struct code_pair *pairs, size_t pair_count, int library, int32_t otherwise) {
    for (size_t i = 0; i < pair_count; i++) {
        if (pairs[i].library == library) return pairs[i].ours;
    }
    return otherwise;
}

/// Bytes consumed so far. At the end the source reads a made-up EOI from a buffer of its own.
static uint64_t consumed(const struct jpeg_job *job) {
    if (job->cinfo.src == NULL) return 0;
    const uint8_t *next = job->cinfo.src->next_input_byte;
    uintptr_t first = (uintptr_t)job->bytes;
    if ((uintptr_t)next < first || (uintptr_t)next > first + job->count) return job->count;
    return (uintptr_t)next - first;
}

static void stop(struct jpeg_job *job, int32_t status, int32_t code, const char *text) {
    job->report->status = status;
    cimg_report_add(job->report, code, consumed(job), text);
    longjmp(job->escape, 1);
}

/// The library's fatal errors; must not return.
static void error_exit(j_common_ptr cinfo) {
    struct jpeg_job *job = cinfo->client_data;
    char text[JMSG_LENGTH_MAX];
    cinfo->err->format_message(cinfo, text);
    if (cinfo->err->msg_code == JERR_OUT_OF_MEMORY) stop(job, CIMG_OUT_OF_MEMORY, CIMG_JPEG_OTHER_ERROR, text);
    int32_t code = translate(error_codes, sizeof error_codes / sizeof *error_codes, cinfo->err->msg_code,
                             CIMG_JPEG_OTHER_ERROR);
    stop(job, CIMG_FAILED, code, text);
}

/// Warnings have level -1; traces (0 and up) are of no interest.
static void emit_message(j_common_ptr cinfo, int level) {
    if (level >= 0) return;
    struct jpeg_job *job = cinfo->client_data;
    char text[JMSG_LENGTH_MAX];
    cinfo->err->num_warnings++;
    cinfo->err->format_message(cinfo, text);
    int32_t code = translate(warning_codes, sizeof warning_codes / sizeof *warning_codes, cinfo->err->msg_code,
                             CIMG_JPEG_OTHER_WARNING);
    if (cinfo->err->msg_code == JWRN_EXTRANEOUS_DATA) {
        code = job->cinfo.input_scan_number == 0 ? CIMG_JPEG_EXTRANEOUS_HEADER : CIMG_JPEG_EXTRANEOUS_SCAN;
    }
    // Thousands of odd APP0 segments must not use up the places of messages about damage.
    bool is_harmless = code == CIMG_JPEG_ADOBE_XFORM || code == CIMG_JPEG_JFIF_VERSION;
    if (is_harmless && ++job->harmless_count > HARMLESS_WARNING_COUNT) return;
    cimg_report_add(job->report, code, consumed(job), text);
    if (is_harmless) return;
    if (++job->damage_count >= HOPELESS_WARNING_COUNT) {
        stop(job, CIMG_FAILED, CIMG_JPEG_HOPELESS, "too many warnings, the rest was not read");
    }
}

static void output_message(j_common_ptr cinfo) {
    (void)cinfo;
}

/// Called once per row of blocks, while scans are gathered as well as while rows come out.
static void watch_budget(j_common_ptr cinfo) {
    struct jpeg_job *job = cinfo->client_data;
    uint32_t scan_count = (uint32_t)job->cinfo.input_scan_number;
    if (job->budget->max_scan_count != 0 && scan_count > job->budget->max_scan_count) {
        stop(job, CIMG_OVER_BUDGET, CIMG_JPEG_OVER_SCANS, "too many scans");
    }
    if (cimg_over_time(job->budget, job->started)) {
        stop(job, CIMG_OVER_BUDGET, CIMG_JPEG_OVER_TIME, "out of time");
    }
}

/// The cheapest settings that still decode every component: no colour conversion (which would refuse some component
/// counts), no smoothing, an eighth of the size.
static void choose_cheapest(struct jpeg_decompress_struct *cinfo) {
    cinfo->out_color_space = cinfo->jpeg_color_space;
    cinfo->scale_num = 1;
    cinfo->scale_denom = 8;
    cinfo->dct_method = JDCT_IFAST;
    cinfo->do_fancy_upsampling = FALSE;
    cinfo->do_block_smoothing = FALSE;
}

/// Runs the library from SOI to EOI. Leaves by longjmp when it refuses.
static void decode(struct jpeg_job *job) {
    struct jpeg_decompress_struct *cinfo = &job->cinfo;
    jpeg_create_decompress(cinfo);
    job->progress.progress_monitor = watch_budget;
    cinfo->progress = &job->progress;
    jpeg_mem_src(cinfo, job->bytes, (unsigned long)job->count);
    jpeg_read_header(cinfo, TRUE);
    uint64_t pixel_count = (uint64_t)cinfo->image_width * cinfo->image_height;
    if (job->budget->max_pixel_count != 0 && pixel_count > job->budget->max_pixel_count) {
        stop(job, CIMG_OVER_BUDGET, CIMG_JPEG_OVER_PIXELS, "too many pixels");
    }
    choose_cheapest(cinfo);
    jpeg_start_decompress(cinfo);
    JDIMENSION width = cinfo->output_width * (JDIMENSION)cinfo->output_components;
    job->row = cinfo->mem->alloc_sarray((j_common_ptr)cinfo, JPOOL_IMAGE, width, 1);
    while (cinfo->output_scanline < cinfo->output_height) jpeg_read_scanlines(cinfo, job->row, 1);
    // Bytes before EOI are only noticed here, after the last row.
    jpeg_finish_decompress(cinfo);
    job->report->pixel_count = pixel_count;
}

void cimg_jpeg_verify(const uint8_t *bytes, size_t count, const struct cimg_budget *budget,
                      struct cimg_report *report) {
    cimg_report_clear(report);
    struct jpeg_job job;
    memset(&job, 0, sizeof job);
    job.bytes = bytes;
    job.count = count;
    job.budget = budget;
    job.report = report;
    job.started = cimg_cpu_milliseconds();
    job.cinfo.err = jpeg_std_error(&job.errors);
    job.errors.error_exit = error_exit;
    job.errors.emit_message = emit_message;
    job.errors.output_message = output_message;
    job.cinfo.client_data = &job;
    if (setjmp(job.escape) == 0) {
        decode(&job);
        report->status = CIMG_COMPLETED;
    }
    // Safe in every state, also when creation itself failed: the struct began as zeros.
    jpeg_destroy_decompress(&job.cinfo);
}
