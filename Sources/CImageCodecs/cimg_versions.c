#include "cimg_versions.h"

#include <stddef.h>
#include <stdio.h>

#include <gif_lib.h>
#include <jpeglib.h>
#include <nettle/version.h>
#include <png.h>
#include <zlib.h>

#if __has_include(<isa-l.h>) && !defined(CIMG_WITHOUT_ISAL)
#include <isa-l.h>
#endif

// LIBJPEG_TURBO_VERSION is bare tokens (2.1.5), so it is spelt out by the preprocessor.
#define SPELL_TOKENS(tokens) #tokens
#define SPELL(macro) SPELL_TOKENS(macro)

static void copy(char destination[CIMG_VERSION_CAPACITY], const char *text) {
    snprintf(destination, CIMG_VERSION_CAPACITY, "%s", text);
}

void cimg_versions(struct cimg_versions *versions) {
    copy(versions->libpng, png_get_libpng_ver(NULL));
    copy(versions->zlib, zlibVersion());
    snprintf(versions->nettle, CIMG_VERSION_CAPACITY, "%d.%d", nettle_version_major(), nettle_version_minor());
#ifdef LIBJPEG_TURBO_VERSION
    copy(versions->libjpeg_turbo, SPELL(LIBJPEG_TURBO_VERSION));
#else
    copy(versions->libjpeg_turbo, "libjpeg " SPELL(JPEG_LIB_VERSION));
#endif
#ifdef ISAL_VERSION
    snprintf(versions->isal, CIMG_VERSION_CAPACITY, "%d.%d.%d", ISAL_MAJOR_VERSION, ISAL_MINOR_VERSION,
             ISAL_PATCH_VERSION);
#else
    copy(versions->isal, "none, zlib in its place");
#endif
    snprintf(versions->giflib, CIMG_VERSION_CAPACITY, "%d.%d.%d", GIFLIB_MAJOR, GIFLIB_MINOR, GIFLIB_RELEASE);
}
