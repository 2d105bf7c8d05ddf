#include "peers_internal.h"

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

struct source {
    const uint8_t *bytes;
    size_t count, offset;
};

static int read_bytes(GifFileType *gif, GifByteType *out, int count) {
    struct source *source = gif->UserData;
    size_t left = source->count - source->offset;
    size_t step = (size_t)count < left ? (size_t)count : left;
    memcpy(out, source->bytes + source->offset, step);
    source->offset += step;
    return (int)step;
}

static bool read_image(GifFileType *gif) {
    if (DGifGetImageDesc(gif) == GIF_ERROR) return false;
    int width = gif->Image.Width;
    GifPixelType *line = malloc((size_t)width);
    bool is_whole = line != NULL;
    for (int y = 0; is_whole && y < gif->Image.Height; y++) is_whole = DGifGetLine(gif, line, width) == GIF_OK;
    free(line);
    return is_whole;
}

static bool skip_extension(GifFileType *gif) {
    GifByteType *block;
    int code;
    if (DGifGetExtension(gif, &code, &block) == GIF_ERROR) return false;
    while (block != NULL) {
        if (DGifGetExtensionNext(gif, &block) == GIF_ERROR) return false;
    }
    return true;
}

bool peer_giflib(const uint8_t *bytes, size_t count) {
    struct source source = {bytes, count, 0};
    GifFileType *gif = DGifOpen(&source, read_bytes, NULL);
    if (gif == NULL) return false;
    bool is_whole = true;
    GifRecordType type = UNDEFINED_RECORD_TYPE;
    while (is_whole && type != TERMINATE_RECORD_TYPE) {
        is_whole = DGifGetRecordType(gif, &type) == GIF_OK;
        if (is_whole && type == IMAGE_DESC_RECORD_TYPE) is_whole = read_image(gif);
        if (is_whole && type == EXTENSION_RECORD_TYPE) is_whole = skip_extension(gif);
    }
    DGifCloseFile(gif, NULL);
    return is_whole;
}

bool peer_giflib_slurp(const uint8_t *bytes, size_t count) {
    struct source source = {bytes, count, 0};
    GifFileType *gif = DGifOpen(&source, read_bytes, NULL);
    if (gif == NULL) return false;
    bool is_whole = DGifSlurp(gif) == GIF_OK;
    DGifCloseFile(gif, NULL);
    return is_whole;
}

const char *peer_gif_version(void) {
    return "giflib " TEXT(GIFLIB_MAJOR) "." TEXT(GIFLIB_MINOR) "." TEXT(GIFLIB_RELEASE);
}
