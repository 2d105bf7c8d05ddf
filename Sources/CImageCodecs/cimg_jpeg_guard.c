#include "cimg_jpeg_guard.h"

#include <stdlib.h>
#include <string.h>

#include <jerror.h>

#include "cimg_internal.h"

/// More warnings about metadata are not kept.
enum { HARMLESS_WARNING_COUNT = 4 };

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
static uint64_t consumed(const struct jpeg_guard *guard) {
    if (guard->source == NULL || guard->source->src == NULL) return 0;
    const uint8_t *next = guard->source->src->next_input_byte;
    uintptr_t first = (uintptr_t)guard->bytes;
    if ((uintptr_t)next < first || (uintptr_t)next > first + guard->count) return guard->count;
    return (uintptr_t)next - first;
}

_Noreturn void jpeg_guard_stop(struct jpeg_guard *guard, int32_t status, int32_t code, const char *text) {
    guard->report->status = status;
    cimg_report_add(guard->report, code, consumed(guard), text);
    longjmp(guard->escape, 1);
}

// MARK: callbacks of the library

/// The library's fatal errors; must not return.
static void error_exit(j_common_ptr cinfo) {
    struct jpeg_guard *guard = cinfo->client_data;
    char text[JMSG_LENGTH_MAX];
    cinfo->err->format_message(cinfo, text);
    if (cinfo->err->msg_code == JERR_OUT_OF_MEMORY) {
        jpeg_guard_stop(guard, CIMG_OUT_OF_MEMORY, CIMG_JPEG_OTHER_ERROR, text);
    }
    int32_t code = translate(error_codes, sizeof error_codes / sizeof *error_codes, cinfo->err->msg_code,
                             CIMG_JPEG_OTHER_ERROR);
    jpeg_guard_stop(guard, CIMG_FAILED, code, text);
}

/// The data of a scan ended at a marker other than a restart: what follows of its rows is lost.
static void note_lost_rows(struct jpeg_guard *guard) {
    const struct jpeg_decompress_struct *source = guard->source;
    bool is_restart = source->unread_marker >= JPEG_RST0 && source->unread_marker <= JPEG_RST0 + 7;
    // A later scan only refines what is there.
    bool is_first_scan = source->Ss == 0 && source->Ah == 0;
    if (is_restart || !is_first_scan || source->input_iMCU_row >= guard->first_lost_row) return;
    guard->first_lost_row = source->input_iMCU_row;
}

/// Warnings have level -1; traces (0 and up) are of no interest.
static void emit_message(j_common_ptr cinfo, int level) {
    if (level >= 0) return;
    struct jpeg_guard *guard = cinfo->client_data;
    char text[JMSG_LENGTH_MAX];
    cinfo->err->num_warnings++;
    cinfo->err->format_message(cinfo, text);
    int32_t code = translate(warning_codes, sizeof warning_codes / sizeof *warning_codes, cinfo->err->msg_code,
                             CIMG_JPEG_OTHER_WARNING);
    if (cinfo->err->msg_code == JWRN_EXTRANEOUS_DATA) {
        bool is_header = guard->source == NULL || guard->source->input_scan_number == 0;
        code = is_header ? CIMG_JPEG_EXTRANEOUS_HEADER : CIMG_JPEG_EXTRANEOUS_SCAN;
    }
    if (code == CIMG_JPEG_HIT_MARKER && guard->source != NULL) note_lost_rows(guard);
    // Thousands of odd APP0 segments must not use up the places of messages about damage.
    bool is_harmless = code == CIMG_JPEG_ADOBE_XFORM || code == CIMG_JPEG_JFIF_VERSION;
    if (is_harmless && ++guard->harmless_count > HARMLESS_WARNING_COUNT) return;
    cimg_report_add(guard->report, code, consumed(guard), text);
    if (is_harmless) return;
    guard->damage_count += guard->damage_count < UINT32_MAX;
    if (guard->max_damage_count != 0 && guard->damage_count >= guard->max_damage_count) {
        jpeg_guard_stop(guard, CIMG_FAILED, CIMG_JPEG_HOPELESS, "too many warnings, the rest was not read");
    }
}

static void output_message(j_common_ptr cinfo) {
    (void)cinfo;
}

/// Called once per row of blocks, while scans are gathered as well as while rows come out.
static void watch_budget(j_common_ptr cinfo) {
    struct jpeg_guard *guard = cinfo->client_data;
    const struct jpeg_decompress_struct *source = guard->source;
    if (source != NULL) {
        uint32_t scan_count = (uint32_t)source->input_scan_number;
        if (guard->budget->max_scan_count != 0 && scan_count > guard->budget->max_scan_count) {
            jpeg_guard_stop(guard, CIMG_OVER_BUDGET, CIMG_JPEG_OVER_SCANS, "too many scans");
        }
        for (int i = 0; i < source->comps_in_scan && source->Ss == 0; i++) {
            guard->components_seen |= 1U << source->cur_comp_info[i]->component_index;
        }
    }
    if (cimg_over_time(guard->budget, guard->started)) {
        jpeg_guard_stop(guard, CIMG_OVER_BUDGET, CIMG_JPEG_OVER_TIME, "out of time");
    }
}

// MARK: a job

void jpeg_guard_begin(struct jpeg_guard *guard, const uint8_t *bytes, size_t count, const struct cimg_budget *budget,
                      struct cimg_report *report) {
    cimg_report_clear(report);
    guard->bytes = bytes;
    guard->count = count;
    guard->budget = budget;
    guard->report = report;
    guard->started = cimg_cpu_milliseconds();
    guard->first_lost_row = UINT32_MAX;
    jpeg_std_error(&guard->errors);
    guard->errors.error_exit = error_exit;
    guard->errors.emit_message = emit_message;
    guard->errors.output_message = output_message;
    guard->progress.progress_monitor = watch_budget;
}

void jpeg_guard_open(struct jpeg_guard *guard, struct jpeg_decompress_struct *source) {
    source->err = &guard->errors;
    source->client_data = guard;
    guard->source = source;
    jpeg_create_decompress(source);
    source->progress = &guard->progress;
    jpeg_mem_src(source, guard->bytes, (unsigned long)guard->count);
}

void jpeg_guard_create(struct jpeg_guard *guard, struct jpeg_compress_struct *target) {
    target->err = &guard->errors;
    target->client_data = guard;
    jpeg_create_compress(target);
    target->progress = &guard->progress;
}

void jpeg_guard_read_header(struct jpeg_guard *guard, uint64_t max_coefficient_byte_count, bool keeps_coefficients) {
    struct jpeg_decompress_struct *source = guard->source;
    jpeg_read_header(source, TRUE);
    uint64_t pixel_count = (uint64_t)source->image_width * source->image_height;
    if (guard->budget->max_pixel_count != 0 && pixel_count > guard->budget->max_pixel_count) {
        jpeg_guard_stop(guard, CIMG_OVER_BUDGET, CIMG_JPEG_OVER_PIXELS, "too many pixels");
    }
    if (max_coefficient_byte_count == 0 || !(keeps_coefficients || jpeg_has_multiple_scans(source))) return;
    uint64_t block_count = 0;
    for (int i = 0; i < source->num_components; i++) {
        const jpeg_component_info *component = &source->comp_info[i];
        block_count += ((uint64_t)component->width_in_blocks + 3) * ((uint64_t)component->height_in_blocks + 3);
    }
    if (block_count * DCTSIZE2 * sizeof(JCOEF) > max_coefficient_byte_count) {
        jpeg_guard_stop(guard, CIMG_OVER_BUDGET, CIMG_JPEG_OVER_COEFFICIENTS, "too many coefficients to keep");
    }
}

// MARK: the sink

enum { FIRST_SINK_CAPACITY = 64 * 1024 };

static void grow(struct jpeg_sink *sink, size_t capacity) {
    if (sink->max_count != 0 && capacity > sink->max_count) capacity = sink->max_count;
    if (capacity <= sink->capacity) {
        jpeg_guard_stop(sink->guard, CIMG_TOO_LONG, CIMG_JPEG_OTHER_ERROR, "the file became too long");
    }
    uint8_t *larger = realloc(sink->bytes, capacity);
    if (larger == NULL) jpeg_guard_stop(sink->guard, CIMG_OUT_OF_MEMORY, CIMG_JPEG_OTHER_ERROR, "out of memory");
    sink->bytes = larger;
    sink->manager.next_output_byte = larger + sink->capacity;
    sink->manager.free_in_buffer = capacity - sink->capacity;
    sink->capacity = capacity;
}

static struct jpeg_sink *sink_of(j_compress_ptr cinfo) { return (struct jpeg_sink *)(void *)cinfo->dest; }

static void init_destination(j_compress_ptr cinfo) { grow(sink_of(cinfo), FIRST_SINK_CAPACITY); }

/// Only called when the whole buffer is full, whatever `free_in_buffer` says.
static boolean empty_output_buffer(j_compress_ptr cinfo) {
    struct jpeg_sink *sink = sink_of(cinfo);
    grow(sink, sink->capacity * 2);
    return TRUE;
}

static void term_destination(j_compress_ptr cinfo) {
    struct jpeg_sink *sink = sink_of(cinfo);
    sink->count = sink->capacity - sink->manager.free_in_buffer;
}

void jpeg_sink_attach(struct jpeg_sink *sink, struct jpeg_guard *guard, struct jpeg_compress_struct *target) {
    sink->guard = guard;
    sink->manager.init_destination = init_destination;
    sink->manager.empty_output_buffer = empty_output_buffer;
    sink->manager.term_destination = term_destination;
    target->dest = &sink->manager;
}
