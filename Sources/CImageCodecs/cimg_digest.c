#include "cimg_digest.h"

#include <nettle/sha2.h>

void cimg_sha256(const uint8_t *bytes, size_t count, uint8_t digest[CIMG_SHA256_SIZE]) {
    struct sha256_ctx context;
    sha256_init(&context);
    if (count > 0) sha256_update(&context, count, bytes);
    sha256_digest(&context, CIMG_SHA256_SIZE, digest);
}
