#include "cimg_jpeg_guard.h"

#include <string.h>

/// After this many warnings about pixels the file is damaged beyond doubt and the rest is not worth the time.
enum { HOPELESS_WARNING_COUNT = 1000 };

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
static void decode(struct jpeg_guard *guard, struct jpeg_decompress_struct *cinfo) {
    jpeg_guard_open(guard, cinfo);
    jpeg_guard_read_header(guard, 0, false);
    choose_cheapest(cinfo);
    jpeg_start_decompress(cinfo);
    JDIMENSION width = cinfo->output_width * (JDIMENSION)cinfo->output_components;
    JSAMPARRAY row = cinfo->mem->alloc_sarray((j_common_ptr)cinfo, JPOOL_IMAGE, width, 1);
    while (cinfo->output_scanline < cinfo->output_height) jpeg_read_scanlines(cinfo, row, 1);
    // Bytes before EOI are only noticed here, after the last row.
    jpeg_finish_decompress(cinfo);
    guard->report->pixel_count = (uint64_t)cinfo->image_width * cinfo->image_height;
}

void cimg_jpeg_verify(const uint8_t *bytes, size_t count, const struct cimg_budget *budget,
                      struct cimg_report *report) {
    struct jpeg_guard guard;
    struct jpeg_decompress_struct cinfo;
    memset(&guard, 0, sizeof guard);
    memset(&cinfo, 0, sizeof cinfo);
    jpeg_guard_begin(&guard, bytes, count, budget, report);
    guard.max_damage_count = HOPELESS_WARNING_COUNT;
    if (setjmp(guard.escape) == 0) {
        decode(&guard, &cinfo);
        report->status = CIMG_COMPLETED;
    }
    // Safe in every state, also when creation itself failed: the struct began as zeros.
    jpeg_destroy_decompress(&cinfo);
}
