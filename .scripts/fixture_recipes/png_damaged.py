"""PNGs with one fault each."""

import struct
import zlib

from . import metadata
from .collection import UNSET
from .deflate import BitWriter, deflate_dynamic, deflate_fixed, put_literal, put_match, zlib_stream
from .png_writer import SIGNATURE, assemble, chunk, flat_rows, idat, ihdr, ihdr_data, iend, interlaced_rows, palette
from .png_writer import png, rows, wrong_crc

SAFE = chunk(b"teSt", b"ignored")


def add_all(files):
    add_truncated(files)
    add_headers(files)
    add_order(files)
    add_chunks(files)
    add_palettes(files)
    add_checksums(files)
    add_deflate(files)
    add_rows(files)
    add_trailing(files)
    add_metadata(files)
    add_undetermined(files)


def damaged(files, name, data, finding, why, **options):
    files.add(f"png/{name}.png", data, why, integrity="damaged", findings=[finding], **options)


def warned(files, name, data, findings, why, **options):
    files.add(f"png/{name}.png", data, why, findings=findings, **options)


def no_header(files, name, data, finding, why):
    """Damage before the header could be read: no size."""
    damaged(files, name, data, finding, why, size=None, frames=None)


def plain_chunks():
    return ihdr(8, 8), idat(zlib_stream(rows(8, 8))), iend()


def add_truncated(files):
    header, data, end = plain_chunks()
    whole = assemble(header, data, end)
    files.add("png/signature-only.png", SIGNATURE, "eight bytes and nothing more: no chunk is cut, all are missing",
              size=None, frames=None, integrity="damaged",
              findings=["png.malformed-header", "png.missing-iend", "png.missing-image-data"])
    no_header(files, "truncated-in-header", whole[:20], "png.truncated", "cut inside IHDR")
    cuts = {"truncated-in-data": len(SIGNATURE + header) + 40, "truncated-in-crc": len(whole) - len(end) - 2,
            "truncated-in-length": len(SIGNATURE + header) + 2, "truncated-in-end": len(whole) - 3}
    for name, cut in cuts.items():
        damaged(files, name, whole[:cut], "png.truncated", f"cut at byte {cut:,} of {len(whole):,}")
    large = png(600, 300, raw=flat_rows(600, 300))
    damaged(files, "truncated-600x300", large[:len(large) * 6 // 10], "png.truncated", "cut at 60 %", size=(600, 300))
    damaged(files, "length-past-end", assemble(header, chunk(b"IDAT", data[8:-4], length=0x7FFFFFFF), end),
            "png.truncated", "a chunk that claims two gigabytes")
    damaged(files, "without-end", assemble(header, data), "png.missing-iend", "all rows, but no IEND")


def add_headers(files):
    """IHDR whose values the standard forbids. The size is not judged: nobody can trust it."""
    _, data, end = plain_chunks()
    faults = {
        "header-zero-width": ihdr(0, 8), "header-zero-height": ihdr(8, 0), "header-depth-3": ihdr(8, 8, 3, 0),
        "header-color-5": chunk(b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 5, 0, 0, 0)),
        "header-rgb-4-bit": ihdr(8, 8, 4, 2), "header-indexed-16-bit": ihdr(8, 8, 16, 3),
        "header-compression-1": ihdr(8, 8, compression=1), "header-filtering-1": ihdr(8, 8, filtering=1),
        "header-interlace-2": ihdr(8, 8, interlace=2), "header-width-2-31": ihdr(0x80000000, 8),
        "header-short": chunk(b"IHDR", ihdr_data(8, 8)[:12]), "header-long": chunk(b"IHDR", ihdr_data(8, 8) + b"\0"),
    }
    for name, header in faults.items():
        damaged(files, name, assemble(header, data, end), "png.malformed-header", name.replace("-", " "), size=UNSET,
                frames=UNSET)
    files.add("png/header-missing.png", assemble(data, end), "no IHDR: what stands first is out of order too",
              size=UNSET, frames=UNSET, integrity="damaged", findings=["png.malformed-header", "png.malformed-order"])


def add_order(files):
    header, data, end = plain_chunks()
    stream = zlib_stream(rows(8, 8))
    first, second = idat(stream[:20]), idat(stream[20:])
    finding = "png.malformed-order"
    damaged(files, "order-header-second", assemble(SAFE, header, data, end), finding, "IHDR is not the first chunk",
            size=UNSET, frames=UNSET)
    damaged(files, "order-header-twice", assemble(header, header, data, end), finding, "two IHDR")
    damaged(files, "order-data-split", assemble(header, first, SAFE, second, end), finding,
            "another chunk between two IDAT")
    indexed = zlib_stream(rows(8, 8, 1, 3))
    damaged(files, "order-palette-twice", assemble(ihdr(8, 8, 1, 3), palette(2), palette(2), idat(indexed), end),
            finding, "two PLTE")
    damaged(files, "order-palette-behind-data", assemble(header, data, palette(4), end), finding, "PLTE behind IDAT")
    damaged(files, "no-image-data", assemble(header, end), "png.missing-image-data", "IEND without any IDAT")


def add_chunks(files):
    header, data, end = plain_chunks()
    damaged(files, "chunk-type-with-digit", assemble(header, chunk(b"te1t"), data, end), "png.malformed-chunk",
            "a chunk type that is not four letters")
    damaged(files, "chunk-length-2-31", assemble(header, chunk(b"teSt", length=0x80000000), data, end),
            "png.malformed-chunk", "a length with its top bit set")
    damaged(files, "unknown-critical", assemble(header, chunk(b"CRIt", b"?"), data, end),
            "png.unsupported-critical-chunk", "a critical chunk that nobody knows")


def add_palettes(files):
    end = iend()
    data = idat(zlib_stream(rows(8, 8, 1, 3)))
    header = ihdr(8, 8, 1, 3)
    damaged(files, "palette-missing", assemble(header, data, end), "png.missing-palette", "indexed without PLTE")
    faults = {"palette-of-4-bytes": chunk(b"PLTE", b"abcd"), "palette-empty": chunk(b"PLTE"),
              "palette-of-257": chunk(b"PLTE", bytes(771))}
    for name, plte in faults.items():
        damaged(files, name, assemble(header, plte, data, end), "png.malformed-palette", name.replace("-", " "))
    # The standard forbids it; every reader, libpng first, ignores the colours that no pixel can name.
    warned(files, "palette-over-depth", assemble(header, palette(3), data, end), ["png.malformed-metadata"],
           "three colours where one bit can name two")
    warned(files, "index-over-palette", png(8, 8, 2, 3, plte=palette(3)), ["png.index-mismatch"],
           "index 3 in a palette of three")


def add_checksums(files):
    header, data, end = plain_chunks()
    body = ihdr_data(8, 8)
    critical = "png.crc-mismatch"
    damaged(files, "crc-of-header", assemble(wrong_crc(b"IHDR", body), data, end), critical, "IHDR's CRC", size=UNSET,
            frames=UNSET)
    damaged(files, "crc-of-data", assemble(header, wrong_crc(b"IDAT", zlib_stream(rows(8, 8))), end), critical,
            "IDAT's CRC")
    damaged(files, "crc-of-end", assemble(header, data, wrong_crc(b"IEND")), critical, "IEND's CRC")
    indexed = idat(zlib_stream(rows(8, 8, 1, 3)))
    damaged(files, "crc-of-palette", assemble(ihdr(8, 8, 1, 3), wrong_crc(b"PLTE", bytes(6)), indexed, end), critical,
            "PLTE's CRC")
    flipped = bytearray(data)
    flipped[30] ^= 1
    damaged(files, "flipped-bit-in-data", assemble(header, bytes(flipped), end), critical, "one bit of IDAT flipped")
    ancillary = wrong_crc(b"gAMA", struct.pack(">I", 45455))
    damaged(files, "crc-of-gamma", assemble(header, ancillary, data, end), "png.ancillary-crc-mismatch",
            "the CRC of an ancillary chunk")
    large = png(600, 300, raw=flat_rows(600, 300), before=ancillary)
    damaged(files, "crc-of-gamma-600x300", large, "png.ancillary-crc-mismatch", "damaged, and most devices show it",
            size=(600, 300))


def zlib_header(method_and_window):
    """A header whose check bits fit any first byte."""
    return bytes([method_and_window, 31 - method_and_window * 256 % 31])


def add_deflate(files):
    header, _, end = plain_chunks()
    raw = rows(8, 8)
    body, check = deflate_fixed(raw), zlib.adler32(raw).to_bytes(4, "big")
    far = BitWriter()
    far.put(3, 3)
    put_literal(far, 0)
    put_match(far, 3, 4)
    faults = {
        "zlib-header-check": b"\x78\x02" + body + check, "zlib-method-7": zlib_header(0x77) + body + check,
        "zlib-window-64k": zlib_header(0x88) + body + check, "zlib-dictionary": b"\x78\x20" + bytes(4) + body + check,
        "deflate-block-type-3": b"\x78\x01\x07" + check, "deflate-distance-too-far": b"\x78\x01" + far.finish() + check,
        "deflate-stored-length": b"\x78\x01\x01\x05\0\0\0hello" + check,
        "deflate-garbage": b"\x78\x01" + bytes([0xFF] * 40),
    }
    for name, stream in faults.items():
        damaged(files, name, assemble(header, idat(stream), end), "png.malformed-image-data", name.replace("-", " "))
    add_incomplete_codes(files)
    wrong = zlib_stream(raw, adler=zlib.adler32(raw) ^ 1)
    damaged(files, "adler-wrong", assemble(header, idat(wrong), end), "png.adler-mismatch", "Adler-32 off by one bit")


def add_incomplete_codes(files):
    """Codes that leave words unused: some inflaters take them, zlib and with it most phones do not."""
    pixel, symbols = b"\0\x55", [0, 0x55, 256]
    whole = {0: 1, 0x55: 2, 256: 2}
    faults = {
        "literals": deflate_dynamic({0: 2, 0x55: 2, 256: 2}, {}, symbols),
        "distances": deflate_dynamic(whole, {0: 2, 1: 2}, symbols),
        "code-lengths": deflate_dynamic(whole, {}, symbols, {0: 2, 1: 2, 2: 2}),
    }
    for name, body in faults.items():
        stream = b"\x78\x01" + body + zlib.adler32(pixel).to_bytes(4, "big")
        damaged(files, f"deflate-incomplete-{name}", assemble(ihdr(1, 1, 8, 0), idat(stream), iend()),
                "png.malformed-image-data", f"the code of the {name} is not complete", size=(1, 1))


def add_rows(files):
    header, _, end = plain_chunks()
    raw = rows(8, 8)
    short = "png.truncated-image-data"

    def with_rows(name, data, finding, why, first=header):
        damaged(files, name, assemble(first, idat(zlib_stream(data)), end), finding, why)

    with_rows("rows-missing", raw[:-25], short, "the last row is missing")
    with_rows("one-byte-missing", raw[:-1], short, "the last sample is missing")
    with_rows("no-rows", b"", short, "a zlib stream of nothing")
    with_rows("pass-missing", interlaced_rows(8, 8)[:-100], short, "the last pass is missing", ihdr(8, 8, interlace=1))
    stream = zlib_stream(raw)
    damaged(files, "stream-cut", assemble(header, idat(stream[:60]), end), short, "IDAT ends inside the zlib stream")
    damaged(files, "data-empty", assemble(header, idat(b""), end), short, "IDAT without a byte")
    with_rows("filter-5", b"\5" + raw[1:], "png.malformed-filter", "filter type 5 in the first row")
    with_rows("filter-255-last-row", raw[:-25] + b"\xff" + raw[-24:], "png.malformed-filter",
              "filter type 255 in the last row")
    passes = bytearray(interlaced_rows(8, 8))
    passes[4] = 9
    with_rows("filter-9-second-pass", bytes(passes), "png.malformed-filter", "filter type 9 in the second pass",
              ihdr(8, 8, interlace=1))
    with_rows("rows-too-many", raw + raw[:25], "png.trailing-image-data", "one row more than declared")


def add_trailing(files):
    header, data, end = plain_chunks()
    whole = assemble(header, data, end)
    stream = zlib_stream(rows(8, 8))
    warned(files, "bytes-behind-zlib", assemble(header, idat(stream + b"more"), end), ["png.trailing-zlib-bytes"],
           "four bytes behind the zlib stream")
    tails = {"zeros": bytes(16), "text": b"plain words", "second-png": whole, "zip": b"PK\3\4" + bytes(26)}
    for name, tail in tails.items():
        warned(files, f"trailing-{name}", whole + tail, ["png.trailing-bytes"], f"{name} behind IEND")
    warned(files, "trailing-html", whole + b"<html><script>alert(1)</script></html>",
           ["file.embedded-markup", "png.trailing-bytes"], "an HTML page behind IEND")


def add_metadata(files):
    """Ancillary chunks without sense: the picture is whole, so the file is intact."""
    finding = ["png.malformed-metadata"]
    faults = {
        "gamma-short": chunk(b"gAMA", b"\0\0\1"), "gamma-twice": chunk(b"gAMA", struct.pack(">I", 45455)) * 2,
        "srgb-intent-9": chunk(b"sRGB", b"\x09"), "size-short": chunk(b"pHYs", bytes(8)),
        "histogram-without-palette": chunk(b"hIST", bytes(8)), "background-short": chunk(b"bKGD", b"\0"),
        "transparency-short": chunk(b"tRNS", bytes(5)), "chromaticity-short": chunk(b"cHRM", bytes(31)),
    }
    for name, broken in faults.items():
        warned(files, name, png(before=broken), finding, name.replace("-", " "))
    warned(files, "transparency-over-palette", png(8, 8, 1, 3, between=chunk(b"tRNS", bytes(3))), finding,
           "more transparency values than colours")
    warned(files, "transparency-with-alpha", png(8, 8, 8, 6, between=chunk(b"tRNS", bytes(6))), finding,
           "tRNS beside an alpha channel")
    private = finding + ["metadata.private"]
    warned(files, "text-without-keyword", png(before=chunk(b"tEXt", b"\0words")), private, "a text without a keyword")
    warned(files, "text-not-zlib", png(before=chunk(b"zTXt", b"Comment\0\0not zlib")), private, "zTXt that is no zlib")
    exifs = {"exif-circular": metadata.circular(), "exif-out-of-bounds": metadata.out_of_bounds(),
             "exif-huge-count": metadata.huge_count(), "exif-not-tiff": b"not a TIFF header"}
    for name, block in exifs.items():
        warned(files, name, png(before=chunk(b"eXIf", block)), private, name.replace("-", " "))
    profiles = {
        "icc-not-zlib": b"p\0\0not zlib", "icc-short": b"p\0\0" + zlib_stream(metadata.icc()[:60]),
        "icc-size-mismatch": b"p\0\0" + zlib_stream(metadata.icc(size=9999)),
        "icc-no-signature": b"p\0\0" + zlib_stream(metadata.icc(signature=b"none")),
        "icc-tags-2-32": b"p\0\0" + zlib_stream(metadata.icc(tags=0xFFFFFFFF)),
        "icc-gray-for-rgb": b"p\0\0" + zlib_stream(metadata.icc(space=b"GRAY")),
    }
    for name, body in profiles.items():
        warned(files, name, png(before=chunk(b"iCCP", body)), ["png.malformed-icc"], name.replace("-", " "))


def add_undetermined(files):
    """Xcode's own form: raw deflate without zlib's frame, premultiplied BGRA."""
    raw = deflate_fixed(rows(8, 8, 8, 6))
    files.add("png/xcode-optimised.png",
              assemble(chunk(b"CgBI", b"\x50\0\x20\x02"), ihdr(8, 8, 8, 6), idat(raw), iend()),
              "a CgBI PNG, which only Apple's tools read", integrity="undetermined",
              findings=["png.cgbi-not-verified"], unverified_coding=True)
    files.add("png/claims-60000x60000.png", assemble(ihdr(60000, 60000, 8, 0), idat(zlib_stream(b"")), iend()),
              "3,600,000,000 pixels claimed in a few bytes", size=(60000, 60000), integrity="undetermined",
              findings=["limit.pixels-too-large"])
    files.add("png/claims-2-31-1.png", assemble(ihdr(0x7FFFFFFF, 0x7FFFFFFF, 8, 0), idat(zlib_stream(b"")), iend()),
              "the largest size that IHDR can claim", size=(0x7FFFFFFF, 0x7FFFFFFF), integrity="undetermined",
              findings=["limit.pixels-too-large"])
