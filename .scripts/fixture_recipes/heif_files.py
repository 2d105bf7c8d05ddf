"""HEIC and AVIF: boxes written by hand around one picture that was coded once."""

import base64
import struct

from . import metadata

# Four quarters: red and green above blue and white. Coded once, by x265 in libheif 1.15 (64x64, quality 80, 4:4:4) and
# by libaom in Pillow 13 (32x16, quality 85, 4:4:4): coders of HEVC and AV1 are no recipe's work.
HEVC_CONFIGURATION = bytes.fromhex(
    "0104080000000000000000001ef000fcfff8f800000f03200001001740010c01ffff0408000003009e3800000300001eba02402100010"
    "02a4201010408000003009e3800000300001e90041020b2dd492535cdc0808181000003000100000300010822000100084401c172860c0224")
HEVC = base64.b64decode(
    "AAAAPSgBrwT4QTJp2/+8j///7KMdl/dUKhfufn52//wGV//85x3NPv6Xfo37jLt//M5VtjN/4thjD97U7/9V3+A=")
AV1_CONFIGURATION = bytes.fromhex("81200000")
AV1 = base64.b64decode("EgAKCDgQ/+2gIaDSMiZEwJjJoAA8IAAAAEDo8tuB3vcsEvWH8gfqys2o/gpeIO4eERy0ZQ==")


def box(kind, data):
    return struct.pack(">I", len(data) + 8) + kind + data


def full(kind, data, version=0):
    return box(kind, struct.pack(">I", version << 24) + data)


def heif(brand, item, configuration, data, size, *properties):
    """One item of one picture with its properties in order."""
    boxes = [configuration, full(b"ispe", struct.pack(">II", *size)), full(b"pixi", b"\3\x08\x08\x08"), *properties]
    associations = bytes([len(boxes)]) + bytes(
        (0x80 if index in (0, 3) else 0) | index + 1 for index in range(len(boxes)))
    handler = full(b"hdlr", bytes(4) + b"pict" + bytes(13))
    info = full(b"infe", struct.pack(">HH", 1, 0) + item + b"\0", version=2)
    properties_box = box(b"iprp", box(b"ipco", b"".join(boxes))
                         + full(b"ipma", struct.pack(">IH", 1, 1) + associations))
    kinds = box(b"ftyp", brand + bytes(4) + b"mif1" + brand)

    def meta(offset):
        location = full(b"iloc", b"\x44\0" + struct.pack(">HHHHII", 1, 1, 0, 1, offset, len(data)))
        return full(b"meta", handler + full(b"pitm", struct.pack(">H", 1)) + location
                    + full(b"iinf", struct.pack(">H", 1) + info) + properties_box)

    start = len(kinds) + len(meta(0)) + 8
    return kinds + meta(start) + box(b"mdat", data)


def heic(*properties, size=(64, 64), data=HEVC):
    return heif(b"heic", b"hvc1", box(b"hvcC", HEVC_CONFIGURATION), data, size, *properties)


def avif(*properties, size=(32, 16), data=AV1):
    return heif(b"avif", b"av01", box(b"av1C", AV1_CONFIGURATION), data, size, *properties)


def code_points(primaries, transfer, matrix=6):
    return box(b"colr", b"nclx" + struct.pack(">HHHB", primaries, transfer, matrix, 0x80))


def rows():
    turned = box(b"irot", b"\1")
    yield "picture.heic", heic(), "HEIC"
    yield "turned.heic", heic(turned), "turned a quarter to the left by its box"
    yield "icc.heic", heic(box(b"colr", b"prof" + metadata.icc(description=b"Display P3"))), "a profile"
    yield "picture.avif", avif(code_points(1, 13)), "AVIF"
    yield "turned.avif", avif(turned), "turned a quarter to the left by its box"
    yield "display-p3.avif", avif(code_points(12, 13)), "wide gamut by code points"
    yield "hdr.avif", avif(code_points(9, 16)), "HDR by code points"
    yield "truncated.heic", heic()[:-20], "cut in the picture"
    yield "truncated.avif", avif()[:-20], "cut in the picture"
    yield "claims-30000x30000.avif", avif(size=(30000, 30000)), "900 million pixels by its box"
    yield "item-past-end.heic", heic(data=HEVC)[:-len(HEVC)], "the picture is not in the file"
