"""A deflate and zlib writer of our own.

zlib's output differs between its versions, so it cannot make files that must be the same bytes everywhere. This one
writes stored blocks or one block of fixed Huffman codes (RFC 1951), which is enough for small pictures.
"""

import zlib

MAX_STORED = 65535
MAX_MATCH = 258
WINDOW = 32768

LENGTH_BASES = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163,
                195, 227, 258]
LENGTH_EXTRAS = [0] * 8 + [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4 + [5] * 4 + [0]
DISTANCE_BASES = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
                  3073, 4097, 6145, 8193, 12289, 16385, 24577]
DISTANCE_EXTRAS = [0, 0, 0, 0] + [extra for extra in range(1, 14) for _ in range(2)]


class BitWriter:
    """Bits, least significant first, as deflate and GIF pack them."""

    def __init__(self):
        self.bytes = bytearray()
        self.buffer = 0
        self.count = 0

    def put(self, value, width):
        self.buffer |= value << self.count
        self.count += width
        while self.count >= 8:
            self.bytes.append(self.buffer & 255)
            self.buffer >>= 8
            self.count -= 8

    def put_zeros(self, count):
        """Many zero bits at once."""
        lead = min(count, -self.count % 8)
        self.put(0, lead)
        self.bytes += bytes((count - lead) // 8)
        self.put(0, (count - lead) % 8)

    def put_code(self, code, width):
        """Huffman codes go most significant bit first."""
        self.put(int(format(code, f"0{width}b")[::-1], 2), width)

    def finish(self):
        if self.count:
            self.bytes.append(self.buffer & 255)
            self.buffer = self.count = 0
        return bytes(self.bytes)


def put_literal(bits, symbol):
    """A literal/length symbol in the fixed code of RFC 1951, 3.2.6."""
    if symbol < 144:
        bits.put_code(0x30 + symbol, 8)
    elif symbol < 256:
        bits.put_code(0x190 + symbol - 144, 9)
    elif symbol < 280:
        bits.put_code(symbol - 256, 7)
    else:
        bits.put_code(0xC0 + symbol - 280, 8)


def band(bases, value):
    """The last base that is not above `value`."""
    return max(index for index, base in enumerate(bases) if base <= value)


def put_match(bits, length, distance):
    index = band(LENGTH_BASES, length)
    put_literal(bits, 257 + index)
    bits.put(length - LENGTH_BASES[index], LENGTH_EXTRAS[index])
    index = band(DISTANCE_BASES, distance)
    bits.put_code(index, 5)
    bits.put(distance - DISTANCE_BASES[index], DISTANCE_EXTRAS[index])


def match_length(data, start, position):
    length = 0
    limit = min(MAX_MATCH, len(data) - position)
    while length < limit and data[start + length] == data[position + length]:
        length += 1
    return length


def deflate_fixed(data, window=WINDOW):
    """One final block of fixed codes; matches against the latest earlier place of the same three bytes."""
    bits = BitWriter()
    bits.put(1, 1)
    bits.put(1, 2)
    latest = {}
    position = 0
    while position < len(data):
        key = bytes(data[position:position + 3])
        start = latest.get(key)
        length = match_length(data, start, position) if start is not None and position - start <= window else 0
        latest[key] = position
        if length >= 3:
            put_match(bits, length, position - start)
            position += length
        else:
            put_literal(bits, data[position])
            position += 1
    put_literal(bits, 256)
    return bits.finish()


def canonical(lengths):
    """The codes of RFC 1951, 3.2.2, for lengths by symbol."""
    codes, code = {}, 0
    for width in range(1, 16):
        for symbol in sorted(symbol for symbol, length in lengths.items() if length == width):
            codes[symbol] = (code, width)
            code += 1
        code <<= 1
    return codes


def deflate_dynamic(literals, distances, symbols, lengths=None):
    """One block with codes of its own, also such that no decoder may take: lengths by symbol, then literals to write.

    `lengths` is the code of the code lengths; by default all lengths up to 15 have four bits.
    """
    order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    lengths = lengths or dict.fromkeys(range(16), 4)
    distance_count = max(distances, default=0) + 1
    bits = BitWriter()
    for value, width in [(1, 1), (2, 2), (0, 5), (distance_count - 1, 5), (15, 4)]:
        bits.put(value, width)
    for symbol in order:
        bits.put(lengths.get(symbol, 0), 3)
    codes = canonical(lengths)
    for table, count in [(literals, 257), (distances, distance_count)]:
        for symbol in range(count):
            bits.put_code(*codes[table.get(symbol, 0)])
    codes = canonical(literals)
    for symbol in symbols:
        bits.put_code(*codes[symbol])
    return bits.finish()


def deflate_stored(data):
    """Stored blocks only: every byte of `data` stands in the output as it is."""
    pieces = [data[start:start + MAX_STORED] for start in range(0, len(data), MAX_STORED)] or [b""]
    out = bytearray()
    for index, piece in enumerate(pieces):
        out.append(1 if index == len(pieces) - 1 else 0)
        out += len(piece).to_bytes(2, "little") + (len(piece) ^ 0xFFFF).to_bytes(2, "little") + piece
    return bytes(out)


def zlib_stream(data, stored=False, header=b"\x78\x01", adler=None):
    """RFC 1950: header, deflate data, Adler-32 (the right one unless `adler` is given)."""
    body = deflate_stored(data) if stored else deflate_fixed(data)
    checksum = zlib.adler32(data) if adler is None else adler
    return header + body + checksum.to_bytes(4, "big")


def deflate_zeros(count):
    """Zeros at two bits for every 258 of them: one block of dynamic codes for a zero, the end and the longest match."""
    bits = BitWriter()
    bits.put(0b101, 3)
    bits.put(286 - 257, 5)
    bits.put(0, 5)
    bits.put(18 - 4, 4)
    # Lengths of the code-length code in the order of RFC 1951: 18 has one bit, 1 and 2 have two.
    for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1]:
        bits.put({18: 1, 1: 2, 2: 2}.get(symbol, 0), 3)
    two, one = (0b11, 2), (0b10, 2)
    for code in [two, 138, 117, two, 28, one, one]:
        if isinstance(code, tuple):
            bits.put_code(*code)
        else:
            bits.put_code(0, 1)
            bits.put(code - 11, 7)
    matches, literals = divmod(count - 1, MAX_MATCH)
    for _ in range(literals + 1):
        bits.put_code(0b10, 2)
    bits.put_zeros(2 * matches)
    bits.put_code(0b11, 2)
    return bits.finish()


def adler_zeros(count):
    """Adler-32 of `count` zeros: the first sum stays 1, the second counts."""
    return (count % 65521 << 16 | 1).to_bytes(4, "big")


def zlib_zeros(count):
    return b"\x78\x01" + deflate_zeros(count) + adler_zeros(count)
