"""WebP: lossless pictures written bit by bit, lossy ones coded once, and the chunks around them."""

import struct

from . import metadata
from .foreign_picture import HEIGHT, WIDTH, alpha, color
from .foreign_picture import rows as places

# Four quarters, 32x16: red and green above blue and white. Coded once by libwebp 1.5 (quality 90, method 6): a coder of
# VP8 is no recipe's work.
LOSSY = bytes.fromhex(
    "9002009d012a2000100000c01225a00274ca11c0de01f801fa8004463000fef9532ffff3fbdffd75feefd7effdd027ffc179ac34e3fafb7f"
    "d9b9bffff847c5e7f7b68cb00000")
# The first quarter half transparent.
LOSSY_ALPHA = bytes.fromhex("01101210d73d1745352226806cfef31f")
ICC, ALPHA, EXIF, ANIMATION = 0x20, 0x10, 0x08, 0x02


class Bits:
    """Bits, the lowest of each byte first."""

    def __init__(self):
        self.value, self.count = 0, 0

    def add(self, value, count):
        self.value |= value << self.count
        self.count += count

    def code(self, value):
        """Eight bits of a prefix code, its first bit first."""
        self.add(int(format(value, "08b")[::-1], 2), 8)

    def data(self):
        return self.value.to_bytes((self.count + 7) // 8, "little")


def prefix_code(bits, used, size):
    """`used` symbols of eight bits each; the rest of `size` has none."""
    bits.add(0, 1)
    # Lengths are coded by two symbols of one bit, 0 and 8, which stand at places 2 and 11 of the order.
    bits.add(12 - 4, 4)
    for place in range(12):
        bits.add(1 if place in (2, 11) else 0, 3)
    bits.add(0, 1)
    for symbol in range(size):
        bits.add(1 if symbol < used else 0, 1)


def lossless(pixel, width=WIDTH, height=HEIGHT, has_alpha=True, pixels=None):
    """A VP8L stream of literal pixels (RFC 9649 section 3)."""
    bits = Bits()
    bits.add(0x2F, 8)
    bits.add(width - 1, 14)
    bits.add(height - 1, 14)
    bits.add(int(has_alpha), 1)
    bits.add(0, 3 + 1 + 1 + 1)
    for size in (280, 256, 256, 256):
        prefix_code(bits, 256, size)
    # Distances: one symbol, 0, that no pixel uses.
    bits.add(0b0001, 4)
    for row in places() if pixels is None else pixels:
        for x, y in row:
            red, green, blue, opacity = pixel(x, y)
            for value in (green, red, blue, opacity):
                bits.code(value)
    return bits.data()


def chunk(name, data):
    return name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)


def riff(*chunks):
    body = b"WEBP" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def size_24(width, height):
    return struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3]


def extended(flags, width=WIDTH, height=HEIGHT):
    return chunk(b"VP8X", struct.pack("<I", flags) + size_24(width, height))


def frame(stream, milliseconds=100):
    return chunk(b"ANMF", bytes(6) + size_24(WIDTH, HEIGHT) + struct.pack("<I", milliseconds)[:3] + b"\x02"
                 + chunk(b"VP8L", stream))


def opaque(x, y):
    return (*color(x, y), 255)


def with_alpha(x, y):
    return (*color(x, y), alpha(x, y))


def blank(x, y):
    return (9, 99, 199, 255)


def clear(x, y):
    return (x, y, 0, 0)


def animation(*streams):
    return riff(extended(ALPHA | ANIMATION), chunk(b"ANIM", struct.pack("<IH", 0, 0)), *map(frame, streams))


def rows():
    picture = lossless(opaque, has_alpha=False)
    yield "lossless.webp", riff(chunk(b"VP8L", picture)), "lossless"
    yield "lossless-alpha.webp", riff(chunk(b"VP8L", lossless(with_alpha))), "lossless with alpha"
    yield "alpha-full.webp", riff(chunk(b"VP8L", lossless(opaque))), "an alpha channel that is full everywhere"
    yield "lossy.webp", riff(chunk(b"VP8 ", LOSSY)), "lossy"
    yield "lossy-alpha.webp", riff(extended(ALPHA, 32, 16), chunk(b"ALPH", LOSSY_ALPHA), chunk(b"VP8 ", LOSSY)), (
        "lossy with alpha")
    yield "icc-orientation-6.webp", riff(
        extended(ICC | EXIF), chunk(b"ICCP", metadata.icc()), chunk(b"VP8L", picture),
        chunk(b"EXIF", metadata.orientation(6))), "a profile, and to be turned"
    yield "exif-as-in-jpeg.webp", riff(
        extended(EXIF), chunk(b"VP8L", picture), chunk(b"EXIF", metadata.exif(metadata.orientation(8)))), (
        "EXIF with the signature of a JPEG segment")
    yield "icc-of-gray.webp", riff(
        extended(ICC), chunk(b"ICCP", metadata.icc(space=b"GRAY")), chunk(b"VP8L", picture)), "a profile for gray"
    yield "animated.webp", animation(picture, lossless(blank, has_alpha=False)), "two frames"
    yield "animated-blank-first.webp", animation(lossless(clear), lossless(blank, has_alpha=False), picture), (
        "two frames of nothing before the picture")
    yield "truncated.webp", riff(chunk(b"VP8L", picture))[:-60], "cut in its last rows"
    tall = lossless(opaque, height=40, has_alpha=False, pixels=[[(x, y % 7) for x in range(WIDTH)] for y in range(40)])
    yield "truncated-tall.webp", riff(chunk(b"VP8L", tall))[:-300], "forty rows, cut in the last six"
    yield "truncated-lossy.webp", riff(chunk(b"VP8 ", LOSSY))[:60], "lossy, cut"
    yield "claims-16384x16384.webp", riff(chunk(b"VP8L", lossless(opaque, 16384, 16384)[:300])), "268,435,456 pixels"
    yield "canvas-2-24.webp", riff(extended(ANIMATION, 1 << 24, 1 << 7), chunk(b"ANIM", bytes(6)), frame(picture)), (
        "a canvas of two thousand million pixels")
