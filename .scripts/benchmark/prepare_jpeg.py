"""A JPEG of 12 megapixels made 1024 pixels wide and saved again at quality 85: ours beside Pillow, pyvips and OpenCV.

`.scripts/bench` measures it with the rest. As a program: the peers, each in a process of its own, by the protocol of
PushImageBenchmark.
"""

import io
import os
import statistics
import sys

SIZE = (1024, 768)
QUALITY = 85
OURS = "jpeg-1024"
PICTURES = ["base-4000x3000.jpg", "prog-4000x3000.jpg"]


def pillow():
    from PIL import Image

    def run(data):
        picture = Image.open(io.BytesIO(data))
        picture.draft("RGB", SIZE)
        picture.resize(SIZE, Image.BILINEAR).save(io.BytesIO(), "JPEG", quality=QUALITY)
    return run


def pyvips():
    import pyvips as vips
    vips.cache_set_max(0)

    def run(data):
        vips.Image.thumbnail_buffer(data, SIZE[0]).jpegsave_buffer(Q=QUALITY)
    return run


def opencv():
    import cv2
    import numpy
    cv2.setNumThreads(1)

    def run(data):
        picture = cv2.imdecode(numpy.frombuffer(data, numpy.uint8), cv2.IMREAD_REDUCED_COLOR_2)
        small = cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA)
        assert cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[0]
    return run


PEERS = {"pillow": pillow, "pyvips": pyvips, "opencv": opencv}


def measure(lab, folder, warming):
    """Milliseconds and KiB of each contestant, in alternating rounds; `warming` is a small JPEG."""
    from .measuring import Loop
    program = os.path.abspath(__file__)

    def command(verb, name):
        return [lab.benchmark, verb, OURS] if name == OURS else [sys.executable, program, verb, name]

    names = [OURS] + list(PEERS)
    loops = {name: Loop(command("loop", name), lab.environment) for name in names}
    results = {}
    for picture in PICTURES:
        path, times = os.path.join(folder, picture), {name: [] for name in names}
        for name in names:
            loops[name].run(1, path)
        for _ in range(lab.rounds):
            for name in names:
                times[name].append(loops[name].run(3, path)[0] / 1e6)
        results[picture] = {name: {"milliseconds": statistics.median(values)} for name, values in times.items()}
        for name in names:
            out = lab.output(command("memory", name) + [warming, path])
            results[picture][name]["peakKiB"] = int(out)
    for loop in loops.values():
        loop.close()
    return results


def judge(goals, results):
    row = results[PICTURES[0]]
    fastest = min(row[name]["milliseconds"] for name in PEERS)
    goals.ratio("12 MP JPEG to 1024 wide vs fastest peer", 1.1, 1.8, [fastest / row[OURS]["milliseconds"]])
    goals.at_most("memory of that beyond the input", 6144, 4096, row[OURS]["peakKiB"], "KiB")


def rows(results):
    """Of a table: picture, contestant, milliseconds, KiB."""
    return [[picture, name, f"{cell['milliseconds']:.1f}", f"{cell['peakKiB']:,}"]
            for picture, cells in results.items() for name, cell in cells.items()]


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    from benchmark import python_peers
    contestant = PEERS[sys.argv[2]]()
    if sys.argv[1] == "loop":
        python_peers.loop(contestant)
    else:
        python_peers.memory(contestant, sys.argv[3], sys.argv[4])
