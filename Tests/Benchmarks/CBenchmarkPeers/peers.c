#include "benchmark_peers.h"
#include "peers_internal.h"

#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const struct {
    const char *name;
    benchmark_peer run;
} peers[] = {
    {"libjpeg", peer_libjpeg},
    {"libjpeg-eighth", peer_libjpeg_eighth},
    {"libjpeg-coefficients", peer_libjpeg_coefficients},
    {"libpng", peer_libpng},
    {"igzip", peer_igzip},
    {"giflib", peer_giflib},
    {"giflib-slurp", peer_giflib_slurp},
};

benchmark_peer benchmark_peer_named(const char *name) {
    for (size_t i = 0; i < sizeof peers / sizeof peers[0]; i++) {
        if (strcmp(peers[i].name, name) == 0) return peers[i].run;
    }
    return NULL;
}

uint64_t benchmark_cpu_nanoseconds(void) {
    struct timespec now;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) != 0) return 0;
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void benchmark_trim_heap(void) { malloc_trim(0); }

const char *benchmark_peer_versions(void) {
    static char text[512];
    snprintf(text, sizeof text, "%s\n%s\n%s\n%s\n", peer_jpeg_version(), peer_png_version(), peer_gif_version(),
             peer_igzip_version());
    return text;
}
