#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cforeign_internal.h"

struct cforeign_job {
    pid_t child;
    int descriptor;
    int64_t deadline; ///< milliseconds of the monotonic clock; 0 for none
    bool is_late;
    bool is_begun;    ///< the picture was completed: an end will follow the pixels
};

/// What a decoder may take before the size of the picture is known.
static const uint64_t first_allowance = 64u << 20;
/// Twice four channels of 8 bits, planes of 16 bits, and what entropy decoders keep besides.
static const uint64_t bytes_a_pixel = 24;

// MARK: In the child

void cforeign_write(struct cforeign_output *output, const void *bytes, size_t byte_count) {
    const uint8_t *next = bytes;
    while (byte_count > 0) {
        ssize_t count = write(output->descriptor, next, byte_count);
        if (count < 0 && errno == EINTR) continue;
        // Nobody listens any more.
        if (count <= 0) _exit(1);
        next += count;
        byte_count -= (size_t)count;
    }
}

void cforeign_write_rows(struct cforeign_output *output, const uint8_t *rows, size_t stride, uint32_t height) {
    size_t byte_count = (size_t)output->picture.width * output->picture.channel_count;
    if (byte_count == stride) {
        cforeign_write(output, rows, byte_count * height);
        return;
    }
    for (uint32_t y = 0; y < height; y++) cforeign_write(output, rows + y * stride, byte_count);
}

void cforeign_begin(struct cforeign_output *output) {
    cforeign_write(output, &output->picture, sizeof output->picture);
}

void cforeign_refuse(struct cforeign_output *output, enum cforeign_status status, const char *format, ...) {
    output->picture.status = (int32_t)status;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(output->picture.message, sizeof output->picture.message, format, arguments);
    va_end(arguments);
}

void cforeign_fail(struct cforeign_output *output, enum cforeign_status status, const char *format, ...) {
    output->end.status = (int32_t)status;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(output->end.message, sizeof output->end.message, format, arguments);
    va_end(arguments);
}

bool cforeign_allow(const struct cforeign_request *request, struct cforeign_output *output, uint64_t width,
                    uint64_t height) {
    if (width == 0 || height == 0 || width > INT32_MAX || height > INT32_MAX) {
        cforeign_refuse(output, CFOREIGN_DAMAGED, "the header says %llux%llu pixels", (unsigned long long)width,
                        (unsigned long long)height);
        return false;
    }
    uint64_t pixel_count = width * height;
    if (request->max_pixel_count && pixel_count > request->max_pixel_count) {
        output->picture.width = (uint32_t)width;
        output->picture.height = (uint32_t)height;
        cforeign_refuse(output, CFOREIGN_OVER_PIXELS, "picture has %llux%llu pixels", (unsigned long long)width,
                        (unsigned long long)height);
        return false;
    }
    // Without a limit on pixels there is none on memory either.
    if (request->max_pixel_count) {
        cforeign_allow_memory(first_allowance + request->byte_count + pixel_count * bytes_a_pixel);
    }
    return true;
}

void cforeign_unpremultiply(uint8_t *pixels, size_t pixel_count, uint32_t channel_count) {
    for (size_t i = 0; i < pixel_count; i++, pixels += channel_count) {
        uint32_t alpha = pixels[channel_count - 1];
        if (alpha == 255) continue;
        for (uint32_t c = 0; c + 1 < channel_count; c++) {
            uint32_t value = alpha ? (pixels[c] * 255u + alpha / 2) / alpha : 0;
            pixels[c] = (uint8_t)(value < 255 ? value : 255);
        }
    }
}

static cforeign_decoder *const decoders[] = {
    [CFOREIGN_WEBP] = cforeign_decode_webp,
    [CFOREIGN_TIFF] = cforeign_decode_tiff,
    [CFOREIGN_HEIF] = cforeign_decode_heif,
    [CFOREIGN_PROBE] = cforeign_decode_probe,
};

static _Noreturn void run(enum cforeign_codec codec, const struct cforeign_request *request, int descriptor) {
    if (!cforeign_enter_sandbox(descriptor, request->max_cpu_milliseconds)) _exit(1);
    struct cforeign_output output = { .descriptor = 0, .picture = { .orientation = 1, .frame_count = 1 } };
    if (request->max_pixel_count) cforeign_allow_memory(first_allowance + request->byte_count);
    decoders[codec](request, &output);
    if (output.picture.status != CFOREIGN_COMPLETED) cforeign_begin(&output);
    else cforeign_write(&output, &output.end, sizeof output.end);
    // No handler that the host registered for its own exit may run here.
    _exit(0);
}

// MARK: In the parent

static int64_t milliseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// The signal that the child's own clock ends it with is not trusted alone: a child that sleeps uses no time.
static int64_t deadline_for(const struct cforeign_request *request) {
    if (request->max_cpu_milliseconds == 0) return 0;
    return milliseconds_now() + 10000 + 10 * (int64_t)request->max_cpu_milliseconds;
}

bool cforeign_read(struct cforeign_job *job, uint8_t *bytes, size_t byte_count) {
    while (byte_count > 0) {
        if (job->deadline) {
            int64_t left = job->deadline - milliseconds_now();
            struct pollfd wait = { .fd = job->descriptor, .events = POLLIN };
            int ready = left > 0 ? poll(&wait, 1, (int)(left < 60000 ? left : 60000)) : 0;
            if (ready < 0 && errno != EINTR) return false;
            if (ready <= 0) {
                job->is_late = milliseconds_now() >= job->deadline;
                if (job->is_late) return false;
                continue;
            }
        }
        ssize_t count = read(job->descriptor, bytes, byte_count);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        bytes += count;
        byte_count -= (size_t)count;
    }
    return true;
}

/// What a child died of that had not said anything.
static enum cforeign_status status_of_death(struct cforeign_job *job, char *message, size_t capacity) {
    if (job->is_late) return CFOREIGN_OVER_TIME;
    int state = 0;
    pid_t ended;
    do {
        ended = waitpid(job->child, &state, 0);
    } while (ended < 0 && errno == EINTR);
    job->child = -1;
    // Hosts that ignore SIGCHLD leave nothing to ask.
    if (ended < 0 || !WIFSIGNALED(state)) {
        snprintf(message, capacity, "its process ended without an answer");
        return CFOREIGN_CRASHED;
    }
    if (WTERMSIG(state) == SIGPROF) return CFOREIGN_OVER_TIME;
    snprintf(message, capacity, "its process was ended by signal %d", WTERMSIG(state));
    return CFOREIGN_CRASHED;
}

static bool fork_child(struct cforeign_job *job, enum cforeign_codec codec, const struct cforeign_request *request) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    // Fewer turns between the two; without it the pipe holds 65,536 bytes.
    fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
    job->child = fork();
    if (job->child == 0) run(codec, request, ends[1]);
    close(ends[1]);
    job->descriptor = ends[0];
    if (job->child > 0) return true;
    close(ends[0]);
    job->descriptor = -1;
    return false;
}

struct cforeign_job *cforeign_start(
    enum cforeign_codec codec, const struct cforeign_request *request, struct cforeign_picture *picture) {
    memset(picture, 0, sizeof *picture);
    struct cforeign_job *job = calloc(1, sizeof *job);
    if (!job) return NULL;
    job->deadline = deadline_for(request);
    if (!fork_child(job, codec, request)) {
        job->child = -1;
        picture->status = CFOREIGN_NO_PROCESS;
        snprintf(picture->message, sizeof picture->message, "no child process: error %d", errno);
    } else if (!cforeign_read(job, (uint8_t *)picture, sizeof *picture)) {
        memset(picture, 0, sizeof *picture);
        picture->status = (int32_t)status_of_death(job, picture->message, sizeof picture->message);
    }
    picture->message[sizeof picture->message - 1] = 0;
    job->is_begun = picture->status == CFOREIGN_COMPLETED;
    return job;
}

void cforeign_finish(struct cforeign_job *job, struct cforeign_end *end) {
    memset(end, 0, sizeof *end);
    if (!job->is_begun || !cforeign_read(job, (uint8_t *)end, sizeof *end)) {
        memset(end, 0, sizeof *end);
        end->status = CFOREIGN_CRASHED;
        if (job->is_begun) end->status = (int32_t)status_of_death(job, end->message, sizeof end->message);
    }
    end->message[sizeof end->message - 1] = 0;
    if (job->descriptor >= 0) close(job->descriptor);
    if (job->child > 0) {
        kill(job->child, SIGKILL);
        while (waitpid(job->child, NULL, 0) < 0 && errno == EINTR) {}
    }
    free(job);
}
