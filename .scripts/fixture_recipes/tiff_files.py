"""TIFF: depths, colours, planes, strips and tiles, compressions that need no library."""

import struct
import zlib

from . import metadata
from .foreign_picture import HEIGHT, WIDTH, alpha, color, index, palette
from .foreign_picture import rows as places

SHORT, LONG, BYTES = 3, 4, 7
WIDTH_TAG, LENGTH, BITS, COMPRESSION, PHOTOMETRIC, OFFSETS, ORIENTATION, SAMPLES, ROWS, COUNTS = (
    256, 257, 258, 259, 262, 273, 274, 277, 278, 279)
PLANAR, COLOR_MAP, TILE_WIDTH, TILE_LENGTH, TILE_OFFSETS, TILE_COUNTS = 284, 320, 322, 323, 324, 325
SUBFILE, SUBIFD, EXTRA, PROFILE = 254, 330, 338, 34675
WHITE_IS_ZERO, BLACK_IS_ZERO, RGB, PALETTE, CMYK = 0, 1, 2, 3, 5
PACK_BITS, DEFLATE = 32773, 8


def tiff(blocks, *, order="<", photometric=RGB, bits=8, samples=3, width=WIDTH, height=HEIGHT, tile=None,
         rows_per_strip=HEIGHT, compression=1, extra=()):
    """Blocks are strips, or tiles of `tile` pixels; `extra` are more entries (tag, type, values)."""
    offsets, counts = (TILE_OFFSETS, TILE_COUNTS) if tile else (OFFSETS, COUNTS)
    start = 8
    places_of_blocks = []
    for block in blocks:
        places_of_blocks.append(start)
        start += len(block) + len(block) % 2
    entries = [(WIDTH_TAG, LONG, [width]), (LENGTH, LONG, [height]), (BITS, SHORT, [bits] * samples),
               (COMPRESSION, SHORT, [compression]), (PHOTOMETRIC, SHORT, [photometric]), (SAMPLES, SHORT, [samples]),
               (offsets, LONG, places_of_blocks), (counts, LONG, [len(block) for block in blocks])]
    entries += [(TILE_WIDTH, SHORT, [tile]), (TILE_LENGTH, SHORT, [tile])] if tile else [(ROWS, LONG, [rows_per_strip])]
    data = b"".join(block + bytes(len(block) % 2) for block in blocks)
    mark = b"II" if order == "<" else b"MM"
    return mark + struct.pack(order + "HI", 42, start) + data + directory(sorted(entries + list(extra)), start, order)


def directory(entries, start, order):
    values_start = start + 2 + 12 * len(entries) + 4
    out, values = struct.pack(order + "H", len(entries)), b""
    for tag, kind, items in entries:
        packed = bytes(items) if kind == BYTES else struct.pack(order + str(len(items)) + {SHORT: "H", LONG: "I"}[kind], *items)
        out += struct.pack(order + "HHI", tag, kind, len(items))
        if len(packed) <= 4:
            out += packed + bytes(4 - len(packed))
        else:
            out += struct.pack(order + "I", values_start + len(values))
            values += packed + bytes(len(packed) % 2)
    return out + struct.pack(order + "I", 0) + values


def lines(pixel):
    return [b"".join(bytes(pixel(x, y)) for x, y in row) for row in places()]


def strips(all_lines, count):
    return [b"".join(all_lines[i:i + count]) for i in range(0, HEIGHT, count)]


def gray(x, y):
    return [x * 15 + y * 10]


def deep(x, y):
    """16 bits whose lower byte is not the upper one."""
    return [value << 8 | (x * 19 + y * 31) % 256 for value in color(x, y)]


def deep_bytes(order):
    return lambda x, y: struct.pack(order + "3H", *deep(x, y))


def inks(x, y):
    return (*color(x, y), x + y)


def tiles(pixel, size, sample_count):
    """One tile: the picture fits. Outside of it are noise bytes, which nobody may see."""
    out = b""
    for y in range(size):
        for x in range(size):
            out += bytes(pixel(x, y)) if x < WIDTH and y < HEIGHT else bytes([170]) * sample_count
    return [out]


def small_tiles(pixel, sample_count):
    """Tiles of 16x16 over a picture drawn twice across: 26x7."""
    out = []
    for left in (0, 16):
        tile = b""
        for y in range(16):
            for x in range(left, left + 16):
                tile += bytes(pixel(x % WIDTH, y)) if x < 2 * WIDTH and y < HEIGHT else bytes([170]) * sample_count
        out.append(tile)
    return out


def pack_bits(row):
    return bytes([len(row) - 1]) + row


def stored(data):
    """A zlib stream of one stored block."""
    block = b"\x01" + struct.pack("<HH", len(data), len(data) ^ 0xFFFF) + data
    return b"\x78\x01" + block + struct.pack(">I", zlib.adler32(data))


def palette_map(count):
    return [color[channel] * 257 for channel in range(3) for color in palette(count)]


def premultiplied(x, y):
    return [*((value * alpha(x, y) + 127) // 255 for value in color(x, y)), alpha(x, y)]


def whole():
    rgb = lines(color)
    yield "rgb.tiff", tiff(strips(rgb, 7)), "RGB in one strip"
    yield "big-endian.tiff", tiff(strips(rgb, 2), order=">", rows_per_strip=2), "MM, strips of two rows, the last of one"
    yield "gray.tiff", tiff(strips(lines(gray), 3), photometric=BLACK_IS_ZERO, samples=1, rows_per_strip=3), "gray"
    white = lines(lambda x, y: [255 - gray(x, y)[0]])
    yield "white-is-zero.tiff", tiff(strips(white, 7), photometric=WHITE_IS_ZERO, samples=1), "0 is white"
    for order in "<>":
        name = {"<": "rgb-16.tiff", ">": "rgb-16-big-endian.tiff"}[order]
        yield name, tiff(strips(lines(deep_bytes(order)), 7), order=order, bits=16), "16 bits a sample"
    unassociated = lines(lambda x, y: [*color(x, y), alpha(x, y)])
    yield "alpha.tiff", tiff(strips(unassociated, 7), samples=4, extra=[(EXTRA, SHORT, [2])]), "straight alpha"
    yield "alpha-associated.tiff", tiff(strips(lines(premultiplied), 7), samples=4, extra=[(EXTRA, SHORT, [1])]), (
        "premultiplied alpha")
    yield "extra-unspecified.tiff", tiff(strips(unassociated, 7), samples=4, extra=[(EXTRA, SHORT, [0])]), (
        "a fourth sample that is nothing")
    yield "cmyk.tiff", tiff(strips(lines(inks), 7), samples=4, photometric=CMYK), "CMYK"
    profiled = [(PROFILE, BYTES, metadata.icc(space=b"CMYK"))]
    yield "cmyk-icc.tiff", tiff(strips(lines(inks), 7), samples=4, photometric=CMYK, extra=profiled), "CMYK, profile"
    indices = lines(lambda x, y: [index(x, y, 256)])
    yield "palette.tiff", tiff(strips(indices, 7), photometric=PALETTE, samples=1,
                               extra=[(COLOR_MAP, SHORT, palette_map(256))]), "a palette"
    planes = [b"".join(lines(lambda x, y, c=c: color(x, y)[c: c + 1])) for c in range(3)]
    yield "planes.tiff", tiff(planes, extra=[(PLANAR, SHORT, [2])]), "one plane after the other"
    yield "tile.tiff", tiff(tiles(color, 16, 3), tile=16), "one tile, larger than the picture"
    yield "tiles.tiff", tiff(small_tiles(color, 3), tile=16, width=26), "two tiles side by side"
    plane_tiles = [tile for c in range(3) for tile in small_tiles(lambda x, y, c=c: color(x, y)[c: c + 1], 1)]
    yield "tiles-planes.tiff", tiff(plane_tiles, tile=16, width=26, extra=[(PLANAR, SHORT, [2])]), "tiles of planes"
    yield "pack-bits.tiff", tiff([b"".join(map(pack_bits, rgb))], compression=PACK_BITS), "PackBits"
    yield "deflate.tiff", tiff([stored(b"".join(rgb))], compression=DEFLATE), "Deflate"
    yield "orientation-6.tiff", tiff(strips(rgb, 7), extra=[(ORIENTATION, SHORT, [6])]), "to be turned"
    yield "icc.tiff", tiff(strips(rgb, 7), extra=[(PROFILE, BYTES, metadata.icc())]), "a profile"
    bits = [int("".join(str((x + y) % 2) for x, y in row) + "000", 2).to_bytes(2, "big") for row in places()]
    yield "bits.tiff", tiff([b"".join(bits)], photometric=BLACK_IS_ZERO, samples=1, bits=1), "one bit a pixel"


def hostile():
    rgb = b"".join(lines(color))
    yield "truncated.tiff", tiff([rgb])[:200], "cut before its directory"
    yield "strip-short.tiff", tiff([rgb[:90]]), "a strip of two rows and a third of one"
    yield "strip-past-end.tiff", tiff([rgb], extra=[]).replace(
        struct.pack("<HHII", OFFSETS, LONG, 1, 8), struct.pack("<HHII", OFFSETS, LONG, 1, 1 << 30)), "a strip behind the end"
    yield "claims-60000x60000.tiff", tiff([rgb], width=60000, height=60000), "3.6 thousand million pixels"
    yield "width-0.tiff", tiff([rgb], width=0), "no width"
    yield "tile-65520.tiff", tiff([rgb], tile=65520), "a tile of four thousand million pixels"
    yield "samples-255.tiff", tiff([rgb], samples=255, photometric=BLACK_IS_ZERO), "255 samples a pixel"
    yield "circular.tiff", circular(), "a directory that follows itself"
    thumbnail = [(SUBFILE, LONG, [1]), (SUBIFD, LONG, [8])]
    yield "camera-raw.tiff", tiff([rgb], extra=thumbnail), "the thumbnail of a camera's raw file"


def circular():
    data = tiff([b"".join(lines(color))])
    start = struct.unpack_from("<I", data, 4)[0]
    count = struct.unpack_from("<H", data, start)[0]
    link = start + 2 + 12 * count
    return data[:link] + struct.pack("<I", start) + data[link + 4:]


def rows():
    yield from whole()
    yield from hostile()
