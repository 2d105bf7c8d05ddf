#include "cimg_internal.h"

#include <string.h>
#include <time.h>

void cimg_report_clear(struct cimg_report *report) {
    memset(report, 0, sizeof *report);
}

/// Copies `text` with control and non-ASCII bytes replaced, cut to the capacity.
static void copy_printable(char destination[CIMG_TEXT_CAPACITY], const char *text) {
    size_t length = 0;
    for (; text && text[length] && length + 1 < CIMG_TEXT_CAPACITY; length++) {
        char c = text[length];
        destination[length] = (c >= 0x20 && c < 0x7F) ? c : '?';
    }
    destination[length] = 0;
}

void cimg_report_add(struct cimg_report *report, int32_t code, uint64_t byte_offset, const char *text) {
    char printable[CIMG_TEXT_CAPACITY];
    copy_printable(printable, text);
    for (uint32_t i = 0; i < report->message_count; i++) {
        struct cimg_message *earlier = &report->messages[i];
        if (earlier->code == code && strcmp(earlier->text, printable) == 0) {
            earlier->repeats += earlier->repeats < UINT32_MAX;
            return;
        }
    }
    if (report->message_count >= CIMG_MESSAGE_CAPACITY) {
        report->messages_dropped += report->messages_dropped < UINT32_MAX;
        return;
    }
    struct cimg_message *message = &report->messages[report->message_count++];
    message->code = code;
    message->repeats = 0;
    message->byte_offset = byte_offset;
    memcpy(message->text, printable, sizeof printable);
}

uint64_t cimg_cpu_milliseconds(void) {
    struct timespec now;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) return 0;
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

bool cimg_over_time(const struct cimg_budget *budget, uint64_t started) {
    if (budget->max_cpu_milliseconds == 0) return false;
    // A sixteenth is left for what comes before and after the job.
    return cimg_cpu_milliseconds() - started > budget->max_cpu_milliseconds - budget->max_cpu_milliseconds / 16;
}
