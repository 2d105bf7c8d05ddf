#include <stdlib.h>

#include "cforeign_internal.h"
#include "cforeign_library.h"

/// libheif's own memory checks answer as damage; they are told apart by their code.
static void refuse(struct cforeign_output *output, struct heif_error error) {
    enum cforeign_status status = CFOREIGN_DAMAGED;
    if (error.code == heif_error_Memory_allocation_error) status = CFOREIGN_OUT_OF_MEMORY;
    if (error.code == heif_error_Unsupported_feature || error.code == heif_error_Unsupported_filetype) {
        status = CFOREIGN_UNSUPPORTED;
    }
    cforeign_refuse(output, status, "%s", error.message ? error.message : "");
}

/// Fills in the profile, or the code points where there is none; NULL when there is no profile.
static uint8_t *read_colors(
    const struct cforeign_request *request, const struct heif_image_handle *handle, struct cforeign_picture *picture) {
    struct heif_color_profile_nclx *codes = NULL;
    if (cforeign_heif.heif_image_handle_get_nclx_color_profile(handle, &codes).code == heif_error_Ok && codes) {
        picture->color_primaries = (uint32_t)codes->color_primaries;
        picture->transfer = (uint32_t)codes->transfer_characteristics;
    }
    enum heif_color_profile_type type = cforeign_heif.heif_image_handle_get_color_profile_type(handle);
    if (type != heif_color_profile_type_prof && type != heif_color_profile_type_rICC) return NULL;
    size_t byte_count = cforeign_heif.heif_image_handle_get_raw_color_profile_size(handle);
    if (byte_count == 0 || byte_count > request->max_profile_byte_count) return NULL;
    uint8_t *profile = malloc(byte_count);
    if (!profile) return NULL;
    if (cforeign_heif.heif_image_handle_get_raw_color_profile(handle, profile).code != heif_error_Ok) return NULL;
    picture->profile_byte_count = (uint32_t)byte_count;
    return profile;
}

static struct heif_image *decode(
    const struct cforeign_request *request, const struct heif_image_handle *handle, bool has_alpha,
    struct cforeign_output *output) {
    struct heif_decoding_options *options = cforeign_heif.heif_decoding_options_alloc();
    if (options) {
        options->convert_hdr_to_8bit = 1;
        if (options->version >= 3) options->strict_decoding = !request->is_lenient;
    }
    struct heif_image *image = NULL;
    struct heif_error error = cforeign_heif.heif_decode_image(
        handle, &image, heif_colorspace_RGB, has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB,
        options);
    if (error.code == heif_error_Ok && image) return image;
    refuse(output, error);
    return NULL;
}

static const struct heif_image_handle *open_primary(
    const struct cforeign_request *request, struct cforeign_output *output) {
    struct heif_context *context = cforeign_heif.heif_context_alloc();
    struct heif_image_handle *handle = NULL;
    if (!context) {
        cforeign_refuse(output, CFOREIGN_OUT_OF_MEMORY, "no memory");
        return NULL;
    }
    // The limit is on a side; 32,768 is libheif's own, and a side cannot have more pixels than the picture.
    const int own_limit = 32768;
    if (request->max_pixel_count && request->max_pixel_count < (uint64_t)own_limit) {
        cforeign_heif.heif_context_set_maximum_image_size_limit(context, (int)request->max_pixel_count);
    }
    // Tiles one after the other: the child has one budget, and its answer must not depend on the machine.
    cforeign_heif.heif_context_set_max_decoding_threads(context, 0);
    struct heif_error error = cforeign_heif.heif_context_read_from_memory_without_copy(
        context, request->bytes, request->byte_count, NULL);
    if (error.code == heif_error_Ok) {
        error = cforeign_heif.heif_context_get_primary_image_handle(context, &handle);
    }
    if (error.code == heif_error_Ok) return handle;
    refuse(output, error);
    return NULL;
}

void cforeign_decode_heif(const struct cforeign_request *request, struct cforeign_output *output) {
    const struct heif_image_handle *handle = open_primary(request, output);
    if (!handle) return;
    int width = cforeign_heif.heif_image_handle_get_width(handle);
    int height = cforeign_heif.heif_image_handle_get_height(handle);
    if (!cforeign_allow(request, output, width > 0 ? (uint64_t)width : 0, height > 0 ? (uint64_t)height : 0)) return;
    bool has_alpha = cforeign_heif.heif_image_handle_has_alpha_channel(handle) != 0;
    struct heif_image *image = decode(request, handle, has_alpha, output);
    if (!image) return;
    // The coded picture decides, whatever its box says.
    width = cforeign_heif.heif_image_get_width(image, heif_channel_interleaved);
    height = cforeign_heif.heif_image_get_height(image, heif_channel_interleaved);
    if (!cforeign_allow(request, output, width > 0 ? (uint64_t)width : 0, height > 0 ? (uint64_t)height : 0)) return;
    int stride = 0;
    const uint8_t *rows = cforeign_heif.heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride);
    struct cforeign_picture *picture = &output->picture;
    picture->width = (uint32_t)width;
    picture->height = (uint32_t)height;
    picture->channel_count = has_alpha ? 4 : 3;
    if (!rows || stride < width * (int)picture->channel_count) {
        cforeign_refuse(output, CFOREIGN_DAMAGED, "the decoder made no rows");
        return;
    }
    uint8_t *profile = read_colors(request, handle, picture);
    cforeign_begin(output);
    if (profile) cforeign_write(output, profile, picture->profile_byte_count);
    bool is_premultiplied = has_alpha && cforeign_heif.heif_image_handle_is_premultiplied_alpha(handle);
    for (uint32_t y = 0; y < picture->height; y++) {
        // The image is this process's own; its rows may be changed.
        uint8_t *row = (uint8_t *)(uintptr_t)(rows + (size_t)y * (size_t)stride);
        if (is_premultiplied) cforeign_unpremultiply(row, picture->width, picture->channel_count);
        cforeign_write_rows(output, row, 0, 1);
    }
}
