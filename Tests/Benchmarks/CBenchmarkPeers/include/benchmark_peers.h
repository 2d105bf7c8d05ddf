/// What others do to a file in memory, to be measured beside this project's own walkers. No product links this.
#ifndef BENCHMARK_PEERS_H
#define BENCHMARK_PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Each reads one file in memory to its end and answers whether it got there.
typedef bool (*benchmark_peer)(const uint8_t *bytes, size_t count);

/// The peer of a name; NULL when there is none.
benchmark_peer benchmark_peer_named(const char *name);

/// User and system time of this process so far, in nanoseconds.
uint64_t benchmark_cpu_nanoseconds(void);

/// Gives what the heap holds free back to the system.
void benchmark_trim_heap(void);

/// Names and versions of the libraries, one a line.
const char *benchmark_peer_versions(void);

#endif
