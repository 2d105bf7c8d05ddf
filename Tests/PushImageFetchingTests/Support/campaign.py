"""Pages under /campaign/ of the test server: pictures as campaigns publish them, well and badly."""

import gzip
import os
import struct
import time
import zlib

PICTURES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "TestImages")
TYPES = {".jpg": "image/jpeg", ".png": "image/png", ".gif": "image/gif"}
HTML = b"<!DOCTYPE html><html><body>not here</body></html>"


class Negotiated:
    """An answer that depends on who asks: `choose` takes the request's header as bytes."""

    def __init__(self, choose):
        self.choose = choose


def read(name):
    with open(os.path.join(PICTURES, name), "rb") as file:
        return file.read()


def head(*fields, status=200, length=None):
    lines = [f"HTTP/1.1 {status} X", *fields]
    if length is not None:
        lines.append(f"Content-Length: {length}")
    return ("\r\n".join(lines) + "\r\nConnection: close\r\n\r\n").encode()


def picture(body, kind, *fields):
    """A success that gives nobody anything to complain of but what `fields` says."""
    kept = ["Cache-Control: max-age=86400", 'ETag: "1"']
    return head(*([f"Content-Type: {kind}"] if kind else []), *kept, *fields, length=len(body)) + body


def published(folder, path):
    """A file that a test put into the folder of the certificates, as an ordinary server gives it out."""
    try:
        with open(os.path.join(folder, *[part for part in path.split("/") if part not in ("", ".", "..")]), "rb") as file:
            return picture(file.read(), TYPES.get(os.path.splitext(path)[1], "application/octet-stream"))
    except OSError:
        return head(status=404, length=0)


def moved(location):
    return head(f"Location: {location}", status=302, length=0)


def padded(png, byte_count):
    """A whole PNG of so many bytes: the rest stands in a private chunk before IEND."""
    filler = bytes(byte_count - len(png) - 12)
    body = b"prVt" + filler
    return png[:-12] + struct.pack(">I", len(filler)) + body + struct.pack(">I", zlib.crc32(body)) + png[-12:]


def grey(width, height):
    """A whole PNG, black, of one bit a pixel: many pixels in few bytes."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = bytes(((width + 7) // 8 + 1) * height)
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows))
            + chunk(b"IEND", b""))


def drip(pieces, pause):
    def answer(send):
        for piece in pieces:
            send(piece)
            time.sleep(pause)

    return answer


def endless(send):
    send(head("Content-Type: image/png", "Transfer-Encoding: chunked"))
    while True:
        send(b"10000\r\n" + bytes(65536) + b"\r\n")


def after(seconds, answer):
    def late(send):
        time.sleep(seconds)
        send(answer)

    return late


def if_asked(word, then, otherwise):
    return Negotiated(lambda request: then if word in request else otherwise)


def pages(host, ports):
    https, http = ports
    here = f"https://{host}:{https}/campaign"
    png, jpeg, gif = (read(f"{name}/clean-600x300.{kind}") for name, kind in (
        ("png", "png"), ("jpeg", "jpg"), ("gif", "gif")))
    webp, animated = read("other/picture.webp"), read("gif/animated-600x300.gif")
    avif, heic = read("foreign/picture.avif"), read("foreign/picture.heic")
    good_png, good_webp = picture(png, "image/png"), picture(webp, "image/webp")
    table = {
        "good.png": good_png,
        "good.jpg": picture(jpeg, "image/jpeg"),
        "good.jpeg": picture(jpeg, "image/jpeg"),
        "good.gif": picture(gif, "image/gif"),
        "animated.gif": picture(animated, "image/gif"),
        "picture": picture(jpeg, "image/jpeg"),
        "octets": picture(png, "application/octet-stream"),
        "octets.jpg": picture(jpeg, "application/octet-stream"),
        "octets.JPG": picture(jpeg, "application/octet-stream"),
        "untyped.jpg": picture(jpeg, None),
        "good%2Ejpg": picture(jpeg, "image/jpeg"),
        "png-named.jpg": picture(png, "image/jpeg"),
        "named-webp.jpg": picture(webp, "image/webp"),
        "named-webp.jpeg": picture(webp, "image/webp"),
        "huge.png": picture(grey(6_000, 5_000), "image/png"),
        "square.png": picture(grey(600, 600), "image/png"),
        "hidden-webp.jpg": picture(webp, "image/jpeg"),
        "good.webp": good_webp,
        "good.avif": picture(avif, "image/avif"),
        "good.heic": picture(heic, "image/heic"),
        "good.svg": picture(b'<svg xmlns="http://www.w3.org/2000/svg"/>', "image/svg+xml"),
        "page.jpg": picture(HTML, "text/html"),
        "page-as-picture.jpg": picture(HTML, "image/jpeg"),
        "missing.jpg": head("Content-Type: text/html", status=404, length=len(HTML)) + HTML,
        "refused.jpg": head("Content-Type: application/json", status=403, length=2) + b"{}",
        "busy.jpg": head("Retry-After: 1", status=429, length=0),
        "broken.jpg": head(status=503, length=0),
        "loop.jpg": moved(f"{here}/loop.jpg"),
        "to-good.jpg": moved(f"{here}/good.jpg"),
        "to-http.jpg": moved(f"http://{host}:{http}/campaign/good.jpg"),
        "to-page.jpg": moved(f"{here}/page.jpg"),
        "to-login": moved(f"{here}/page.jpg"),
        "cut.jpg": picture(jpeg[:-200], "image/jpeg"),
        "cut.png": picture(png[:-40], "image/png"),
        "cut-transfer.jpg": head("Content-Type: image/jpeg", length=len(jpeg) + 100) + jpeg,
        "length-too-small.jpg": head("Content-Type: image/jpeg", length=len(jpeg) - 200) + jpeg,
        "slow-header.png": drip([b"HTTP/1.1 200 X\r\n"] + [b"X-A: 1\r\n"] * 1000, 0.2),
        "drip.png": drip([head("Content-Type: image/png", length=len(png))] + [bytes([b]) for b in png], 1),
        "endless.png": endless,
        "silent.png": drip([b""], 10),
        "late.png": after(0.5, good_png),
        "slow-for-devices.png": if_asked(b"User-Agent: PushImage", after(0.7, good_png), drip([b""], 10)),
        "gzip.png": picture(gzip.compress(png), "image/png", "Content-Encoding: gzip"),
        "vary.png": picture(png, "image/png", "Vary: Accept"),
        "webp-to-browsers.png": if_asked(b"image/webp", picture(webp, "image/webp", "Vary: Accept"), good_png),
        "webp-to-phones.png": if_asked(b"CFNetwork", good_webp, good_png),
        "uncached.png": head("Content-Type: image/png", length=len(png)) + png,
        "undeclared.png": head("Content-Type: image/png", 'ETag: "1"') + png,
        "android-limit.png": picture(padded(png, 1_048_576), "image/png"),
        "android-over.png": picture(padded(png, 1_048_577), "image/png"),
        "ios-over.png": picture(padded(png, 10_485_761), "image/png"),
        "attached.png": picture(png, "image/png", 'Content-Disposition: attachment; filename="hero.bin"'),
        "empty.png": picture(b"", "image/png"),
    }
    table["frames.gif"] = picture(read("gif/frames-40-600x300.gif"), "image/gif")
    for name in ("cmyk.jpg", "orientation-6-600x300.jpg", "progressive-600x300.jpg"):
        table[name] = picture(read(f"jpeg/{name}"), "image/jpeg")
    for count in range(5):
        table[f"to-private/{count}"] = moved(
            f"{here}/to-private/{count - 1}" if count else "https://10.0.0.1/good.png")
        table[f"to-rebound/{count}"] = moved(
            f"{here}/to-rebound/{count - 1}" if count else f"https://rebound.test:{https}/good.png")
    return {f"/campaign/{path}": answer for path, answer in table.items()}
