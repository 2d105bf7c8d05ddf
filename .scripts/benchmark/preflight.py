"""A campaign from payload to verdict, beside the loop of jq and curl that people write for it.

Usage: python -m benchmark.preflight --pushimage PATH [--payloads N] [--urls N] [--rounds N]
Both fetch from one TLS server on loopback. The loop asks for every payload's picture and looks at status, type, size and
first bytes; `pushimage preflight` asks once for each URL, verifies every byte and says what each client does with it.
Wall seconds are the best of alternating rounds, since both wait for one server on the same cores; peak memory is that
of the process, for the campaign and for one four times as long over the same URLs.
"""

import argparse
import http.server
import json
import os
import resource
import ssl
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
TYPES = {"jpg": "image/jpeg", "png": "image/png", "gif": "image/gif"}
LOOP = r"""
n=0
while IFS= read -r line; do
  url=$(jq -r '.message.apns.fcm_options.image // .message.notification.image' <<<"$line")
  facts=$(curl -s --max-time 5 --cacert "$2" --resolve "images.test:$3:127.0.0.1" -o "$4/picture" \
    -w '%{http_code} %{content_type} %{size_download}' "$url")
  read -r status type size <<<"$facts"
  magic=$(head -c 4 "$4/picture" | od -An -tx1 | tr -d ' \n')
  verdict=accepted
  [[ $status == 200 && $type == image/* && $size -le 1048576 ]] || verdict=rejected
  case $magic in ffd8*|89504e47|47494638) ;; *) verdict=rejected ;; esac
  echo "$url $verdict"
  n=$((n + 1))
done <"$1"
"""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        name = self.path.rsplit("/", 1)[1].split("?")[0]
        body = self.server.pictures[name.rsplit(".", 1)[1]]
        self.send_response(200)
        self.send_header("Content-Type", TYPES[name.rsplit(".", 1)[1]])
        self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", '"1"')
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 256

    def handle_error(self, *_):
        pass


def certificates(folder):
    def openssl(*words):
        subprocess.run(["openssl", *words], check=True, cwd=folder, stderr=subprocess.DEVNULL)

    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    openssl("req", "-x509", "-days", "2", "-subj", "/CN=authority", *key, "-keyout", "a.key", "-out", "a.crt")
    openssl("req", "-subj", "/CN=images.test", "-addext", "subjectAltName=DNS:images.test", *key, "-keyout", "s.key",
            "-out", "s.csr")
    openssl("x509", "-req", "-in", "s.csr", "-copy_extensions", "copyall", "-days", "2", "-CA", "a.crt", "-CAkey",
            "a.key", "-out", "s.crt")


def start_server(folder):
    server = Server(("127.0.0.1", 0), Handler)
    server.pictures = {}
    for kind, name in (("jpg", "jpeg/clean-600x300.jpg"), ("png", "png/clean-600x300.png"),
                       ("gif", "gif/clean-600x300.gif")):
        with open(os.path.join(ROOT, "TestImages", name), "rb") as file:
            server.pictures[kind] = file.read()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(os.path.join(folder, "s.crt"), os.path.join(folder, "s.key"))
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def campaign(path, port, payload_count, url_count):
    kinds = list(TYPES)
    with open(path, "w", encoding="utf-8") as file:
        for number in range(payload_count):
            which = number % url_count
            url = f"https://images.test:{port}/{which}/hero.{kinds[which % 3]}"
            file.write(json.dumps({"message": {
                "token": f"device-{number}", "notification": {"title": "Sale", "body": "Today", "image": url},
                "apns": {"payload": {"aps": {"mutable-content": 1}}}}}) + "\n")


def run(command):
    """Wall seconds, processor seconds of the process and its children, peak KiB of the largest, exit status."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, process.returncode


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pushimage", required=True)
    parser.add_argument("--payloads", type=int, default=1_000)
    parser.add_argument("--urls", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))
    with tempfile.TemporaryDirectory() as folder:
        certificates(folder)
        port = start_server(folder)
        authority = os.path.join(folder, "a.crt")
        paths = {count: os.path.join(folder, f"{count}.jsonl") for count in (options.payloads, 4 * options.payloads)}
        for count, path in paths.items():
            campaign(path, port, count, options.urls)

        def preflight(count, *more):
            return [options.pushimage, "preflight", paths[count], "--format", "jsonl", "--ca-file", authority,
                    "--allow-address", "127.0.0.0/8", "--resolve", f"images.test:{port}:127.0.0.1",
                    "--timeout", "30", *more]

        commands = {
            "jq and curl": ["bash", "-c", LOOP, "loop", paths[options.payloads], authority, str(port), folder],
            "preflight --no-probes": preflight(options.payloads, "--no-probes"),
            "preflight": preflight(options.payloads),
            "preflight, 4 times as many": preflight(4 * options.payloads),
        }
        results = {name: [] for name in commands}
        for _ in range(options.rounds):
            for name, command in commands.items():
                results[name].append(run(command))
        report(results, options)


def report(results, options):
    print(f"{options.payloads:,} payloads, {options.urls:,} URLs, {options.rounds} rounds; best wall, its memory worst")
    base = min(wall for wall, *_ in results["jq and curl"])
    for name, rounds in results.items():
        wall = min(row[0] for row in rounds)
        cpu = min(row[1] for row in rounds)
        peak = max(row[2] for row in rounds)
        statuses = sorted({row[3] for row in rounds})
        print(f"{name:28} {wall:8.2f} s  {base / wall:6.1f} times as fast  {cpu:7.2f} s of processor  "
              f"{peak / 1024:7.1f} MiB  exit {statuses}")


if __name__ == "__main__":
    sys.exit(main())
