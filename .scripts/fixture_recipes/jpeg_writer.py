"""JPEG segments and scans, written straight from coefficients: no transform is needed to make legal files.

Huffman tables are made for the symbols of each scan, all codes of one length, so that the files stay small.
"""

import struct

SOI, EOI = b"\xff\xd8", b"\xff\xd9"
ZEROS = 0xF0


def segment(marker, data, length=None):
    """Marker, length (which counts itself) and data; `length` replaces the true one."""
    return bytes([0xFF, marker]) + struct.pack(">H", len(data) + 2 if length is None else length) + data


def app(number, data):
    return segment(0xE0 + number, data)


def jfif():
    return app(0, b"JFIF\0\1\1\0\0\1\0\1\0\0")


def adobe(transform):
    return app(14, b"Adobe\0\x64\0\0\0\0" + bytes([transform]))


def comment(text):
    return segment(0xFE, text)


def dqt(number=0, value=8, wide=False):
    """A flat table; `wide` stores 16-bit values."""
    values = struct.pack(">64H", *[value] * 64) if wide else bytes([value] * 64)
    return segment(0xDB, bytes([(16 if wide else 0) | number]) + values)


def dri(interval):
    return segment(0xDD, struct.pack(">H", interval))


def gentle(component, x, y):
    """Coefficients of a soft gradient with a little texture: DC and a few low frequencies."""
    block = [0] * 64
    block[0] = (x * 7 + y * 5) % 90 - 45 if component == 0 else (x * 3 - y * 2) % 40 - 20
    block[1] = (x + y) % 7 - 3
    block[2] = (x * y) % 5 - 2
    block[9] = (x + 2 * y) % 3 - 1
    return block


def flat(component, x, y):
    """Middle gray (or no colour) everywhere."""
    return [0] * 64


def smooth(component, x, y):
    """A gradient by DC alone."""
    return [(x // 2 - y // 2) % 100 - 50 if component == 0 else 0] + [0] * 63


class Picture:
    """Size, sampling factors and coefficients of each component."""

    def __init__(self, width, height, sampling=((1, 1),), ids=None, coefficients=gentle):
        self.width, self.height = width, height
        self.sampling = list(sampling)
        self.ids = ids or list(range(1, len(self.sampling) + 1))
        self.coefficients = coefficients
        self.across = max(h for h, _ in self.sampling)
        self.down = max(v for _, v in self.sampling)

    def units(self, components):
        """The blocks of each MCU of a scan: lists of (component, x, y)."""
        if len(components) == 1:
            component = components[0]
            h, v = self.sampling[component]
            columns = ceil(ceil(self.width * h, self.across), 8)
            lines = ceil(ceil(self.height * v, self.down), 8)
            return [[(component, x, y)] for y in range(lines) for x in range(columns)]
        columns, lines = ceil(self.width, 8 * self.across), ceil(self.height, 8 * self.down)
        return [self.unit(components, x, y) for y in range(lines) for x in range(columns)]

    def unit(self, components, x, y):
        places = []
        for component in components:
            h, v = self.sampling[component]
            places += [(component, x * h + dx, y * v + dy) for dy in range(v) for dx in range(h)]
        return places

    def sof(self, kind=0, precision=8, height=None, tables=None, data_tail=b""):
        tables = tables or [0] * len(self.sampling)
        data = struct.pack(">BHHB", precision, self.height if height is None else height, self.width,
                           len(self.sampling))
        for index, (h, v) in enumerate(self.sampling):
            data += bytes([self.ids[index], h << 4 | v, tables[index]])
        return segment(0xC0 + kind, data + data_tail)


def ceil(value, divisor):
    return -(-value // divisor)


class Bits:
    """Entropy-coded bits: most significant first, a zero behind every 0xFF, ones as padding."""

    def __init__(self):
        self.bytes = bytearray()
        self.buffer = self.count = 0

    def put(self, value, width):
        for position in range(width - 1, -1, -1):
            self.buffer = self.buffer << 1 | (value >> position & 1)
            self.count += 1
            if self.count == 8:
                self.flush()

    def flush(self):
        self.bytes.append(self.buffer)
        if self.buffer == 255:
            self.bytes.append(0)
        self.buffer = self.count = 0

    def align(self):
        if self.count:
            self.put((1 << 8 - self.count) - 1, 8 - self.count)


def magnitude(value):
    """JPEG's size category and the bits that follow it."""
    size = abs(value).bit_length()
    return size, value if value >= 0 else value + (1 << size) - 1


# Every encoder below yields (table class, symbol, bits, width); a symbol of None is raw bits.


def sequential(block, previous):
    size, bits = magnitude(block[0] - previous)
    yield 0, size, bits, size
    run = 0
    for value in block[1:]:
        if value == 0:
            run += 1
            continue
        while run > 15:
            yield 1, ZEROS, 0, 0
            run -= 16
        size, bits = magnitude(value)
        yield 1, run << 4 | size, bits, size
        run = 0
    if run:
        yield 1, 0, 0, 0


def point(value, low):
    """The point transform of AC coefficients: a division that rounds towards zero."""
    return value >> low if value >= 0 else -(-value >> low)


def ac_first(block, start, end, low):
    run = 0
    for value in (point(block[index], low) for index in range(start, end + 1)):
        if value == 0:
            run += 1
            continue
        while run > 15:
            yield 1, ZEROS, 0, 0
            run -= 16
        size, bits = magnitude(value)
        yield 1, run << 4 | size, bits, size
        run = 0
    if run:
        yield 1, 0, 0, 0


def ac_refine(block, start, end, low):
    """Successive approximation: new coefficients as symbols, one more bit of the known ones behind each symbol."""
    sizes = {index: abs(block[index]) >> low for index in range(start, end + 1)}
    last = max((index for index, size in sizes.items() if size == 1), default=-1)
    run, known = 0, []
    for index, size in sizes.items():
        if size == 0:
            run += 1
            continue
        while run > 15 and index <= last:
            yield 1, ZEROS, 0, 0
            yield from raw(known)
            run, known = run - 16, []
        if size > 1:
            known.append(size & 1)
            continue
        yield 1, run << 4 | 1, int(block[index] > 0), 1
        yield from raw(known)
        run, known = 0, []
    if run or known:
        yield 1, 0, 0, 0
        yield from raw(known)


def raw(bits):
    for bit in bits:
        yield None, None, bit, 1


def encode(block, previous, start, end, high, low, progressive):
    if not progressive:
        return sequential(block, previous)
    if start == 0:
        if high:
            return raw([block[0] >> low & 1])
        size, bits = magnitude((block[0] >> low) - (previous >> low))
        return iter([(0, size, bits, size)])
    return (ac_refine if high else ac_first)(block, start, end, low)


def flat_codes(symbols):
    """Codes of one length for all symbols; the code of all ones stays free, as the standard demands."""
    width = (len(symbols)).bit_length()
    return width, {symbol: code for code, symbol in enumerate(sorted(symbols))}


def dht(kind, number, symbols):
    width, _ = flat_codes(symbols)
    counts = [len(symbols) if length == width else 0 for length in range(1, 17)]
    return segment(0xC4, bytes([kind << 4 | number]) + bytes(counts) + bytes(sorted(symbols)))


class Scan:
    """One scan: its symbols, the tables made for them, and its bytes."""

    def __init__(self, picture, components=None, start=0, end=63, high=0, low=0, progressive=False, restart=0):
        self.picture = picture
        self.components = list(range(len(picture.sampling))) if components is None else list(components)
        self.band = (start, end, high, low)
        self.progressive = progressive
        self.restart = restart
        self.groups = self.make_groups()

    def make_groups(self):
        """Symbols by restart interval: (table number, table class, symbol, bits, width)."""
        groups = [[]]
        previous = {}
        for index, unit in enumerate(self.picture.units(self.components)):
            if self.restart and index and index % self.restart == 0:
                groups.append([])
                previous = {}
            for component, x, y in unit:
                block = self.picture.coefficients(component, x, y)
                number = 0 if component == 0 else 1
                for item in encode(block, previous.get(component, 0), *self.band, self.progressive):
                    groups[-1].append((number,) + item)
                previous[component] = block[0]
        return groups

    def symbols(self):
        """The symbols in use, by (class, number)."""
        used = {}
        for group in self.groups:
            for number, kind, symbol, _, _ in group:
                if kind is not None:
                    used.setdefault((kind, number), set()).add(symbol)
        return used

    def tables(self):
        return b"".join(dht(kind, number, symbols) for (kind, number), symbols in sorted(self.symbols().items()))

    def sos(self, band=None, selectors=None):
        start, end, high, low = band or self.band
        data = bytes([len(self.components)])
        for index, component in enumerate(self.components):
            number = 0 if component == 0 else 0x11
            data += bytes([self.picture.ids[component], selectors[index] if selectors else number])
        return segment(0xDA, data + bytes([start, end, high << 4 | low]))

    def data(self):
        """The entropy-coded bytes with restart markers between the intervals."""
        coded = {key: flat_codes(symbols) for key, symbols in self.symbols().items()}
        out = b""
        for index, group in enumerate(self.groups):
            bits = Bits()
            for number, kind, symbol, extra, width in group:
                if kind is not None:
                    length, table = coded[(kind, number)]
                    bits.put(table[symbol], length)
                bits.put(extra, width)
            bits.align()
            out += (bytes([0xFF, 0xD0 + (index - 1) % 8]) if index else b"") + bytes(bits.bytes)
        return out

    def bytes(self):
        return self.tables() + self.sos() + self.data()


def baseline(picture, *, head=None, restart=0, before=b"", after=b"", tail=b"", kind=0, precision=8, scans=None):
    """A whole sequential file. `before` stands behind the first segments, `after` before EOI, `tail` behind it."""
    scans = [Scan(picture, group, restart=restart) for group in scans or [None]]
    body = b"".join(scan.bytes() for scan in scans)
    interval = dri(restart) if restart else b""
    first = jfif() if head is None else head
    return SOI + first + before + dqt() + picture.sof(kind, precision) + interval + body + after + EOI + tail


SPECTRAL = [(None, 0, 0, 0, 0), (0, 1, 5, 0, 0), (0, 6, 63, 0, 0)]
SUCCESSIVE = [(None, 0, 0, 0, 1), (0, 1, 63, 0, 2), (0, 1, 63, 2, 1), (None, 0, 0, 1, 0), (0, 1, 63, 1, 0)]


def progressive_scans(picture, script):
    """Scans of a script of (component or None for all, start, end, high, low); colour components get one AC scan."""
    scans = [Scan(picture, None if component is None else [component], start, end, high, low, True)
             for component, start, end, high, low in script]
    for component in range(1, len(picture.sampling)):
        scans.append(Scan(picture, [component], 1, 63, 0, 0, True))
    return scans


def progressive(picture, script=SPECTRAL, *, head=None, scans=None, after=b"", tail=b""):
    scans = progressive_scans(picture, script) if scans is None else scans
    body = b"".join(scan.bytes() for scan in scans)
    return SOI + (jfif() if head is None else head) + dqt() + picture.sof(2) + body + after + EOI + tail


# The first states of the QM coder (T.81, table D.3): Qe, next after LPS, next after MPS. A flat picture repeats one
# decision per context, so it meets no other state; state 0 swaps the sense of the more probable symbol.
STATES = [(0x5A1D, 1, 1), (0x2586, None, 2), (0x1114, None, 3), (0x080B, None, 4), (0x03D8, None, 5),
          (0x01DA, None, 6), (0x00E5, None, 7), (0x006F, None, 8), (0x0036, None, 9), (0x001A, None, 10),
          (0x000D, None, 11), (0x0006, None, 12), (0x0003, None, 13), (0x0001, None, 13)]


class ArithmeticCoder:
    """The encoder of T.81 annex D, as far as decisions that stay in `STATES` go."""

    def __init__(self):
        self.interval, self.code, self.shifts = 0x10000, 0, 11
        self.contexts = {}
        self.out = bytearray()

    def put(self, context, decision):
        state, probable = self.contexts.get(context, (0, 0))
        estimate, after_lps, after_mps = STATES[state]
        self.interval -= estimate
        if decision != probable:
            if self.interval >= estimate:
                self.code += self.interval
                self.interval = estimate
            if state == 0:
                probable = 1 - probable
            state = after_lps
        else:
            if self.interval >= 0x8000:
                self.contexts[context] = (state, probable)
                return
            if self.interval < estimate:
                self.code += self.interval
                self.interval = estimate
            state = after_mps
        self.contexts[context] = (state, probable)
        self.renormalize()

    def renormalize(self):
        """Doubles the interval; every eight shifts one byte leaves, with its carry."""
        while self.interval < 0x8000:
            self.interval <<= 1
            self.code <<= 1
            self.shifts -= 1
            if self.shifts == 0:
                self.emit()
                self.shifts = 8

    def emit(self):
        value = self.code >> 19
        self.code &= 0x7FFFF
        if value > 0xFF:
            place = len(self.out) - 1
            while self.out[place] == 0xFF:
                self.out[place] = 0
                place -= 1
            self.out[place] += 1
        self.out.append(value & 0xFF)

    def finish(self):
        """The shortest ending: as many zero bits as fit, zero bytes dropped, a zero stuffed behind every 0xFF."""
        top = (self.code + self.interval - 1) & ~0xFFFF
        self.code = top + 0x8000 if top < self.code else top
        self.code <<= self.shifts
        self.emit()
        self.code <<= 8
        self.emit()
        return bytes(self.out).rstrip(b"\0").replace(b"\xff", b"\xff\0")


def arithmetic(picture, tail=b""):
    """A flat arithmetic-coded file: in every block "no DC difference" and "end of block at once"."""
    coder = ArithmeticCoder()
    for unit in picture.units(list(range(len(picture.sampling)))):
        for component, _, _ in unit:
            table = min(component, 1)
            coder.put(("dc", table), 0)
            coder.put(("ac", table), 1)
    scan = Scan(picture)
    return SOI + jfif() + dqt() + picture.sof(9) + scan.sos() + coder.finish() + EOI + tail
