#include "ccurl_transfer.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SMALLEST_BUFFER = 16384 };

bool ccurl_is_redirect(int32_t http_status) {
    return http_status == 301 || http_status == 302 || http_status == 303 || http_status == 307
        || http_status == 308;
}

/// Makes room for `needed` bytes, doubling but never past `limit`, which is at least `needed`.
static bool reserve(uint8_t **buffer, size_t *capacity, size_t needed, size_t limit) {
    if (needed <= *capacity) return true;
    size_t wanted = *capacity > limit / 2 ? limit : *capacity * 2;
    if (wanted < SMALLEST_BUFFER) wanted = SMALLEST_BUFFER;
    if (wanted < needed) wanted = needed;
    uint8_t *grown = realloc(*buffer, wanted);
    if (!grown) return false;
    *buffer = grown;
    *capacity = wanted;
    return true;
}

static size_t stop(struct ccurl_transfer *transfer, enum ccurl_stop reason) {
    transfer->stop = reason;
    return 0; // not what was offered: libcurl gives the transfer up
}

static bool begins_with(const char *line, size_t length, const char *prefix) {
    size_t prefix_length = strlen(prefix);
    return length >= prefix_length && strncasecmp(line, prefix, prefix_length) == 0;
}

/// The number of a `Content-Length` line; -1 when it is none. libcurl itself refuses an answer that lies in form.
static int64_t content_length(const char *line, size_t length) {
    static const char name[] = "content-length:";
    size_t at = sizeof name - 1;
    while (at < length && (line[at] == ' ' || line[at] == '\t')) at++;
    if (at == length || line[at] < '0' || line[at] > '9') return -1;
    int64_t value = 0;
    for (; at < length && line[at] >= '0' && line[at] <= '9'; at++) {
        if (value > (INT64_MAX - 9) / 10) return INT64_MAX;
        value = value * 10 + (line[at] - '0');
    }
    return value;
}

/// A status line begins a block: what came before was an interim answer (103) and is forgotten.
static void begin_block(struct ccurl_transfer *transfer) {
    transfer->response->header_byte_count = 0;
    transfer->response->declared_byte_count = -1;
    transfer->headers_whole = false;
}

/// The empty line: from here on the status is known, and a declared length is held against the cap unread.
static bool end_block(struct ccurl_transfer *transfer) {
    struct ccurl_response *response = transfer->response;
    long http_status = 0;
    transfer->library->easy_getinfo(transfer->handle, CURLINFO_RESPONSE_CODE, &http_status);
    response->http_status = (int32_t)http_status;
    transfer->headers_whole = http_status >= 200;
    if (!transfer->headers_whole || ccurl_is_redirect(response->http_status)) return true;
    if (response->declared_byte_count <= 0) return true;
    return (uint64_t)response->declared_byte_count <= transfer->request->max_body_byte_count;
}

static bool keep_line(struct ccurl_transfer *transfer, const char *line, size_t length) {
    struct ccurl_response *response = transfer->response;
    size_t needed = response->header_byte_count + length;
    if (!reserve(&response->header, &transfer->header_capacity, needed, transfer->request->max_header_byte_count)) {
        return false;
    }
    memcpy(response->header + response->header_byte_count, line, length);
    response->header_byte_count = needed;
    return true;
}

size_t ccurl_receive_header(char *line, size_t size, size_t count, void *context) {
    struct ccurl_transfer *transfer = context;
    size_t length = size * count;
    if (length > transfer->request->max_header_byte_count - transfer->header_total) {
        return stop(transfer, CCURL_STOP_HEADERS_TOO_LARGE);
    }
    transfer->header_total += length;
    if (begins_with(line, length, "HTTP/")) begin_block(transfer);
    if (transfer->headers_whole) return length; // a trailer: counted, not kept
    if (begins_with(line, length, "content-length:")) {
        transfer->response->declared_byte_count = content_length(line, length);
    }
    if (!keep_line(transfer, line, length)) return stop(transfer, CCURL_STOP_OUT_OF_MEMORY);
    bool is_end = length > 0 && (line[0] == '\r' || line[0] == '\n');
    if (is_end && !end_block(transfer)) return stop(transfer, CCURL_STOP_BODY_TOO_LARGE);
    return length;
}

/// The whole declared length at once, so that an honest body is never moved; untouched pages cost nothing.
static size_t first_capacity(const struct ccurl_transfer *transfer) {
    int64_t declared = transfer->response->declared_byte_count;
    return declared > 0 ? (size_t)declared : 0;
}

size_t ccurl_receive_body(char *bytes, size_t size, size_t count, void *context) {
    struct ccurl_transfer *transfer = context;
    struct ccurl_response *response = transfer->response;
    size_t length = size * count;
    if (ccurl_is_redirect(response->http_status)) return stop(transfer, CCURL_STOP_BODY_UNWANTED);
    uint64_t limit = transfer->request->max_body_byte_count;
    if (length > limit - response->body_byte_count) return stop(transfer, CCURL_STOP_BODY_TOO_LARGE);
    size_t needed = response->body_byte_count + length;
    if (!response->body && needed < first_capacity(transfer)) needed = first_capacity(transfer);
    if (!reserve(&response->body, &transfer->body_capacity, needed, (size_t)limit)) {
        return stop(transfer, CCURL_STOP_OUT_OF_MEMORY);
    }
    memcpy(response->body + response->body_byte_count, bytes, length);
    response->body_byte_count += length;
    return length;
}
