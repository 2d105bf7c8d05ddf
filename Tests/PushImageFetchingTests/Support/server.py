"""A TLS server on loopback that plays every kind of picture server, good and bad.

Usage: server.py CERTIFICATE_FOLDER
The folder holds NAME.pem (certificate and key) for NAME in good, other, unknown, expired; the name that the client asks
for by SNI chooses one: other.test is answered with the certificate of another host, and so on; any other gets the good.
Prints two port numbers (https, http) on one line, then answers every line on standard input with the number of
connections accepted so far, and ends with standard input, so that it never outlives the tests; the folder
goes with it.
"""

import base64
import os
import shutil
import socket
import socketserver
import ssl
import sys
import threading
import time
import zlib

import campaign

# One grey pixel.
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGOoBwAAgQCAJ0mX7gAAAABJRU5ErkJggg=="
)
HTML = b"<!DOCTYPE html><html><body>not here</body></html>"
MEGABYTE = 1 << 20

accepted = 0
count_lock = threading.Lock()


def head(status, *fields, length=None):
    lines = [f"HTTP/1.1 {status} X"] + list(fields)
    if length is not None:
        lines.append(f"Content-Length: {length}")
    lines.append("Connection: close")
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def whole(body, *fields, status=200):
    return head(status, *fields, length=len(body)) + body


def redirect(location, status=302):
    return whole(b"moved", f"Location: {location}", status=status)


def drip(send, pieces, pause):
    for piece in pieces:
        send(piece)
        time.sleep(pause)


def endless_chunks(send, before=b""):
    send(before or head(200, "Content-Type: image/png", "Transfer-Encoding: chunked"))
    chunk = b"10000\r\n" + bytes(65536) + b"\r\n"
    while True:
        send(chunk)


def many_header_lines(send):
    send(b"HTTP/1.1 200 X\r\n")
    for number in range(20_000):
        send(b"X-Filler-%d: %s\r\n" % (number, b"x" * 40))
    send(b"\r\n")


def bytes_of(range_count):
    return [bytes([value % 251]) for value in range(range_count)]


def pages(host, ports):
    """Path to answer: bytes to send, or a function of `send`."""
    https, http = ports
    here = f"https://{host}:{https}"
    image = "Content-Type: image/png"
    chunked = head(200, image, "Transfer-Encoding: chunked")
    table = {
        "/good.png": whole(PNG, image),
        "/no-type": whole(PNG),
        "/two-types.png": whole(PNG, image, "content-type: text/plain"),
        "/folded.png": whole(PNG, "Content-Type: image/png;", "  charset=utf-8"),
        "/early.png": b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + whole(PNG, image),
        "/chunked.png": chunked + b"%x\r\n" % len(PNG) + PNG + b"\r\n0\r\nX-Trailer: 1\r\n\r\n",
        "/until-close.png": head(200, image) + PNG,
        "/empty.png": whole(b"", image),
        "/gzip.png": whole(gzip(bytes(MEGABYTE)), image, "Content-Encoding: gzip"),
        "/page.png": whole(HTML, "Content-Type: text/html"),
        "/missing.png": whole(HTML, "Content-Type: text/html", status=404),
        "/partial.png": whole(PNG[:20], image, "Content-Range: bytes 0-19/67", status=206),
        "/no-location": whole(HTML, status=302),
        "/to-good": redirect("/good.png"),
        "/to-relative/page": redirect("../good.png?a=b c", 301),
        "/loop": redirect("/loop"),
        "/to-http": redirect(f"http://{host}:{http}/good.png"),
        "/to-file": redirect("file:///etc/passwd"),
        "/to-user": redirect(f"https://me:secret@{host}:{https}/good.png"),
        "/to-private": redirect("https://10.0.0.1/good.png"),
        "/to-metadata": redirect("https://169.254.169.254/latest/meta-data/"),
        "/to-malformed": redirect("https://[::1/"),
        "/to-slashes": redirect("https:///good.png"),
        "/redirect-endless": lambda send: endless_chunks(
            send, head(302, f"Location: {here}/good.png", "Transfer-Encoding: chunked")),
        "/redirect-declared-large": head(302, length=10**12, *[f"Location: {here}/good.png"]),
        "/endless.png": endless_chunks,
        "/declared-large.png": head(200, image, length=10**12),
        "/declared-absurd.png": head(200, image, length=10**30),
        "/large-error": head(500, length=10**12),
        "/cut.png": head(200, image, length=len(PNG) + 1000) + PNG,
        "/cut-chunked.png": chunked + b"1000\r\n" + PNG,
        "/short-length.png": head(200, image, length=20) + PNG,
        "/drip.png": lambda send: drip(send, [head(200, image, length=10_000)] + bytes_of(10_000), 0.05),
        "/drip-header": lambda send: drip(send, [b"HTTP/1.1 200 X\r\n"] + [b"X-A: 1\r\n"] * 1000, 0.05),
        "/silent": lambda send: time.sleep(10),
        "/slow-redirect": lambda send: (time.sleep(0.2), send(redirect("/slow-redirect"))),
        "/header-lines": many_header_lines,
        "/header-line": lambda send: send(b"HTTP/1.1 200 X\r\nX-Long: " + b"x" * MEGABYTE + b"\r\n\r\n"),
        "/not-http": b"220 mail.test ESMTP\r\n",
        "/nothing": b"",
    }
    for count in range(1, 10):
        table[f"/chain/{count}"] = redirect(f"/chain/{count - 1}" if count > 1 else "/good.png")
    for size in (999, 1000, 1001):
        table[f"/declared/{size}"] = whole(bytes(size), image)
        table[f"/streamed/{size}"] = chunked + b"%x\r\n" % size + bytes(size) + b"\r\n0\r\n\r\n"
    return table | campaign.pages(host, ports)


def gzip(data):
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return packer.compress(data) + packer.flush()


def echo(request):
    return whole(request, "Content-Type: text/plain")


class Handler(socketserver.BaseRequestHandler):
    def handle(self):
        global accepted
        with count_lock:
            accepted += 1
        try:
            self.answer()
        except (OSError, ValueError):
            pass

    def answer(self):
        connection = self.request
        connection.settimeout(20)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.server.context:
            connection = self.server.context.wrap_socket(connection, server_side=True)
        request = b""
        while b"\r\n\r\n" not in request and len(request) < 65536:
            piece = connection.recv(4096)
            if not piece:
                return
            request += piece
            if request[0] == 0x16:  # the beginning of TLS on the port for plain text
                connection.sendall(whole(HTML, status=400))
                return
        path = request.split(b" ")[1].decode("latin-1").split("?")[0]
        answer = self.server.table.get(path, whole(HTML, status=404))
        if path.startswith("/published/"):
            answer = campaign.published(self.server.folder, path)
        if path == "/echo":
            answer = echo(request)
        if isinstance(answer, campaign.Negotiated):
            answer = answer.choose(request)
        if callable(answer):
            answer(connection.sendall)
        elif answer:
            connection.sendall(answer)
        try:
            connection.shutdown(socket.SHUT_RDWR)
        finally:
            connection.close()


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    request_queue_size = 64
    context = None


def context_of(folder, name):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(os.path.join(folder, f"{name}.pem"))
    return context


def main():
    folder = sys.argv[1]
    contexts = {f"{name}.test": context_of(folder, name) for name in ("other", "unknown", "expired")}
    good = context_of(folder, "good")

    def choose(connection, name, _):
        connection.context = contexts.get(name, good)

    good.sni_callback = choose
    https = Server(("127.0.0.1", 0), Handler)
    http = Server(("127.0.0.1", 0), Handler)
    https.context = good
    ports = (https.server_address[1], http.server_address[1])
    https.folder = http.folder = folder
    https.table = http.table = pages("images.test", ports)
    for server in (https, http):
        threading.Thread(target=server.serve_forever, daemon=True).start()
    print(*ports, flush=True)
    for _ in sys.stdin:
        print(accepted, flush=True)
    shutil.rmtree(folder)


main()
