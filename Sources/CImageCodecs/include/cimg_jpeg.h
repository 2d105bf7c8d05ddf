/// JPEG by libjpeg-turbo: every entropy-coded symbol is decoded, at an eighth of the size, and the rows are thrown away.
#ifndef CIMG_JPEG_H
#define CIMG_JPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cimg_report.h"

/// What a message of this job means: `cimg_message.code`. The text beside it is the library's own.
enum cimg_jpeg_code {
    // Warnings: the library goes on and makes up what is missing.
    CIMG_JPEG_OTHER_WARNING = 1,
    CIMG_JPEG_EXTRANEOUS_HEADER, ///< bytes between markers, before the first scan
    CIMG_JPEG_EXTRANEOUS_SCAN,   ///< bytes between markers, once the first scan has begun
    CIMG_JPEG_HIT_MARKER,        ///< the data of a scan ends before its last block
    CIMG_JPEG_BAD_HUFFMAN,       ///< a code that is in no table
    CIMG_JPEG_BAD_ARITHMETIC,    ///< an impossible arithmetic code
    CIMG_JPEG_MUST_RESYNC,       ///< another marker where a restart marker is due
    CIMG_JPEG_EOF,               ///< the file ends without an EOI marker
    CIMG_JPEG_BOGUS_PROGRESSION, ///< scans refine what was not sent, or send it twice
    CIMG_JPEG_NOT_SEQUENTIAL,    ///< progressive parameters in a sequential scan
    CIMG_JPEG_ADOBE_XFORM,       ///< unknown colour transform in APP14
    CIMG_JPEG_JFIF_VERSION,      ///< unknown JFIF version in APP0

    // Errors: the library refuses to go on.
    CIMG_JPEG_OTHER_ERROR = 64,
    CIMG_JPEG_BAD_HEADER,         ///< SOI, SOF or a segment's length is illegal
    CIMG_JPEG_MISSING_HEADER,     ///< no SOF before SOS
    CIMG_JPEG_MISSING_SCAN,       ///< no SOS before EOI
    CIMG_JPEG_BAD_SCAN_HEADER,    ///< SOS names what does not exist, or illegal progression parameters
    CIMG_JPEG_SECOND_SCAN,        ///< a further scan after one that held the whole picture
    CIMG_JPEG_BAD_TABLE,          ///< DHT, DQT or DAC is illegal
    CIMG_JPEG_MISSING_TABLE,      ///< a scan uses a table that was not defined
    CIMG_JPEG_UNSUPPORTED_CODING, ///< a process or precision that the library does not decode

    // Why a job ended as CIMG_OVER_BUDGET or was cut short.
    CIMG_JPEG_OVER_PIXELS = 128,
    CIMG_JPEG_OVER_SCANS,
    CIMG_JPEG_OVER_TIME,
    CIMG_JPEG_HOPELESS, ///< so many warnings about pixels that the rest was not read
    CIMG_JPEG_OVER_COEFFICIENTS,
    CIMG_JPEG_TURN_LOSES, ///< the turn asked for is not possible without loss
};

/// Decodes the whole file `bytes[0..<count]` and writes what happened to `report`.
///
/// Nothing is kept of the pixels, APPn and COM segments are skipped, bytes after EOI are not read. Memory: a few rows;
/// for progressive files and files of several scans also two bytes per coefficient, which the caller must bound.
/// `bytes` may be NULL when `count` is 0.
void cimg_jpeg_verify(const uint8_t *bytes, size_t count, const struct cimg_budget *budget, struct cimg_report *report);

#endif
