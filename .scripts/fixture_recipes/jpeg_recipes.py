"""JPEGs that decode completely, and those that are not verified."""

import struct

from . import metadata
from .collection import UNSET
from .jpeg_writer import (EOI, SOI, SUCCESSIVE, Picture, Scan, adobe, app, arithmetic, baseline, comment, dqt, flat,
                          jfif, progressive, segment, smooth)

GRAY = ((1, 1),)
C444 = ((1, 1),) * 3
C422 = ((2, 1), (1, 1), (1, 1))
C420 = ((2, 2), (1, 1), (1, 1))
FOUR = ((1, 1),) * 4


def add_all(files):
    add_clean(files)
    add_codings(files)
    add_colors(files)
    add_segments(files)
    add_private(files)
    add_trailing(files)
    add_metadata(files)
    add_unverified(files)


def picture(width=16, height=8, sampling=GRAY, **options):
    return Picture(width, height, sampling, **options)


def whole(files, name, data, why, findings=(), size=(16, 8), **options):
    files.add(f"jpeg/{name}.jpg", data, why, size=size, findings=findings, **options)


def add_clean(files):
    """Large enough, and of the right shape, for every platform."""
    large = picture(600, 300, C420, coefficients=smooth)
    whole(files, "clean-600x300", baseline(large), "accepted everywhere", size=(600, 300))
    whole(files, "progressive-600x300", progressive(large), "many decoders, one format", ["color.progressive"],
          size=(600, 300))
    whole(files, "arithmetic-600x300", arithmetic(picture(600, 300, C420, coefficients=flat)),
          "legal, and not shown by many phones", ["jpeg.arithmetic-coding"], size=(600, 300))


def add_codings(files):
    odd = picture(37, 21, C420)
    whole(files, "gray", baseline(picture()), "one component, two blocks")
    whole(files, "one-pixel", baseline(picture(1, 1)), "one pixel in one block", size=(1, 1))
    for name, sampling in {"444": C444, "422": C422, "420": C420, "440": ((1, 2), (1, 1), (1, 1)),
                           "411": ((4, 1), (1, 1), (1, 1))}.items():
        whole(files, f"sampling-{name}", baseline(picture(37, 21, sampling)), f"chroma sampling {name}", size=(37, 21))
    whole(files, "three-scans", baseline(odd, scans=[[0], [1], [2]]), "a scan for each component", size=(37, 21))
    whole(files, "restart", baseline(odd, restart=2), "restart markers every two MCUs", size=(37, 21))
    whole(files, "extended", baseline(odd, kind=1), "extended sequential, 8 bits", size=(37, 21))
    whole(files, "wide-quantization", baseline(odd, kind=1).replace(dqt(), dqt(wide=True)),
          "a quantization table of 16-bit values", size=(37, 21))
    note = ["color.progressive"]
    whole(files, "progressive", progressive(odd), "spectral selection", note, size=(37, 21))
    whole(files, "progressive-refined", progressive(odd, SUCCESSIVE), "successive approximation", note, size=(37, 21))
    whole(files, "progressive-gray", progressive(picture(), SUCCESSIVE), "one component, refined", note)
    whole(files, "arithmetic", arithmetic(picture(64, 32, coefficients=flat)), "arithmetic-coded",
          ["jpeg.arithmetic-coding"], size=(64, 32))


def add_colors(files):
    four = picture(16, 8, FOUR)
    note = ["color.cmyk"]
    whole(files, "cmyk", baseline(four, head=adobe(0)), "CMYK by Adobe's marker", note)
    whole(files, "ycck", baseline(four, head=adobe(2)), "YCCK by Adobe's marker", note)
    whole(files, "cmyk-without-adobe", baseline(four, head=b""), "four components and nothing to name them", note)
    whole(files, "rgb", baseline(picture(16, 8, C444), head=adobe(0)), "RGB by Adobe's marker")
    whole(files, "without-jfif", baseline(picture(), head=b""), "no APP0 at all")


def icc_segment(profile, number=1, count=1):
    return app(2, b"ICC_PROFILE\0" + bytes([number, count]) + profile)


def add_segments(files):
    """Header segments that say nothing private."""
    plain = picture()
    whole(files, "fill-bytes", baseline(plain, before=b"\xff\xff\xff"), "fill bytes before a marker are legal")
    whole(files, "unknown-application", baseline(plain, before=app(9, b"anything")),
          "an unknown APP9, which may hold anything", ["metadata.private"])
    profile = metadata.icc()
    halves = icc_segment(profile[:100], 1, 2) + icc_segment(profile[100:], 2, 2)
    whole(files, "icc", baseline(picture(16, 8, C444), before=icc_segment(profile)), "an ICC profile in one piece")
    whole(files, "icc-in-two", baseline(picture(16, 8, C444), before=halves), "an ICC profile in two pieces")
    wide = icc_segment(metadata.icc(description=b"Display P3"))
    whole(files, "icc-display-p3", baseline(picture(16, 8, C444), before=wide), "wide gamut", ["color.wide-gamut"])


def exif(block):
    return app(1, metadata.exif(block))


def add_private(files):
    plain = picture()
    private = ["metadata.private"]
    for value in range(2, 9):
        block = metadata.orientation(value, "<>"[value % 2])
        whole(files, f"orientation-{value}", baseline(plain, before=exif(block)), f"orientation {value}", private,
              orientation=value)
    large = picture(600, 300, C420, coefficients=smooth)
    whole(files, "orientation-6-600x300", baseline(large, before=exif(metadata.orientation(6))),
          "lies on its side on Android", private, size=(600, 300), orientation=6)
    whole(files, "exif-gps", baseline(plain, before=exif(metadata.gps())), "where it was taken",
          ["metadata.gps", "metadata.private"])
    small = baseline(picture(8, 8), head=b"")
    whole(files, "exif-thumbnail", baseline(plain, before=exif(metadata.thumbnail(small))), "a picture in the picture",
          ["metadata.private", "metadata.thumbnail"])
    whole(files, "comment", baseline(plain, before=comment(b"a plain remark")), "a comment", private)
    whole(files, "xmp", baseline(plain, before=app(1, b"http://ns.adobe.com/xap/1.0/\0" + metadata.xmp())), "XMP",
          private)
    whole(files, "script-in-comment", baseline(plain, before=comment(b"<script>alert(1)</script>")),
          "a script in a comment", ["file.embedded-markup", "metadata.private"])
    whole(files, "php-in-comment", baseline(plain, before=comment(b"<?php system($_GET[0]); ?>")),
          "PHP in a comment", ["file.embedded-markup", "metadata.private"])


def mpf():
    """The index of a multi-picture file: one entry, no sizes. Enough to name the variant."""
    index = metadata.tiff([(0xB000, 7, 4, 0x30303130), (0xB001, metadata.LONG, 1, 2)])
    return app(2, b"MPF\0" + index)


def add_trailing(files):
    plain = picture()
    for name, tail in {"zeros": bytes(16), "text": b"plain words", "zip": b"PK\3\4" + bytes(26)}.items():
        whole(files, f"trailing-{name}", baseline(plain, tail=tail), f"{name} behind EOI", ["jpeg.trailing-bytes"])
    whole(files, "trailing-html", baseline(plain, tail=b"<html><script>alert(1)</script></html>"),
          "an HTML page behind EOI", ["file.embedded-markup", "jpeg.trailing-bytes"])
    second = baseline(picture(8, 8))
    whole(files, "second-picture", baseline(plain, before=mpf(), tail=second), "a multi-picture file",
          ["jpeg.trailing-pictures"])


def add_metadata(files):
    """Metadata without sense: the picture is whole, so the file is intact."""
    plain = picture()
    blocks = {"exif-circular": metadata.circular(), "exif-out-of-bounds": metadata.out_of_bounds(),
              "exif-huge-count": metadata.huge_count(), "exif-not-tiff": b"not a TIFF header",
              "exif-orientation-9": metadata.orientation(9)}
    for name, block in blocks.items():
        whole(files, name, baseline(plain, before=exif(block)), name.replace("-", " "),
              ["jpeg.malformed-metadata", "metadata.private"])
    color = picture(16, 8, C444)
    profile = metadata.icc()
    profiles = {
        "icc-piece-missing": icc_segment(profile, 1, 2), "icc-piece-twice": icc_segment(profile) * 2,
        "icc-no-signature": icc_segment(metadata.icc(signature=b"none")),
        "icc-size-mismatch": icc_segment(metadata.icc(size=9999)),
        "icc-tags-2-32": icc_segment(metadata.icc(tags=0xFFFFFFFF)),
        "icc-gray-for-color": icc_segment(metadata.icc(space=b"GRAY")),
    }
    for name, before in profiles.items():
        whole(files, name, baseline(color, before=before), name.replace("-", " "), ["jpeg.malformed-icc"])


def unverified(files, name, data, why, **options):
    files.add(f"jpeg/{name}.jpg", data, why, size=(16, 8), integrity="undetermined",
              findings=["jpeg.coding-not-verified"], unverified_coding=True, **options)


def add_unverified(files):
    plain = picture()
    scan = Scan(plain)
    unverified(files, "lossless", SOI + plain.sof(3) + scan.tables() + scan.sos((1, 0, 0, 0)) + scan.data() + EOI,
               "lossless JPEG (SOF3)")
    unverified(files, "twelve-bit", baseline(plain, kind=1, precision=12), "12 bits a sample")
    sequence = segment(0xDE, struct.pack(">BHHB3B", 8, 8, 16, 1, 1, 0x11, 0))
    unverified(files, "hierarchical", SOI + sequence + dqt() + plain.sof(5) + scan.bytes() + EOI,
               "a hierarchical frame (DHP, SOF5)", frames=UNSET)
