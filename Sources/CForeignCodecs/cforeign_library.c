#include "cforeign_library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "cforeign_internal.h"

struct cforeign_webp_library cforeign_webp;
struct cforeign_tiff_library cforeign_tiff;
struct cforeign_heif_library cforeign_heif;

/// Stores the address of a symbol in a function pointer; C has no cast between the two kinds of pointer.
static bool find(void *handle, const char *name, void *slot) {
    void *symbol = dlsym(handle, name);
    memcpy(slot, &symbol, sizeof symbol);
    return symbol != NULL;
}

// Never unloaded: their static state may not survive a second loading.
#define OPEN(name) dlopen(name, RTLD_NOW | RTLD_LOCAL)

static const char *missing[3] = { "libwebp.so.7", "libtiff.so.6", "libheif.so.1" };
static const char *missing_demux = "libwebpdemux.so.2";

static void load_webp(void) {
#define FIND(name) && find(handle, #name, &cforeign_webp.name)
    void *handle = OPEN(missing[CFOREIGN_WEBP]);
    bool is_usable = handle CFOREIGN_WEBP_FUNCTIONS(FIND);
    if (!is_usable) return;
    missing[CFOREIGN_WEBP] = missing_demux;
    handle = OPEN(missing_demux);
    is_usable = handle CFOREIGN_WEBP_DEMUX_FUNCTIONS(FIND);
    if (is_usable) missing[CFOREIGN_WEBP] = NULL;
#undef FIND
}

static void load_tiff(void) {
#define FIND(name) && find(handle, #name, &cforeign_tiff.name)
    void *handle = OPEN(missing[CFOREIGN_TIFF]);
    bool is_usable = handle CFOREIGN_TIFF_FUNCTIONS(FIND);
    if (is_usable) missing[CFOREIGN_TIFF] = NULL;
#undef FIND
}

static void load_heif(void) {
#define FIND(name) && find(handle, #name, &cforeign_heif.name)
    void *handle = OPEN(missing[CFOREIGN_HEIF]);
    bool is_usable = handle CFOREIGN_HEIF_FUNCTIONS(FIND);
    if (is_usable) missing[CFOREIGN_HEIF] = NULL;
#undef FIND
}

const char *cforeign_missing_library(enum cforeign_codec codec) {
    if (codec == CFOREIGN_PROBE) return NULL;
    static pthread_once_t once[3] = { PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT };
    static void (*const loaders[3])(void) = { load_webp, load_tiff, load_heif };
    pthread_once(&once[codec], loaders[codec]);
    return missing[codec];
}

bool cforeign_version(enum cforeign_codec codec, char *text) {
    if (cforeign_missing_library(codec)) return false;
    const size_t capacity = 32;
    switch (codec) {
    case CFOREIGN_WEBP: {
        int version = cforeign_webp.WebPGetDecoderVersion();
        snprintf(text, capacity, "%d.%d.%d", version >> 16, version >> 8 & 255, version & 255);
        return true;
    }
    case CFOREIGN_TIFF: {
        // "LIBTIFF, Version 4.5.0" and a copyright line.
        const char *words = strstr(cforeign_tiff.TIFFGetVersion(), "Version ");
        snprintf(text, capacity, "%.*s", words ? (int)strcspn(words + 8, "\n") : 0, words ? words + 8 : "");
        return true;
    }
    case CFOREIGN_HEIF: snprintf(text, capacity, "%s", cforeign_heif.heif_get_version()); return true;
    case CFOREIGN_PROBE: break;
    }
    return false;
}
