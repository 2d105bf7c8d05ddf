/// What Swift sees of libcurl: one blocking fetch, URL resolution and the address table.
///
/// libcurl is loaded on first use (`dlopen`), so a program that fetches nothing pays nothing for it.
#ifndef CCURL_H
#define CCURL_H

#include "ccurl_address.h"
#include "ccurl_fetch.h"
#include "ccurl_url.h"

#endif
