"""BMP: every header, depth and compression that writers use."""

import struct

from . import metadata
from .foreign_picture import HEIGHT, WIDTH, alpha, color, grays, index, palette
from .foreign_picture import rows as places

RGB, RLE8, RLE4, FIELDS, JPEG, ALPHA_FIELDS = 0, 1, 2, 3, 4, 6


def bmp(pixels, bits, *, info=40, compression=RGB, colors=(), masks=b"", height=HEIGHT, width=WIDTH, offset=None,
        profile=b"", used=None):
    """Headers, palette and pixels; `masks` go behind a header of 40 bytes and into a longer one."""
    entry = 3 if info == 12 else 4
    table = b"".join(bytes(reversed(c)) + bytes(entry - 3) for c in colors)
    if info == 12:
        header = struct.pack("<IHHHH", 12, width, height, 1, bits)
    else:
        header = struct.pack("<IiiHHIIiiII", info, width, height, 1, bits, compression, len(pixels), 2835, 2835,
                             len(colors) if used is None else used, 0)
        header += masks
        if info > 40:
            header += bytes(info - len(header))
    if info == 124:
        start = len(header) + len(table) + len(pixels)
        space = b"DEBM" if profile else b"BGRs"
        header = header[:56] + space + header[60:112] + struct.pack("<II", start if profile else 0, len(profile))
        header += bytes(124 - len(header))
    start = 14 + len(header) + len(table)
    body = header + table + pixels + profile
    return b"BM" + struct.pack("<IHHI", 14 + len(body), 0, 0, start if offset is None else offset) + body


def padded(row):
    return row + bytes(-len(row) % 4)


def bottom_up(lines):
    return b"".join(padded(line) for line in reversed(lines))


def packed(bits, count):
    """Indices, the first in the highest bits."""
    lines = []
    for row in places():
        text = "".join(format(index(x, y, count), f"0{bits}b") for x, y in row)
        text += "0" * (-len(text) % 8)
        lines.append(int(text, 2).to_bytes(len(text) // 8, "big"))
    return lines


def direct(pack):
    return [b"".join(pack(x, y) for x, y in row) for row in places()]


def bgr(x, y):
    return bytes(reversed(color(x, y)))


def masks(*values):
    return struct.pack(f"<{len(values)}I", *values)


def bits_16(x, y, widths):
    red, green, blue = (value >> (8 - width) for value, width in zip(color(x, y), widths))
    return struct.pack("<H", red << widths[1] + widths[2] | green << widths[2] | blue)


def run_lengths_8():
    """Runs, literal pixels with padding, a move, and the end of rows and picture."""
    out = b""
    for row in reversed(places()):
        values = [index(x, y, 256) for x, y in row]
        if row[0][1] == 6:
            # Three of one colour, a literal of ten.
            out += bytes([3, values[0], 0, 10]) + bytes(values[3:]) + b"\0\0"
        elif row[0][1] == 5:
            # A move over the rest of this row and three pixels of the next.
            out += bytes([0, 3]) + bytes(values[:3]) + b"\0" + bytes([0, 2, 0, 1])
        elif row[0][1] == 4:
            out += bytes([0, 10]) + bytes(values[3:]) + b"\0\0"
        else:
            out += bytes([0, 13]) + bytes(values) + b"\0" + b"\0\0"
    return out + b"\0\1"


def run_lengths_4():
    out = b""
    for row in reversed(places()):
        values = [index(x, y, 16) for x, y in row]
        halves = values + [0]
        literal = bytes(halves[i] << 4 | halves[i + 1] for i in range(0, 14, 2))
        if row[0][1] == 0:
            out += bytes([13, values[0] << 4 | values[1]]) + b"\0\0"
        else:
            out += bytes([0, 13]) + literal + b"\0" + b"\0\0"
    return out + b"\0\1"


def whole():
    yield "rgb-24.bmp", bmp(bottom_up(direct(bgr)), 24), "24 bits"
    yield "rgb-32.bmp", bmp(bottom_up(direct(lambda x, y: bgr(x, y) + b"\x7f")), 32), "32 bits, the fourth byte unused"
    yield "top-down.bmp", bmp(b"".join(map(padded, direct(bgr))), 24, height=-HEIGHT), "rows from top to bottom"
    yield "os2.bmp", bmp(bottom_up(direct(bgr)), 24, info=12), "OS/2 header"
    yield "os2-8.bmp", bmp(bottom_up(packed(8, 256)), 8, info=12, colors=palette(256)), "OS/2 header and palette"
    for bits in (1, 2, 4, 8):
        lines = bottom_up(packed(bits, 1 << bits))
        yield f"palette-{bits}.bmp", bmp(lines, bits, colors=palette(1 << bits)), f"palette, {bits} bits"
    yield "palette-short.bmp", bmp(bottom_up(packed(8, 256)), 8, colors=palette(100)), "indices over the palette"
    yield "gray-8.bmp", bmp(bottom_up(packed(8, 256)), 8, colors=grays(256)), "a palette of grays"
    yield "rgb-555.bmp", bmp(bottom_up(direct(lambda x, y: bits_16(x, y, (5, 5, 5)))), 16), "16 bits, 5-5-5"
    yield "rgb-565.bmp", bmp(bottom_up(direct(lambda x, y: bits_16(x, y, (5, 6, 5)))), 16, compression=FIELDS,
                             masks=masks(0xF800, 0x7E0, 0x1F)), "16 bits, 5-6-5 by masks"
    yield "masks-32.bmp", bmp(bottom_up(direct(lambda x, y: bytes(color(x, y)) + b"\0")), 32, compression=FIELDS,
                              masks=masks(0xFF, 0xFF00, 0xFF0000)), "32 bits, red in the lowest"
    ten = bottom_up(direct(lambda x, y: struct.pack("<I", sum(v * 4 << s for v, s in zip(color(x, y), (20, 10, 0))))))
    yield "masks-10-bits.bmp", bmp(ten, 32, compression=FIELDS, masks=masks(1023 << 20, 1023 << 10, 1023)), "10 bits each"
    with_alpha = bottom_up(direct(lambda x, y: bgr(x, y) + bytes([alpha(x, y)])))
    fields = masks(0xFF0000, 0xFF00, 0xFF, 0xFF000000)
    yield "alpha-v4.bmp", bmp(with_alpha, 32, info=108, compression=FIELDS, masks=fields), "alpha, version 4"
    yield "alpha-v3.bmp", bmp(with_alpha, 32, compression=ALPHA_FIELDS, masks=fields), "alpha by masks behind the header"
    clear = bottom_up(direct(lambda x, y: bgr(x, y) + b"\0"))
    yield "alpha-unset.bmp", bmp(clear, 32, info=124, compression=FIELDS, masks=fields), "an alpha channel of zeros"
    yield "icc-v5.bmp", bmp(bottom_up(direct(bgr)), 24, info=124, profile=metadata.icc()), "an embedded profile"
    yield "runs-8.bmp", bmp(run_lengths_8(), 8, compression=RLE8, colors=palette(256)), "run lengths of 8 bits"
    yield "runs-4.bmp", bmp(run_lengths_4(), 4, compression=RLE4, colors=palette(16)), "run lengths of 4 bits"
    yield "offset-0.bmp", bmp(bottom_up(packed(4, 16)), 4, colors=palette(16), offset=0), "no offset of the pixels"
    yield "last-padding-missing.bmp", bmp(bottom_up(direct(bgr))[:-1], 24), "the last row lacks its padding"


def hostile():
    pixels = bottom_up(direct(bgr))
    yield "truncated.bmp", bmp(pixels[:100], 24), "cut in the third row"
    yield "truncated-header.bmp", bmp(pixels, 24)[:40], "cut in the header"
    yield "claims-60000x60000.bmp", bmp(b"", 1, width=60000, height=60000, colors=palette(2)), "3.6 thousand million pixels"
    yield "height-minus-2-31.bmp", bmp(pixels, 24, height=-(1 << 31)), "the lowest height there is"
    yield "width-0.bmp", bmp(pixels, 24, width=0), "no width"
    yield "runs-of-24-bits.bmp", bmp(pixels, 24, compression=RLE8), "run lengths of 24 bits, which nothing defines"
    yield "jpeg-inside.bmp", bmp(b"\xff\xd8\xff\xd9", 0, compression=JPEG), "a JPEG for a printer"
    yield "runs-without-end.bmp", bmp(run_lengths_8()[:20], 8, compression=RLE8, colors=palette(256)), "runs are cut"
    yield "runs-outside.bmp", bmp(bytes([255, 1, 0, 2, 255, 255]) + bytes([255, 1]) * 40, 8, compression=RLE8,
                                  colors=palette(2)), "runs past the rows, moves past the picture"
    yield "palette-claims-2-32.bmp", bmp(bottom_up(packed(8, 256)), 8, colors=palette(256), used=0xFFFFFFFF), "colours without end"


def rows():
    yield from whole()
    yield from hostile()
