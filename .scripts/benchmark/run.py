"""The benchmark: `.scripts/bench` prepares what this needs and starts it."""

import argparse
import json
import os
import subprocess
import sys

from . import inputs, prepare_jpeg
from .goals import Goals, table
from .measuring import Lab, wall_once

PRODUCTS = ["pillow", "pyvips", "opencv"]
CONTESTANTS = {
    "jpg": ["native", "reference", "libjpeg", "libjpeg-eighth", "libjpeg-coefficients"] + PRODUCTS,
    "png": ["native", "reference", "libpng", "igzip"] + PRODUCTS,
    "gif": ["native", "reference", "giflib", "giflib-slurp"] + PRODUCTS,
}
TOOLS = {
    "jpg": {"jpeginfo -c": ["jpeginfo", "-c"], "identify": ["identify", "-regard-warnings"]},
    "png": {"pngcheck -q": ["pngcheck", "-q"], "identify": ["identify", "-regard-warnings"]},
    "gif": {"identify": ["identify", "-regard-warnings"], "gifsicle -U": ["gifsicle", "-U", "-o", "/dev/null"]},
}
WHOLE_PROCESS = ["base-4000x3000.jpg", "prog-4000x3000.jpg", "photo-2000x1000.png", "ui-4000x3000.png",
                 "pan-dithered.gif"]
MEMORY = ["base-4000x3000.jpg", "prog-4000x3000.jpg", "photo-rgba-8mp.png", "ui-4000x3000.png", "adam7-photo.png",
          "pan-dithered.gif"]


def kind(path):
    return path.rsplit(".", 1)[1]


def in_process(lab, paths):
    """Milliseconds of every contestant over every picture."""
    results = {}
    for path in paths:
        names = CONTESTANTS[kind(path)]
        times, verdicts = lab.in_process(names, path)
        name = os.path.basename(path)
        results[name] = {"byteCount": os.path.getsize(path),
                         "milliseconds": {key: value / 1e6 for key, value in times.items()},
                         "refusedBy": [key for key, whole in verdicts.items() if not whole]}
        print(f"  {name}", file=sys.stderr)
    return results


def whole_process(lab, folder, rounds):
    results = {}
    for name in WHOLE_PROCESS:
        path = os.path.join(folder, name)
        commands = {"pushimage check": [lab.pushimage, "check", path]}
        commands |= {tool: command + [path] for tool, command in TOOLS[kind(path)].items()}
        times = lab.whole_process(commands, rounds)
        results[name] = {tool: {"milliseconds": ms, "peakKiB": peak} for tool, (ms, peak) in times.items()}
    return results


def cold_start(lab, folder, small):
    commands = {"pushimage check": [lab.pushimage, "check", small],
                "pushimage check --quick": [lab.pushimage, "check", "--quick", small],
                "pngcheck -q": ["pngcheck", "-q", small],
                "identify": ["identify", "-regard-warnings", small]}
    commands["jpeginfo -c"] = ["jpeginfo", "-c", os.path.join(folder, "base-1024x512.jpg")]
    times = lab.whole_process(commands, 50)
    return {name: {"milliseconds": ms, "peakKiB": peak} for name, (ms, peak) in times.items()}


def many_files(lab, folder, rounds=3):
    """Wall seconds over a folder of small files by one job and by two, alternating; the best of each."""
    seconds, spent = {1: [], 2: []}, {1: [], 2: []}
    for _ in range(rounds):
        for jobs in (1, 2):
            command = [lab.pushimage, "check", folder, "--format", "jsonl", "--jobs", str(jobs)]
            wall, cpu = wall_once(command)
            seconds[jobs].append(wall)
            spent[jobs].append(cpu)
    return {"wallSeconds": {str(jobs): min(values) for jobs, values in seconds.items()},
            "cpuSeconds": {str(jobs): min(values) for jobs, values in spent.items()}}


def quick(lab, paths, rounds=5):
    """Microseconds of a quick check a file, open and read included."""
    import statistics
    values = []
    for _ in range(rounds):
        out = subprocess.run([lab.benchmark, "quick", "2000"] + paths, check=True, capture_output=True, text=True)
        values.append(int(out.stdout.split()[0]) / 1000)
    return statistics.median(values)


def small_like(name, clean):
    """A small picture of the same format."""
    return next(path for path in clean if kind(path) == kind(name))


def block_count(path):
    """8x8 blocks of a 4:2:0 JPEG of three components, whose sides are multiples of 16 or padded to them."""
    from PIL import Image
    with Image.open(path) as picture:
        width, height = picture.size
    return -(-width // 16) * -(-height // 16) * 6


def fastest(times, names):
    return min(times[name] for name in names if name in times)


def judge(results, folder):
    goals, pictures = Goals(), results["inProcess"]

    def ratios(prefixes, peers):
        values = []
        for name, row in pictures.items():
            if name.startswith(prefixes):
                usable = [peer for peer in peers if peer not in row["refusedBy"]]
                values.append(fastest(row["milliseconds"], usable) / row["milliseconds"]["native"])
        return values

    def tool(picture, peer):
        row = results["wholeProcess"].get(picture)
        return row and row[peer]["milliseconds"] / row["pushimage check"]["milliseconds"]

    goals.ratio("JPEG baseline vs libjpeg-turbo full decode", 3, 5, ratios("base-", ["libjpeg"]))
    goals.ratio("JPEG baseline vs fastest of Pillow, pyvips, OpenCV", 3.5, 6, ratios("base-", PRODUCTS))
    goals.ratio("JPEG progressive vs libjpeg-turbo full decode", 2, 3.5, ratios("prog-", ["libjpeg"]))
    png_peers = ["libpng"] + PRODUCTS
    goals.ratio("PNG photo vs fastest peer", 2.8, 4, ratios("photo-", png_peers))
    goals.ratio("PNG flat or UI vs fastest peer", 5, 10, ratios(("ui-", "palette-32"), png_peers))
    goals.ratio("GIF dithered vs giflib", 6, 12, ratios("pan-dithered", ["giflib", "giflib-slurp"]))
    goals.ratio("GIF flat screencast vs giflib", 30, 60, ratios("screencast", ["giflib", "giflib-slurp"]))
    goals.ratio("process, 12 MP baseline vs jpeginfo -c", 1.6, 3, [tool("base-4000x3000.jpg", "jpeginfo -c")])
    goals.ratio("process, 12 MP progressive vs jpeginfo -c", 1.8, 3, [tool("prog-4000x3000.jpg", "jpeginfo -c")])
    goals.ratio("process, PNG photo vs pngcheck", 1.3, 2, [tool("photo-2000x1000.png", "pngcheck -q")])
    goals.ratio("process, PNG UI vs pngcheck", 3, 7, [tool("ui-4000x3000.png", "pngcheck -q")])
    goals.ratio("process, animated GIF vs identify", 8, 15, [tool("pan-dithered.gif", "identify")])
    goals.at_most("quick check of a file, in process", 5, 3, results["quickMicroseconds"], "µs")
    memory = results["memoryKiB"]
    constant = max(row["native"] for name, row in memory.items() if not name.startswith("prog-"))
    goals.at_most("memory beyond the input", 1024, 256, constant, "KiB")
    bytes_a_block = memory["prog-4000x3000.jpg"]["native"] * 1024 / results["progressiveBlocks"]
    goals.at_most("memory of a progressive JPEG", 10, 8, bytes_a_block, "bytes a block")
    if "manyFiles" in results:
        wall = results["manyFiles"]["wallSeconds"]
        goals.ratio("10,000 small files, 2 jobs vs 1", 1.8, 1.95, [wall["1"] / wall["2"]])
    if "prepareJPEG" in results:
        prepare_jpeg.judge(goals, results["prepareJPEG"])
    return goals.rows


def report(results):
    parts = []
    for suffix, names in CONTESTANTS.items():
        rows = []
        for name, row in results["inProcess"].items():
            if name.endswith(suffix):
                times = row["milliseconds"]
                speed = row["byteCount"] / 1e3 / times["native"]
                rows.append([name, f"{row['byteCount'] / 1e6:.2f}", f"{speed:.0f}"]
                            + [f"{times[peer]:.2f}" + ("!" if peer in row["refusedBy"] else "") for peer in names])
        if rows:
            parts.append(table([f"{suffix}: CPU ms in process", "MB", "native MB/s"] + names, rows))
    rows = [[name, tool, f"{row['milliseconds']:.1f}", f"{row['peakKiB'] / 1024:.1f}"]
            for name, tools in results["wholeProcess"].items() for tool, row in tools.items()]
    rows += [["start", tool, f"{row['milliseconds']:.2f}", f"{row['peakKiB'] / 1024:.1f}"]
             for tool, row in results["coldStart"].items()]
    parts.append(table(["whole process", "program", "CPU ms", "peak MiB"], rows))
    rows = [[name] + [f"{row[peer]:,}" if peer in row else "" for peer in ["native", "reference"] + PRODUCTS]
            for name, row in results["memoryKiB"].items()]
    parts.append(table(["memory beyond the input, KiB", "native", "reference"] + PRODUCTS, rows))
    if "prepareJPEG" in results:
        parts.append(table(["to 1024 wide, saved again", "program", "CPU ms", "KiB beyond"],
                           prepare_jpeg.rows(results["prepareJPEG"])))
    rows = [[row["name"], row["must"], row["aim"], row["reached"], row["verdict"]] for row in results["goals"]]
    parts.append(table(["goal", "must", "aim", "reached", ""], rows))
    return "\n\n".join(parts + ["\n".join(results["versions"])]) + "\n"


def versions(lab):
    def first_line(command):
        out = subprocess.run(command, capture_output=True, text=True)
        return (out.stdout + out.stderr).strip().split("\n")[0]

    lines = [first_line([lab.pushimage, "version"])]
    lines += subprocess.run([lab.benchmark, "versions"], capture_output=True, text=True).stdout.split("\n")
    peers = lab.command("versions", "pillow")[:2] + ["versions"]
    lines += subprocess.run(peers, capture_output=True, text=True).stdout.split("\n")
    packages = ["libisal-dev", "jpeginfo", "pngcheck", "imagemagick", "gifsicle"]
    out = subprocess.run(["dpkg-query", "-W", "-f", "${Package} ${Version}\n"] + packages, capture_output=True, text=True)
    with open("/proc/cpuinfo") as stream:
        model = next((line.split(":")[1].strip() for line in stream if line.startswith("model name")), "unknown")
    return [line for line in lines + out.stdout.split("\n") if line] + [f"{model}, {os.cpu_count()} cores"]


def main():
    parser = argparse.ArgumentParser(prog=".scripts/bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="alternating rounds of each cell (default: 5)")
    parser.add_argument("--slice", type=float, default=0.06, help="seconds of each measurement (default: 0.06)")
    parser.add_argument("--only", default="", help="only pictures whose name holds this text; no folder, no summary")
    parser.add_argument("--report", action="store_true", help="print the table of the last run again")
    parser.add_argument("--build", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    scratch = os.path.join(root, ".build-bench")
    output = os.path.join(scratch, "results.json")
    if options.report:
        with open(output) as stream:
            print(report(json.load(stream)), end="")
        return
    folder = os.path.join(scratch, "inputs")
    paths = inputs.make(folder)
    lab = Lab(os.path.join(options.build, "PushImageBenchmark"), os.path.join(options.build, "pushimage"),
              options.rounds, options.slice)
    if options.only:
        results = in_process(lab, [path for path in paths if options.only in os.path.basename(path)])
        for name, row in results.items():
            cells = ", ".join(f"{peer} {ms:.2f}" for peer, ms in row["milliseconds"].items())
            print(f"{name}: {row['byteCount'] / 1e3 / row['milliseconds']['native']:.0f} MB/s; {cells}")
        return
    small = os.path.join(scratch, "small")
    inputs.make_small(small, os.path.join(root, "TestImages"), 10_000)
    clean = [os.path.join(root, "TestImages", name) for name in
             ("png/clean-600x300.png", "jpeg/clean-600x300.jpg", "gif/clean-600x300.gif")]
    results = {"versions": versions(lab), "inProcess": in_process(lab, paths)}
    results["wholeProcess"] = whole_process(lab, folder, 9)
    results["coldStart"] = cold_start(lab, folder, clean[0])
    results["memoryKiB"] = {
        name: {peer: lab.memory(peer, os.path.join(folder, name), small_like(name, clean))
               for peer in ["native", "reference"] + PRODUCTS}
        for name in MEMORY}
    results["progressiveBlocks"] = block_count(os.path.join(folder, "prog-4000x3000.jpg"))
    results["quickMicroseconds"] = quick(lab, clean)
    results["quickMicrosecondsOfAllInputs"] = quick(lab, paths)
    results["manyFiles"] = many_files(lab, small)
    results["prepareJPEG"] = prepare_jpeg.measure(lab, folder, clean[1])
    lab.close()
    results["goals"] = judge(results, folder)
    with open(output, "w") as stream:
        json.dump(results, stream, indent=1)
    print(report(results), end="")


if __name__ == "__main__":
    main()
