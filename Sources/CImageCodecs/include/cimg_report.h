/// What every verification answers: how far the library came and what it said on the way.
#ifndef CIMG_REPORT_H
#define CIMG_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How a job ended.
enum cimg_status {
    CIMG_COMPLETED = 0,     ///< the library reached the end of the image; messages may still tell of damage
    CIMG_FAILED = 1,        ///< the library refused to go on; the last message says why
    CIMG_OVER_BUDGET = 2,   ///< stopped by `cimg_budget`
    CIMG_OUT_OF_MEMORY = 3, ///< an allocation failed; says nothing about the image
    CIMG_TOO_LONG = 4,      ///< what was written became longer than the caller asked for
};

/// What the caller lets one job spend. Zero means none of it is limited.
struct cimg_budget {
    uint64_t max_pixel_count; ///< pixels decoded, summed over frames
    uint32_t max_scan_count;  ///< scans of one JPEG
    uint32_t max_cpu_milliseconds;
};

enum { CIMG_MESSAGE_CAPACITY = 16, CIMG_TEXT_CAPACITY = 96 };

/// One warning or error of the library, in its own words, bounded.
struct cimg_message {
    int32_t code;         ///< the library's own code; -1 when it has none
    uint32_t repeats;     ///< how often the same code and text came again
    uint64_t byte_offset; ///< bytes consumed when it was first said; near the fault, not its exact byte
    char text[CIMG_TEXT_CAPACITY]; ///< NUL-terminated, printable ASCII
};

/// The outcome of one job. Distinct messages past the capacity are counted, not kept.
struct cimg_report {
    int32_t status; ///< enum cimg_status
    uint32_t message_count;
    uint32_t messages_dropped;
    uint64_t pixel_count; ///< pixels the library delivered
    struct cimg_message messages[CIMG_MESSAGE_CAPACITY];
};

#endif
