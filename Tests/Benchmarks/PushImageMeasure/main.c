/// Runs a command with nothing to read and nobody to write to, and prints its microseconds of user and system time and
/// its peak KiB. A process of its own because a child's peak begins at what its parent held.
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char **environ;

static long long microseconds(struct timeval time) {
    return (long long)time.tv_sec * 1000000 + time.tv_usec;
}

int main(int count, char **arguments) {
    if (count < 2) return 2;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    pid_t child;
    if (posix_spawnp(&child, arguments[1], &actions, NULL, arguments + 1, environ) != 0) return 2;
    int status;
    struct rusage usage;
    if (wait4(child, &status, 0, &usage) != child) return 2;
    printf("%lld %ld\n", microseconds(usage.ru_utime) + microseconds(usage.ru_stime), usage.ru_maxrss);
    return 0;
}
