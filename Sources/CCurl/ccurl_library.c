#include "ccurl_library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#include "ccurl_fetch.h"

static struct ccurl_library library;
static bool is_usable;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/// Stores the address of a symbol in a function pointer; C has no cast between the two kinds of pointer.
static bool find(void *handle, const char *name, void *slot) {
    void *symbol = dlsym(handle, name);
    memcpy(slot, &symbol, sizeof symbol);
    return symbol != NULL;
}

static bool find_all(void *handle) {
    return find(handle, "curl_global_init", &library.global_init)
        && find(handle, "curl_version_info", &library.version_info)
        && find(handle, "curl_easy_init", &library.easy_init)
        && find(handle, "curl_easy_setopt", &library.easy_setopt)
        && find(handle, "curl_easy_perform", &library.easy_perform)
        && find(handle, "curl_easy_getinfo", &library.easy_getinfo)
        && find(handle, "curl_easy_strerror", &library.easy_strerror)
        && find(handle, "curl_easy_cleanup", &library.easy_cleanup)
        && find(handle, "curl_slist_append", &library.slist_append)
        && find(handle, "curl_slist_free_all", &library.slist_free_all)
        && find(handle, "curl_free", &library.free)
        && find(handle, "curl_url", &library.url)
        && find(handle, "curl_url_set", &library.url_set)
        && find(handle, "curl_url_get", &library.url_get)
        && find(handle, "curl_url_strerror", &library.url_strerror)
        && find(handle, "curl_url_cleanup", &library.url_cleanup);
}

static void load(void) {
    // Never unloaded: a resolver thread may outlive the fetch that started it.
    void *handle = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!handle || !find_all(handle)) return;
    is_usable = library.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

const struct ccurl_library *ccurl_library(void) {
    pthread_once(&once, load);
    return is_usable ? &library : NULL;
}

const char *ccurl_version(void) {
    const struct ccurl_library *loaded = ccurl_library();
    return loaded ? loaded->version_info(CURLVERSION_NOW)->version : NULL;
}
