"""GIFs: whole ones, odd ones that decode all the same, and those with one fault each."""

import struct

from .collection import UNSET
from .gif_writer import (TRAILER, blocks, checker_pixels, codes, comment, control, descriptor, frame, gif, loop, lzw,
                         screen)


def add_all(files):
    add_clean(files)
    add_shapes(files)
    add_streams(files)
    add_animations(files)
    add_extensions(files)
    add_warned(files)
    add_truncated(files)
    add_blocks(files)
    add_data(files)


def whole(files, name, data, why, findings=(), **options):
    files.add(f"gif/{name}.gif", data, why, findings=findings, **options)


def damaged(files, name, data, finding, why, **options):
    files.add(f"gif/{name}.gif", data, why, integrity="damaged", findings=[finding], **options)


def stripes(width, height, colors):
    return bytes(x * colors // width for x in range(width)) * height


def wide_frame(**options):
    return frame(600, 300, pixels=stripes(600, 300, 4), **options)


def add_clean(files):
    """Large enough, and of the right shape, for the platforms that take a GIF at all."""
    large = {"width": 600, "height": 300}
    whole(files, "clean-600x300", gif(wide_frame(), **large), "accepted where GIF is taken", size=(600, 300))
    two = gif(loop(), control(10), wide_frame(), control(10), frame(8, 8, 4, 4), **large)
    many = gif(loop(), wide_frame(), (control(4) + frame(1, 1, data=codes([4, 0, 5], 2))) * 39, **large)
    whole(files, "frames-40-600x300", many, "28,800,000 bytes once decoded", size=(600, 300), frames=40)
    whole(files, "animated-600x300", two, "moves on iOS only", size=(600, 300), frames=2)


def add_shapes(files):
    whole(files, "one-pixel", gif(frame(1, 1), width=1, height=1, colors=2), "the smallest picture", size=(1, 1))
    whole(files, "version-87a", gif(version=b"87a"), "the older version")
    whole(files, "interlaced", gif(frame(8, 8, interlaced=True)), "rows in four passes")
    whole(files, "local-palette", gif(frame(8, 8, colors=4), colors=0), "a local palette only")
    whole(files, "both-palettes", gif(frame(8, 8, colors=8, code_size=3)), "a global and a local palette")
    whole(files, "transparent", gif(control(transparent=1), frame(8, 8)), "one transparent colour")
    whole(files, "transparent-over-palette", gif(control(transparent=200), frame(8, 8)),
          "a transparent index that the palette does not have is allowed")
    whole(files, "two-colors", gif(frame(8, 8, pixels=checker_pixels(8, 8, 2)), colors=2), "a palette of two")
    whole(files, "frame-smaller", gif(frame(4, 4, 2, 2)), "a frame that does not fill the screen")
    whole(files, "256-colors", gif(frame(64, 32, code_size=8), width=64, height=32, colors=256), "codes of 9 bits",
          size=(64, 32))


def busy_pixels():
    """Enough different pairs to fill a table of 4,096 codes."""
    return bytes((x * y * 7 + x) & 255 for y in range(96) for x in range(96))


def add_streams(files):
    """Ways to code the same pixels; decoders differ about some, and all show them."""
    pixels = checker_pixels(8, 8, 4)
    size = {"size": (96, 96)}
    large = {"width": 96, "height": 96, "colors": 256}
    for name, deferred in {"table-full": False, "table-full-deferred-clear": True}.items():
        data = lzw(busy_pixels(), 8, deferred=deferred)
        whole(files, name, gif(frame(96, 96, code_size=8, data=data), **large), name.replace("-", " "), **size)
    quirks = {"without-first-clear": lzw(pixels, 2, first_clear=False), "without-end-code": lzw(pixels, 2, end=False),
              "codes-uncompressed": codes([4, *sum(([pixel, 4] for pixel in pixels), []), 5], 2)}
    for name, data in quirks.items():
        whole(files, name, gif(frame(8, 8, data=data)), name.replace("-", " "))
    whole(files, "blocks-of-one-byte", gif(frame(8, 8, size=1)), "data sub-blocks of one byte")
    whole(files, "code-size-8-two-colors", gif(frame(8, 8, code_size=8, pixels=checker_pixels(8, 8, 2)), colors=2),
          "a code size larger than the palette needs")


def add_animations(files):
    moves = b"".join(control(5 * index, disposal=index) + frame(4, 4, index, index) for index in range(4))
    whole(files, "animated", gif(loop(), moves), "four frames with the four disposals", frames=4)
    whole(files, "animated-once", gif(control(10), frame(8, 8), control(10), frame(8, 8)), "two frames without a loop",
          frames=2)
    whole(files, "animated-without-delay", gif(loop(), control(0), frame(8, 8), control(0), frame(8, 8)),
          "delays of zero", frames=2)
    whole(files, "frames-300", gif(loop(), (control(2) + frame(1, 1, data=codes([4, 0, 5], 2))) * 300, width=1,
                                   height=1), "three hundred frames of one pixel", size=(1, 1), frames=300)


def application(name, data):
    return b"\x21\xff\x0b" + name + blocks(data)


def add_extensions(files):
    private = ["metadata.private"]
    plain_text = b"\x21\x01\x0c" + struct.pack("<HHHHBBBB", 0, 0, 8, 8, 8, 8, 1, 0) + blocks(b"words")
    whole(files, "comment", gif(comment(b"a plain remark"), frame(8, 8)), "a comment", private)
    whole(files, "script-in-comment", gif(comment(b"<script>alert(1)</script>"), frame(8, 8)), "a script in a comment",
          ["file.embedded-markup", "metadata.private"])
    whole(files, "plain-text", gif(plain_text, frame(8, 8)), "a plain text extension, which nobody draws")
    whole(files, "unknown-application", gif(application(b"UNKNOWN 1.0", b"anything"), frame(8, 8)),
          "an application extension that nobody knows, and that may hold anything", private)


def add_warned(files):
    pixels = checker_pixels(8, 8, 4)
    whole(files, "trailing-zeros", gif(tail=bytes(16)), "zeros behind the trailer", ["gif.trailing-bytes"])
    whole(files, "trailing-html", gif(tail=b"<html><script>alert(1)</script></html>"),
          "an HTML page behind the trailer", ["file.embedded-markup", "gif.trailing-bytes"])
    whole(files, "pixels-too-many", gif(frame(8, 8, data=lzw(pixels + pixels[:8], 2))), "one row more than declared",
          ["gif.trailing-pixels"])
    whole(files, "frame-outside-screen", gif(frame(8, 8, 4, 4)), "half of the frame is outside the screen",
          ["gif.frame-outside-screen"])
    whole(files, "without-palette", gif(colors=0), "neither a global nor a local palette", ["gif.missing-palette"])
    whole(files, "index-over-palette", gif(colors=2), "indices 2 and 3 in a palette of two", ["gif.index-mismatch"])
    damaged(files, "without-trailer", gif(trailer=b""), "gif.missing-trailer", "whole but for its last byte")
    large = {"width": 600, "height": 300}
    damaged(files, "without-trailer-600x300", gif(wide_frame(), trailer=b"", **large), "gif.missing-trailer",
            "damaged, and most devices show it", size=(600, 300))


def add_truncated(files):
    data = gif(control(10), frame(8, 8))
    finding = "gif.truncated"
    start = len(screen(8, 8, 4))
    for name, cut in {"truncated-in-screen": 9, "truncated-behind-signature": 6}.items():
        damaged(files, name, data[:cut], finding, f"cut at byte {cut}", size=None, frames=None)
    cuts = {"truncated-in-palette": 18, "truncated-in-extension": start + 4, "truncated-in-descriptor": start + 12,
            "truncated-before-code-size": start + 18, "truncated-in-data": len(data) - 8,
            "truncated-before-terminator": len(data) - 2}
    for name, cut in cuts.items():
        damaged(files, name, data[:cut], finding, f"cut at byte {cut} of {len(data)}", frames=UNSET)


def add_blocks(files):
    plain = frame(8, 8)
    damaged(files, "without-frame", screen(8, 8, 4) + TRAILER, "gif.missing-frame", "a screen and a trailer",
            frames=UNSET)
    damaged(files, "unknown-block", gif(plain, b"\x99", plain), "gif.malformed-block", "byte 0x99 between two blocks",
            frames=UNSET)
    damaged(files, "zero-between-blocks", gif(plain, b"\0", plain), "gif.malformed-block", "a zero between two blocks",
            frames=UNSET)
    for name, size in {"screen-zero-width": (0, 8), "screen-zero-height": (8, 0)}.items():
        files.add(f"gif/{name}.gif", gif(plain, width=size[0], height=size[1]), "a screen without a pixel",
                  size=UNSET, frames=UNSET, integrity="damaged",
                  findings=["gif.frame-outside-screen", "gif.malformed-header"])
    for name, size in {"frame-zero-width": (0, 8), "frame-zero-height": (8, 0)}.items():
        damaged(files, name, gif(frame(*size, data=codes([4, 5], 2))), "gif.malformed-frame-size",
                name.replace("-", " "), frames=UNSET)
    for size in [0, 1, 9, 12, 255]:
        broken = descriptor(8, 8) + bytes([size]) + blocks(b"\x84\x51")
        damaged(files, f"code-size-{size}", gif(broken), "gif.malformed-code-size",
                f"an LZW minimum code size of {size}", frames=UNSET)
    short = b"\x21\xf9\x03\0\0\0\0"
    damaged(files, "control-of-3-bytes", gif(short, plain), "gif.malformed-extension",
            "a graphic control extension of three bytes", frames=UNSET)


def add_data(files):
    pixels = checker_pixels(8, 8, 4)
    finding = "gif.malformed-frame-data"
    damaged(files, "code-out-of-range", gif(frame(8, 8, data=codes([4, 0, 7], 2))), finding,
            "a code that the table does not have yet")
    damaged(files, "first-code-out-of-range", gif(frame(8, 8, data=codes([4, 7, 5], 2))), finding,
            "the first code is none of the colours")
    damaged(files, "pixels-missing", gif(frame(8, 8, data=lzw(pixels[:-1], 2))), "gif.truncated-frame",
            "the last pixel is missing")
    damaged(files, "row-missing", gif(frame(8, 8, data=lzw(pixels[:-8], 2))), "gif.truncated-frame",
            "the last row is missing")
    damaged(files, "without-data", gif(frame(8, 8, data=b"")), "gif.truncated-frame", "a frame without a data byte")
    second = frame(8, 8) + frame(8, 8, data=lzw(pixels[:30], 2))
    damaged(files, "second-frame-short", gif(second), "gif.truncated-frame", "the second of two frames is short",
            frames=UNSET)
    damaged(files, "interlaced-row-missing", gif(frame(8, 8, interlaced=True, data=lzw(pixels[:-8], 2))),
            "gif.truncated-frame", "the last pass is short")
