#include <stdlib.h>
#include <string.h>

#include "cforeign_tiff.h"

/// More samples than colours, opacity and a few masks are planes of something else.
static const uint16_t max_sample_count = 8;

static uint32_t color_count(const struct cforeign_tiff_file *file) {
    switch (file->photometric) {
    case PHOTOMETRIC_MINISBLACK:
    case PHOTOMETRIC_MINISWHITE: return 1;
    case PHOTOMETRIC_RGB: return 3;
    case PHOTOMETRIC_SEPARATED: return 4;
    default: return 0;
    }
}

bool cforeign_tiff_is_plain(const struct cforeign_tiff_file *file) {
    uint32_t colors = color_count(file);
    uint16_t inks = INKSET_CMYK;
    if (file->photometric == PHOTOMETRIC_SEPARATED) {
        cforeign_tiff.TIFFGetFieldDefaulted(file->tiff, TIFFTAG_INKSET, &inks);
    }
    return colors > 0 && inks == INKSET_CMYK && file->sample_count >= colors && file->sample_count <= max_sample_count
        && (file->bit_count == 8 || file->bit_count == 16)
        && (file->sample_format == SAMPLEFORMAT_UINT || file->sample_format == SAMPLEFORMAT_VOID);
}

/// One row of strips or tiles: the samples of its pixels, interleaved.
struct band {
    uint8_t *samples;
    uint8_t *block;          ///< one strip or tile as libtiff gives it
    size_t block_byte_count;
    uint32_t height, block_width, blocks_across;
    size_t sample_byte_count;
    bool is_tiled;
};

static bool make_band(const struct cforeign_tiff_file *file, struct band *band) {
    band->is_tiled = cforeign_tiff.TIFFIsTiled(file->tiff) != 0;
    band->block_width = file->width;
    if (band->is_tiled) {
        cforeign_tiff.TIFFGetField(file->tiff, TIFFTAG_TILEWIDTH, &band->block_width);
        cforeign_tiff.TIFFGetField(file->tiff, TIFFTAG_TILELENGTH, &band->height);
    } else {
        cforeign_tiff.TIFFGetFieldDefaulted(file->tiff, TIFFTAG_ROWSPERSTRIP, &band->height);
        if (band->height > file->height) band->height = file->height;
    }
    if (band->block_width == 0 || band->height == 0) return false;
    band->blocks_across = (file->width - 1) / band->block_width + 1;
    band->sample_byte_count = file->bit_count / 8;
    uint64_t block = band->is_tiled ? cforeign_tiff.TIFFTileSize64(file->tiff)
                                    : cforeign_tiff.TIFFStripSize64(file->tiff);
    // The library and the arithmetic below must mean the same by a block.
    uint64_t samples = file->planar == PLANARCONFIG_SEPARATE ? 1 : file->sample_count;
    uint64_t row = (uint64_t)band->block_width * samples * band->sample_byte_count;
    if (row > UINT32_MAX || block != row * band->height || block > INT64_MAX / 2) return false;
    band->block_byte_count = (size_t)block;
    band->block = calloc(1, band->block_byte_count);
    uint64_t all = (uint64_t)file->width * file->sample_count * band->sample_byte_count;
    band->samples = all <= SIZE_MAX / band->height ? calloc(band->height, (size_t)all) : NULL;
    return band->block && band->samples;
}

/// Puts the block that was read into its place among the pixels; `plane` is its first sample.
static void scatter(const struct cforeign_tiff_file *file, const struct band *band, uint32_t left, uint32_t height,
                    uint16_t plane) {
    bool is_separate = file->planar == PLANARCONFIG_SEPARATE;
    size_t piece = band->sample_byte_count * (is_separate ? 1u : file->sample_count);
    size_t pixel = band->sample_byte_count * file->sample_count;
    uint32_t width = file->width - left < band->block_width ? file->width - left : band->block_width;
    for (uint32_t y = 0; y < height; y++) {
        const uint8_t *from = band->block + (size_t)y * band->block_width * piece;
        uint8_t *to = band->samples + ((size_t)y * file->width + left) * pixel + plane * band->sample_byte_count;
        if (!is_separate) {
            memcpy(to, from, width * piece);
            continue;
        }
        for (uint32_t x = 0; x < width; x++, from += piece, to += pixel) memcpy(to, from, piece);
    }
}

/// Reads the blocks of one row of them; false when one is damaged, whose pixels are then zero.
static bool read_band(const struct cforeign_tiff_file *file, const struct band *band, uint32_t index,
                      uint32_t height) {
    bool is_whole = true;
    uint16_t planes = file->planar == PLANARCONFIG_SEPARATE ? file->sample_count : 1;
    uint32_t bands = (file->height - 1) / band->height + 1;
    for (uint16_t plane = 0; plane < planes; plane++) {
        for (uint32_t column = 0; column < band->blocks_across; column++) {
            uint64_t number = ((uint64_t)plane * bands + index) * band->blocks_across + column;
            // The last strip is short; a tile never is.
            size_t expected = band->is_tiled ? band->block_byte_count : band->block_byte_count / band->height * height;
            memset(band->block, 0, band->block_byte_count);
            tmsize_t count = -1;
            if (number <= UINT32_MAX) {
                count = band->is_tiled
                    ? cforeign_tiff.TIFFReadEncodedTile(file->tiff, (uint32_t)number, band->block, (tmsize_t)expected)
                    : cforeign_tiff.TIFFReadEncodedStrip(file->tiff, (uint32_t)number, band->block, (tmsize_t)expected);
            }
            if (count != (tmsize_t)expected) is_whole = false;
            scatter(file, band, column * band->block_width, height, plane);
        }
    }
    return is_whole;
}

/// A sample of 0 to 65,535, whatever its depth; 16 bits are in the machine's order.
static uint32_t sample(const uint8_t *bytes, size_t byte_count) {
    if (byte_count == 1) return bytes[0] * 257u;
    uint16_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

/// To 8 bits, rounded to the nearest.
static uint8_t narrowed(uint32_t value) { return (uint8_t)((value * 255u + 32895u) >> 16); }

/// Rows of samples to rows of pixels as `Bitmap` has them; in place, as pixels are never longer.
static void convert(const struct cforeign_tiff_file *file, const struct band *band, uint32_t height,
                    uint32_t channel_count) {
    size_t size = band->sample_byte_count;
    uint32_t colors = color_count(file);
    bool has_alpha = channel_count > colors;
    bool is_inverted = file->photometric == PHOTOMETRIC_MINISWHITE;
    bool is_premultiplied = has_alpha && file->extra == EXTRASAMPLE_ASSOCALPHA;
    const uint8_t *from = band->samples;
    uint8_t *to = band->samples;
    for (size_t left = (size_t)file->width * height; left > 0; left--, from += size * file->sample_count) {
        uint32_t alpha = has_alpha ? sample(from + colors * size, size) : 65535;
        for (uint32_t c = 0; c < colors; c++) {
            uint32_t value = sample(from + c * size, size);
            if (is_inverted) value = 65535 - value;
            if (is_premultiplied) value = value >= alpha ? 65535 * (alpha > 0) : (value * 65535u + alpha / 2) / alpha;
            to[c] = narrowed(value);
        }
        if (has_alpha) to[colors] = narrowed(alpha);
        to += channel_count;
    }
}

void cforeign_tiff_decode_samples(
    const struct cforeign_request *request, struct cforeign_tiff_file *file, const uint8_t *profile,
    struct cforeign_output *output) {
    struct band band = { 0 };
    if (!make_band(file, &band)) {
        cforeign_refuse(output, CFOREIGN_DAMAGED, "strips or tiles do not fit the picture");
        return;
    }
    struct cforeign_picture *picture = &output->picture;
    uint32_t colors = color_count(file);
    bool has_alpha = colors < 4 && file->sample_count > colors
        && (file->extra == EXTRASAMPLE_ASSOCALPHA || file->extra == EXTRASAMPLE_UNASSALPHA);
    picture->channel_count = colors + has_alpha;
    picture->is_cmyk = colors == 4;
    bool is_begun = false;
    uint32_t lost_from = file->height;
    for (uint32_t top = 0, index = 0; top < file->height; index++) {
        uint32_t height = file->height - top < band.height ? file->height - top : band.height;
        bool is_whole = read_band(file, &band, index, height);
        if (!is_whole && lost_from > top) lost_from = top;
        if (!is_whole && !request->is_lenient) {
            const char *words = file->message[0] ? file->message : "a strip or tile is too short";
            if (is_begun) cforeign_fail(output, CFOREIGN_DAMAGED, "%s", words);
            else cforeign_refuse(output, CFOREIGN_DAMAGED, "%s", words);
            return;
        }
        convert(file, &band, height, picture->channel_count);
        if (!is_begun) {
            cforeign_begin(output);
            if (profile) cforeign_write(output, profile, picture->profile_byte_count);
            is_begun = true;
        }
        cforeign_write(output, band.samples, (size_t)file->width * height * picture->channel_count);
        top += height;
    }
    output->end.lost_row_count = file->height - lost_from;
    if (file->message[0]) cforeign_fail(output, CFOREIGN_COMPLETED, "%s", file->message);
}
