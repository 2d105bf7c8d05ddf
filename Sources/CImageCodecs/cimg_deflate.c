#include "cimg_deflate.h"

#include <dlfcn.h>
#include <libdeflate.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

// MARK: libdeflate

static struct {
    __typeof__(libdeflate_alloc_compressor) *alloc_compressor;
    __typeof__(libdeflate_zlib_compress) *zlib_compress;
    __typeof__(libdeflate_zlib_compress_bound) *zlib_compress_bound;
    __typeof__(libdeflate_free_compressor) *free_compressor;
} library;
static bool is_usable;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/// Stores the address of a symbol in a function pointer; C has no cast between the two kinds of pointer.
static bool find(void *handle, const char *name, void *slot) {
    void *symbol = dlsym(handle, name);
    memcpy(slot, &symbol, sizeof symbol);
    return symbol != NULL;
}

static void load(void) {
    void *handle = dlopen("libdeflate.so.0", RTLD_NOW | RTLD_LOCAL);
    is_usable = handle != NULL && find(handle, "libdeflate_alloc_compressor", &library.alloc_compressor)
        && find(handle, "libdeflate_zlib_compress", &library.zlib_compress)
        && find(handle, "libdeflate_zlib_compress_bound", &library.zlib_compress_bound)
        && find(handle, "libdeflate_free_compressor", &library.free_compressor);
}

bool cimg_deflate_is_available(void) {
    pthread_once(&once, load);
    return is_usable;
}

const char *cimg_deflate_version(void) {
    return cimg_deflate_is_available() ? LIBDEFLATE_VERSION_STRING : NULL;
}

// Both types are the library's own; only their names differ here.
struct cimg_deflater *cimg_deflater_create(int level) {
    return cimg_deflate_is_available() ? (struct cimg_deflater *)library.alloc_compressor(level) : NULL;
}

size_t cimg_deflater_bound(const struct cimg_deflater *deflater, size_t count) {
    return library.zlib_compress_bound((struct libdeflate_compressor *)(uintptr_t)deflater, count);
}

size_t cimg_deflater_run(struct cimg_deflater *deflater, const uint8_t *bytes, size_t count, uint8_t *output,
                         size_t capacity) {
    return library.zlib_compress((struct libdeflate_compressor *)deflater, bytes, count, output, capacity);
}

void cimg_deflater_free(struct cimg_deflater *deflater) {
    if (deflater) library.free_compressor((struct libdeflate_compressor *)deflater);
}

// MARK: zlib

struct cimg_deflate_stream {
    z_stream zlib;
};

struct cimg_deflate_stream *cimg_deflate_stream_create(void) {
    struct cimg_deflate_stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL) return NULL;
    if (deflateInit2(&stream->zlib, 9, Z_DEFLATED, 15, 9, Z_DEFAULT_STRATEGY) == Z_OK) return stream;
    free(stream);
    return NULL;
}

/// The largest piece that zlib's counters can take at once.
static uInt clipped(size_t count) { return count > UINT32_MAX ? UINT32_MAX : (uInt)count; }

struct cimg_deflate_step cimg_deflate_stream_run(struct cimg_deflate_stream *stream, const uint8_t *bytes, size_t count,
                                                 bool is_last, uint8_t *output, size_t capacity) {
    z_stream *z = &stream->zlib;
    uInt in = clipped(count), out = clipped(capacity);
    z->next_in = (Bytef *)(uintptr_t)bytes;
    z->avail_in = in;
    z->next_out = output;
    z->avail_out = out;
    int code = deflate(z, is_last && in == count ? Z_FINISH : Z_NO_FLUSH);
    return (struct cimg_deflate_step){.used = in - z->avail_in, .made = out - z->avail_out,
                                      .is_done = code == Z_STREAM_END};
}

void cimg_deflate_stream_free(struct cimg_deflate_stream *stream) {
    if (stream == NULL) return;
    deflateEnd(&stream->zlib);
    free(stream);
}
