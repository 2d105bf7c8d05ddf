"""The Python peers, each measured in a process of its own by the same protocol as PushImageBenchmark.

`loop NAME` answers lines `COUNT PATH` with nanoseconds of processor time a run; `memory NAME SMALL PATH` answers with KiB.
"""

import ctypes
import io
import sys
import time


def pillow():
    from PIL import Image, ImageSequence

    def run(data):
        picture = Image.open(io.BytesIO(data))
        if picture.format == "GIF":
            for frame in ImageSequence.Iterator(picture):
                frame.load()
        else:
            picture.load()
    return run


def pyvips():
    import pyvips as vips
    vips.cache_set_max(0)

    def run(data):
        options = {"n": -1} if data[:3] == b"GIF" else {}
        vips.Image.new_from_buffer(data, "", fail_on="warning", access="sequential", **options).avg()
    return run


def opencv():
    import cv2
    import numpy
    cv2.setNumThreads(1)

    def run(data):
        buffer = numpy.frombuffer(data, numpy.uint8)
        if data[:3] == b"GIF":
            whole, frames = cv2.imdecodemulti(buffer, cv2.IMREAD_UNCHANGED)
            assert whole and frames
        else:
            assert cv2.imdecode(buffer, cv2.IMREAD_UNCHANGED) is not None
    return run


def read(path):
    with open(path, "rb") as stream:
        return stream.read()


def peak_kib():
    with open("/proc/self/status") as stream:
        return next(int(line.split()[1]) for line in stream if line.startswith("VmHWM:"))


def loop(run):
    known, data = None, b""
    for line in sys.stdin:
        count, path = line.rstrip("\n").split(" ", 1)
        if path != known:
            known, data = path, read(path)
        word, started = "whole", time.process_time_ns()
        try:
            for _ in range(int(count)):
                run(data)
        except Exception as error:  # a peer's own class of error; the benchmark only notes that it refused
            word = f"refused {type(error).__name__}"
        print((time.process_time_ns() - started) // int(count), word, flush=True)


def memory(run, small, path):
    """The first run brings the code in; what it leaves free goes back to the system."""
    run(read(small))
    data = read(path)
    ctypes.CDLL(None).malloc_trim(0)
    with open("/proc/self/clear_refs", "w") as stream:
        stream.write("5")
    before = peak_kib()
    run(data)
    print(peak_kib() - before)


def versions():
    import cv2
    import PIL
    from PIL import features
    import pyvips as vips
    print(f"Pillow {PIL.__version__} ({features.version_feature('libjpeg_turbo')} libjpeg-turbo, "
          f"{features.version('zlib')} zlib)")
    print(f"pyvips {vips.__version__} (libvips {vips.version(0)}.{vips.version(1)}.{vips.version(2)})")
    print(f"OpenCV {cv2.__version__}")


if __name__ == "__main__":
    if sys.argv[1] == "versions":
        versions()
    else:
        contestant = {"pillow": pillow, "pyvips": pyvips, "opencv": opencv}[sys.argv[2]]()
        loop(contestant) if sys.argv[1] == "loop" else memory(contestant, sys.argv[3], sys.argv[4])
