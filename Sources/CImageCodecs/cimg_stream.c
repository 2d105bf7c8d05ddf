#include "cimg_stream.h"
#include <stdlib.h>
#include <zlib.h>
struct cimg_inflate_stream { z_stream z; };
struct cimg_inflate_stream *cimg_inflate_stream_create(void) {
    struct cimg_inflate_stream *s = calloc(1, sizeof *s);
    if (s && inflateInit2(&s->z, 0) != Z_OK) { free(s); return NULL; }
    return s;
}
int cimg_inflate_stream_run(struct cimg_inflate_stream *s, const uint8_t *bytes, size_t count, size_t *used,
                            uint8_t *out, size_t room, size_t *made) {
    s->z.next_in = (Bytef *)(uintptr_t)bytes; s->z.avail_in = (uInt)count;
    s->z.next_out = out; s->z.avail_out = (uInt)room;
    int code = inflate(&s->z, Z_NO_FLUSH);
    *used = count - s->z.avail_in; *made = room - s->z.avail_out;
    return code == Z_OK ? 0 : code == Z_BUF_ERROR ? 1 : code == Z_STREAM_END ? 2 : 3;
}
void cimg_inflate_stream_free(struct cimg_inflate_stream *s) { if (s) { inflateEnd(&s->z); free(s); } }
