#include "cforeign_tiff.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// MARK: The file in memory

static tmsize_t read_bytes(thandle_t handle, void *buffer, tmsize_t wanted) {
    struct cforeign_tiff_file *file = handle;
    if (wanted <= 0 || file->offset >= file->byte_count) return 0;
    size_t left = file->byte_count - file->offset;
    size_t count = (size_t)wanted < left ? (size_t)wanted : left;
    memcpy(buffer, file->bytes + file->offset, count);
    file->offset += count;
    return (tmsize_t)count;
}

static tmsize_t write_bytes(thandle_t handle, void *buffer, tmsize_t count) {
    (void)handle, (void)buffer, (void)count;
    return -1;
}

static toff_t seek(thandle_t handle, toff_t offset, int whence) {
    struct cforeign_tiff_file *file = handle;
    if (whence == SEEK_CUR) offset += file->offset;
    if (whence == SEEK_END) offset += file->byte_count;
    // Past the end is legal; reading there gives nothing.
    file->offset = offset < SIZE_MAX ? (size_t)offset : SIZE_MAX;
    return offset;
}

static int close_nothing(thandle_t handle) {
    (void)handle;
    return 0;
}

static toff_t size(thandle_t handle) { return ((struct cforeign_tiff_file *)handle)->byte_count; }

/// The first words are kept: what comes after is most often the consequence.
static int keep_message(TIFF *tiff, void *data, const char *module, const char *format, va_list arguments) {
    (void)tiff, (void)module;
    struct cforeign_tiff_file *file = data;
    if (!file->message[0]) vsnprintf(file->message, sizeof file->message, format, arguments);
    return 1;
}

static int ignore_message(TIFF *tiff, void *data, const char *module, const char *format, va_list arguments) {
    (void)tiff, (void)data, (void)module, (void)format, (void)arguments;
    return 1;
}

static bool open_file(const struct cforeign_request *request, struct cforeign_tiff_file *file) {
    TIFFOpenOptions *options = cforeign_tiff.TIFFOpenOptionsAlloc();
    if (!options) return false;
    cforeign_tiff.TIFFOpenOptionsSetErrorHandlerExtR(options, keep_message, file);
    cforeign_tiff.TIFFOpenOptionsSetWarningHandlerExtR(options, ignore_message, file);
    if (request->max_pixel_count) {
        // No strip or tag of a picture within the limit is larger than all its samples.
        uint64_t most = request->max_pixel_count * 8;
        cforeign_tiff.TIFFOpenOptionsSetMaxSingleMemAlloc(options, most < INT64_MAX ? (tmsize_t)most : INT64_MAX);
    }
    // "m": no mapping; the bytes are in memory already.
    file->tiff = cforeign_tiff.TIFFClientOpenExt(
        "picture", "rm", file, read_bytes, write_bytes, seek, close_nothing, size, NULL, NULL, options);
    return file->tiff != NULL;
}

// MARK: The directory

static void read_directory(struct cforeign_tiff_file *file) {
    TIFF *tiff = file->tiff;
    uint16_t extra_count = 0, *extras = NULL;
    cforeign_tiff.TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &file->width);
    cforeign_tiff.TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &file->height);
    cforeign_tiff.TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &file->sample_count);
    cforeign_tiff.TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &file->bit_count);
    cforeign_tiff.TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &file->sample_format);
    cforeign_tiff.TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &file->planar);
    cforeign_tiff.TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &file->compression);
    cforeign_tiff.TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &file->orientation);
    if (!cforeign_tiff.TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &file->photometric)) {
        file->photometric = file->sample_count >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
    }
    cforeign_tiff.TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &extra_count, &extras);
    file->extra = extra_count > 0 && extras ? extras[0] : EXTRASAMPLE_UNSPECIFIED;
}

/// The first directory of a camera's raw file is a thumbnail, and its picture is not one to convert as it is.
static bool is_camera_raw(const struct cforeign_tiff_file *file) {
    uint32_t kind = 0;
    uint16_t count = 0;
    uint8_t *version = NULL;
    void *offsets = NULL;
    if (cforeign_tiff.TIFFGetField(file->tiff, TIFFTAG_DNGVERSION, &version)) return true;
    if (file->photometric == PHOTOMETRIC_CFA) return true;
    bool is_reduced = cforeign_tiff.TIFFGetField(file->tiff, TIFFTAG_SUBFILETYPE, &kind)
        && (kind & FILETYPE_REDUCEDIMAGE);
    return is_reduced && cforeign_tiff.TIFFGetField(file->tiff, TIFFTAG_SUBIFD, &count, &offsets);
}

static const uint8_t *find_profile(
    const struct cforeign_request *request, struct cforeign_tiff_file *file, struct cforeign_output *output) {
    uint32_t byte_count = 0;
    const uint8_t *profile = NULL;
    if (!cforeign_tiff.TIFFGetField(file->tiff, TIFFTAG_ICCPROFILE, &byte_count, &profile)) return NULL;
    if (!profile || byte_count == 0 || byte_count > request->max_profile_byte_count) return NULL;
    output->picture.profile_byte_count = byte_count;
    return profile;
}

// MARK: By libtiff's own conversion

/// Palettes, bits, YCbCr, Lab and the rest become RGB by libtiff.
static void decode_rgba(
    const struct cforeign_request *request, struct cforeign_tiff_file *file, const uint8_t *profile,
    struct cforeign_output *output) {
    char words[1024] = "";
    TIFFRGBAImage image;
    if (!cforeign_tiff.TIFFRGBAImageOK(file->tiff, words)
        || !cforeign_tiff.TIFFRGBAImageBegin(&image, file->tiff, !request->is_lenient, words)) {
        cforeign_refuse(output, CFOREIGN_UNSUPPORTED, "%.150s", words);
        return;
    }
    // Rows as they are stored; who shows them turns them.
    image.req_orientation = image.orientation;
    size_t pixel_count = (size_t)file->width * file->height;
    uint32_t *raster = calloc(pixel_count, sizeof *raster);
    if (!raster) {
        cforeign_refuse(output, CFOREIGN_OUT_OF_MEMORY, "no memory for the pixels");
        return;
    }
    if (!cforeign_tiff.TIFFRGBAImageGet(&image, raster, file->width, file->height) && !request->is_lenient) {
        cforeign_refuse(output, CFOREIGN_DAMAGED, "%s", file->message);
        return;
    }
    struct cforeign_picture *picture = &output->picture;
    picture->channel_count = image.alpha ? 4 : 3;
    // In place: a pixel of three or four bytes never ends behind the word it comes from.
    uint8_t *pixels = (uint8_t *)raster;
    for (size_t i = 0; i < pixel_count; i++) {
        uint32_t word = raster[i];
        uint8_t *pixel = pixels + i * picture->channel_count;
        pixel[0] = (uint8_t)TIFFGetR(word);
        pixel[1] = (uint8_t)TIFFGetG(word);
        pixel[2] = (uint8_t)TIFFGetB(word);
        if (image.alpha) pixel[3] = (uint8_t)TIFFGetA(word);
    }
    if (image.alpha) cforeign_unpremultiply(pixels, pixel_count, 4);
    cforeign_begin(output);
    if (profile) cforeign_write(output, profile, picture->profile_byte_count);
    cforeign_write(output, pixels, pixel_count * picture->channel_count);
    if (file->message[0]) cforeign_fail(output, CFOREIGN_COMPLETED, "%s", file->message);
}

void cforeign_decode_tiff(const struct cforeign_request *request, struct cforeign_output *output) {
    struct cforeign_tiff_file file = { .bytes = request->bytes, .byte_count = request->byte_count };
    if (!open_file(request, &file)) {
        cforeign_refuse(output, CFOREIGN_DAMAGED, "%s", file.message[0] ? file.message : "no directory");
        return;
    }
    read_directory(&file);
    if (is_camera_raw(&file)) {
        cforeign_refuse(output, CFOREIGN_UNSUPPORTED, "the file is a camera's raw picture");
        return;
    }
    if (!cforeign_allow(request, output, file.width, file.height)) return;
    output->picture.width = file.width;
    output->picture.height = file.height;
    output->picture.orientation = file.orientation >= 1 && file.orientation <= 8 ? file.orientation : 1;
    const uint8_t *profile = find_profile(request, &file, output);
    if (cforeign_tiff_is_plain(&file)) cforeign_tiff_decode_samples(request, &file, profile, output);
    else decode_rgba(request, &file, profile, output);
}
