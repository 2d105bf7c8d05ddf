#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include "cforeign_internal.h"

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/// Bytes of private writable memory when the sandbox was entered.
static uint64_t memory_before;

/// The sixth number of /proc/self/statm: pages of data and stack.
static uint64_t data_byte_count(void) {
    char text[256];
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) return 0;
    text[count] = 0;
    unsigned long long pages = 0;
    if (sscanf(text, "%*u %*u %*u %*u %*u %llu", &pages) != 1) return 0;
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

void cforeign_allow_memory(uint64_t byte_count) {
    // The hard limit stays: this is called again with more once the size of the picture is known.
    struct rlimit limit;
    if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
    rlim_t wanted = (rlim_t)(memory_before + byte_count);
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    setrlimit(RLIMIT_DATA, &limit);
}

static void limit_to(__rlimit_resource_t resource, rlim_t value) {
    const struct rlimit limit = { value, value };
    setrlimit(resource, &limit);
}

/// Whatever handlers the host has, a fault in the child ends the child and nothing else.
static void reset_signals(void) {
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void limit_time(uint32_t milliseconds) {
    if (milliseconds == 0) return;
    // SIGPROF ends the process when its threads together have used the time.
    struct itimerval timer = { .it_value = { milliseconds / 1000, (milliseconds % 1000) * 1000 } };
    setitimer(ITIMER_PROF, &timer, NULL);
}

#ifdef ARCHITECTURE
#define ALLOW(name) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)__NR_##name, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

/// Memory, threads, time, and writing to what is open. Anything else fails with EPERM: a library that asks for the
/// number of processors goes on without it.
static bool restrict_calls(void) {
    static struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ALLOW(write), ALLOW(futex), ALLOW(mmap), ALLOW(munmap), ALLOW(mremap), ALLOW(mprotect), ALLOW(madvise),
        ALLOW(brk), ALLOW(exit), ALLOW(exit_group), ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn),
        ALLOW(set_robust_list), ALLOW(rseq), ALLOW(sched_yield), ALLOW(sched_getaffinity), ALLOW(clock_gettime),
        ALLOW(gettimeofday), ALLOW(gettid), ALLOW(getpid), ALLOW(getrlimit), ALLOW(setrlimit), ALLOW(prlimit64),
        ALLOW(getrandom),
        // Threads, but no process. What clone3 is asked for cannot be seen from here; without it the C library takes clone.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)__NR_clone3, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)__NR_clone, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    };
    const struct sock_fprog program = { sizeof filter / sizeof filter[0], filter };
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
#else
static bool restrict_calls(void) { return true; }
#endif

bool cforeign_enter_sandbox(int descriptor, uint32_t max_cpu_milliseconds) {
    reset_signals();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    memory_before = data_byte_count();
    // One arena: each more would reserve address space for nothing.
    mallopt(M_ARENA_MAX, 1);
    if (descriptor != 0 && dup2(descriptor, 0) != 0) return false;
    if (close_range(1, ~0U, 0) != 0) {
        for (int other = 1; other < 65536; other++) close(other);
    }
    limit_to(RLIMIT_CORE, 0);
    limit_to(RLIMIT_FSIZE, 0);
    limit_to(RLIMIT_NOFILE, 0);
    limit_time(max_cpu_milliseconds);
    // A kernel or container without seccomp leaves the rest of the walls standing.
    restrict_calls();
    return true;
}
