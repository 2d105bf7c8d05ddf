"""PNGs that decode completely, plain and with harmless oddities."""

import struct
import zlib

from . import metadata
from .deflate import deflate_dynamic, zlib_stream, zlib_zeros
from .png_writer import assemble, chunk, flat_rows, idat, ihdr, iend, png, rows

NOTE_16 = ["color.sixteen-bit"]
DEPTHS = {"gray": (0, [1, 2, 4, 8, 16]), "rgb": (2, [8, 16]), "indexed": (3, [1, 2, 4, 8]),
          "gray-alpha": (4, [8, 16]), "rgba": (6, [8, 16])}
TEXT = b"Comment\0a plain remark"


def add_all(files):
    add_clean(files)
    add_large(files)
    add_color_types(files)
    add_shapes(files)
    add_streams(files)
    add_ancillary(files)
    add_private(files)
    add_animated(files)


def add_clean(files):
    """Large enough, and of the right shape, for every platform."""
    add = files.add
    add("png/clean-600x300.png", png(600, 300, raw=flat_rows(600, 300)), "accepted everywhere", size=(600, 300))
    add("png/gray-600x300.png", png(600, 300, 8, 0, raw=flat_rows(600, 300, 8, 0)), "gray is a picture too",
        size=(600, 300))
    add("png/square-600x600.png", png(600, 600, 1, 0, raw=flat_rows(600, 600, 1, 0)),
        "shown cropped where 2:1 is expected", size=(600, 600))
    add("png/narrow-299x150.png", png(299, 150, 1, 0, raw=flat_rows(299, 150, 1, 0)),
        "one pixel narrower than the vendors advise", size=(299, 150))
    add("png/wide-2001x1000.png", png(2001, 1000, 1, 0, raw=flat_rows(2001, 1000, 1, 0)),
        "one pixel wider than the vendors advise", size=(2001, 1000))


def black(width, height):
    """One bit a pixel, all black: millions of pixels in a few hundred bytes."""
    return assemble(ihdr(width, height, 1, 0), idat(zlib_zeros(height * ((width + 7) // 8 + 1))), iend())


def add_large(files):
    """Pixels cost memory on the device, however few bytes they take."""
    add = files.add
    add("png/black-3600x1800.png", black(3600, 1800), "25,920,000 bytes once decoded", size=(3600, 1800))
    add("png/black-7300x3650.png", black(7300, 3650), "106,580,000 bytes once decoded: too much for Android",
        size=(7300, 3650))
    add("png/black-600x150.png", black(600, 150), "lower than the web's banner", size=(600, 150))


def add_color_types(files):
    for name, (color, depths) in DEPTHS.items():
        for depth in depths:
            notes = NOTE_16 if depth == 16 else []
            files.add(f"png/{name}-{depth}.png", png(9, 7, depth, color), f"{name}, {depth} bits a sample",
                      size=(9, 7), findings=notes)
            files.add(f"png/{name}-{depth}-interlaced.png", png(9, 7, depth, color, interlace=1),
                      f"{name}, {depth} bits a sample, Adam7", size=(9, 7), findings=notes)


def add_shapes(files):
    add = files.add
    add("png/one-pixel.png", png(1, 1), "the smallest picture", size=(1, 1))
    add("png/one-pixel-interlaced.png", png(1, 1, interlace=1), "six of seven passes are empty", size=(1, 1))
    add("png/column-interlaced.png", png(1, 9, 1, 0, interlace=1), "passes without columns", size=(1, 9))
    add("png/tall-1x65535.png", png(1, 65535, 1, 0, raw=b"\0\0" * 65535), "a side has no limit of its own",
        size=(1, 65535))
    add("png/all-filters.png", png(filters=(0, 1, 2, 3, 4)), "all five filter types")
    add("png/background-transparency.png", png(8, 8, 8, 2, between=chunk(b"tRNS", bytes(6))), "transparent black")
    add("png/indexed-transparency.png", png(8, 8, 2, 3, between=chunk(b"tRNS", b"\0\x80")), "two transparent colours")


def add_streams(files):
    """Ways to pack the same rows."""
    add = files.add
    raw = rows(8, 8)
    stream = zlib_stream(raw)
    parts = b"".join(idat(stream[start:start + 7]) for start in range(0, len(stream), 7))
    add("png/stored-deflate.png", png(stored=True), "deflate without compression")
    add("png/many-idat.png", assemble(ihdr(8, 8), parts, iend()), "image data in chunks of seven bytes")
    add("png/empty-idat-between.png", assemble(ihdr(8, 8), idat(stream[:9]), idat(b""), idat(stream[9:]), iend()),
        "an empty IDAT in the middle is legal")
    add("png/empty-idat-last.png", assemble(ihdr(8, 8), idat(stream), idat(b""), iend()),
        "an empty IDAT at the end is legal")
    own = deflate_dynamic({0: 1, 0x55: 2, 256: 2}, {0: 1}, [0, 0x55, 256])
    own = b"\x78\x01" + own + zlib.adler32(b"\0\x55").to_bytes(4, "big")
    add("png/single-distance-code.png", assemble(ihdr(1, 1, 8, 0), idat(own), iend()),
        "one distance code of one bit is the only incomplete code that deflate allows", size=(1, 1))
    small = zlib_stream(raw, header=b"\x08\x1d")
    add("png/window-256.png", assemble(ihdr(8, 8), idat(small), iend()), "a declared window of 256 bytes")


def add_ancillary(files):
    """Ancillary chunks that say nothing private."""
    add = files.add
    gamma = chunk(b"gAMA", struct.pack(">I", 45455))
    white = chunk(b"cHRM", struct.pack(">8I", 31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000))
    size = chunk(b"pHYs", struct.pack(">IIB", 2835, 2835, 1))
    add("png/color-chunks.png", png(before=gamma + white + chunk(b"sRGB", b"\0") + chunk(b"sBIT", b"\x08\x08\x08"),
                                    between=chunk(b"bKGD", bytes(6)) + size), "gAMA, cHRM, sRGB, sBIT, bKGD, pHYs")
    add("png/histogram.png", png(8, 8, 2, 3, between=chunk(b"hIST", bytes(8))), "a histogram of the palette")
    add("png/unknown-ancillary.png", png(before=chunk(b"teSt", b"anything"), after=chunk(b"teSt")),
        "unknown ancillary chunks are to be ignored")
    profile = chunk(b"iCCP", b"sRGB\0\0" + zlib_stream(metadata.icc()))
    add("png/icc-srgb.png", png(before=profile), "an embedded sRGB profile")
    wide = chunk(b"iCCP", b"P3\0\0" + zlib_stream(metadata.icc(description=b"Display P3")))
    add("png/icc-display-p3.png", png(before=wide), "wide gamut by its profile's description",
        findings=["color.wide-gamut"])


def add_private(files):
    """Metadata that a sender may not want to publish."""
    add = files.add
    private = ["metadata.private"]
    add("png/text.png", png(before=chunk(b"tEXt", TEXT)), "a text chunk", findings=private)
    add("png/compressed-text.png", png(before=chunk(b"zTXt", b"Comment\0\0" + zlib_stream(b"a remark " * 9))),
        "a compressed text chunk", findings=private)
    add("png/international-text.png", png(before=chunk(b"iTXt", b"Comment\0\0\0de\0Notiz\0" + "gr\u00fcn".encode())),
        "an international text chunk", findings=private)
    add("png/xmp.png", png(before=chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + metadata.xmp())),
        "XMP in an iTXt chunk", findings=private)
    add("png/exif-gps.png", png(before=chunk(b"eXIf", metadata.gps())), "where it was taken",
        findings=["metadata.gps", "metadata.private"])
    add("png/exif-rotated.png", png(before=chunk(b"eXIf", metadata.orientation(6, ">"))),
        "orientation 6, which Android does not apply", findings=private, orientation=6)
    add("png/script-in-text.png", png(before=chunk(b"tEXt", b"Comment\0<script>alert(1)</script>")),
        "a script in a text chunk", findings=["file.embedded-markup", "metadata.private"])


def actl(frames, plays=0):
    return chunk(b"acTL", struct.pack(">II", frames, plays))


def fctl(sequence, width=8, height=8, left=0, top=0, delay=1, per=10, dispose=0, blend=0):
    return chunk(b"fcTL", struct.pack(">IIIIIHHBB", sequence, width, height, left, top, delay, per, dispose, blend))


def fdat(sequence, data):
    return chunk(b"fdAT", struct.pack(">I", sequence) + data)


def add_animated(files):
    add = files.add
    stream = zlib_stream(rows(8, 8))
    add("png/animated.png", png(before=actl(2) + fctl(0), after=fctl(1) + fdat(2, stream)), "an APNG of two frames",
        frames=2)
    add("png/animated-default-image.png", png(before=actl(1), after=fctl(0) + fdat(1, stream)),
        "an APNG whose default image is no frame")
    large = flat_rows(600, 300, 8, 0)
    add("png/animated-600x300.png",
        assemble(ihdr(600, 300, 8, 0), actl(2), fctl(0, 600, 300), idat(zlib_stream(large)), fctl(1, 600, 300),
                 fdat(2, zlib_stream(large)), iend()), "shown, but still, on Android and the web", size=(600, 300),
        frames=2)
    defects = {
        "frame-missing": (actl(3) + fctl(0), fctl(1) + fdat(2, stream), 3, "three frames declared, two there"),
        "sequence-gap": (actl(2) + fctl(0), fctl(5) + fdat(6, stream), 2, "sequence numbers jump"),
        "frame-outside": (actl(2) + fctl(0), fctl(1, left=4) + fdat(2, stream), 2, "a frame outside the canvas"),
        "frame-empty": (actl(2) + fctl(0), fctl(1, width=0) + fdat(2, stream), 2, "a frame without columns"),
        "dispose-unknown": (actl(2) + fctl(0), fctl(1, dispose=3) + fdat(2, stream), 2, "an unknown disposal"),
        "data-without-control": (actl(2) + fctl(0), fdat(1, stream), 2, "frame data without a frame control"),
    }
    for name, (before, after, frames, why) in defects.items():
        add(f"png/animation-{name}.png", png(before=before, after=after), f"{why}; the still image is whole",
            frames=frames, findings=["png.malformed-animation"])
