"""PNG chunks and images, whole ones and ones with a given fault."""

import struct
import zlib

from .deflate import zlib_stream

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def chunk(kind, data=b"", crc=None, length=None):
    """Length, type, data, CRC; `crc` and `length` replace the true values."""
    body = kind + data
    check = zlib.crc32(body) if crc is None else crc
    return struct.pack(">I", len(data) if length is None else length) + body + struct.pack(">I", check)


def wrong_crc(kind, data=b""):
    """A chunk whose CRC is off by one bit."""
    return chunk(kind, data, crc=zlib.crc32(kind + data) ^ 1)


def ihdr(width, height, depth=8, color=2, compression=0, filtering=0, interlace=0):
    return chunk(b"IHDR", ihdr_data(width, height, depth, color, compression, filtering, interlace))


def ihdr_data(width, height, depth=8, color=2, compression=0, filtering=0, interlace=0):
    return struct.pack(">IIBBBBB", width, height, depth, color, compression, filtering, interlace)


def row_bytes(width, depth, color):
    return (width * depth * CHANNELS[color] + 7) // 8


def gradient_row(width, depth, color, y):
    """A row of samples that differ a little from their neighbours, packed to `depth`."""
    count = row_bytes(width, depth, color)
    return bytes((x * 5 + y * 3) & 255 for x in range(count))


def index_row(width, depth, y, colors):
    """A row of palette indices below `colors`, packed to `depth`."""
    bits = 0
    for x in range(width):
        bits = bits << depth | (x + y) % colors
    padding = -width * depth % 8
    return (bits << padding).to_bytes((width * depth + padding) // 8, "big")


def rows(width, height, depth=8, color=2, colors=None, filters=(0,), first_y=0):
    """Filtered rows. Filter types above 0 are stamped on rows of zeros, so the result stays small and legal."""
    out = bytearray()
    for y in range(height):
        kind = filters[y % len(filters)]
        if color == 3:
            line = index_row(width, depth, first_y + y, colors or 2)
        else:
            line = gradient_row(width, depth, color, first_y + y)
        out.append(kind)
        out += line if kind == 0 else bytes(len(line))
    return bytes(out)


def flat_rows(width, height, depth=8, color=2):
    """One gradient row, then rows that repeat it by filter Up: compresses to almost nothing."""
    line = gradient_row(width, depth, color, 0)
    return b"\0" + line + (b"\2" + bytes(len(line))) * (height - 1)


def interlaced_rows(width, height, depth=8, color=2, colors=None):
    """The seven passes of Adam7, each an image of its own; empty passes have no rows."""
    out = b""
    for left, top, across, down in ADAM7:
        columns = (width - left + across - 1) // across if width > left else 0
        lines = (height - top + down - 1) // down if height > top else 0
        if columns and lines:
            out += rows(columns, lines, depth, color, colors)
    return out


def palette(colors):
    return chunk(b"PLTE", bytes((index * step) & 255 for index in range(colors) for step in (37, 91, 153)))


def idat(data):
    return chunk(b"IDAT", data)


def iend():
    return chunk(b"IEND")


def assemble(*chunks):
    return SIGNATURE + b"".join(chunks)


def png(width=8, height=8, depth=8, color=2, *, interlace=0, before=b"", between=b"", after=b"", raw=None, colors=None,
        filters=(0,), stored=False, plte=None, tail=b""):
    """A whole image; the keyword arguments put chunks before PLTE, before IDAT, before IEND and bytes behind IEND."""
    if color == 3 and colors is None:
        colors = 1 << depth if depth < 8 else 16
    if raw is None:
        make = interlaced_rows if interlace else rows
        raw = make(width, height, depth, color, colors) if interlace else make(width, height, depth, color, colors,
                                                                              filters)
    if plte is None:
        plte = palette(colors) if color == 3 else b""
    header = ihdr(width, height, depth, color, interlace=interlace)
    return assemble(header, before, plte, between, idat(zlib_stream(raw, stored)), after, iend()) + tail
