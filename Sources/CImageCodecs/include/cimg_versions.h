/// Versions of the libraries this build uses, for `pushimage version` and bug reports.
#ifndef CIMG_VERSIONS_H
#define CIMG_VERSIONS_H

enum { CIMG_VERSION_CAPACITY = 24 };

/// NUL-terminated printable ASCII, cut to the capacity.
struct cimg_versions {
    char libpng[CIMG_VERSION_CAPACITY];        ///< of the library loaded at run time
    char zlib[CIMG_VERSION_CAPACITY];          ///< of the library loaded at run time
    char nettle[CIMG_VERSION_CAPACITY];        ///< of the library loaded at run time
    char libjpeg_turbo[CIMG_VERSION_CAPACITY]; ///< of the headers compiled with: the library has no call that tells
    char isal[CIMG_VERSION_CAPACITY];          ///< of the headers compiled with
    char giflib[CIMG_VERSION_CAPACITY];        ///< of the headers compiled with: the library has no call that tells
};

/// Fills every field.
void cimg_versions(struct cimg_versions *versions);

#endif
