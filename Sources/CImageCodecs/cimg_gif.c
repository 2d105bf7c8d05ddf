#include "cimg_gif.h"

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

#include "cimg_internal.h"

_Static_assert(CIMG_GIF_READ_FAILED == D_GIF_ERR_READ_FAILED, "giflib's code");
_Static_assert(CIMG_GIF_NOT_A_GIF == D_GIF_ERR_NOT_GIF_FILE, "giflib's code");
_Static_assert(CIMG_GIF_NO_SCREEN == D_GIF_ERR_NO_SCRN_DSCR, "giflib's code");
_Static_assert(CIMG_GIF_WRONG_RECORD == D_GIF_ERR_WRONG_RECORD, "giflib's code");
_Static_assert(CIMG_GIF_OUT_OF_MEMORY == D_GIF_ERR_NOT_ENOUGH_MEM, "giflib's code");
_Static_assert(CIMG_GIF_IMAGE_DEFECT == D_GIF_ERR_IMAGE_DEFECT, "giflib's code");
_Static_assert(CIMG_GIF_DATA_ENDED == D_GIF_ERR_EOF_TOO_SOON, "giflib's code");

/// Frames have 16-bit sides, so no row is longer.
enum { ROW_CAPACITY = 65535 };

/// Rows are counted by their pixels between two looks at the clock, which is a system call.
enum { PIXELS_PER_CLOCK_LOOK = 65536 };

/// Everything that one job changes. giflib reaches it through `GifFileType.UserData`.
struct job {
    const uint8_t *bytes;
    size_t count;
    size_t offset;
    const struct cimg_budget *budget;
    struct cimg_report *report;
    uint64_t started;
    uint64_t pixels_until_clock;
    GifFileType *gif;
    GifPixelType row[ROW_CAPACITY];
};

static int read_bytes(GifFileType *gif, GifByteType *destination, int wanted) {
    struct job *job = gif->UserData;
    size_t rest = job->count - job->offset;
    size_t length = wanted < 0 ? 0 : (size_t)wanted;
    if (length > rest) length = rest;
    if (length > 0) memcpy(destination, job->bytes + job->offset, length);
    job->offset += length;
    return (int)length;
}

/// Notes giflib's own words. It may fail without a code ("Error == 0"), which is a failure all the same.
static void fail(struct job *job, int code) {
    const char *text = code == 0 ? NULL : GifErrorString(code);
    job->report->status = code == D_GIF_ERR_NOT_ENOUGH_MEM ? CIMG_OUT_OF_MEMORY : CIMG_FAILED;
    cimg_report_add(job->report, code == 0 ? -1 : code, job->offset, text ? text : "giflib failed without saying why");
}

static bool is_over_time(struct job *job, uint64_t pixels) {
    if (pixels < job->pixels_until_clock) {
        job->pixels_until_clock -= pixels;
        return false;
    }
    job->pixels_until_clock = PIXELS_PER_CLOCK_LOOK;
    return cimg_over_time(job->budget, job->started);
}

/// One frame, row by row. Interlaced rows come in file order, which is of no matter here.
static bool read_frame(struct job *job) {
    // Not DGifGetImageDesc: that keeps a SavedImage and a copy of the palette for every frame until the end.
    if (DGifGetImageHeader(job->gif) == GIF_ERROR) {
        fail(job, job->gif->Error);
        return false;
    }
    int width = job->gif->Image.Width, height = job->gif->Image.Height;
    if (width <= 0 || height <= 0 || width > ROW_CAPACITY) {
        job->report->status = CIMG_FAILED;
        cimg_report_add(job->report, CIMG_GIF_EMPTY_FRAME, job->offset, "frame has no pixels");
        return false;
    }
    uint64_t pixel_count = (uint64_t)width * (uint64_t)height;
    uint64_t limit = job->budget->max_pixel_count;
    if (limit > 0 && pixel_count > limit - job->report->pixel_count) {
        job->report->status = CIMG_OVER_BUDGET;
        return false;
    }
    for (int y = 0; y < height; y++) {
        if (is_over_time(job, (uint64_t)width)) {
            job->report->status = CIMG_OVER_BUDGET;
            return false;
        }
        if (DGifGetLine(job->gif, job->row, width) == GIF_ERROR) {
            fail(job, job->gif->Error);
            return false;
        }
        job->report->pixel_count += (uint64_t)width;
    }
    return true;
}

static bool skip_extension(struct job *job) {
    int label = 0;
    GifByteType *block = NULL;
    int outcome = DGifGetExtension(job->gif, &label, &block);
    while (outcome != GIF_ERROR && block) outcome = DGifGetExtensionNext(job->gif, &block);
    if (outcome == GIF_ERROR) fail(job, job->gif->Error);
    return outcome != GIF_ERROR;
}

static void read_records(struct job *job) {
    for (;;) {
        GifRecordType record = UNDEFINED_RECORD_TYPE;
        if (DGifGetRecordType(job->gif, &record) == GIF_ERROR) {
            fail(job, job->gif->Error);
            return;
        }
        // A million empty extensions have no pixels but cost time as well.
        if (is_over_time(job, 64)) {
            job->report->status = CIMG_OVER_BUDGET;
            return;
        }
        if (record == TERMINATE_RECORD_TYPE) return;
        if (record == IMAGE_DESC_RECORD_TYPE && !read_frame(job)) return;
        if (record == EXTENSION_RECORD_TYPE && !skip_extension(job)) return;
    }
}

void cimg_gif_verify(
    const uint8_t *bytes, size_t count, const struct cimg_budget *budget, struct cimg_report *report) {
    cimg_report_clear(report);
    struct job *job = malloc(sizeof *job);
    if (!job) {
        report->status = CIMG_OUT_OF_MEMORY;
        return;
    }
    job->bytes = bytes;
    job->count = count;
    job->offset = 0;
    job->budget = budget;
    job->report = report;
    job->started = cimg_cpu_milliseconds();
    job->pixels_until_clock = PIXELS_PER_CLOCK_LOOK;
    int code = 0;
    job->gif = DGifOpen(job, read_bytes, &code);
    if (job->gif) {
        read_records(job);
        DGifCloseFile(job->gif, &code);
    } else {
        fail(job, code);
    }
    free(job);
}

const char *cimg_gif_version(void) {
#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)
    return TEXT(GIFLIB_MAJOR) "." TEXT(GIFLIB_MINOR) "." TEXT(GIFLIB_RELEASE);
#undef TEXT
#undef TEXT_OF
}
