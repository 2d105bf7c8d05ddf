#include "ccurl_url.h"

#include <string.h>

#include "ccurl_library.h"

static enum ccurl_url_status status_of(CURLUcode code) {
    switch (code) {
    case CURLUE_OK: return CCURL_URL_PARSED;
    case CURLUE_OUT_OF_MEMORY: return CCURL_URL_OUT_OF_MEMORY;
    case CURLUE_USER_NOT_ALLOWED: return CCURL_URL_NAMES_USER;
    default: return CCURL_URL_MALFORMED;
    }
}

static CURLUcode set(const struct ccurl_library *library, CURLU *handle, const char *base, const char *reference) {
    const unsigned strict = CURLU_DISALLOW_USER;
    if (!base) return library->url_set(handle, CURLUPART_URL, reference, strict);
    CURLUcode code = library->url_set(handle, CURLUPART_URL, base, strict);
    if (code != CURLUE_OK) return code;
    return library->url_set(handle, CURLUPART_URL, reference, strict);
}

/// A part that the URL does not have stays NULL.
static CURLUcode get(const struct ccurl_library *library, CURLU *handle, CURLUPart part, char **text) {
    CURLUcode code = library->url_get(handle, part, text, 0);
    if (code != CURLUE_OK) *text = NULL;
    return code == CURLUE_NO_QUERY ? CURLUE_OK : code;
}

static CURLUcode get_all(const struct ccurl_library *library, CURLU *handle, struct ccurl_url *url) {
    CURLUcode code = get(library, handle, CURLUPART_URL, &url->text);
    if (code == CURLUE_OK) code = get(library, handle, CURLUPART_SCHEME, &url->scheme);
    if (code == CURLUE_OK) code = get(library, handle, CURLUPART_HOST, &url->host);
    if (code == CURLUE_OK) code = get(library, handle, CURLUPART_PATH, &url->path);
    if (code == CURLUE_OK) code = get(library, handle, CURLUPART_QUERY, &url->query);
    return code;
}

enum ccurl_url_status ccurl_url_resolve(
    const char *base, const char *reference, struct ccurl_url *url, const char **reason) {
    memset(url, 0, sizeof *url);
    *reason = NULL;
    const struct ccurl_library *library = ccurl_library();
    if (!library) return CCURL_URL_NO_LIBRARY;
    CURLU *handle = library->url();
    if (!handle) return CCURL_URL_OUT_OF_MEMORY;
    CURLUcode code = set(library, handle, base, reference);
    if (code == CURLUE_OK) code = get_all(library, handle, url);
    library->url_cleanup(handle);
    if (code == CURLUE_OK) return CCURL_URL_PARSED;
    ccurl_url_free(url);
    *reason = library->url_strerror(code);
    return status_of(code);
}

void ccurl_url_free(struct ccurl_url *url) {
    const struct ccurl_library *library = ccurl_library();
    if (!library) return;
    library->free(url->text);
    library->free(url->scheme);
    library->free(url->host);
    library->free(url->path);
    library->free(url->query);
    memset(url, 0, sizeof *url);
}
