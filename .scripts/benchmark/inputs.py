"""The benchmark's pictures, made by recipe: photo-like noise, user interfaces, palettes, animations.

Random numbers are seeded, so one version of numpy and Pillow makes the same files each time. Needs numpy and Pillow.
"""

import io
import os
import random
import sys

import numpy
from PIL import Image

PHOTO_TONE = 118.0


def noise(rng, height, width, exponent=1.15):
    """1/f noise with a standard deviation of 1: what makes a photograph cost what it does."""
    across = numpy.fft.rfftfreq(width)[None, :]
    down = numpy.fft.fftfreq(height)[:, None]
    frequency = numpy.hypot(across * width / max(width, height), down * height / max(width, height))
    frequency[0, 0] = 1.0
    spectrum = rng.standard_normal(frequency.shape) + 1j * rng.standard_normal(frequency.shape)
    field = numpy.fft.irfft2(spectrum / frequency ** exponent, s=(height, width))
    field -= field.mean()
    return (field / field.std()).astype(numpy.float32)


def photo(width, height, seed, grain=2.2, channels=3):
    """Light falling off, soft 1/f colour, hard edges and the grain of a sensor."""
    rng = numpy.random.default_rng(seed)
    y, x = numpy.mgrid[0:height, 0:width].astype(numpy.float32)
    base = PHOTO_TONE + 46 * noise(rng, height, width) + 30 * (x / width - 0.5) - 20 * (y / height - 0.5)
    for _ in range(24):
        left, top = rng.integers(0, width), rng.integers(0, height)
        right, bottom = left + rng.integers(width // 40, width // 5), top + rng.integers(height // 40, height // 5)
        base[top:bottom, left:right] += rng.integers(-34, 34)
    planes = []
    for channel in range(3):
        plane = base + 14 * noise(rng, height, width, 1.5) + grain * rng.standard_normal((height, width), numpy.float32)
        planes.append(numpy.clip(plane, 0, 255).astype(numpy.uint8))
    if channels == 4:
        alpha = 255 - numpy.clip(40 * noise(rng, height, width, 1.8), 0, 90)
        planes.append(alpha.astype(numpy.uint8))
    return numpy.stack(planes, axis=2)


def interface(width, height, seed, channels=4, line_height=12, panels=70):
    """Flat panels, hairlines, a gradient, glyph-like specks with soft edges: a screenshot."""
    rng = numpy.random.default_rng(seed)
    picture = numpy.full((height, width, 4), 255, numpy.uint8)
    picture[:, :, :3] = (246, 247, 249)
    for _ in range(panels):
        left, top = rng.integers(0, width - 40), rng.integers(0, height - 20)
        right, bottom = left + rng.integers(40, width // 3), top + rng.integers(16, height // 5)
        picture[top:bottom, left:right, :3] = rng.integers(0, 256, 3)
        picture[top:bottom, left:left + 1, :3] //= 2
        picture[top:top + 1, left:right, :3] //= 2
    if height >= 500:
        ramp = numpy.linspace(40, 200, width).astype(numpy.uint8)
        picture[: height // 12, :, 0], picture[: height // 12, :, 1] = ramp, 90
    glyphs = [rng.integers(0, 2, (9, 6)).astype(numpy.uint8) * 200 for _ in range(160)]
    for glyph in glyphs:
        glyph[:, -1] //= 2
    for row in range(height // 10, height - 20, line_height):
        column = int(rng.integers(10, 60))
        while column < width - 20:
            if rng.random() < 0.82:
                glyph = glyphs[int(rng.integers(0, len(glyphs)))]
                area = picture[row:row + 9, column:column + 6, :3]
                numpy.subtract(area, numpy.minimum(area, glyph[:, :, None]), out=area)
            column += 7 if rng.random() < 0.93 else int(rng.integers(40, 300))
    picture[-height // 20:, :, 3] = 180
    return picture if channels == 4 else picture[:, :, :channels]


def save_jpeg(path, pixels, quality, subsampling, progressive=False):
    Image.fromarray(pixels).save(path, quality=quality, subsampling=subsampling, progressive=progressive)


def save_png(path, pixels, level=6):
    Image.fromarray(pixels).save(path, compress_level=level)


def save_adam7(path, pixels):
    """Pillow does not write Adam7: seven passes filtered with Sub, deflated at level 6."""
    import zlib
    height, width, channels = pixels.shape
    packed = zlib.compressobj(6)
    data = b""
    starts = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    for x, y, dx, dy in starts:
        rows = pixels[y::dy, x::dx]
        left = numpy.zeros_like(rows)
        left[:, 1:] = rows[:, :-1]
        differences = (rows.astype(numpy.int16) - left).astype(numpy.uint8)
        for row in differences:
            data += packed.compress(b"\x01" + row.tobytes())
    data += packed.flush()
    write_png(path, width, height, {3: 2, 4: 6}[channels], 1, data, 65536)


def save_paeth(path, pixels):
    """As libpng leaves most photographs: every row filtered with Paeth, deflated as filtered data, in chunks of 8 KiB."""
    import zlib
    height, width, channels = pixels.shape
    raw = pixels.reshape(height, width * channels).astype(numpy.int16)
    left, above, corner = numpy.zeros_like(raw), numpy.zeros_like(raw), numpy.zeros_like(raw)
    left[:, channels:], above[1:], corner[1:, channels:] = raw[:, :-channels], raw[:-1], raw[:-1, :-channels]
    estimate = left + above - corner
    distances = [abs(estimate - value) for value in (left, above, corner)]
    nearest = numpy.where((distances[0] <= distances[1]) & (distances[0] <= distances[2]), left,
                          numpy.where(distances[1] <= distances[2], above, corner))
    rows = numpy.full((height, 1 + width * channels), 4, numpy.uint8)
    rows[:, 1:] = (raw - nearest).astype(numpy.uint8)
    packer = zlib.compressobj(6, strategy=zlib.Z_FILTERED)
    write_png(path, width, height, {3: 2, 4: 6}[channels], 0, packer.compress(rows.tobytes()) + packer.flush(), 8192)


def write_png(path, width, height, color_type, interlace, data, chunk_byte_count):
    import struct
    import zlib

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, color_type, 0, 0, interlace)
    parts = [data[i:i + chunk_byte_count] for i in range(0, len(data), chunk_byte_count)]
    with open(path, "wb") as stream:
        stream.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header))
        stream.write(b"".join(chunk(b"IDAT", part) for part in parts) + chunk(b"IEND", b""))


def save_gif(path, frames, palette_source, dither):
    """All frames in one palette and each of them whole: Pillow alone would cut them to what changed."""
    palette = Image.fromarray(palette_source).quantize(255)
    kind = Image.Dither.FLOYDSTEINBERG if dither else Image.Dither.NONE
    pictures = [Image.fromarray(frame).quantize(palette=palette, dither=kind) for frame in frames]
    start, blocks = None, []
    for picture in pictures:
        scratch = io.BytesIO()
        picture.save(scratch, "GIF", optimize=False)
        data = scratch.getvalue()
        place = 13 + 3 * (2 << (data[10] & 7))
        start = start or data[:place]
        while data[place] == 0x21:
            place += 2
            while data[place]:
                place += 1 + data[place]
            place += 1
        blocks.append(b"\x21\xf9\x04\x00\x06\x00\x00\x00" + data[place:-1])
    loop = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    with open(path, "wb") as stream:
        stream.write(b"GIF89a" + start[6:] + loop + b"".join(blocks) + b";")


def screencast(seed, count=60, width=480, height=270):
    """A cursor and a growing line of text over a still interface."""
    rng = numpy.random.default_rng(seed)
    still = interface(width, height, seed, 3, line_height=70, panels=8).copy()
    frames = []
    for index in range(count):
        row, column = 40 + (index // 20) * 17, 20 + (index % 20) * 8
        still[row:row + 9, column:column + 6] = rng.integers(0, 2, (9, 6, 1)) * 255
        frame = still.copy()
        x, y = 30 + index * 6, 60 + (index * 3) % 150
        frame[y:y + 14, x:x + 9] = (20, 20, 20)
        frames.append(frame)
    return frames


def pan(pixels, count, width, height):
    across, down = pixels.shape[1] - width, pixels.shape[0] - height
    return [pixels[down * i // count:down * i // count + height, across * i // count:across * i // count + width]
            for i in range(count)]


def posterize(pixels, levels):
    return (pixels // (256 // levels) * (256 // levels)).astype(numpy.uint8)


def flat_pan_source():
    """Blurred and posterized: large areas of one colour whose borders move."""
    from PIL import ImageFilter
    soft = Image.fromarray(photo(900, 500, 31, grain=0)).filter(ImageFilter.GaussianBlur(2))
    return posterize(numpy.asarray(soft), 8)


def recipes():
    """Name to maker, in the order of the report."""
    def jpeg(width, height, seed, quality, subsampling, progressive=False):
        return lambda path: save_jpeg(path, photo(width, height, seed), quality, subsampling, progressive)

    return {
        "base-1024x512.jpg": jpeg(1024, 512, 1, 85, 2),
        "base-2000x1000.jpg": jpeg(2000, 1000, 2, 85, 2),
        "base-444-2000x1000.jpg": jpeg(2000, 1000, 2, 85, 0),
        "base-4000x3000.jpg": jpeg(4000, 3000, 3, 85, 2),
        "base-444-q95-4000x3000.jpg": jpeg(4000, 3000, 3, 95, 0),
        "base-5600x4200.jpg": jpeg(5600, 4200, 4, 92, 2),
        "prog-1024x512.jpg": jpeg(1024, 512, 1, 85, 2, True),
        "prog-2000x1000.jpg": jpeg(2000, 1000, 2, 85, 2, True),
        "prog-4000x3000.jpg": jpeg(4000, 3000, 3, 85, 2, True),
        "prog-5600x4200.jpg": jpeg(5600, 4200, 4, 92, 2, True),
        "photo-1024x512.png": lambda path: save_png(path, photo(1024, 512, 11)),
        "photo-2000x1000.png": lambda path: save_png(path, photo(2000, 1000, 12)),
        "photo-paeth-2000x1000.png": lambda path: save_paeth(path, photo(2000, 1000, 12)),
        "photo-rgba-8mp.png": lambda path: save_png(path, photo(3264, 2448, 13, channels=4)),
        "ui-2000x1000.png": lambda path: save_png(path, interface(2000, 1000, 14)),
        "ui-4000x3000.png": lambda path: save_png(path, interface(4000, 3000, 15)),
        "palette-256.png": lambda path: Image.fromarray(photo(2000, 1000, 16)).quantize(256).save(path),
        "palette-32-flat.png": lambda path: Image.fromarray(interface(2000, 1000, 17, 3)).quantize(32).save(path),
        "adam7-photo.png": lambda path: save_adam7(path, photo(2000, 1000, 12)),
        "adam7-ui.png": lambda path: save_adam7(path, interface(2000, 1000, 14)),
        "still-1024x512.gif": lambda path: Image.fromarray(photo(1024, 512, 21)).quantize(256).save(path),
        "screencast.gif": lambda path: save_gif(path, screencast(22), screencast(22)[-1], False),
        "pan-flat.gif": lambda path: save_gif(path, pan(flat_pan_source(), 60, 480, 270), flat_pan_source(), False),
        "pan-dithered.gif": lambda path: save_gif(
            path, pan(photo(900, 500, 23), 60, 480, 270), photo(900, 500, 23), True),
    }


def make(folder):
    """Makes what is missing; answers the paths in order."""
    os.makedirs(folder, exist_ok=True)
    paths = []
    for name, maker in recipes().items():
        path = os.path.join(folder, name)
        if not os.path.exists(path):
            scratch = os.path.join(folder, "new-" + name)
            maker(scratch)
            os.rename(scratch, path)
            print(f"made {name}, {os.path.getsize(path):,} bytes", file=sys.stderr)
        paths.append(path)
    return paths


def make_small(folder, test_images, count):
    """A folder of `count` small pictures: whole ones of TestImages and generated ones, copied under new names."""
    marker = os.path.join(folder, f"complete-{count}")
    if os.path.exists(marker):
        return
    os.makedirs(folder, exist_ok=True)
    kinds = []
    for sub in ("png", "jpeg", "gif"):
        for name in sorted(os.listdir(os.path.join(test_images, sub))):
            with open(os.path.join(test_images, sub, name), "rb") as stream:
                kinds.append((os.path.splitext(name)[1], stream.read()))
    for seed in range(60):
        scratch = os.path.join(folder, "scratch")
        pixels = photo(240 + 8 * (seed % 20), 160, 100 + seed) if seed % 2 else interface(320, 200, 100 + seed)
        Image.fromarray(pixels).save(scratch, "JPEG" if seed % 2 else "PNG")
        with open(scratch, "rb") as stream:
            kinds.append((".jpg" if seed % 2 else ".png", stream.read()))
        os.remove(scratch)
    random.Random(1).shuffle(kinds)
    for index in range(count):
        extension, data = kinds[index % len(kinds)]
        sub = os.path.join(folder, f"{index // 1000:02}")
        os.makedirs(sub, exist_ok=True)
        with open(os.path.join(sub, f"{index:05}{extension}"), "wb") as stream:
            stream.write(data)
    open(marker + ".tmp", "w").close()
    os.rename(marker + ".tmp", marker)


if __name__ == "__main__":
    make(sys.argv[1])
