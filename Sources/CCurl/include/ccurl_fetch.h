/// One HTTP(S) request from start to finish under a budget, without redirects, proxies, cookies or decompression.
#ifndef CCURL_FETCH_H
#define CCURL_FETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ccurl_address.h"

/// How a fetch ended. The first block says something of the URL, the second of this machine.
enum ccurl_status {
    CCURL_COMPLETED = 0, ///< headers and body are whole; the body of a redirect is not read and empty
    CCURL_NAME_NOT_RESOLVED = 1,
    CCURL_ADDRESS_REFUSED = 2, ///< every address that could be dialled was refused; nothing was sent
    CCURL_CONNECTION_FAILED = 3,
    CCURL_TLS_FAILED = 4,
    CCURL_TIMED_OUT = 5,
    CCURL_HEADERS_TOO_LARGE = 6,
    CCURL_BODY_TOO_LARGE = 7, ///< declared or streamed; headers are whole, the body is dropped
    CCURL_BODY_TRUNCATED = 8, ///< headers are whole, the body is what came
    CCURL_MALFORMED_RESPONSE = 9,
    CCURL_MALFORMED_URL = 10,
    CCURL_CANCELLED = 11, ///< `is_cancelled` said so

    CCURL_NO_LIBRARY = 100,
    CCURL_OUT_OF_MEMORY = 101,
    CCURL_BAD_CA_FILE = 102,
    CCURL_BAD_SETTING = 103, ///< the library does not know a setting that safety depends on
    CCURL_BAD_RESOLUTION = 104, ///< one of `resolutions` is not `host:port:address`
};

enum { CCURL_MESSAGE_CAPACITY = 256 };

/// What to fetch and how much to spend on it. All pointers are borrowed for the call.
struct ccurl_request {
    const char *url;        ///< absolute, from `ccurl_url_resolve`
    const char *user_agent; ///< NULL sends none
    const char *accept;     ///< value of the `Accept` header; NULL sends none
    const char *ca_file;    ///< PEM certificates to trust instead of the system's; NULL trusts the system's

    const char *const *resolutions; ///< `host:port:address`, asked before the resolver
    size_t resolution_count;
    const struct ccurl_network *allowed; ///< let through although not public
    size_t allowed_count;

    uint64_t max_body_byte_count;
    uint32_t max_header_byte_count;
    uint32_t timeout_milliseconds; ///< of everything together, name resolution included
    uint32_t stall_seconds;        ///< given up when this long below 100 bytes per second; 0 never
    bool allows_plain_http;

    /// Asked about once a second and whenever something arrives; true gives up. NULL never does.
    bool (*is_cancelled)(void *context);
    void *context;
};

/// What came back. Buffers are owned by the response: `ccurl_response_free`.
struct ccurl_response {
    int32_t status; ///< enum ccurl_status
    char message[CCURL_MESSAGE_CAPACITY]; ///< libcurl's words for a failure, printable ASCII

    int32_t http_status;         ///< 0 until the headers are whole
    uint8_t *header;             ///< the last header block, lines with their CRLF; not NUL-terminated
    size_t header_byte_count;
    int64_t declared_byte_count; ///< of `Content-Length`; -1 without one
    uint8_t *body;
    size_t body_byte_count;

    char primary_address[CCURL_ADDRESS_TEXT_CAPACITY]; ///< connected to; empty without a connection
    char refused_address[CCURL_ADDRESS_TEXT_CAPACITY]; ///< the first that was refused; empty when none was
    const char *refusal;                               ///< static text; NULL when none was refused

    int64_t connect_microseconds;    ///< from the start until TCP was connected; 0 when it never was
    int64_t first_byte_microseconds; ///< from the start until the first byte of the answer; 0 when none came
    int64_t total_microseconds;
};

/// Fetches and blocks until done. Safe from many threads at once. Every field of `response` is overwritten.
void ccurl_fetch(const struct ccurl_request *request, struct ccurl_response *response);

/// The version of libcurl that is loaded, as static text; NULL when there is none. Loads it.
const char *ccurl_version(void);

/// Frees the header and the body.
void ccurl_response_free(struct ccurl_response *response);

#endif
