/// Taking a URL apart with libcurl's own parser, so that what is judged is what is fetched.
#ifndef CCURL_URL_H
#define CCURL_URL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ccurl_url_status {
    CCURL_URL_PARSED = 0,
    CCURL_URL_MALFORMED = 1,
    CCURL_URL_NAMES_USER = 2, ///< `https://user:password@host/`
    CCURL_URL_NO_LIBRARY = 3,
    CCURL_URL_OUT_OF_MEMORY = 4,
};

/// The parts of an absolute URL; freed by `ccurl_url_free`. Absent parts are NULL.
struct ccurl_url {
    char *text; ///< normalised: dot segments and numeric IPv4 spellings resolved
    char *scheme;
    char *host;
    char *path;  ///< with its percent-encoding; never NULL in a parsed URL
    char *query; ///< without the question mark
};

/// Resolves `reference` against `base`, or parses it alone when `base` is NULL.
///
/// No spaces, no user names. Schemes that libcurl does not know are malformed. `reason` is static text, NULL when
/// parsed.
enum ccurl_url_status ccurl_url_resolve(
    const char *base, const char *reference, struct ccurl_url *url, const char **reason);

/// Frees the parts; the struct may be resolved into again.
void ccurl_url_free(struct ccurl_url *url);

#endif
