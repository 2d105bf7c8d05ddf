#include "cimg_digest.h"

#include <nettle/sha2.h>
#include <stdlib.h>

void cimg_sha256(const uint8_t *bytes, size_t count, uint8_t digest[CIMG_SHA256_SIZE]) {
    struct sha256_ctx context;
    sha256_init(&context);
    if (count > 0) sha256_update(&context, count, bytes);
    sha256_digest(&context, CIMG_SHA256_SIZE, digest);
}

struct cimg_sha256_stream {
    struct sha256_ctx context;
};

struct cimg_sha256_stream *cimg_sha256_begin(void) {
    struct cimg_sha256_stream *stream = malloc(sizeof *stream);
    if (stream) sha256_init(&stream->context);
    return stream;
}

void cimg_sha256_add(struct cimg_sha256_stream *stream, const uint8_t *bytes, size_t count) {
    if (count > 0) sha256_update(&stream->context, count, bytes);
}

void cimg_sha256_end(struct cimg_sha256_stream *stream, uint8_t *digest) {
    if (stream && digest) sha256_digest(&stream->context, CIMG_SHA256_SIZE, digest);
    free(stream);
}
