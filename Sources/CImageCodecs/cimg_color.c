#include "cimg_color.h"

#include <dlfcn.h>
#include <lcms2.h>
#include <pthread.h>
#include <string.h>

/// The functions of Little CMS that are used, found at run time: only pictures with a profile of their own need them.
struct lcms {
    __typeof__(cmsGetEncodedCMMversion) *get_version;
    __typeof__(cmsCreateContext) *create_context;
    __typeof__(cmsDeleteContext) *delete_context;
    __typeof__(cmsSetLogErrorHandlerTHR) *set_log;
    __typeof__(cmsOpenProfileFromMemTHR) *open_profile;
    __typeof__(cmsCloseProfile) *close_profile;
    __typeof__(cmsGetColorSpace) *get_color_space;
    __typeof__(cmsCreate_sRGBProfileTHR) *create_srgb;
    __typeof__(cmsBuildParametricToneCurve) *build_curve;
    __typeof__(cmsFreeToneCurve) *free_curve;
    __typeof__(cmsCreateGrayProfileTHR) *create_gray;
    __typeof__(cmsD50_xyY) *d50;
    __typeof__(cmsCreateTransformTHR) *create_transform;
    __typeof__(cmsDoTransform) *do_transform;
    __typeof__(cmsDeleteTransform) *delete_transform;
};

static struct lcms lcms;
static bool is_usable;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/// Stores the address of a symbol in a function pointer; C has no cast between the two kinds of pointer.
static bool find(void *handle, const char *name, void *slot) {
    void *symbol = dlsym(handle, name);
    memcpy(slot, &symbol, sizeof symbol);
    return symbol != NULL;
}

static void load(void) {
    void *handle = dlopen("liblcms2.so.2", RTLD_NOW | RTLD_LOCAL);
    is_usable = handle != NULL && find(handle, "cmsGetEncodedCMMversion", &lcms.get_version)
        && find(handle, "cmsCreateContext", &lcms.create_context)
        && find(handle, "cmsDeleteContext", &lcms.delete_context)
        && find(handle, "cmsSetLogErrorHandlerTHR", &lcms.set_log)
        && find(handle, "cmsOpenProfileFromMemTHR", &lcms.open_profile)
        && find(handle, "cmsCloseProfile", &lcms.close_profile)
        && find(handle, "cmsGetColorSpace", &lcms.get_color_space)
        && find(handle, "cmsCreate_sRGBProfileTHR", &lcms.create_srgb)
        && find(handle, "cmsBuildParametricToneCurve", &lcms.build_curve)
        && find(handle, "cmsFreeToneCurve", &lcms.free_curve)
        && find(handle, "cmsCreateGrayProfileTHR", &lcms.create_gray) && find(handle, "cmsD50_xyY", &lcms.d50)
        && find(handle, "cmsCreateTransformTHR", &lcms.create_transform)
        && find(handle, "cmsDoTransform", &lcms.do_transform)
        && find(handle, "cmsDeleteTransform", &lcms.delete_transform);
}

static bool is_loaded(void) {
    pthread_once(&once, load);
    return is_usable;
}

/// The library would print otherwise.
static void stay_silent(cmsContext context, cmsUInt32Number code, const char *text) {
    (void)context, (void)code, (void)text;
}

/// Gray with the tone curve of sRGB (IEC 61966-2-1).
static cmsHPROFILE create_srgb_gray(cmsContext context) {
    const cmsFloat64Number curve[] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
    cmsToneCurve *tone = lcms.build_curve(context, 4, curve);
    if (tone == NULL) return NULL;
    cmsHPROFILE profile = lcms.create_gray(context, lcms.d50(), tone);
    lcms.free_curve(tone);
    return profile;
}

static cmsUInt32Number format(uint32_t color_count, bool has_alpha) {
    switch (color_count) {
    case 1: return has_alpha ? TYPE_GRAYA_8 : TYPE_GRAY_8;
    case 3: return has_alpha ? TYPE_RGBA_8 : TYPE_RGB_8;
    default: return TYPE_CMYK_8;
    }
}

static cmsColorSpaceSignature color_space(uint32_t color_count) {
    return color_count == 1 ? cmsSigGrayData : color_count == 3 ? cmsSigRgbData : cmsSigCmykData;
}

static enum cimg_color_status transform(
    cmsContext context, cmsHPROFILE source, cmsHPROFILE target, const struct cimg_color_job *job) {
    cmsHTRANSFORM transform = lcms.create_transform(
        context, source, format(job->color_count, job->has_alpha), target,
        format(job->color_count == 1 ? 1 : 3, job->has_alpha), INTENT_PERCEPTUAL, cmsFLAGS_COPY_ALPHA);
    if (transform == NULL) return CIMG_COLOR_BAD_PROFILE;
    size_t input_size = job->color_count + job->has_alpha;
    size_t output_size = (job->color_count == 1 ? 1u : 3u) + job->has_alpha;
    // In runs: the library counts pixels in 32 bits.
    const size_t run = 1 << 16;
    for (size_t start = 0; start < job->pixel_count; start += run) {
        size_t count = job->pixel_count - start < run ? job->pixel_count - start : run;
        lcms.do_transform(
            transform, job->input + start * input_size, job->output + start * output_size, (cmsUInt32Number)count);
    }
    lcms.delete_transform(transform);
    return CIMG_COLOR_DONE;
}

enum cimg_color_status cimg_color_to_srgb(const struct cimg_color_job *job) {
    if (!is_loaded()) return CIMG_COLOR_NO_LIBRARY;
    if (job->profile_size > UINT32_MAX) return CIMG_COLOR_BAD_PROFILE;
    cmsContext context = lcms.create_context(NULL, NULL);
    if (context == NULL) return CIMG_COLOR_NO_MEMORY;
    lcms.set_log(context, stay_silent);
    enum cimg_color_status status = CIMG_COLOR_BAD_PROFILE;
    cmsHPROFILE source = lcms.open_profile(context, job->profile, (cmsUInt32Number)job->profile_size);
    cmsHPROFILE target = job->color_count == 1 ? create_srgb_gray(context) : lcms.create_srgb(context);
    if (target == NULL) status = CIMG_COLOR_NO_MEMORY;
    if (source != NULL && target != NULL && lcms.get_color_space(source) == color_space(job->color_count)) {
        status = transform(context, source, target, job);
    }
    if (source != NULL) lcms.close_profile(source);
    if (target != NULL) lcms.close_profile(target);
    lcms.delete_context(context);
    return status;
}

int cimg_color_version(void) { return is_loaded() ? lcms.get_version() : 0; }
