/// Which addresses of the Internet a picture may come from. Pure functions over one table; no network.
#ifndef CCURL_ADDRESS_H
#define CCURL_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CCURL_ADDRESS_SIZE = 16,
    CCURL_ADDRESS_TEXT_CAPACITY = 46, ///< the longest IPv6 text and its NUL
};

/// An IPv4 address in the first four bytes, or an IPv6 address; network byte order.
struct ccurl_address {
    uint8_t bytes[CCURL_ADDRESS_SIZE];
    bool is_ipv6;
};

/// All addresses that share the first `prefix_length` bits of `base`.
struct ccurl_network {
    struct ccurl_address base;
    uint32_t prefix_length;
};

/// Reads the canonical text of an address: dotted IPv4 or colon IPv6, without zone or brackets.
bool ccurl_address_parse(const char *text, struct ccurl_address *address);

/// Reads `address/length`, or one address alone. Bits after the prefix are ignored.
bool ccurl_network_parse(const char *text, struct ccurl_network *network);

/// Writes the canonical text of an address.
void ccurl_address_format(const struct ccurl_address *address, char text[CCURL_ADDRESS_TEXT_CAPACITY]);

/// Why an address may not be fetched from, as static text; NULL when it is public or lies in one of `allowed`.
///
/// An IPv4-mapped IPv6 address is judged by its IPv4 address, also against `allowed`.
const char *ccurl_address_refusal(
    const struct ccurl_address *address, const struct ccurl_network *allowed, size_t allowed_count);

#endif
