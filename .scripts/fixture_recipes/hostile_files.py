"""Files made to exhaust a decoder, and what a right answer says of each.

They are made afresh for every run and never stored, so zlib may compress them: their bytes need not be the same
everywhere, and some are megabytes.
"""

import struct
import zlib

from . import metadata
from .deflate import zlib_zeros
from .gif_writer import TRAILER, blocks, codes, comment, frame, loop, screen
from .jpeg_writer import EOI, SOI, Picture, Scan, app, baseline, comment as jpeg_comment, dht, dqt, dri, gentle, jfif
from .jpeg_writer import segment
from .png_writer import assemble, chunk, flat_rows, idat, ihdr, iend, png, rows

GRAY = ((1, 1),)
C444 = ((1, 1),) * 3
C420 = ((2, 2), (1, 1), (1, 1))


class Row:
    """A file, the integrities that are right answers, ids of which all must be reported, ids of which one must."""

    def __init__(self, name, make, integrity, all_of=(), one_of=(), verdicts=("rejected", "undetermined", "atRisk"),
                 format=None):
        self.name, self.make = name, make
        self.integrity = integrity.split("|")
        self.all_of, self.one_of = list(all_of), list(one_of)
        self.verdicts, self.format = list(verdicts), format


REJECTED = ("rejected",)
NOT_PASSED = ("rejected", "undetermined")


def table_rows():
    """The rows of the comparison with other tools: twenty-odd files that most of them accept."""
    script = b"<script>alert(1)</script>"
    damaged = dict(integrity="damaged", verdicts=REJECTED)
    return [
        Row("jpeg-cut.jpg", lambda: cut(clean_jpeg()), all_of=["jpeg.truncated"], **damaged),
        Row("jpeg-overwritten.jpg", overwritten_jpeg, all_of=["jpeg.malformed-scan-data"], **damaged),
        Row("jpeg-without-end.jpg", lambda: clean_jpeg()[:-2], all_of=["jpeg.missing-eoi"], **damaged),
        Row("jpeg-zip-tail.jpg", lambda: clean_jpeg() + b"PK\3\4" + bytes(500), "intact", ["jpeg.trailing-bytes"],
            verdicts=["atRisk"]),
        Row("jpeg-script-in-comment.jpg", lambda: clean_jpeg(before=jpeg_comment(script)), "intact",
            ["file.embedded-markup"], verdicts=["atRisk"]),
        Row("png-cut.png", lambda: cut(clean_png()), all_of=["png.truncated"], **damaged),
        Row("png-flipped-byte.png", flipped_png, all_of=["png.crc-mismatch"], **damaged),
        Row("png-bad-adler.png", bad_adler_png, all_of=["png.adler-mismatch"], **damaged),
        Row("png-without-end.png", lambda: clean_png()[:-12], all_of=["png.missing-iend"], **damaged),
        Row("png-html-tail.png", lambda: clean_png() + b"<html>" + script + b"</html>", "intact",
            ["png.trailing-bytes", "file.embedded-markup"], verdicts=["atRisk"]),
        Row("svg-named.png", lambda: b'<svg xmlns="http://www.w3.org/2000/svg">' + script + b"</svg>", "undetermined",
            ["ios.format-unsupported", "file.extension-mismatch"], verdicts=REJECTED, format="svg"),
        Row("jpeg-named.png", clean_jpeg, "intact", ["file.extension-mismatch"], verdicts=["accepted", "atRisk"]),
        Row("html-named.png", lambda: b"<!DOCTYPE html><html><title>404</title></html>", "undetermined",
            ["file.not-an-image"], verdicts=REJECTED, format="html"),
        Row("png-claims-60000.png", lambda: black_png(60000, 60000, rows_given=0), "undetermined",
            ["limit.pixels-too-large"], verdicts=NOT_PASSED),
        Row("png-black-20000.png", lambda: black_png(20000, 20000), "undetermined", ["limit.pixels-too-large"],
            verdicts=NOT_PASSED),
        Row("png-text-bomb.png", lambda: png(before=text_bomb(64 << 20)), "undetermined", ["limit.metadata-too-large"],
            verdicts=NOT_PASSED),
        Row("png-profile-bomb.png", lambda: png(before=profile_bomb(64 << 20)), "undetermined",
            ["limit.metadata-too-large"], verdicts=NOT_PASSED),
        Row("gif-34-bytes.gif", lambda: screen(65535, 65535) + frame(65535, 65535, data=b"\x84\x51") + TRAILER,
            "undetermined|damaged", one_of=["limit.pixels-too-large"], verdicts=NOT_PASSED),
        Row("gif-10000-frames.gif", lambda: tiny_frames(10_000, 1, 1), "intact",
            ["android.animation-not-shown"], verdicts=["atRisk"]),
        Row("gif-500-tiny-frames.gif", lambda: tiny_frames(500, 4000, 4000), "intact", ["ios.animation-too-large"]),
        Row("jpeg-1500-duplicate-scans.jpg", lambda: scan_bomb(8000, 8000, 1, [(1, 63, 0, 0)] * 1500),
            "undetermined|damaged", one_of=["limit.scan-blocks-too-large", "jpeg.malformed-progression"],
            verdicts=NOT_PASSED),
        Row("clean.jpg", clean_jpeg, "intact", verdicts=["accepted"], format="jpeg"),
        Row("clean.png", clean_png, "intact", verdicts=["accepted"], format="png"),
    ]


def bomb_rows():
    """Bombs that were measured against the format's own libraries."""
    over = dict(integrity="undetermined", verdicts=NOT_PASSED)
    scans = dict(integrity="undetermined|damaged", verdicts=NOT_PASSED,
                 one_of=["limit.scan-blocks-too-large"])
    pixels, text = ["limit.pixels-too-large"], ["limit.metadata-too-large"]
    return [
        Row("progressive-883-scans.jpg", lambda: scan_bomb(8000, 8000, 1, every_bit_plane()), **scans),
        Row("progressive-2647-scans.jpg", lambda: scan_bomb(4000, 3000, 3, every_bit_plane()), **scans),
        Row("progressive-65500.jpg", lambda: scan_bomb(65500, 65500, 1, [(1, 63, 0, 0)] + [(1, 63, 0, 0)] * 9),
            all_of=pixels, **over),
        Row("text-1000-of-8mb.png", lambda: png(before=text_bomb(7_900_000) * 1000), all_of=text, **over),
        Row("text-100-of-50mb.png", lambda: png(before=text_bomb(50_000_000) * 100), all_of=text, **over),
        Row("profile-50mb.png", lambda: png(before=profile_bomb(50_000_000)), all_of=text, **over),
        Row("zeros-20000-rgba.png", lambda: zeros_png(20000, 20000, 8, 6), all_of=pixels, **over),
        Row("black-65500.png", lambda: black_png(65500, 65500), all_of=pixels, **over),
        Row("full-65535.gif", lambda: full_frames(1, 65535, 65535), all_of=pixels, **over),
        Row("100-frames-of-8000.gif", lambda: full_frames(100, 8000, 8000), all_of=["limit.total-pixels-too-large"],
            **over),
        Row("20000-frames.gif", lambda: tiny_frames(20_000, 4000, 4000), all_of=["limit.frames-too-large"], **over),
        Row("zero-size-frame.gif", lambda: screen(8, 8, 4) + frame(0, 0, data=codes([4, 5], 2)) + TRAILER, "damaged",
            ["gif.malformed-frame-size"], verdicts=REJECTED),
    ]


def edge_rows():
    """At or just below the limits: these may not be refused unread, and must still end in time."""
    return [
        Row("zeros-10000-rgba.png", lambda: zeros_png(10000, 10000, 8, 6), "intact|undetermined"),
        Row("zeros-10000-interlaced.png", lambda: interlaced_zeros(10000, 10000), "intact|undetermined"),
        Row("full-10000.gif", lambda: full_frames(1, 10000, 10000), "intact|undetermined"),
        Row("full-25-frames-of-10mp.gif", lambda: full_frames(25, 4000, 2500), "intact|undetermined"),
        Row("progressive-100-scans.jpg", lambda: scan_bomb(10000, 10000, 1, every_bit_plane()[:99]),
            "intact|undetermined", verdicts=["rejected", "undetermined", "atRisk"]),
        Row("progressive-10000-color.jpg", lambda: scan_bomb(10000, 10000, 3, [(1, 63, 0, 0)]), "intact|undetermined"),
        Row("baseline-10000.jpg", lambda: flat_jpeg(10000, 10000), "intact|undetermined"),
        Row("restart-storm.jpg", lambda: flat_jpeg(4000, 4000, restart=True), "intact|undetermined"),
        Row("claims-65500.jpg", lambda: flat_jpeg(65500, 65500, data=b"\0"), "undetermined|damaged",
            one_of=["limit.pixels-too-large"], verdicts=NOT_PASSED),
    ]


def crowd_rows():
    """Many small things."""
    empty = chunk(b"IDAT")
    return [
        Row("comments-100000.jpg", lambda: clean_jpeg(before=jpeg_comment(b"") * 100_000), "undetermined",
            ["limit.markers-too-large"], verdicts=NOT_PASSED),
        Row("comments-100-of-64k.jpg", lambda: clean_jpeg(before=jpeg_comment(bytes(65533)) * 100), "intact",
            ["metadata.private"]),
        Row("texts-100000.png", lambda: clean_png(before=chunk(b"tEXt", b"Comment\0words") * 100_000), "intact",
            ["metadata.private"], verdicts=["accepted", "atRisk", "rejected"]),
        Row("empty-data-100000.png",
            lambda: assemble(ihdr(8, 8), empty * 100_000, idat(zlib.compress(rows(8, 8))), iend()), "intact"),
        Row("chunks-200001.png", lambda: clean_png(before=chunk(b"teSt") * 200_001), "undetermined",
            ["limit.chunks-too-large"], verdicts=NOT_PASSED),
        Row("comments-100000.gif", lambda: screen(8, 8, 4) + comment(b"x") * 100_000 + frame(8, 8) + TRAILER, "intact"),
    ]


def structure_rows():
    """Headers that lie, and metadata that leads nowhere."""
    damaged = dict(integrity="damaged", verdicts=REJECTED)
    absurd = chunk(b"acTL", struct.pack(">II", 0x7FFFFFFF, 0))
    exifs = {"circular": metadata.circular(), "out-of-bounds": metadata.out_of_bounds(), "count": metadata.huge_count()}
    found = [
        Row("empty.png", lambda: b"", "undetermined", ["file.empty"], verdicts=REJECTED),
        Row("one-byte.gif", lambda: b"G", "undetermined", ["file.format-unknown"], verdicts=REJECTED),
        Row("magic-only.png", lambda: clean_png()[:8], all_of=["png.missing-iend"], **damaged),
        Row("magic-only.gif", lambda: b"GIF89a", all_of=["gif.truncated"], **damaged),
        Row("claims-2-31-1.png", lambda: assemble(ihdr(0x7FFFFFFF, 0x7FFFFFFF), idat(b"x"), iend()), "undetermined",
            ["limit.pixels-too-large"], verdicts=NOT_PASSED),
        Row("dnl.jpg", dnl_jpeg, all_of=["jpeg.malformed-header"], **damaged),
        Row("two-starts.jpg", lambda: SOI + clean_jpeg(), all_of=["jpeg.malformed-header"], **damaged),
        Row("frame-animation-2-31.png", lambda: clean_png(before=absurd), "intact|undetermined",
            one_of=["png.malformed-animation", "limit.frames-too-large"]),
        Row("icc-tags-2-32.jpg",
            lambda: clean_jpeg(before=app(2, b"ICC_PROFILE\0\1\1" + metadata.icc(tags=0xFFFFFFFF))), "intact",
            ["jpeg.malformed-icc"], verdicts=["atRisk"]),
    ]
    for name, block in exifs.items():
        found.append(Row(f"exif-{name}.jpg", lambda block=block: clean_jpeg(before=app(1, metadata.exif(block))),
                         "intact", ["jpeg.malformed-metadata"], verdicts=["atRisk"]))
    return found


def polyglot_rows():
    """One file, two formats."""
    script = b"=1;/*" + bytes(8) + b"*/alert(document.domain);//"
    utf16 = '<?xml version="1.0" encoding="UTF-16"?><svg xmlns="http://www.w3.org/2000/svg"/>'
    brand = struct.pack(">I", 24) + b"ftypheic" + bytes(4) + b"mif1heic"
    return [
        Row("gif-and-script.gif", lambda: screen(0x2A2F, 8, 4) + frame(8, 8) + TRAILER + b"*/" + script, "intact",
            ["gif.trailing-bytes"], verdicts=["atRisk", "rejected"], format="gif"),
        Row("jpeg-and-pdf.jpg", lambda: clean_jpeg() + b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n", "intact",
            ["jpeg.trailing-bytes"], verdicts=["atRisk"]),
        Row("jpeg-and-phar.jpg", lambda: clean_jpeg(before=jpeg_comment(b"<?php __HALT_COMPILER(); ?>")), "intact",
            ["file.embedded-markup"], verdicts=["atRisk"]),
        Row("utf-16-svg.png", lambda: b"\xff\xfe" + utf16.encode("utf-16-le"), "undetermined",
            ["ios.format-unsupported"], verdicts=REJECTED, format="svg"),
        Row("heic-named.jpg", lambda: brand + bytes(64), "undetermined", ["ios.format-unsupported"], verdicts=REJECTED,
            format="heic"),
        Row("mp4-named.png", lambda: brand.replace(b"heic", b"isom") + bytes(64), "undetermined",
            ["file.not-an-image"], verdicts=REJECTED, format="mp4"),
    ]


def all_rows():
    return table_rows() + bomb_rows() + edge_rows() + crowd_rows() + structure_rows() + polyglot_rows()


# How each is made.


def clean_jpeg(before=b""):
    return baseline(Picture(600, 300, C420, coefficients=gentle), before=before)


def clean_png(before=b""):
    return png(600, 300, raw=flat_rows(600, 300), before=before)


def cut(data):
    return data[:len(data) * 6 // 10]


def overwritten_jpeg():
    data = clean_jpeg()
    middle = len(data) // 2
    return data[:middle] + b"\xff\0" * 20 + data[middle + 40:]


def flipped_png():
    data = bytearray(clean_png())
    data[len(data) // 2] ^= 0x10
    return bytes(data)


def bad_adler_png():
    stream = zlib.compress(flat_rows(600, 300))
    return assemble(ihdr(600, 300), idat(stream[:-1] + bytes([stream[-1] ^ 1])), iend())


def zeros_png(width, height, depth, color):
    channels = {0: 1, 2: 3, 6: 4}[color]
    count = height * ((width * depth * channels + 7) // 8 + 1)
    return assemble(ihdr(width, height, depth, color), idat(zlib_zeros(count)), iend())


def interlaced_zeros(width, height):
    count = 0
    for left, top, across, down in [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
                                    (0, 1, 1, 2)]:
        count += (height - top + down - 1) // down * ((width - left + across - 1) // across * 3 + 1)
    return assemble(ihdr(width, height, 8, 2, interlace=1), idat(zlib_zeros(count)), iend())


def black_png(width, height, rows_given=None):
    count = (height if rows_given is None else rows_given) * ((width + 7) // 8 + 1)
    stream = zlib_zeros(count) if count else zlib.compress(b"")
    return assemble(ihdr(width, height, 1, 0), idat(stream), iend())


def text_bomb(count):
    return chunk(b"zTXt", b"Comment\0\0" + zlib.compress(b"A" * count, 9))


def profile_bomb(count):
    return chunk(b"iCCP", b"profile\0\0" + zlib.compress(bytes(count), 9))


def tiny_frames(count, width, height):
    one = frame(1, 1, data=codes([4, 0, 5], 2))
    return screen(width, height, 4) + loop() + one * count + TRAILER


def full_frames(count, width, height):
    """Frames whose every pixel is there, at the best ratio that LZW allows."""
    data = blocks(run_codes(width * height))
    one = frame(width, height, data=b"")[:-1] + data
    return screen(width, height, 4) + one * count + TRAILER


def run_codes(count):
    """The code stream of `count` pixels of colour 0, whole tables repeated by copying their bytes."""
    table = table_run()
    whole, rest = divmod(count, table[1])
    # One table's codes end at a byte only after eight of them; that many make one piece to copy.
    pieces, singles = divmod(whole, 8)
    bits = table[0] * 8
    piece = int(bits[::-1], 2).to_bytes(len(bits) // 8, "little") if pieces else b""
    tail = table[0] * singles + rest_run(rest)
    tail += "0" * (-len(tail) % 8)
    return piece * pieces + int(tail[::-1], 2).to_bytes(len(tail) // 8, "little")


def bits_of(code, width):
    """Least significant bit first, as a string."""
    return format(code, f"0{width}b")[::-1]


def table_run():
    """Bits and pixels of one full table: clear, colour 0, then every new code as soon as it exists."""
    return run(lambda pixels, code: code < 4095)


def rest_run(count):
    """The last, shorter table and the end code."""
    bits, _ = run(lambda pixels, code: False, count)
    return bits


def run(goes_on, count=None):
    """Clear, then growing runs of colour 0 until `goes_on` says no, or exactly `count` pixels and the end."""
    bits, pixels, width, code = bits_of(4, 3), 0, 3, 6
    if count is None or count > 0:
        bits += bits_of(0, width)
        pixels = 1
    while goes_on(pixels, code) if count is None else pixels < count:
        length = code - 4
        if count is not None and pixels + length > count:
            length = count - pixels
        # The code for a run of `length` zeros is `length + 4`; of one zero it is 0 itself.
        bits += bits_of(length + 4 if length > 1 else 0, width)
        pixels += length
        code += 1
        if code == 1 << width and width < 12:
            width += 1
    return (bits, pixels) if count is None else (bits + bits_of(5, width), pixels)


def every_bit_plane():
    """The legal maximum: each of 63 coefficients in 14 bit planes, one scan each."""
    return [(k, k, plane + 1 if plane < 13 else 0, plane) for k in range(1, 64) for plane in range(13, -1, -1)]


def scan_bomb(width, height, components, bands):
    """A flat progressive file: one DC scan, then a scan of "nothing here" for every band and component."""
    sampling = ((1, 1),) * components
    picture = Picture(width, height, sampling)
    block_count = -(-width // 8) * -(-height // 8)
    first = Scan(Picture(8, 8, sampling), None, 0, 0, 0, 0, True)
    out = [SOI, jfif(), dqt(), picture.sof(2), dht(0, 0, [0]), dht(0, 1, [0]), first.sos(),
           zero_bits(block_count * components)]
    symbols = [0xE0, end_symbol(block_count % 32767)]
    for number in range(min(components, 2)):
        out.append(dht(1, number, sorted(set(symbols))))
    data = end_runs(block_count, sorted(set(symbols)))
    for component in range(components):
        header = Scan(Picture(8, 8, sampling), [component], 1, 63, 0, 0, True)
        out += [header.sos(band) + data for band in bands]
    return b"".join(out) + EOI


def zero_bits(count):
    """`count` codes of the bit 0, padded with ones."""
    whole, rest = divmod(count, 8)
    return bytes(whole) + (bytes([(1 << 8 - rest) - 1]) if rest else b"")


def end_symbol(run):
    return (run.bit_length() - 1) << 4 if run else 0xE0


def end_runs(block_count, symbols):
    """EOB runs over all blocks, with the flat code that `dht` gives to `symbols`."""
    width = len(symbols).bit_length()
    bits = ""
    while block_count:
        run = min(block_count, 32767)
        size = run.bit_length() - 1
        bits += format(symbols.index(size << 4), f"0{width}b")
        bits += format(run - (1 << size), f"0{size}b") if size else ""
        block_count -= run
    bits += "1" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8, "big").replace(b"\xff", b"\xff\0")


def flat_jpeg(width, height, restart=False, data=None):
    """A flat gray baseline file; `restart` puts a marker behind every block."""
    picture = Picture(width, height)
    block_count = -(-width // 8) * -(-height // 8)
    head = SOI + jfif() + dqt() + picture.sof() + dht(0, 0, [0]) + dht(1, 0, [0])
    if restart:
        # Two bits of data and six of padding, then RST0 to RST7 in turn.
        eight = b"".join(b"\x3f\xff" + bytes([0xD0 + number]) for number in range(8))
        data = (eight * (block_count // 8 + 1))[:block_count * 3 - 2]
        head += dri(1)
    if data is None:
        data = zero_bits(2 * block_count)
    return head + Scan(Picture(8, 8)).sos() + data + EOI


def dnl_jpeg():
    plain = Picture(16, 8)
    scan = Scan(plain)
    return SOI + dqt() + plain.sof(height=0) + scan.bytes() + segment(0xDC, b"\0\x08") + EOI
