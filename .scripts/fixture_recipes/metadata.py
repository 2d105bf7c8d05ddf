"""EXIF, ICC and XMP blocks, whole ones and hostile ones."""

import struct

ASCII, SHORT, LONG = 2, 3, 4
WIDTHS = {1: 1, ASCII: 1, SHORT: 2, LONG: 4, 5: 8}


def tiff(entries, order="<", following=0, first=8, data=b""):
    """A TIFF header with one directory. Entries are (tag, type, count, value or offset)."""
    mark = b"II" if order == "<" else b"MM"
    out = mark + struct.pack(order + "HI", 42, first) + struct.pack(order + "H", len(entries))
    for tag, kind, count, value in entries:
        is_short = kind == SHORT and count == 1
        packed = struct.pack(order + "HH", value, 0) if is_short else struct.pack(order + "I", value)
        out += struct.pack(order + "HHI", tag, kind, count) + packed
    return out + struct.pack(order + "I", following) + data


def orientation(value, order="<"):
    return tiff([(0x0112, SHORT, 1, value)], order)


def gps():
    """IFD0 points to a GPS directory with one entry, the latitude's reference."""
    start = 8 + 2 + 12 + 4
    directory = struct.pack("<H", 1) + struct.pack("<HHI4s", 1, ASCII, 2, b"N\0\0\0") + struct.pack("<I", 0)
    return tiff([(0x8825, LONG, 1, start)], data=directory)


def thumbnail(picture):
    """IFD1 behind IFD0, with a JPEG thumbnail."""
    second = 8 + 2 + 12 + 4
    start = second + 2 + 24 + 4
    directory = struct.pack("<H", 2) + struct.pack("<HHII", 0x0201, LONG, 1, start)
    directory += struct.pack("<HHII", 0x0202, LONG, 1, len(picture)) + struct.pack("<I", 0)
    return tiff([(0x0112, SHORT, 1, 1)], following=second, data=directory + picture)


def circular():
    """A directory whose successor is itself."""
    return tiff([(0x0112, SHORT, 1, 1)], following=8)


def out_of_bounds():
    """A string that begins behind the end of the block."""
    return tiff([(0x010F, ASCII, 100, 0x7FFFFFF0)])


def huge_count():
    return tiff([(0x010F, LONG, 0xFFFFFFFF, 8)])


def exif(block):
    """The form in a JPEG's APP1."""
    return b"Exif\0\0" + block


def icc(space=b"RGB ", description=b"sRGB IEC61966-2.1", signature=b"acsp", size=None, tags=1):
    """An ICC version 2 profile that holds its description and nothing else."""
    text = b"desc\0\0\0\0" + struct.pack(">I", len(description) + 1) + description + b"\0" + bytes(78)
    text += bytes(-len(text) % 4)
    total = 128 + 4 + 12 + len(text)
    header = struct.pack(">I4sI4s4s4s", total if size is None else size, b"none", 0x02100000, b"mntr", space, b"XYZ ")
    header += struct.pack(">6H", 2000, 1, 1, 0, 0, 0) + signature + bytes(28)
    header += struct.pack(">III", 0xF6D6, 0x10000, 0xD32D)
    header += bytes(128 - len(header))
    return header + struct.pack(">I", tags) + struct.pack(">4sII", b"desc", 144, len(text)) + text


def xmp():
    return (b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>'
            b"</x:xmpmeta>")
