"""What `pushimage prepare` makes of pictures, beside Pillow: smaller sizes, colours, foreign formats.

`.scripts/bench pictures` prepares what this needs and starts it. Sizes: SSIM against Pillow's Lanczos filter, beside the
quick ways of Pillow, OpenCV and libvips. Colours and foreign formats: the mean difference of a channel from what Pillow
and Little CMS make of the same file.
"""

import argparse
import io
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile

import cv2
import numpy
import pyvips
from PIL import Image, ImageCms, ImageOps

from . import inputs, similarity
from .goals import table

POLICY = {"platforms": {"ios": {key: None for key in (
    "maxByteCount", "cautionByteCount", "maxDecodedByteCount", "cautionDecodedByteCount", "minWidth", "maxWidth")}}}


def prepare(pushimage, folder, path, *options):
    """The picture that comes out, or None."""
    policy, output = os.path.join(folder, "policy.json"), tempfile.mkdtemp(dir=folder)
    with open(policy, "w") as stream:
        json.dump(POLICY, stream)
    command = [pushimage, "prepare", path, "--output", output, "--platform", "ios", "--policy", policy, "--format",
               "jsonl", *options]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300)
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    if len(rows) != 1 or "output" not in rows[0]:
        print(f"{os.path.basename(path)}: nothing came out, status {run.returncode} {run.stderr.strip()}", file=sys.stderr)
        return None, "refused"
    picture = Image.open(os.path.join(output, rows[0]["output"]))
    picture.load()
    return picture, "+".join(rows[0]["steps"])


# MARK: Sizes

def shrinkers(size):
    """Name to a way to shrink an RGB array as fast pipelines do."""
    def vips(pixels):
        height, width, bands = pixels.shape
        image = pyvips.Image.new_from_memory(pixels.tobytes(), width, height, bands, "uchar")
        return image.thumbnail_image(size[0], height=size[1], size="force").numpy()

    return {
        "Pillow draft + bilinear": lambda pixels: numpy.asarray(
            Image.fromarray(pixels).resize(size, Image.Resampling.BILINEAR, reducing_gap=2.0)),
        "OpenCV INTER_AREA": lambda pixels: cv2.resize(pixels, size, interpolation=cv2.INTER_AREA),
        "pyvips thumbnail": vips,
    }


def sizes(pushimage, folder):
    rows = []
    pictures = {"photo": inputs.photo(2400, 1600, 51, grain=0.8), "interface": inputs.interface(2400, 1600, 52, channels=3)}
    for name, pixels in pictures.items():
        path = os.path.join(folder, f"{name}.png")
        Image.fromarray(pixels).save(path)
        for size in [(1024, 683), (600, 400), (300, 200)]:
            reference = numpy.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.LANCZOS))
            picture, _ = prepare(pushimage, folder, path, "--fit", f"{size[0]}x{size[1]}", "--keep-format")
            mine = similarity.ssim(reference, numpy.asarray(picture.convert("RGB"))) if picture else 0
            cells = [f"{similarity.ssim(reference, shrink(pixels)):.5f}" for shrink in shrinkers(size).values()]
            rows.append([f"{name} 2400x1600 to {size[0]}x{size[1]}", f"{mine:.5f}", *cells])
    return table(["SSIM against Pillow's Lanczos", "prepare", *shrinkers((1, 1))], rows)


# MARK: Colours

def icc(colorants, gamma=2.2):
    """A small RGB profile of three primaries (XYZ at D50) and a power."""
    def fixed(value):
        return struct.pack(">i", round(value * 65536))

    curve = b"curv" + bytes(4) + struct.pack(">IH", 1, round(gamma * 256)) + bytes(2)
    text = b"desc" + bytes(4) + struct.pack(">I", 5) + b"wide\0" + bytes(79)
    tags = [(b"desc", text), (b"wtpt", b"XYZ " + bytes(4) + fixed(0.9642) + fixed(1) + fixed(0.8249))]
    tags += [(name, b"XYZ " + bytes(4) + b"".join(map(fixed, value)))
             for name, value in zip((b"rXYZ", b"gXYZ", b"bXYZ"), colorants)]
    tags += [(name, curve) for name in (b"rTRC", b"gTRC", b"bTRC")]
    place, directory, body = 132 + 12 * len(tags), b"", b""
    for name, data in tags:
        directory += name + struct.pack(">II", place + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    header = struct.pack(">I4sI4s4s4s12s4s", place + len(body), b"none", 0x02100000, b"mntr", b"RGB ", b"XYZ ", bytes(12),
                         b"acsp") + bytes(28) + fixed(0.9642) + fixed(1) + fixed(0.8249)
    return header + bytes(128 - len(header)) + struct.pack(">I", len(tags)) + directory + body


def cmyk_icc():
    """A press in small: ink to Lab by a table of 9 steps for each ink, with some gain of the dots."""
    steps = numpy.linspace(0, 1, 9) ** 0.8
    cyan, magenta, yellow, black = numpy.meshgrid(steps, steps, steps, steps, indexing="ij")
    rgb = numpy.stack([(1 - 0.94 * ink) * (1 - 0.96 * black) for ink in (cyan, magenta * 0.97, yellow * 0.9)], axis=-1)
    linear = numpy.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    matrix = numpy.array([[0.4361, 0.3851, 0.1431], [0.2225, 0.7169, 0.0606], [0.0139, 0.0971, 0.7142]])
    xyz = linear @ matrix.T / numpy.array([0.9642, 1.0, 0.8249])
    f = numpy.where(xyz > 0.008856, numpy.cbrt(xyz), 7.787 * xyz + 16 / 116)
    lab = numpy.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1)
    # The 16-bit Lab of version 2 profiles.
    coded = numpy.stack([lab[..., 0] * 652.8, (lab[..., 1] + 128) * 256, (lab[..., 2] + 128) * 256], axis=-1)
    grid = numpy.clip(numpy.round(coded), 0, 65535).astype(">u2").tobytes()
    identity = struct.pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
    ramp = struct.pack(">HH", 0, 65535)
    data = (b"mft2" + bytes(4) + bytes([4, 3, 9, 0]) + identity + struct.pack(">HH", 2, 2) + ramp * 4 + grid + ramp * 3)
    text = b"desc" + bytes(4) + struct.pack(">I", 6) + b"press\0" + bytes(78)
    tags = [(b"desc", text), (b"wtpt", b"XYZ " + bytes(4) + struct.pack(">3i", 63190, 65536, 54061)), (b"A2B0", data)]
    place, directory, body = 132 + 12 * len(tags), b"", b""
    for name, blob in tags:
        directory += name + struct.pack(">II", place + len(body), len(blob))
        body += blob + bytes(-len(blob) % 4)
    header = struct.pack(">I4sI4s4s4s12s4s", place + len(body), b"none", 0x02100000, b"prtr", b"CMYK", b"Lab ", bytes(12),
                         b"acsp") + bytes(28) + struct.pack(">3i", 63190, 65536, 54061)
    return header + bytes(128 - len(header)) + struct.pack(">I", len(tags)) + directory + body


ADOBE_RGB = [(0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457)]
DISPLAY_P3 = [(0.51512, 0.2412, -0.00105), (0.29198, 0.69225, 0.04189), (0.1571, 0.06657, 0.78407)]


def to_srgb(picture):
    """As Pillow and Little CMS convert: the embedded profile, perceptual."""
    profile = picture.info.get("icc_profile")
    if profile is None:
        return picture.convert("RGB")
    return ImageCms.profileToProfile(picture, io.BytesIO(profile), ImageCms.createProfile("sRGB"), outputMode="RGB",
                                     renderingIntent=ImageCms.Intent.PERCEPTUAL)


def cmyk(pixels):
    inks = 255 - pixels.astype(numpy.float32)
    black = inks.min(axis=2) * 0.7
    colors = (inks - black[..., None]) / (1 - black[..., None] / 255 + 1e-6)
    return Image.fromarray(numpy.dstack([colors, black]).clip(0, 255).astype(numpy.uint8), "CMYK")


def color_files(folder):
    """Name, path and what Pillow makes of it."""
    pixels = inputs.photo(900, 600, 61, grain=0.6)
    picture = Image.fromarray(pixels)

    def saved(name, image, **options):
        path = os.path.join(folder, name)
        image.save(path, **options)
        return path

    yield "CMYK JPEG without profile", saved("cmyk.jpg", cmyk(pixels), quality=95), None
    yield "CMYK JPEG, profile", saved("cmyk-icc.jpg", cmyk(pixels), quality=95, icc_profile=cmyk_icc()), None
    for name, colorants in (("Adobe RGB", ADOBE_RGB), ("Display P3", DISPLAY_P3)):
        stem = name.lower().replace(" ", "-")
        yield f"{name} JPEG", saved(f"{stem}.jpg", picture, quality=95, icc_profile=icc(colorants)), None
        yield f"{name} PNG", saved(f"{stem}.png", picture, icc_profile=icc(colorants)), None
    deep = pixels.astype(numpy.uint16) * 257 + numpy.random.default_rng(1).integers(-100, 100, pixels.shape)
    path = os.path.join(folder, "deep.png")
    cv2.imwrite(path, deep.clip(0, 65535).astype(numpy.uint16)[:, :, ::-1])
    yield "16-bit PNG", path, Image.fromarray(((deep.clip(0, 65535) * 255 + 32767) // 65535).astype(numpy.uint8))
    for orientation in (3, 5, 6, 8):
        exif = Image.Exif()
        exif[0x0112] = orientation
        path = saved(f"turned-{orientation}.jpg", picture, quality=95, exif=exif)
        yield f"orientation {orientation}, JPEG of 900x600", path, ImageOps.exif_transpose(Image.open(path))
    foreign = {
        "WebP lossless": ("a.webp", dict(lossless=True)), "WebP quality 90": ("b.webp", dict(quality=90)),
        "WebP with ICC": ("c.webp", dict(lossless=True, icc_profile=icc(DISPLAY_P3))),
        "AVIF quality 90": ("d.avif", dict(quality=90)),
        "BMP 24 bits": ("e.bmp", {}), "TIFF LZW": ("f.tiff", dict(compression="tiff_lzw")),
        "TIFF Deflate": ("g.tiff", dict(compression="tiff_deflate")), "TIFF JPEG": ("h.tiff", dict(compression="jpeg")),
    }
    # Few colours come out without loss, so that nothing but the decoder can differ.
    flat = Image.fromarray(inputs.interface(900, 600, 62, channels=3))
    for name, (file, options) in foreign.items():
        is_lossy = "quality" in options or options.get("compression") == "jpeg"
        yield name, saved(file, picture if is_lossy else flat, **options), None
    yield "TIFF CMYK, profile", saved("i.tiff", cmyk(pixels), icc_profile=cmyk_icc()), None
    yield "BMP palette", saved("j.bmp", picture.quantize(200)), None
    yield "TIFF bilevel G4", saved("k.tiff", picture.convert("1"), compression="group4"), None
    if shutil.which("heif-enc"):
        source, path = saved("l.png", picture), os.path.join(folder, "l.heic")
        subprocess.run(["heif-enc", "-q", "90", source, "-o", path], check=True, capture_output=True)
        subprocess.run(["heif-convert", path, path + ".png"], check=True, capture_output=True)
        yield "HEIC quality 90 (against heif-convert)", path, Image.open(path + ".png").convert("RGB")


def colors(pushimage, folder):
    rows = []
    for name, path, reference in color_files(folder):
        if reference is None:
            with Image.open(path) as source:
                source.load()
                reference = to_srgb(source)
        picture, steps = prepare(pushimage, folder, path)
        if picture is None:
            rows.append([name, "-", "-", steps])
            continue
        mine = picture.convert("RGB")
        if mine.size != reference.size:
            rows.append([name, "-", "-", f"size {mine.size}, not {reference.size}"])
            continue
        one, other = numpy.asarray(mine), numpy.asarray(reference.convert("RGB"))
        worst = int(numpy.abs(one.astype(int) - other.astype(int)).max())
        rows.append([name, f"{similarity.mean_error(one, other):.3f}", worst, f"{picture.format} {steps}"])
    return table(["difference from Pillow and Little CMS", "mean", "largest", "made by"], rows)


def main():
    parser = argparse.ArgumentParser(prog=".scripts/bench pictures", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pushimage", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(sizes(options.pushimage, folder), end="\n\n")
        print(colors(options.pushimage, folder))


if __name__ == "__main__":
    main()
