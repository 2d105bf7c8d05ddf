/// The C boundary of PushImage: whole-file verification and coding by the formats' own libraries.
///
/// One entry point is one job, start to finish: pointer and count in, struct out. Nothing lives between calls,
/// nothing prints, nothing aborts, and no jump leaves the function that set it. No png, jpeg or gif type appears here.
#ifndef CIMAGE_CODECS_H
#define CIMAGE_CODECS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cimg_checksum.h"
#include "cimg_color.h"
#include "cimg_deflate.h"
#include "cimg_digest.h"
#include "cimg_gif.h"
#include "cimg_jpeg.h"
#include "cimg_jpeg_coding.h"
#include "cimg_jpeg_reduce.h"
#include "cimg_png.h"
#include "cimg_png_pixels.h"
#include "cimg_report.h"
#include "cimg_scale.h"
#include "cimg_versions.h"

#endif
