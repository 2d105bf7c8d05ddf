#include "ccurl_address.h"

#include <arpa/inet.h>
#include <string.h>

/// A block of addresses and what it is for, from the IANA special-purpose registries.
struct block {
    uint8_t bytes[CCURL_ADDRESS_SIZE];
    uint32_t prefix_length;
    const char *purpose;
};

/// https://www.iana.org/assignments/iana-ipv4-special-registry, with multicast and 6to4 relays.
static const struct block ipv4_refused[] = {
    {{0}, 8, "this network, RFC 791"},
    {{10}, 8, "private use, RFC 1918"},
    {{100, 64}, 10, "carrier-grade NAT, RFC 6598"},
    {{127}, 8, "loopback, RFC 1122"},
    {{169, 254}, 16, "link-local, RFC 3927"},
    {{172, 16}, 12, "private use, RFC 1918"},
    {{192, 0, 0}, 24, "protocol assignments, RFC 6890"},
    {{192, 0, 2}, 24, "documentation, RFC 5737"},
    {{192, 88, 99}, 24, "6to4 relays, RFC 7526"},
    {{192, 168}, 16, "private use, RFC 1918"},
    {{198, 18}, 15, "benchmarking, RFC 2544"},
    {{198, 51, 100}, 24, "documentation, RFC 5737"},
    {{203, 0, 113}, 24, "documentation, RFC 5737"},
    {{224}, 4, "multicast, RFC 5771"},
    {{255, 255, 255, 255}, 32, "broadcast, RFC 919"},
    {{240}, 4, "reserved, RFC 1112"},
};

/// Refused inside global unicast; and blocks outside it that deserve a better name than "not global".
/// https://www.iana.org/assignments/iana-ipv6-special-registry
static const struct block ipv6_refused[] = {
    {{0x20, 0x01}, 32, "Teredo, RFC 4380"},
    {{0x20, 0x01}, 23, "protocol assignments, RFC 2928"},
    {{0x20, 0x01, 0x0D, 0xB8}, 32, "documentation, RFC 3849"},
    {{0x3F, 0xFF}, 20, "documentation, RFC 9637"},
    {{0}, 128, "unspecified, RFC 4291"},
    {{[15] = 1}, 128, "loopback, RFC 4291"},
    {{0}, 96, "IPv4-compatible, RFC 4291"},
    {{0x00, 0x64, 0xFF, 0x9B}, 96, "translation to IPv4, RFC 6052"},
    {{0x00, 0x64, 0xFF, 0x9B, 0x00, 0x01}, 48, "local translation to IPv4, RFC 8215"},
    {{0x01}, 64, "discard only, RFC 6666"},
    {{0xFC}, 7, "unique local, RFC 4193"},
    {{0xFE, 0x80}, 10, "link-local, RFC 4291"},
    {{0xFE, 0xC0}, 10, "site-local, RFC 3879"},
    {{0xFF}, 8, "multicast, RFC 4291"},
};

enum { GLOBAL_UNICAST_BITS = 3, MAPPED_OFFSET = 12, SIX_TO_FOUR_OFFSET = 2, ISATAP_OFFSET = 12 };

static const uint8_t global_unicast[] = {0x20};
static const uint8_t mapped_prefix[MAPPED_OFFSET] = {[10] = 0xFF, [11] = 0xFF};

static bool share_prefix(const uint8_t *one, const uint8_t *other, uint32_t bit_count) {
    size_t whole = bit_count / 8;
    if (memcmp(one, other, whole) != 0) return false;
    uint32_t rest = bit_count % 8;
    return rest == 0 || (one[whole] >> (8 - rest)) == (other[whole] >> (8 - rest));
}

static const char *purpose_in(const struct block *blocks, size_t count, const uint8_t *bytes) {
    for (size_t i = 0; i < count; i++) {
        if (share_prefix(bytes, blocks[i].bytes, blocks[i].prefix_length)) return blocks[i].purpose;
    }
    return NULL;
}

static const char *ipv4_refusal(const uint8_t *bytes) {
    return purpose_in(ipv4_refused, sizeof ipv4_refused / sizeof *ipv4_refused, bytes);
}

/// RFC 5214: the interface identifier is 0000:5EFE or 0200:5EFE and an IPv4 address.
static bool is_isatap(const uint8_t *bytes) {
    return (bytes[8] & 0xFC) == 0 && bytes[9] == 0 && bytes[10] == 0x5E && bytes[11] == 0xFE;
}

static const char *ipv6_refusal(const uint8_t *bytes) {
    const char *purpose = purpose_in(ipv6_refused, sizeof ipv6_refused / sizeof *ipv6_refused, bytes);
    if (purpose) return purpose;
    if (!share_prefix(bytes, global_unicast, GLOBAL_UNICAST_BITS)) return "not global unicast, RFC 4291";
    // Both carry the packet on to an IPv4 address, which is then the one that counts.
    if (bytes[0] == 0x20 && bytes[1] == 0x02 && ipv4_refusal(bytes + SIX_TO_FOUR_OFFSET)) {
        return "6to4 of an IPv4 address that is not public, RFC 3056";
    }
    if (is_isatap(bytes) && ipv4_refusal(bytes + ISATAP_OFFSET)) {
        return "ISATAP of an IPv4 address that is not public, RFC 5214";
    }
    return NULL;
}

static bool is_allowed(const struct ccurl_address *address, const struct ccurl_network *allowed, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (allowed[i].base.is_ipv6 != address->is_ipv6) continue;
        if (share_prefix(address->bytes, allowed[i].base.bytes, allowed[i].prefix_length)) return true;
    }
    return false;
}

const char *ccurl_address_refusal(
    const struct ccurl_address *address, const struct ccurl_network *allowed, size_t allowed_count) {
    if (is_allowed(address, allowed, allowed_count)) return NULL;
    if (!address->is_ipv6) return ipv4_refusal(address->bytes);
    if (memcmp(address->bytes, mapped_prefix, sizeof mapped_prefix) != 0) return ipv6_refusal(address->bytes);
    struct ccurl_address mapped = {.is_ipv6 = false};
    memcpy(mapped.bytes, address->bytes + MAPPED_OFFSET, 4);
    return ccurl_address_refusal(&mapped, allowed, allowed_count);
}

bool ccurl_address_parse(const char *text, struct ccurl_address *address) {
    memset(address, 0, sizeof *address);
    if (inet_pton(AF_INET, text, address->bytes) == 1) return true;
    address->is_ipv6 = true;
    return inet_pton(AF_INET6, text, address->bytes) == 1;
}

/// Reads one to three decimal digits up to `limit`; no sign, no space, no leading zero.
static bool parse_length(const char *digits, uint32_t limit, uint32_t *length) {
    if (digits[0] == 0 || (digits[0] == '0' && digits[1] != 0)) return false;
    uint32_t value = 0;
    for (; *digits; digits++) {
        if (*digits < '0' || *digits > '9') return false;
        value = value * 10 + (uint32_t)(*digits - '0');
        if (value > limit) return false;
    }
    *length = value;
    return true;
}

bool ccurl_network_parse(const char *text, struct ccurl_network *network) {
    const char *slash = strchr(text, '/');
    size_t length = slash ? (size_t)(slash - text) : strlen(text);
    char address[CCURL_ADDRESS_TEXT_CAPACITY];
    if (length >= sizeof address) return false;
    memcpy(address, text, length);
    address[length] = 0;
    if (!ccurl_address_parse(address, &network->base)) return false;
    network->prefix_length = network->base.is_ipv6 ? 128 : 32;
    return !slash || parse_length(slash + 1, network->prefix_length, &network->prefix_length);
}

void ccurl_address_format(const struct ccurl_address *address, char text[CCURL_ADDRESS_TEXT_CAPACITY]) {
    int family = address->is_ipv6 ? AF_INET6 : AF_INET;
    if (!inet_ntop(family, address->bytes, text, CCURL_ADDRESS_TEXT_CAPACITY)) text[0] = 0;
}
