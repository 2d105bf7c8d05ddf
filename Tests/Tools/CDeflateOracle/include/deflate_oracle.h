/// zlib as the tests of our own inflater use it: to make streams of every kind, and to say what a stream is.
#ifndef DEFLATE_ORACLE_H
#define DEFLATE_ORACLE_H

#include <stddef.h>
#include <stdint.h>

/// How zlib compresses, in its own numbers.
struct oracle_settings {
    int level, window_bits, memory_level, strategy;
    size_t flush_interval; ///< a block ends after so many bytes; 0: where zlib likes
    int flush;             ///< Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_PARTIAL_FLUSH, Z_BLOCK
};

/// The byte count of the stream written to `out`; 0 when it does not fit `capacity`.
size_t oracle_deflate(const uint8_t *bytes, size_t count, const struct oracle_settings *settings, uint8_t *out,
                      size_t capacity);

enum oracle_end { ORACLE_WHOLE = 0, ORACLE_CUT = 1, ORACLE_MALFORMED = 2, ORACLE_CHECKSUM = 3, ORACLE_NO_ROOM = 4 };

struct oracle_result {
    int32_t end;
    size_t used_byte_count, output_byte_count;
};

/// Inflates, given `piece` bytes at a time (0: all) and asked for `limit` bytes at a time (0: all).
void oracle_inflate(const uint8_t *bytes, size_t count, size_t piece, size_t limit, uint8_t *out, size_t capacity,
                    struct oracle_result *result);

#endif
