/// Shared by the shims, not by Swift: filling a report and watching the clock.
#ifndef CIMG_INTERNAL_H
#define CIMG_INTERNAL_H

#include "cimg_report.h"

void cimg_report_clear(struct cimg_report *report);

/// Keeps `text` (control and non-ASCII bytes become '?'); past the capacity it only counts.
void cimg_report_add(struct cimg_report *report, int32_t code, uint64_t byte_offset, const char *text);

/// Processor time of this thread, in milliseconds.
uint64_t cimg_cpu_milliseconds(void);

/// Whether the job that began at `started` has used up its time.
bool cimg_over_time(const struct cimg_budget *budget, uint64_t started);

#endif
