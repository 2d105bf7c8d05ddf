#include <stdlib.h>
#include <string.h>

#include "cforeign_internal.h"
#include "cforeign_library.h"

static const char *words_for(VP8StatusCode status) {
    switch (status) {
    case VP8_STATUS_OUT_OF_MEMORY: return "no memory";
    case VP8_STATUS_UNSUPPORTED_FEATURE: return "unsupported feature";
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA: return "the data end before the picture does";
    default: return "the bitstream is damaged";
    }
}

static enum cforeign_status status_for(VP8StatusCode status) {
    if (status == VP8_STATUS_OUT_OF_MEMORY) return CFOREIGN_OUT_OF_MEMORY;
    return status == VP8_STATUS_UNSUPPORTED_FEATURE ? CFOREIGN_UNSUPPORTED : CFOREIGN_DAMAGED;
}

/// Decodes as far as it goes; rows that never came stay zero.
static VP8StatusCode decode_leniently(
    const struct cforeign_request *request, WebPDecoderConfig *config, uint32_t *lost_row_count) {
    *lost_row_count = (uint32_t)config->input.height;
    WebPIDecoder *decoder = cforeign_webp.WebPIDecode(NULL, 0, config);
    if (!decoder) return VP8_STATUS_OUT_OF_MEMORY;
    VP8StatusCode status = cforeign_webp.WebPIUpdate(decoder, request->bytes, request->byte_count);
    int last = 0;
    if (status == VP8_STATUS_OK) *lost_row_count = 0;
    else if (cforeign_webp.WebPIDecGetRGB(decoder, &last, NULL, NULL, NULL)) *lost_row_count -= (uint32_t)last;
    return *lost_row_count < (uint32_t)config->input.height ? VP8_STATUS_OK : status;
}

static void decode_still(
    const struct cforeign_request *request, WebPDecoderConfig *config, struct cforeign_output *output) {
    struct cforeign_picture *picture = &output->picture;
    picture->channel_count = config->input.has_alpha ? 4 : 3;
    size_t stride = (size_t)picture->width * picture->channel_count;
    uint8_t *pixels = calloc(picture->height, stride);
    if (!pixels) {
        cforeign_refuse(output, CFOREIGN_OUT_OF_MEMORY, "no memory for the pixels");
        return;
    }
    config->output.colorspace = config->input.has_alpha ? MODE_RGBA : MODE_RGB;
    config->output.is_external_memory = 1;
    config->output.u.RGBA.rgba = pixels;
    config->output.u.RGBA.stride = (int)stride;
    config->output.u.RGBA.size = stride * picture->height;
    VP8StatusCode status = request->is_lenient
        ? decode_leniently(request, config, &output->end.lost_row_count)
        : cforeign_webp.WebPDecode(request->bytes, request->byte_count, config);
    if (status != VP8_STATUS_OK) {
        cforeign_refuse(output, status_for(status), "%s", words_for(status));
        return;
    }
    cforeign_begin(output);
    cforeign_write_rows(output, pixels, stride, picture->height);
}

/// Of one colour, or nothing but transparent.
static bool is_blank(const uint8_t *pixels, size_t pixel_count) {
    bool is_even = true, is_clear = true;
    for (size_t i = 0; i < pixel_count && (is_even || is_clear); i++) {
        is_even = is_even && memcmp(pixels, pixels + 4 * i, 4) == 0;
        is_clear = is_clear && pixels[4 * i + 3] == 0;
    }
    return is_even || is_clear;
}

/// The frame that was asked for: `first` takes a copy of the first where a later one may be it.
static const uint8_t *find_frame(
    const struct cforeign_request *request, WebPAnimDecoder *decoder, size_t pixel_count, uint8_t *first) {
    uint8_t *frame = NULL;
    int milliseconds;
    if (!cforeign_webp.WebPAnimDecoderGetNext(decoder, &frame, &milliseconds)) return NULL;
    if (!request->wants_frame_not_blank || !is_blank(frame, pixel_count)) return frame;
    memcpy(first, frame, 4 * pixel_count);
    while (cforeign_webp.WebPAnimDecoderHasMoreFrames(decoder)) {
        if (!cforeign_webp.WebPAnimDecoderGetNext(decoder, &frame, &milliseconds)) break;
        if (!is_blank(frame, pixel_count)) return frame;
    }
    return first;
}

static void decode_animation(const struct cforeign_request *request, struct cforeign_output *output) {
    WebPAnimDecoderOptions options;
    const WebPData data = { request->bytes, request->byte_count };
    if (!cforeign_webp.WebPAnimDecoderOptionsInitInternal(&options, WEBP_DEMUX_ABI_VERSION)) {
        cforeign_refuse(output, CFOREIGN_UNSUPPORTED, "libwebpdemux is of another version");
        return;
    }
    options.color_mode = MODE_RGBA;
    options.use_threads = 0;
    WebPAnimDecoder *decoder = cforeign_webp.WebPAnimDecoderNewInternal(&data, &options, WEBP_DEMUX_ABI_VERSION);
    WebPAnimInfo info;
    if (!decoder || !cforeign_webp.WebPAnimDecoderGetInfo(decoder, &info)) {
        cforeign_refuse(output, CFOREIGN_DAMAGED, "the animation is damaged or cut");
        return;
    }
    if (request->max_frame_count && info.frame_count > request->max_frame_count) {
        cforeign_refuse(output, CFOREIGN_OVER_FRAMES, "animation has %u frames", info.frame_count);
        return;
    }
    struct cforeign_picture *picture = &output->picture;
    size_t pixel_count = (size_t)info.canvas_width * info.canvas_height;
    uint8_t *first = calloc(pixel_count, 4);
    const uint8_t *frame = first ? find_frame(request, decoder, pixel_count, first) : NULL;
    if (!frame) {
        cforeign_refuse(output, first ? CFOREIGN_DAMAGED : CFOREIGN_OUT_OF_MEMORY, "no frame could be decoded");
        return;
    }
    picture->width = info.canvas_width;
    picture->height = info.canvas_height;
    picture->frame_count = info.frame_count;
    picture->channel_count = 4;
    cforeign_begin(output);
    cforeign_write_rows(output, frame, (size_t)4 * picture->width, picture->height);
}

void cforeign_decode_webp(const struct cforeign_request *request, struct cforeign_output *output) {
    WebPDecoderConfig config;
    if (!cforeign_webp.WebPInitDecoderConfigInternal(&config, WEBP_DECODER_ABI_VERSION)) {
        cforeign_refuse(output, CFOREIGN_UNSUPPORTED, "libwebp is of another version");
        return;
    }
    VP8StatusCode status = cforeign_webp.WebPGetFeaturesInternal(
        request->bytes, request->byte_count, &config.input, WEBP_DECODER_ABI_VERSION);
    if (status != VP8_STATUS_OK) {
        cforeign_refuse(output, status_for(status), "%s", words_for(status));
        return;
    }
    if (!cforeign_allow(request, output, (uint64_t)config.input.width, (uint64_t)config.input.height)) return;
    output->picture.width = (uint32_t)config.input.width;
    output->picture.height = (uint32_t)config.input.height;
    if (config.input.has_animation) decode_animation(request, output);
    else decode_still(request, &config, output);
}
