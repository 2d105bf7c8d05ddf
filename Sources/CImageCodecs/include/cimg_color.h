#ifndef CIMG_COLOR_H
#define CIMG_COLOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Pixels whose colours an ICC profile defines, to be converted to sRGB, 8 bits a channel.
struct cimg_color_job {
    const uint8_t *profile; ///< inflated
    size_t profile_size;
    uint32_t color_count; ///< 1 gray, 3 RGB, 4 CMYK where 0 is no ink
    bool has_alpha;       ///< one more channel, copied; not with CMYK
    const uint8_t *input;
    size_t pixel_count;
    uint8_t *output; ///< gray stays gray, CMYK becomes RGB; the alpha channel follows
};

enum cimg_color_status {
    CIMG_COLOR_DONE,
    CIMG_COLOR_NO_LIBRARY,  ///< liblcms2.so.2 is not installed or lacks a function
    CIMG_COLOR_BAD_PROFILE, ///< no profile, or not one of these colours
    CIMG_COLOR_NO_MEMORY,
};

/// Converts with Little CMS, perceptual intent, as the profile's own tables say; safe to call from many threads.
enum cimg_color_status cimg_color_to_srgb(const struct cimg_color_job *job);

/// The library's version as it counts, 2140 for 2.14; 0 when it is not installed.
int cimg_color_version(void);

#endif
