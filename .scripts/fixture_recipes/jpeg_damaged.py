"""JPEGs with one fault each."""

from .collection import UNSET
from .jpeg_recipes import C420, C444, picture
from .jpeg_writer import EOI, SOI, Scan, baseline, dht, dqt, jfif, progressive, progressive_scans, segment, SPECTRAL
from .jpeg_writer import SUCCESSIVE


def add_all(files):
    add_truncated(files)
    add_headers(files)
    add_tables(files)
    add_scan_headers(files)
    add_missing(files)
    add_scan_data(files)
    add_extraneous(files)
    add_progressions(files)


def damaged(files, name, data, finding, why, size=(16, 8), findings=(), **options):
    files.add(f"jpeg/{name}.jpg", data, why, size=size, integrity="damaged", findings=[finding, *findings], **options)


def no_size(files, name, data, finding, why):
    damaged(files, name, data, finding, why, size=UNSET, frames=UNSET)


def marker(data, code):
    """Where the marker with this code begins."""
    return data.index(bytes([0xFF, code]))


def add_truncated(files):
    whole = baseline(picture(64, 32, C420))
    finding = "jpeg.truncated"
    no_size(files, "truncated-behind-start", whole[:4], finding, "a start and half a segment")
    no_size(files, "truncated-in-frame", whole[:marker(whole, 0xC0) + 6], finding, "cut inside SOF")
    cuts = {"truncated-in-table": marker(whole, 0xC4) + 12, "truncated-before-scan": marker(whole, 0xDA),
            "truncated-in-scan-header": marker(whole, 0xDA) + 5, "truncated-in-scan": len(whole) - 40}
    for name, cut in cuts.items():
        damaged(files, name, whole[:cut], finding, f"cut at byte {cut:,} of {len(whole):,}", size=(64, 32))
    damaged(files, "without-end", whole[:-2], "jpeg.missing-eoi", "all blocks, but no EOI", size=(64, 32))
    damaged(files, "half-of-end", whole[:-1], "jpeg.missing-eoi", "half of EOI", size=(64, 32))


def add_headers(files):
    plain = picture()
    scan = Scan(plain)
    finding = "jpeg.malformed-header"

    def with_frame(name, frame, why):
        no_size(files, name, SOI + jfif() + dqt() + frame + scan.bytes() + EOI, finding, why)

    with_frame("frame-zero-width", picture(0, 8).sof(), "no columns")
    with_frame("frame-precision-7", plain.sof(precision=7), "7 bits a sample")
    with_frame("frame-without-components", segment(0xC0, b"\x08\0\x08\0\x10\0"), "no component")
    with_frame("frame-sampling-0", segment(0xC0, b"\x08\0\x08\0\x10\1\1\0\0"), "sampling factor 0")
    with_frame("frame-sampling-5", segment(0xC0, b"\x08\0\x08\0\x10\1\1\x51\0"), "sampling factor 5")
    with_frame("frame-length", segment(0xC0, b"\x08\0\x08\0\x10\1\1\x11\0\0"), "a length that does not fit")
    with_frame("frame-twice", plain.sof() * 2, "two frame headers")
    no_size(files, "height-by-dnl", SOI + dqt() + plain.sof(height=0) + scan.bytes() + segment(0xDC, b"\0\x08") + EOI,
            finding, "the height comes behind the scan, which libjpeg does not read")
    damaged(files, "start-twice", baseline(plain, before=SOI), finding, "a second SOI in the header", size=UNSET,
            frames=UNSET)
    damaged(files, "segment-length-1", baseline(plain, before=segment(0xE5, b"", length=1)), finding,
            "a segment shorter than its length field", size=UNSET, frames=UNSET)
    no_size(files, "scan-before-frame", SOI + dqt() + scan.bytes() + EOI, "jpeg.missing-header", "SOS without SOF")
    no_size(files, "end-without-frame", SOI + jfif() + dqt() + EOI, "jpeg.missing-header", "EOI without SOF")


def first_table(scan):
    (kind, number), symbols = sorted(scan.symbols().items())[0]
    return dht(kind, number, symbols)


def add_tables(files):
    plain = picture()
    scan = Scan(plain)
    bad = {
        "huffman-class-2": segment(0xC4, b"\x20" + bytes([0, 1] + [0] * 14) + b"\0"),
        "huffman-too-short": segment(0xC4, b"\0" + bytes([0, 2] + [0] * 14) + b"\0"),
        "huffman-over-256": segment(0xC4, b"\0" + bytes([0] * 14 + [255, 255]) + bytes(510)),
        "quantization-too-short": segment(0xDB, b"\0" + bytes(40)),
        "quantization-number-9": dqt(9),
    }
    for name, table in bad.items():
        damaged(files, name, baseline(plain, before=table), "jpeg.malformed-table", name.replace("-", " "), size=UNSET,
                frames=UNSET)
    crowded = segment(0xC4, b"\0" + bytes([3] + [0] * 15) + b"\0\1\2")
    damaged(files, "huffman-oversubscribed",
            SOI + jfif() + dqt() + plain.sof() + crowded + scan.tables()[len(first_table(scan)):] + scan.sos()
            + scan.data() + EOI, "jpeg.malformed-table", "three codes of one bit")
    finding = "jpeg.missing-table"
    damaged(files, "without-quantization", SOI + plain.sof() + scan.bytes() + EOI, finding, "no DQT")
    damaged(files, "without-huffman", SOI + dqt() + plain.sof() + scan.sos() + scan.data() + EOI, finding, "no DHT")


def add_scan_headers(files):
    plain = picture()
    scan = Scan(plain)
    head = SOI + jfif() + dqt() + plain.sof() + scan.tables()
    finding = "jpeg.malformed-scan-header"
    faults = {
        "scan-unknown-component": segment(0xDA, b"\1\x09\0\0\x3f\0"), "scan-length": segment(0xDA, b"\1\1\0\0\x3f"),
        "scan-without-components": segment(0xDA, b"\0\0\x3f\0"),
        "scan-component-twice": segment(0xDA, b"\2\1\0\1\0\0\x3f\0"),
    }
    for name, sos in faults.items():
        damaged(files, name, head + sos + scan.data() + EOI, finding, name.replace("-", " "))
    damaged(files, "scan-table-9", head + segment(0xDA, b"\1\1\x99\0\x3f\0") + scan.data() + EOI,
            "jpeg.missing-table", "a table number that no DHT can define")
    odd = picture(16, 8, C444)
    first = Scan(odd, None, 0, 0, 0, 0, True)
    second = Scan(odd, [0], 1, 5, 0, 0, True)
    start = SOI + jfif() + dqt() + odd.sof(2) + first.bytes() + second.tables()
    bands = {"scan-band-backwards": (5, 1, 0, 0), "scan-band-over-63": (1, 64, 0, 0), "scan-band-with-dc": (0, 5, 0, 0),
             "scan-low-bit-14": (1, 5, 0, 14)}
    for name, band in bands.items():
        damaged(files, name, start + second.sos(band) + second.data() + EOI, finding, name.replace("-", " "),
                findings=["color.progressive"])


def add_missing(files):
    color = picture(16, 8, C444)
    first = Scan(color, [0])
    damaged(files, "without-scan", SOI + dqt() + color.sof() + EOI, "jpeg.missing-scan", "EOI without any scan")
    damaged(files, "component-missing", SOI + dqt() + color.sof() + first.bytes() + EOI, "jpeg.missing-component",
            "two of three components have no scan")


def replaced(data, start, new):
    return data[:start] + new + data[start + len(new):]


def add_scan_data(files):
    plain = picture(64, 32, C420)
    whole = baseline(plain)
    middle = len(whole) - 60
    size = {"size": (64, 32)}
    damaged(files, "bad-huffman-code", replaced(whole, middle, b"\xff\0" * 12), "jpeg.malformed-scan-data",
            "ones only: a code that no table has", **size)
    # No library notices it: 8-bit samples cannot make such a value, which only the native engine holds against them.
    wild = baseline(picture(16, 8, coefficients=lambda component, x, y: [2000 + 2000 * x] + [0] * 63))
    damaged(files, "dc-out-of-range", wild, "jpeg.malformed-scan-data", "the second block is twice as bright as white")
    files.again("jpeg/dc-out-of-range.jpg", "the engines differ", engine="both",
                findings=["check.engines-mismatch", "jpeg.malformed-scan-data"])
    files.again("jpeg/dc-out-of-range.jpg", "libjpeg sees nothing wrong", engine="reference", integrity="intact",
                findings=[])
    scan = Scan(plain)
    cut = scan.data()[:40]
    head = whole[:whole.index(scan.data())]
    damaged(files, "scan-too-short", head + cut + EOI, "jpeg.malformed-scan-data", "EOI inside the scan", **size)
    restarts = baseline(plain, restart=2)
    damaged(files, "restart-out-of-order", restarts.replace(b"\xff\xd2", b"\xff\xd5"), "jpeg.restart-mismatch",
            "RST5 where RST2 is due", **size)
    damaged(files, "restart-missing", restarts.replace(b"\xff\xd2", b""), "jpeg.restart-mismatch",
            "RST2 is missing: the next interval stands where the marker is due", **size)


def add_extraneous(files):
    plain = picture()
    inside = "jpeg.extraneous-scan-bytes"
    damaged(files, "bytes-behind-scan", baseline(plain, after=b"\x12\x34\x56\x78"), inside, "four bytes before EOI")
    restarts = baseline(picture(64, 32, C420), restart=2)
    damaged(files, "bytes-before-restart", restarts.replace(b"\xff\xd1", b"\x12\x34\x56\xff\xd1"), inside,
            "three bytes before RST1", size=(64, 32))
    between = "jpeg.extraneous-bytes"
    damaged(files, "bytes-before-table", baseline(plain, before=b"\x12\x34\x56"), between,
            "three bytes between two header segments")
    large = baseline(picture(600, 300, C420), before=b"\x12\x34\x56")
    damaged(files, "bytes-before-table-600x300", large, between, "damaged, and most devices show it", size=(600, 300))


def add_progressions(files):
    color = picture(16, 8, C444)
    note = ["color.progressive"]
    finding = "jpeg.malformed-progression"
    orders = {
        "progression-ac-first": [SPECTRAL[1], SPECTRAL[0], SPECTRAL[2]],
        "progression-refined-before-coded": [(None, 0, 0, 0, 1), (0, 1, 63, 2, 1), (None, 0, 0, 1, 0)],
        "progression-plane-twice": SUCCESSIVE + [(0, 1, 63, 1, 0)],
        "progression-plane-skipped": [(None, 0, 0, 0, 2), (None, 0, 0, 1, 0), (0, 1, 63, 0, 0)],
    }
    for name, script in orders.items():
        damaged(files, name, progressive(color, script), finding, name.replace("-", " "), findings=note)
    scans = progressive_scans(color, SUCCESSIVE)[:-1]
    damaged(files, "progressive-component-missing",
            progressive(color, scans=[Scan(color, [0], 0, 0, 0, 0, True)]), "jpeg.missing-component",
            "a progressive file with a scan for one of three components", findings=note)
    cut = progressive(color, scans=scans)
    damaged(files, "progressive-without-end", cut[:-2], "jpeg.missing-eoi", "scans may be missing too", findings=note)
