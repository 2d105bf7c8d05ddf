/// The functions of the foreign libraries that are used, found at run time.
#ifndef CFOREIGN_LIBRARY_H
#define CFOREIGN_LIBRARY_H

#include <libheif/heif.h>
#include <tiffio.h>
#include <webp/decode.h>
#include <webp/demux.h>

// Each list names every function once; the tables and their loading are made from it.
#define CFOREIGN_WEBP_FUNCTIONS(F) \
    F(WebPGetDecoderVersion) F(WebPGetFeaturesInternal) F(WebPInitDecoderConfigInternal) F(WebPDecode) \
    F(WebPIDecode) F(WebPIUpdate) F(WebPIDecGetRGB) F(WebPIDelete)
#define CFOREIGN_WEBP_DEMUX_FUNCTIONS(F) \
    F(WebPAnimDecoderOptionsInitInternal) F(WebPAnimDecoderNewInternal) F(WebPAnimDecoderGetInfo) \
    F(WebPAnimDecoderGetNext) F(WebPAnimDecoderHasMoreFrames) F(WebPAnimDecoderDelete)
#define CFOREIGN_TIFF_FUNCTIONS(F) \
    F(TIFFGetVersion) F(TIFFOpenOptionsAlloc) F(TIFFOpenOptionsFree) F(TIFFOpenOptionsSetMaxSingleMemAlloc) \
    F(TIFFOpenOptionsSetErrorHandlerExtR) F(TIFFOpenOptionsSetWarningHandlerExtR) F(TIFFClientOpenExt) \
    F(TIFFGetField) F(TIFFGetFieldDefaulted) F(TIFFIsTiled) F(TIFFStripSize64) F(TIFFTileSize64) \
    F(TIFFReadEncodedStrip) F(TIFFReadEncodedTile) F(TIFFRGBAImageOK) F(TIFFRGBAImageBegin) F(TIFFRGBAImageGet)
#define CFOREIGN_HEIF_FUNCTIONS(F) \
    F(heif_get_version) F(heif_context_alloc) F(heif_context_set_maximum_image_size_limit) \
    F(heif_context_set_max_decoding_threads) F(heif_context_read_from_memory_without_copy) \
    F(heif_context_get_primary_image_handle) F(heif_image_handle_get_width) F(heif_image_handle_get_height) \
    F(heif_image_handle_has_alpha_channel) F(heif_image_handle_is_premultiplied_alpha) \
    F(heif_image_handle_get_color_profile_type) F(heif_image_handle_get_raw_color_profile_size) \
    F(heif_image_handle_get_raw_color_profile) F(heif_image_handle_get_nclx_color_profile) \
    F(heif_decoding_options_alloc) F(heif_decode_image) F(heif_image_get_width) F(heif_image_get_height) \
    F(heif_image_get_plane_readonly)

#define CFOREIGN_SLOT(name) __typeof__(name) *name;

struct cforeign_webp_library { CFOREIGN_WEBP_FUNCTIONS(CFOREIGN_SLOT) CFOREIGN_WEBP_DEMUX_FUNCTIONS(CFOREIGN_SLOT) };
struct cforeign_tiff_library { CFOREIGN_TIFF_FUNCTIONS(CFOREIGN_SLOT) };
struct cforeign_heif_library { CFOREIGN_HEIF_FUNCTIONS(CFOREIGN_SLOT) };

/// Loaded once for the process, before the first fork; only to be used when `cforeign_missing_library` named none.
extern struct cforeign_webp_library cforeign_webp;
extern struct cforeign_tiff_library cforeign_tiff;
extern struct cforeign_heif_library cforeign_heif;

#endif
