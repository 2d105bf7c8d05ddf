"""What people do to fit a picture into a number of bytes: try qualities or colours, then smaller sizes.

The floors are those of `prepare`: JPEG quality 40, a shorter side of 64 pixels. Each answers (bytes, words), or None when
nothing above the floor fits.
"""

import io
import os
import subprocess
import tempfile

from PIL import Image

SCALES = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.42, 0.35, 0.3, 0.25, 0.2, 0.16, 0.13, 0.1, 0.08, 0.06]
COLORS = [256, 192, 128, 96, 64, 48, 32, 24, 16]
GIF_COLORS = [256, 128, 64, 32]
MIN_QUALITY, MIN_SIDE = 40, 64


def sizes(size):
    for scale in SCALES:
        width, height = (max(1, round(side * scale)) for side in size)
        if scale == 1 or min(width, height) >= MIN_SIDE:
            yield scale, (width, height)


def scaled(picture, size):
    return picture if picture.size == size else picture.resize(size, Image.Resampling.LANCZOS)


def saved(picture, kind, **options):
    stream = io.BytesIO()
    picture.save(stream, kind, **options)
    return stream.getvalue()


def highest(low, high, fits):
    """The largest whole number that fits, with what it gave; None when the lowest does not. Bytes grow with it."""
    best = fits(low)
    if best is None:
        return None
    best = (low, best)
    while low < high:
        middle = (low + high + 1) // 2
        data = fits(middle)
        if data is None:
            high = middle - 1
        else:
            low, best = middle, (middle, data)
    return best


def jpeg(picture, budget):
    """Pillow: the highest quality from 40 to 95 that fits, at the largest of sixteen sizes where one does."""
    picture = picture.convert("RGB")
    for scale, size in sizes(picture.size):
        small = scaled(picture, size)

        def fits(quality):
            data = saved(small, "JPEG", quality=quality, optimize=True)
            return data if len(data) <= budget else None

        found = highest(MIN_QUALITY, 95, fits)
        if found:
            return found[1], f"JPEG {size[0]}x{size[1]} quality {found[0]}"
    return None


def png(picture, budget):
    """Pillow: no loss if that fits, else the most of nine numbers of colours, dithered, at the largest size."""
    data = saved(picture, "PNG", optimize=True)
    if len(data) <= budget:
        return data, "PNG without loss"
    has_alpha = picture.mode == "RGBA"
    picture = picture if has_alpha else picture.convert("RGB")
    for _, size in sizes(picture.size):
        small = scaled(picture, size)
        for colors in COLORS:
            method = Image.Quantize.FASTOCTREE if has_alpha else Image.Quantize.MEDIANCUT
            palette = small.quantize(colors, method=method)
            mapped = palette if has_alpha else small.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG)
            data = saved(mapped, "PNG", optimize=True)
            if len(data) <= budget:
                return data, f"PNG {size[0]}x{size[1]} {colors} colours"
    return None


def gif(path, budget):
    """gifsicle -O3, then the most of four numbers of colours at the largest size that fits."""
    with Image.open(path) as picture:
        whole = picture.size
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "out.gif")

        def run(*options):
            subprocess.run(["gifsicle", "-w", "-O3", *options, path, "-o", output], check=True)
            with open(output, "rb") as stream:
                data = stream.read()
            return data if len(data) <= budget else None

        data = run()
        if data:
            return data, "gifsicle -O3"
        for scale, size in sizes(whole):
            resize = [] if scale == 1 else ["--resize", f"{size[0]}x{size[1]}", "--resize-method", "lanczos3"]
            # The fewest first: most sizes are too large whatever the colours.
            best = run("--colors", str(GIF_COLORS[-1]), *resize)
            if best is None:
                continue
            words = f"GIF {size[0]}x{size[1]} {GIF_COLORS[-1]} colours"
            for colors in GIF_COLORS[:-1]:
                data = run("--colors", str(colors), *resize)
                if data:
                    return data, f"GIF {size[0]}x{size[1]} {colors} colours"
            return best, words
    return None
