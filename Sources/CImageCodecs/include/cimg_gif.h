/// Whole-file verification of a GIF by giflib.
#ifndef CIMG_GIF_H
#define CIMG_GIF_H

#include <stddef.h>
#include <stdint.h>

#include "cimg_report.h"

/// What giflib says by a code, as far as the caller tells them apart; others are possible, -1 when it gave none.
enum {
    CIMG_GIF_READ_FAILED = 102,
    CIMG_GIF_NOT_A_GIF = 103,
    CIMG_GIF_NO_SCREEN = 104,
    CIMG_GIF_WRONG_RECORD = 107,
    CIMG_GIF_OUT_OF_MEMORY = 109,
    CIMG_GIF_IMAGE_DEFECT = 112,
    CIMG_GIF_DATA_ENDED = 113,
    CIMG_GIF_EMPTY_FRAME = 1000, ///< not giflib's: a frame without pixels, which it does not refuse by itself
};

/// Decodes every row of every frame of `bytes[0..<count]` into one row buffer and throws it away.
///
/// Stops at the trailer, at the first complaint, or when `budget` is spent; the answer is in `report`. Memory does not
/// grow with the picture or the number of frames. Bytes after the trailer are not looked at.
void cimg_gif_verify(
    const uint8_t *bytes, size_t count, const struct cimg_budget *budget, struct cimg_report *report);

/// The version giflib was built as: "5.2.1".
const char *cimg_gif_version(void);

#endif
