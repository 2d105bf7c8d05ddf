/// Tries what a decoder that strangers' bytes have taken over would try, for the tests of the walls around it.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cforeign_internal.h"

/// Writes through a pointer to nothing.
static void crash(void) {
    int *volatile nothing = NULL;
    *nothing = 1;
}

/// MiB of memory that can be had and used, at most 1,024.
static int allocate(void) {
    int count = 0;
    while (count < 1024) {
        volatile char *memory = malloc(1 << 20);
        if (!memory) break;
        for (size_t offset = 0; offset < 1 << 20; offset += 4096) memory[offset] = 1;
        count++;
    }
    return count;
}

/// How many of the doors are open: a file, a socket, another process, a child, the standard streams, another program.
static int open_doors(void) {
    char *const arguments[] = { "true", NULL };
    int count = open("/etc/passwd", O_RDONLY | O_CLOEXEC) >= 0;
    count += socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0) >= 0;
    count += kill(getppid(), 0) == 0;
    count += fork() >= 0;
    count += write(1, "", 1) >= 0;
    count += write(2, "", 1) >= 0;
    execv("/bin/true", arguments);
    return count;
}

void cforeign_decode_probe(const struct cforeign_request *request, struct cforeign_output *output) {
    switch (request->byte_count ? request->bytes[0] : 0) {
    case 'c': crash(); break;
    case 'a': abort();
    case 's': {
        for (volatile unsigned turns = 0;; turns++) {}
    }
    case 'm': cforeign_refuse(output, CFOREIGN_DAMAGED, "%d MiB", allocate()); break;
    case 'd': cforeign_refuse(output, CFOREIGN_DAMAGED, "%d doors", open_doors()); break;
    default: cforeign_refuse(output, CFOREIGN_UNSUPPORTED, "nothing to try"); break;
    }
}
