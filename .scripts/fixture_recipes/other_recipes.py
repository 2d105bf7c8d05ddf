"""What is not PNG, JPEG or GIF: other formats by their first bytes, pages in place of pictures, and nothing at all."""

import struct

UNSUPPORTED_EVERYWHERE = "no platform takes it"


def add_all(files):
    add_images(files)
    add_boxes(files)
    add_vector(files)
    add_pages(files)
    add_containers(files)
    add_unknown(files)


def other(files, name, data, format, why, findings=(), **options):
    files.add(f"other/{name}", data, why, size=None, frames=None, integrity="undetermined", findings=findings,
              format=format, **options)


def riff(kind, data):
    body = kind + data
    return b"RIFF" + struct.pack("<I", len(body)) + body


def add_images(files):
    lossless = b"VP8L" + struct.pack("<I", 10) + b"\x2f\x07\xc0\x01\0\x88\x88\x08\0\0"
    other(files, "picture.webp", riff(b"WEBP", lossless), "webp", "shown by some versions of Android")
    header = struct.pack("<IiiHHIIiiII", 40, 2, 2, 1, 24, 0, 16, 2835, 2835, 0, 0)
    other(files, "picture.bmp", b"BM" + struct.pack("<IHHI", 70, 0, 0, 54) + header + bytes(16), "bmp",
          "Windows bitmap")
    entry = struct.pack("<HHIII", 0x0100, 3, 1, 1, 0)
    other(files, "little-endian.tiff", b"II*\0" + struct.pack("<IH", 8, 1) + entry[:12] + bytes(4), "tiff", "TIFF, II")
    other(files, "big-endian.tiff", b"MM\0*" + struct.pack(">IH", 8, 1) + bytes(16), "tiff", "TIFF, MM")
    other(files, "favicon.ico", b"\0\0\1\0\1\0" + struct.pack("<BBBBHHII", 1, 1, 0, 0, 1, 32, 48, 22)
          + struct.pack("<IiiHH", 40, 1, 2, 1, 32) + bytes(32), "ico", "an icon")
    other(files, "layers.psd", b"8BPS\0\1" + bytes(6) + struct.pack(">HIIHH", 3, 1, 1, 8, 3) + bytes(16), "psd",
          UNSUPPORTED_EVERYWHERE)
    other(files, "codestream.jxl", b"\xff\x0a\x7f\x90\x06\0\0\0\0\0", "jxl", "a bare JPEG XL codestream")


def box(kind, data):
    return struct.pack(">I", len(data) + 8) + kind + data


def ftyp(major, *compatible):
    return box(b"ftyp", major + bytes(4) + b"".join(compatible))


def add_boxes(files):
    """Formats of the ISO base media family: told apart by brand."""
    meta = box(b"meta", bytes(16))
    other(files, "picture.avif", ftyp(b"avif", b"mif1", b"miaf") + meta, "avif", "AVIF by its brand")
    other(files, "picture.heic", ftyp(b"heic", b"mif1", b"heic") + meta, "heic", "HEIC by its brand")
    other(files, "container.jxl", box(b"JXL ", b"\r\n\x87\n") + ftyp(b"jxl ", b"jxl "), "jxl", "JPEG XL in boxes")
    other(files, "film.mp4", ftyp(b"isom", b"isom", b"mp42") + box(b"mdat", bytes(8)), "mp4", "a film",
          ["file.not-an-image"])
    other(files, "film.mov", ftyp(b"qt  ", b"qt  ") + box(b"mdat", bytes(8)), "mov", "a QuickTime film",
          ["file.not-an-image"])


SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>\n'


def add_vector(files):
    prolog = '<?xml version="1.0" encoding="UTF-8"?>\n'
    other(files, "plain.svg", SVG.encode(), "svg", "an SVG")
    other(files, "prolog.svg", (prolog + "<!-- a remark -->\n<!DOCTYPE svg>\n" + SVG).encode(), "svg",
          "an SVG behind a prolog, a comment and a document type")
    other(files, "byte-order-mark.svg", b"\xef\xbb\xbf" + SVG.encode(), "svg", "an SVG behind a byte order mark")
    for name, codec, mark in [("utf-16-le", "utf-16-le", b"\xff\xfe"), ("utf-16-be", "utf-16-be", b"\xfe\xff")]:
        text = '<?xml version="1.0" encoding="UTF-16"?>' + SVG
        other(files, f"{name}.svg", mark + text.encode(codec), "svg", f"an SVG in {name.upper()}")
    script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(document.domain)</script></svg>\n'
    other(files, "script.svg", script.encode(), "svg", "an SVG that runs a script")


def add_pages(files):
    """What servers send when they have no picture."""
    finding = ["file.not-an-image"]
    other(files, "not-found.html", b"<!DOCTYPE html>\n<html><title>404 Not Found</title></html>\n", "html",
          "an error page", finding)
    other(files, "bare.html", b"  \r\n<HTML><BODY>gone</BODY></HTML>", "html", "a page without a doctype", finding)
    other(files, "error.json", b'{"error":{"code":404,"message":"Not Found"}}\n', "json", "an error of an API", finding)
    other(files, "error.xml", b'<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>\n', "xml",
          "an error of a bucket", finding)


def add_containers(files):
    finding = ["file.not-an-image"]
    other(files, "page.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\n%%EOF\n", "pdf", "a PDF", finding)
    other(files, "archive.zip", b"PK\5\6" + bytes(18), "zip", "an empty archive", finding)
    other(files, "stored.zip", b"PK\3\4\x0a\0" + bytes(20) + b"\1\0\0\0a", "zip", "an archive", finding)
    other(files, "picture.png.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\3\3\0\0\0\0\0\0\0\0\0", "gzip",
          "gzip, which a server was to unpack", finding + ["file.extension-doubled"])
    other(files, "film.webm", b"\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm\x42\x87\x81\4\x42\x85\x81\2", "webm", "a film",
          finding)


def add_unknown(files):
    """Bytes of no known format."""
    files_with = {
        "empty.png": (b"", "file.empty", "no byte at all"),
        "one-byte.png": (b"\x89", "file.format-unknown", "one byte"),
        "signature-cut.png": (b"\x89PNG\r\n\x1a", "file.format-unknown", "seven of eight bytes of a signature"),
        "signature-changed.png": (b"\x89PNG\r\n\x1a\r" + bytes(40), "file.format-unknown", "one byte changed"),
        "start-cut.jpg": (b"\xff\xd8", "file.format-unknown", "two of three bytes of a signature"),
        "version-88a.gif": (b"GIF88a\1\0\1\0\0\0\0\x3b", "file.format-unknown", "a version that never was"),
        "zeros.png": (bytes(64), "file.format-unknown", "zeros"),
        "words.jpg": (b"only words, and no picture\n", "file.format-unknown", "plain text"),
    }
    for name, (data, finding, why) in files_with.items():
        other(files, name, data, None, why, [finding])
