#include "ccurl_fetch.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ccurl_transfer.h"

enum { STALL_BYTES_PER_SECOND = 100 };

/// Sets one option and remembers the first refusal: a setting that is not known would leave a guard out.
#define SET(option, value) \
    do { \
        if (code == CURLE_OK) code = set(transfer->handle, option, value); \
    } while (0)

static CURLcode set_guards(struct ccurl_transfer *transfer) {
    const struct ccurl_request *request = transfer->request;
    __typeof__(curl_easy_setopt) *set = transfer->library->easy_setopt;
    CURLcode code = CURLE_OK;
    SET(CURLOPT_PROTOCOLS_STR, request->allows_plain_http ? "https,http" : "https");
    SET(CURLOPT_REDIR_PROTOCOLS_STR, "https");
    SET(CURLOPT_FOLLOWLOCATION, 0L); // each hop is a fetch of its own, judged before it is made
    SET(CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
    SET(CURLOPT_OPENSOCKETFUNCTION, ccurl_open_socket);
    SET(CURLOPT_OPENSOCKETDATA, transfer);
    SET(CURLOPT_PROXY, ""); // a proxy of the environment would hide the address that is dialled
    SET(CURLOPT_NOPROXY, "*");
    SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    SET(CURLOPT_HTTP09_ALLOWED, 0L);
    SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1); // one picture a connection: HTTP/2 only adds surface
    SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    SET(CURLOPT_SSL_VERIFYPEER, 1L);
    SET(CURLOPT_SSL_VERIFYHOST, 2L);
    if (request->ca_file) {
        SET(CURLOPT_CAINFO, request->ca_file);
        SET(CURLOPT_CAPATH, (char *)NULL); // or the system's certificates would be trusted as well
    }
    return code;
}

/// libcurl's progress report: not zero ends the transfer.
static int check_cancellation(void *context, curl_off_t to_get, curl_off_t got, curl_off_t to_send, curl_off_t sent) {
    const struct ccurl_transfer *transfer = context;
    (void)to_get, (void)got, (void)to_send, (void)sent;
    return transfer->request->is_cancelled(transfer->request->context);
}

static CURLcode set_job(struct ccurl_transfer *transfer) {
    const struct ccurl_request *request = transfer->request;
    __typeof__(curl_easy_setopt) *set = transfer->library->easy_setopt;
    CURLcode code = CURLE_OK;
    SET(CURLOPT_URL, request->url);
    SET(CURLOPT_HTTPGET, 1L);
    SET(CURLOPT_USERAGENT, request->user_agent);
    SET(CURLOPT_HTTPHEADER, transfer->headers);
    SET(CURLOPT_RESOLVE, transfer->resolutions);
    SET(CURLOPT_ERRORBUFFER, transfer->error);
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_TIMEOUT_MS, (long)request->timeout_milliseconds);
    SET(CURLOPT_CONNECTTIMEOUT_MS, (long)request->timeout_milliseconds);
    SET(CURLOPT_LOW_SPEED_LIMIT, (long)STALL_BYTES_PER_SECOND);
    SET(CURLOPT_LOW_SPEED_TIME, (long)request->stall_seconds);
    if (request->is_cancelled) {
        SET(CURLOPT_NOPROGRESS, 0L);
        SET(CURLOPT_XFERINFOFUNCTION, check_cancellation);
        SET(CURLOPT_XFERINFODATA, transfer);
    }
    SET(CURLOPT_HEADERFUNCTION, ccurl_receive_header);
    SET(CURLOPT_HEADERDATA, transfer);
    SET(CURLOPT_WRITEFUNCTION, ccurl_receive_body);
    SET(CURLOPT_WRITEDATA, transfer);
#if CURL_AT_LEAST_VERSION(7, 87, 0)
    // Else closing would wait for a resolver that does not answer. Where it is not known, only time is lost.
    set(transfer->handle, CURLOPT_QUICK_EXIT, 1L);
#endif
    return code;
}

#undef SET

static bool append(const struct ccurl_library *library, struct curl_slist **list, const char *line) {
    struct curl_slist *longer = library->slist_append(*list, line);
    if (longer) *list = longer;
    return longer != NULL;
}

static bool make_lists(struct ccurl_transfer *transfer) {
    const struct ccurl_request *request = transfer->request;
    for (size_t i = 0; i < request->resolution_count; i++) {
        if (!append(transfer->library, &transfer->resolutions, request->resolutions[i])) return false;
    }
    if (!request->accept) return append(transfer->library, &transfer->headers, "Accept:"); // removes the default
    char line[512];
    int length = snprintf(line, sizeof line, "Accept: %s", request->accept);
    return length > 0 && (size_t)length < sizeof line && append(transfer->library, &transfer->headers, line);
}

/// Keeps SIGPIPE away from the process: the TLS library writes to sockets that the server may have closed, and with
/// CURLOPT_NOSIGNAL libcurl leaves the signal to its caller.
static CURLcode perform_without_sigpipe(const struct ccurl_transfer *transfer) {
    sigset_t pipe_only, pending, before;
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    sigpending(&pending);
    bool was_pending = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_only, &before);
    CURLcode code = transfer->library->easy_perform(transfer->handle);
    const struct timespec at_once = {0};
    if (!was_pending) sigtimedwait(&pipe_only, NULL, &at_once);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code;
}

/// What a failure means while nothing but the connection was at stake.
static int32_t status_before_headers(const struct ccurl_transfer *transfer, CURLcode code) {
    switch (code) {
    case CURLE_URL_MALFORMAT: return CCURL_MALFORMED_URL;
    case CURLE_COULDNT_RESOLVE_HOST: return CCURL_NAME_NOT_RESOLVED;
    case CURLE_COULDNT_CONNECT:
        return transfer->response->refusal && transfer->dialled_count == 0 ? CCURL_ADDRESS_REFUSED
                                                                          : CCURL_CONNECTION_FAILED;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_SHUTDOWN_FAILED:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_PEER_FAILED_VERIFICATION: return CCURL_TLS_FAILED;
    case CURLE_SSL_CACERT_BADFILE: return CCURL_BAD_CA_FILE;
    case CURLE_SETOPT_OPTION_SYNTAX: return CCURL_BAD_RESOLUTION;
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR: return CCURL_CONNECTION_FAILED;
    // A header line longer than libcurl's own buffer; 100 is CURLE_TOO_LARGE of later versions.
    case CURLE_OUT_OF_MEMORY:
    case (CURLcode)100: return transfer->header_total > 0 ? CCURL_HEADERS_TOO_LARGE : CCURL_OUT_OF_MEMORY;
    case CURLE_FAILED_INIT: return CCURL_OUT_OF_MEMORY;
    default: return CCURL_MALFORMED_RESPONSE;
    }
}

static int32_t status_of(const struct ccurl_transfer *transfer, CURLcode code) {
    switch (transfer->stop) {
    case CCURL_STOP_HEADERS_TOO_LARGE: return CCURL_HEADERS_TOO_LARGE;
    case CCURL_STOP_BODY_TOO_LARGE: return CCURL_BODY_TOO_LARGE;
    case CCURL_STOP_OUT_OF_MEMORY: return CCURL_OUT_OF_MEMORY;
    case CCURL_STOP_BODY_UNWANTED: return CCURL_COMPLETED;
    case CCURL_STOP_NONE: break;
    }
    if (code == CURLE_ABORTED_BY_CALLBACK) return CCURL_CANCELLED;
    if (code == CURLE_OK) return transfer->headers_whole ? CCURL_COMPLETED : CCURL_MALFORMED_RESPONSE;
    // Whatever became of its body, a redirect has said where it points.
    if (transfer->headers_whole && ccurl_is_redirect(transfer->response->http_status)) return CCURL_COMPLETED;
    if (code == CURLE_OPERATION_TIMEDOUT) return CCURL_TIMED_OUT;
    return transfer->headers_whole ? CCURL_BODY_TRUNCATED : status_before_headers(transfer, code);
}

static void copy_printable(char *destination, size_t capacity, const char *text) {
    size_t length = 0;
    for (; text[length] && length + 1 < capacity; length++) {
        char c = text[length];
        destination[length] = (c >= 0x20 && c < 0x7F) ? c : '?';
    }
    destination[length] = 0;
}

static void read_facts(const struct ccurl_transfer *transfer) {
    __typeof__(curl_easy_getinfo) *get = transfer->library->easy_getinfo;
    struct ccurl_response *response = transfer->response;
    curl_off_t connect = 0, first_byte = 0, total = 0;
    const char *address = NULL;
    get(transfer->handle, CURLINFO_CONNECT_TIME_T, &connect);
    get(transfer->handle, CURLINFO_STARTTRANSFER_TIME_T, &first_byte);
    get(transfer->handle, CURLINFO_TOTAL_TIME_T, &total);
    get(transfer->handle, CURLINFO_PRIMARY_IP, &address);
    response->connect_microseconds = connect;
    response->first_byte_microseconds = transfer->header_total > 0 ? first_byte : 0;
    response->total_microseconds = total;
    if (address && connect > 0) copy_printable(response->primary_address, sizeof response->primary_address, address);
}

static void drop_body(struct ccurl_response *response) {
    free(response->body);
    response->body = NULL;
    response->body_byte_count = 0;
}

static int32_t run(struct ccurl_transfer *transfer) {
    CURLcode code = set_guards(transfer);
    if (code == CURLE_OK) code = set_job(transfer);
    if (code == CURLE_OUT_OF_MEMORY) return CCURL_OUT_OF_MEMORY;
    if (code != CURLE_OK) return CCURL_BAD_SETTING;
    code = perform_without_sigpipe(transfer);
    read_facts(transfer);
    int32_t status = status_of(transfer, code);
    if (status != CCURL_COMPLETED) {
        const char *words = transfer->error[0] ? transfer->error : transfer->library->easy_strerror(code);
        copy_printable(transfer->response->message, sizeof transfer->response->message, words);
    }
    if (!transfer->headers_whole) transfer->response->http_status = 0;
    if (status != CCURL_COMPLETED && status != CCURL_BODY_TRUNCATED) drop_body(transfer->response);
    return status;
}

void ccurl_fetch(const struct ccurl_request *request, struct ccurl_response *response) {
    memset(response, 0, sizeof *response);
    response->declared_byte_count = -1;
    struct ccurl_transfer transfer = {.library = ccurl_library(), .request = request, .response = response};
    if (!transfer.library) {
        response->status = CCURL_NO_LIBRARY;
        return;
    }
    transfer.handle = transfer.library->easy_init();
    bool is_ready = transfer.handle && make_lists(&transfer);
    response->status = is_ready ? run(&transfer) : CCURL_OUT_OF_MEMORY;
    transfer.library->easy_cleanup(transfer.handle);
    transfer.library->slist_free_all(transfer.headers);
    transfer.library->slist_free_all(transfer.resolutions);
}

void ccurl_response_free(struct ccurl_response *response) {
    free(response->header);
    free(response->body);
    response->header = NULL;
    response->body = NULL;
}
