"""What `prepare` makes of PNGs, beside its peers: `python -m benchmark.prepare_png --build DIR`, after `.scripts/bench`.

Two pictures of 8 and 12 megapixels to 1,024 pixels wide against pyvips (processor time, memory), and their likeness to a
Lanczos picture. As `peer NAME` this file is the peer, by the protocol of python_peers.
"""

import argparse
import io
import os
import sys

from . import inputs, python_peers
from .goals import Goals, table
from .measuring import Lab

PICTURES = ["photo-rgba-8mp.png", "ui-4000x3000.png"]
WIDTH = 1024


def pyvips():
    import pyvips as vips
    vips.cache_set_max(0)

    def run(data):
        picture = vips.Image.thumbnail_buffer(data, WIDTH, height=10_000_000, size="down")
        assert picture.write_to_buffer(".png", compression=6)
    return run


def pillow():
    from PIL import Image

    def run(data):
        picture = Image.open(io.BytesIO(data))
        small = picture.resize((WIDTH, round(picture.height * WIDTH / picture.width)), Image.LANCZOS, reducing_gap=2)
        small.save(io.BytesIO(), "PNG")
    return run


PEERS = {"pyvips": pyvips, "pillow": pillow}


class PrepareLab(Lab):
    def command(self, verb, name):
        if name in PEERS:
            return [sys.executable, "-m", "benchmark.prepare_png", "peer", verb, name]
        return [self.benchmark, verb, name]


def measure(lab, folder, small):
    """Milliseconds and KiB of every contestant over every picture."""
    results = {}
    for name in PICTURES:
        path = os.path.join(folder, name)
        times, _ = lab.in_process(["thumbnail"] + list(PEERS), path)
        memory = {peer: lab.memory(peer, path, small) for peer in ["thumbnail"] + list(PEERS)}
        results[name] = {"milliseconds": {key: value / 1e6 for key, value in times.items()}, "memoryKiB": memory}
    return results


def judge(goals, results):
    ratios = [row["milliseconds"]["pyvips"] / row["milliseconds"]["thumbnail"] for row in results.values()]
    goals.ratio("prepare, PNG of 8 MP and more to 1024 wide vs pyvips", 1.3, 1.6, ratios)
    most = max(row["memoryKiB"]["thumbnail"] for row in results.values())
    goals.at_most("prepare, PNG: memory beyond the input", 8, 4, most / 1024, "MiB")


def report(results):
    names = ["thumbnail"] + list(PEERS)
    rows = [[name] + [f"{row['milliseconds'][peer]:.0f}" for peer in names]
            + [f"{row['memoryKiB'][peer] / 1024:.1f}" for peer in names] for name, row in results.items()]
    return table(["prepare PNG, 1024 wide"] + [f"{peer} ms" for peer in names] + [f"{peer} MiB" for peer in names], rows)


def main():
    if sys.argv[1:2] == ["peer"]:
        contestant = PEERS[sys.argv[3]]()
        if sys.argv[2] == "loop":
            return python_peers.loop(contestant)
        return python_peers.memory(contestant, sys.argv[4], sys.argv[5])
    parser = argparse.ArgumentParser(prog="benchmark.prepare_png", description=__doc__)
    parser.add_argument("--build", required=True, help="folder of the release programs")
    parser.add_argument("--inputs", help="folder of the benchmark's pictures")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    folder = options.inputs or os.path.join(root, ".build-bench", "inputs")
    if not options.inputs:
        inputs.make(folder)
    lab = PrepareLab(os.path.join(options.build, "PushImageBenchmark"), "", options.rounds, 0.06)
    results = measure(lab, folder, os.path.join(root, "TestImages", "png", "wide-2001x1000.png"))
    lab.close()
    goals = Goals()
    judge(goals, results)
    print(report(results))
    print(table(["goal", "must", "aim", "reached", ""],
                [[row["name"], row["must"], row["aim"], row["reached"], row["verdict"]] for row in goals.rows]))


if __name__ == "__main__":
    main()
