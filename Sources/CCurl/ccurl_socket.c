#include "ccurl_transfer.h"

#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

static bool address_of(const struct curl_sockaddr *socket_address, struct ccurl_address *address) {
    memset(address, 0, sizeof *address);
    if (socket_address->family == AF_INET) {
        struct sockaddr_in ipv4;
        if (socket_address->addrlen < sizeof ipv4) return false;
        memcpy(&ipv4, &socket_address->addr, sizeof ipv4);
        memcpy(address->bytes, &ipv4.sin_addr, sizeof ipv4.sin_addr);
        return true;
    }
    struct sockaddr_in6 ipv6;
    if (socket_address->family != AF_INET6 || socket_address->addrlen < sizeof ipv6) return false;
    memcpy(&ipv6, &socket_address->addr, sizeof ipv6);
    memcpy(address->bytes, &ipv6.sin6_addr, sizeof ipv6.sin6_addr);
    address->is_ipv6 = true;
    return true;
}

curl_socket_t ccurl_open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *socket_address) {
    struct ccurl_transfer *transfer = context;
    struct ccurl_response *response = transfer->response;
    struct ccurl_address address;
    if (purpose != CURLSOCKTYPE_IPCXN || !address_of(socket_address, &address)) return CURL_SOCKET_BAD;
    const char *refusal =
        ccurl_address_refusal(&address, transfer->request->allowed, transfer->request->allowed_count);
    if (refusal) {
        if (response->refusal) return CURL_SOCKET_BAD;
        response->refusal = refusal;
        ccurl_address_format(&address, response->refused_address);
        return CURL_SOCKET_BAD;
    }
    transfer->dialled_count++;
    return socket(socket_address->family, socket_address->socktype | SOCK_CLOEXEC, socket_address->protocol);
}
