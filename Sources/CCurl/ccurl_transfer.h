/// The state of one fetch, passed by address to every callback.
#ifndef CCURL_TRANSFER_H
#define CCURL_TRANSFER_H

#include "ccurl_fetch.h"
#include "ccurl_library.h"

/// Why a callback stopped the transfer; libcurl itself only knows that one did.
enum ccurl_stop {
    CCURL_STOP_NONE = 0,
    CCURL_STOP_HEADERS_TOO_LARGE,
    CCURL_STOP_BODY_TOO_LARGE,
    CCURL_STOP_BODY_UNWANTED,
    CCURL_STOP_OUT_OF_MEMORY,
};

struct ccurl_transfer {
    const struct ccurl_library *library;
    const struct ccurl_request *request;
    struct ccurl_response *response;
    CURL *handle;
    struct curl_slist *headers;
    struct curl_slist *resolutions;
    enum ccurl_stop stop;
    size_t header_capacity;
    size_t header_total; ///< of all blocks, interim answers and trailers too
    size_t body_capacity;
    uint32_t dialled_count; ///< addresses that passed the check
    bool headers_whole;
    char error[CURL_ERROR_SIZE];
};

/// `CURLOPT_HEADERFUNCTION`: keeps the last block of header lines under the cap.
size_t ccurl_receive_header(char *line, size_t size, size_t count, void *transfer);

/// `CURLOPT_WRITEFUNCTION`: keeps the body under the cap.
size_t ccurl_receive_body(char *bytes, size_t size, size_t count, void *transfer);

/// `CURLOPT_OPENSOCKETFUNCTION`: the last gate before a connection; sees the very address that is dialled.
curl_socket_t ccurl_open_socket(void *transfer, curlsocktype purpose, struct curl_sockaddr *address);

/// Whether the answer only points elsewhere.
bool ccurl_is_redirect(int32_t http_status);

#endif
