"""How near one picture is to another: SSIM and PSNR, and the mean difference of values."""

import cv2
import numpy
from PIL import Image, ImageSequence

cv2.setNumThreads(1)
C1, C2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2


def blur(plane):
    """The window of the paper by Wang et al.: Gaussian, 11 pixels, 1.5 wide."""
    return cv2.GaussianBlur(plane, (11, 11), 1.5)


def ssim(one, other):
    """Mean structural similarity of two arrays of RGB, over its channels; 1 for equal ones."""
    one, other = one.astype(numpy.float32), other.astype(numpy.float32)
    mean1, mean2 = blur(one), blur(other)
    variance1 = blur(one * one) - mean1 * mean1
    variance2 = blur(other * other) - mean2 * mean2
    covariance = blur(one * other) - mean1 * mean2
    top = (2 * mean1 * mean2 + C1) * (2 * covariance + C2)
    return float((top / ((mean1 * mean1 + mean2 * mean2 + C1) * (variance1 + variance2 + C2))).mean())


def psnr(one, other):
    """Decibels; 99 for equal arrays."""
    error = numpy.mean((one.astype(numpy.float64) - other.astype(numpy.float64)) ** 2)
    return 99.0 if error == 0 else min(99.0, float(10 * numpy.log10(255 ** 2 / error)))


def mean_error(one, other):
    return float(numpy.mean(numpy.abs(one.astype(numpy.int16) - other.astype(numpy.int16))))


def over(picture, ground):
    """RGB of a picture laid over a gray."""
    if picture.mode in ("P", "PA", "LA", "RGBA") or "transparency" in picture.info:
        picture = picture.convert("RGBA")
        canvas = Image.new("RGBA", picture.size, (ground, ground, ground, 255))
        canvas.alpha_composite(picture)
        picture = canvas
    return picture.convert("RGB")


def enlarged(picture, size):
    return picture if picture.size == size else picture.resize(size, Image.Resampling.LANCZOS)


def grounds(picture):
    """Over white, and over black too where that can differ."""
    has_alpha = picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info
    return (255, 0) if has_alpha else (255,)


def compare(original, candidate):
    """SSIM and PSNR on the original's size, over white and black."""
    values = []
    for ground in sorted(set(grounds(original) + grounds(candidate))):
        one = numpy.asarray(over(original, ground))
        # Colours count by their opacity when a picture with alpha is enlarged: it is laid on its ground before.
        other = numpy.asarray(enlarged(over(candidate, ground), original.size))
        values.append((ssim(one, other), psnr(one, other)))
    return tuple(float(numpy.mean(column)) for column in zip(*values))


def animation(path, instants=None):
    """The pictures of an animation at some instants (0 to 1 of its length), over white, and its length in seconds."""
    with Image.open(path) as source:
        ends, frames, clock = [], [], 0
        for frame in ImageSequence.Iterator(source):
            clock += max(frame.info.get("duration", 100), 10)
            ends.append(clock)
            frames.append(over(frame, 255))
    if instants is None:
        return frames, clock / 1000
    shown = [next(index for index, end in enumerate(ends) if end > instant * clock or end == clock)
             for instant in instants]
    return [frames[index] for index in shown], clock / 1000


def compare_animations(original, candidate, count=6):
    """SSIM and PSNR, means over instants spread over the length of the original."""
    instants = [(index + 0.5) / count for index in range(count)]
    first, _ = animation(original, instants)
    second, _ = animation(candidate, instants)
    values = []
    for one, other in zip(first, second):
        one, other = numpy.asarray(one), numpy.asarray(enlarged(other, one.size))
        values.append((ssim(one, other), psnr(one, other)))
    return tuple(float(numpy.mean(column)) for column in zip(*values))
