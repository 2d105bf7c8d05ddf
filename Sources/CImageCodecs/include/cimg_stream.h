#ifndef CIMG_STREAM_H
#define CIMG_STREAM_H
#include <stddef.h>
#include <stdint.h>
struct cimg_inflate_stream;
struct cimg_inflate_stream *cimg_inflate_stream_create(void);
/// 0 more output, 1 wants input, 2 end, 3 bad.
int cimg_inflate_stream_run(struct cimg_inflate_stream *s, const uint8_t *bytes, size_t count, size_t *used,
                            uint8_t *out, size_t room, size_t *made);
void cimg_inflate_stream_free(struct cimg_inflate_stream *s);
#endif
