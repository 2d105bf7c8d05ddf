"""GIF blocks and images, whole ones and ones with a given fault."""

import struct

from .deflate import BitWriter

TRAILER = b"\x3b"


def screen(width, height, colors=0, version=b"89a", background=0):
    """Header and logical screen descriptor; a global palette follows when `colors` is not 0."""
    flags = 0x70 | (0x80 | size_bits(colors) if colors else 0)
    return b"GIF" + version + struct.pack("<HHBBB", width, height, flags, background, 0) + palette(colors)


def size_bits(colors):
    """The exponent field of a palette of `colors`, a power of two from 2 to 256."""
    return colors.bit_length() - 2


def palette(colors):
    return bytes((index * step) & 255 for index in range(colors) for step in (37, 91, 153))


def blocks(data, size=255):
    """Data sub-blocks and their terminator."""
    out = b""
    for start in range(0, len(data), size):
        piece = data[start:start + size]
        out += bytes([len(piece)]) + piece
    return out + b"\0"


class CodeWriter:
    """GIF's LZW codes of growing width; counts table entries as a decoder would."""

    def __init__(self, code_size):
        self.bits = BitWriter()
        self.code_size = code_size
        self.clear = 1 << code_size
        self.end = self.clear + 1
        self.reset()

    def reset(self):
        self.next = self.end + 1
        self.width = self.code_size + 1
        self.fresh = True

    def put(self, code):
        self.bits.put(code, self.width)
        if code == self.clear:
            self.reset()
        elif self.fresh:
            self.fresh = False
        elif self.next < 4096:
            self.next += 1
            if self.next == 1 << self.width and self.width < 12:
                self.width += 1


def lzw(pixels, code_size, first_clear=True, end=True, deferred=False):
    """The code stream of `pixels`; `deferred` goes on with a full table instead of clearing it."""
    out = CodeWriter(code_size)
    if first_clear:
        out.put(out.clear)
    table, prefix = start_table(out)
    for pixel in pixels:
        longer = prefix + bytes([pixel])
        if longer in table:
            prefix = longer
            continue
        out.put(table[prefix])
        if len(table) + 2 < 4096:
            table[longer] = len(table) + 2
        elif not deferred:
            out.put(out.clear)
            table, _ = start_table(out)
        prefix = bytes([pixel])
    if prefix:
        out.put(table[prefix])
    if end:
        out.put(out.end)
    return out.bits.finish()


def start_table(out):
    return {bytes([value]): value for value in range(out.clear)}, b""


def codes(values, code_size):
    """A stream of given codes, legal or not."""
    out = CodeWriter(code_size)
    for value in values:
        out.put(value)
    return out.bits.finish()


def checker_pixels(width, height, colors):
    return bytes((x // 2 + y // 2) % colors for y in range(height) for x in range(width))


def descriptor(width, height, left=0, top=0, colors=0, interlaced=False):
    flags = (0x80 | size_bits(colors) if colors else 0) | (0x40 if interlaced else 0)
    return b"\x2c" + struct.pack("<HHHHB", left, top, width, height, flags) + palette(colors)


def frame(width, height, left=0, top=0, colors=0, interlaced=False, code_size=2, pixels=None, data=None, size=255):
    """Image descriptor, local palette, code size and data; `data` replaces the coded `pixels`."""
    if data is None:
        pixels = checker_pixels(width, height, 1 << code_size) if pixels is None else pixels
        data = lzw(pixels, code_size)
    return descriptor(width, height, left, top, colors, interlaced) + bytes([code_size]) + blocks(data, size)


def control(delay=0, transparent=None, disposal=0):
    """Graphic control extension; `delay` in hundredths of a second."""
    flags = disposal << 2 | (1 if transparent is not None else 0)
    return b"\x21\xf9\x04" + struct.pack("<BHB", flags, delay, transparent or 0) + b"\0"


def loop(count=0):
    return b"\x21\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<H", count) + b"\0"


def comment(text):
    return b"\x21\xfe" + blocks(text)


def gif(*parts, width=8, height=8, colors=4, version=b"89a", trailer=TRAILER, tail=b""):
    """Screen, the given parts (one plain frame when there are none), trailer, tail."""
    body = b"".join(parts) or frame(width, height)
    return screen(width, height, colors, version) + body + trailer + tail
