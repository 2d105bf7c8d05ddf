"""A hundred pictures into three budgets: `pushimage prepare --max-bytes` beside what brute force makes of them.

`.scripts/bench budgets` prepares what this needs and starts it. Prints for every kind and budget how near each came to
the budget, how near their pictures are to the original (SSIM and PSNR on its size), and in how many cases ours is at
least as near. Ends with status 1 when a file of ours is over its budget.
"""

import argparse
import io
import json
import os
import statistics
import subprocess
import sys
import tempfile

import numpy
from PIL import Image, ImageFilter

from . import brute_force, inputs, similarity
from .goals import table

BUDGETS = [1_048_576, 200_000, 50_000]
# Bytes alone shall count, not what a platform says of decoded memory or width.
POLICY = {"platforms": {"ios": {key: None for key in (
    "maxByteCount", "cautionByteCount", "maxDecodedByteCount", "cautionDecodedByteCount", "maxAnimationByteCount",
    "minWidth", "maxWidth")}}}
EQUAL = 0.0005


# MARK: The pictures

def scene(width, height, seed, grain):
    """What a lens draws: soft ground, sharp edges, texture in places, little grain."""
    rng = numpy.random.default_rng(seed)
    ground = 120 + 42 * inputs.noise(rng, height, width, 2.0)
    texture = inputs.noise(rng, height, width, 1.0) * numpy.clip(inputs.noise(rng, height, width, 2.2), 0, 2)
    hills = numpy.clip(inputs.noise(rng, height, width, 2.4) * 60, -14, 14) * 2
    planes = [ground + 7 * texture + hills + 16 * inputs.noise(rng, height, width, 2.2)
              + grain * rng.standard_normal((height, width), numpy.float32) for _ in range(3)]
    return numpy.clip(numpy.stack(planes, axis=2), 0, 255).astype(numpy.uint8)


def photo_jpeg(seed):
    width, height = [(1600, 1200), (2000, 1000), (2400, 1600), (3000, 2000), (1200, 1800)][seed % 5]
    # Every third is as noisy as a telephone at night.
    grain = [0.4, 0.8, 1.2, 2.2][seed % 4]
    pixels = (inputs.photo if seed % 3 == 0 else scene)(width, height, 1000 + seed, grain)
    quality = [86, 90, 92, 95][seed // 5 % 4]
    return ".jpg", lambda path: Image.fromarray(pixels).save(path, quality=quality, subsampling=[0, 2][seed % 2])


def interface_png(seed):
    width, height = [(1600, 1000), (2000, 1200), (1200, 2000), (2560, 1440)][seed % 4]
    pixels = inputs.interface(width, height, 2000 + seed, channels=3, line_height=[14, 18, 26][seed % 3])
    if seed % 3 == 2:
        # A photograph inside the page.
        inner = inputs.photo(width // 2, height // 2, 2100 + seed, grain=0.6)
        pixels[height // 4: height // 4 + inner.shape[0], width // 4: width // 4 + inner.shape[1]] = inner
    return ".png", lambda path: inputs.save_png(path, pixels)


def alpha_png(seed):
    width, height = [(1200, 800), (1600, 1200), (1000, 1000), (2000, 1000)][seed % 4]
    if seed % 2:
        pixels = inputs.interface(width, height, 3000 + seed, line_height=30, panels=20)
        shape = Image.fromarray(inputs.noise(numpy.random.default_rng(seed), height, width, 1.9) > -0.4)
        soft = shape.convert("L").filter(ImageFilter.GaussianBlur(3))
        pixels[:, :, 3] = numpy.asarray(soft)
    else:
        pixels = inputs.photo(width, height, 3000 + seed, grain=1.0, channels=4)
    return ".png", lambda path: inputs.save_png(path, pixels)


def animation_gif(seed):
    kind, count = seed % 4, [24, 40, 60, 90][seed // 4 % 4]
    width, height = [(480, 270), (600, 338), (360, 360), (800, 450)][seed // 3 % 4]
    if kind == 0:
        frames = inputs.screencast(4000 + seed, min(count, 60))
        return ".gif", lambda path: inputs.save_gif(path, frames, frames[-1], False)
    source = inputs.photo(width + 300, height + 200, 4000 + seed, grain=0.5 if kind == 1 else 1.5)
    if kind == 2:
        blurred = Image.fromarray(source).filter(ImageFilter.GaussianBlur(2))
        source = inputs.posterize(numpy.asarray(blurred), 8)
    frames = inputs.pan(source, count, width, height)
    return ".gif", lambda path: inputs.save_gif(path, frames, source, kind != 2)


KINDS = {"photo": (photo_jpeg, 40), "interface": (interface_png, 20), "alpha": (alpha_png, 20),
         "animation": (animation_gif, 20)}


def make(folder, kind, count):
    """Paths of the first pictures of a kind, made where they are missing."""
    os.makedirs(folder, exist_ok=True)
    maker, most = KINDS[kind]
    paths = []
    for seed in range(min(count, most)):
        extension = {"photo": ".jpg", "animation": ".gif"}.get(kind, ".png")
        path = os.path.join(folder, f"{kind}-{seed:02}{extension}")
        if not os.path.exists(path):
            _, save = maker(seed)
            scratch = os.path.join(folder, f"new{extension}")
            save(scratch)
            os.rename(scratch, path)
        paths.append(path)
    return paths


# MARK: The two sides

def ours(pushimage, path, budget, folder):
    """(bytes, words) or (None, why not). Leaves nothing behind."""
    policy = os.path.join(folder, "policy.json")
    with open(policy, "w") as stream:
        json.dump(POLICY, stream)
    output = tempfile.mkdtemp(dir=folder)
    command = [pushimage, "prepare", path, "--output", output, "--platform", "ios", "--policy", policy,
               "--max-bytes", str(budget), "--format", "jsonl"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=600)
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    if len(rows) != 1 or "output" not in rows[0]:
        report = rows[0].get("report", {}) if rows else {}
        words = [finding["message"] for finding in report.get("findings", []) if finding["severity"] == "error"]
        return None, f"status {run.returncode}: " + ("; ".join(words) or run.stderr.strip())[:200]
    with open(os.path.join(output, rows[0]["output"]), "rb") as stream:
        data = stream.read()
    report = rows[0]["report"]
    words = f"{report['format']} {report['width']}x{report['height']} {'+'.join(rows[0]['steps'])}"
    return data, words


def theirs(path, budget, kind):
    """The better of what fits; (None, why not) when nothing does."""
    if os.path.getsize(path) <= budget:
        with open(path, "rb") as stream:
            return stream.read(), "kept"
    if kind == "animation":
        return brute_force.gif(path, budget) or (None, "nothing fits")
    with Image.open(path) as picture:
        picture.load()
    found = [brute_force.jpeg(picture, budget)] if kind in ("photo", "interface") else []
    found += [brute_force.png(picture, budget)] if kind in ("interface", "alpha") else []
    found = [result for result in found if result]
    if not found:
        return None, "nothing fits"
    if len(found) == 1:
        return found[0]
    return max(found, key=lambda result: similarity.compare(picture, Image.open(io.BytesIO(result[0])))[0])


def nearness(path, data, kind):
    if kind == "animation":
        return similarity.compare_animations(path, io.BytesIO(data))
    with Image.open(path) as original:
        original.load()
    return similarity.compare(original, Image.open(io.BytesIO(data)))


def processor_seconds():
    """Of this process and the children that have ended."""
    return sum(os.times()[:4])


def case(pushimage, path, budget, kind, folder):
    """One row of the results."""
    row = {"picture": os.path.basename(path), "kind": kind, "budget": budget, "byteCount": os.path.getsize(path)}
    sides = {"ours": lambda: ours(pushimage, path, budget, folder), "theirs": lambda: theirs(path, budget, kind)}
    for side, search in sides.items():
        started = processor_seconds()
        data, words = search()
        row[side] = {"words": words, "byteCount": data and len(data), "cpuSeconds": processor_seconds() - started}
        if data:
            row[side]["ssim"], row[side]["psnr"] = nearness(path, data, kind)
    return row


# MARK: The summary

def is_bound(row):
    return row["byteCount"] > row["budget"]


def outcome(row):
    """better, equal, worse, or who failed; a failure of both is nobody's."""
    mine, other = row["ours"].get("ssim"), row["theirs"].get("ssim")
    if mine is None or other is None:
        return "both fail" if mine is other else "only ours fails" if mine is None else "only theirs fails"
    if abs(mine - other) <= EQUAL:
        return "equal"
    return "better" if mine > other else "worse"


def summary(rows):
    lines = []
    kinds = [kind for kind in KINDS if any(row["kind"] == kind for row in rows)]
    groups = [(kind, budget) for kind in kinds for budget in BUDGETS] + [("all", None)]
    for kind, budget in groups:
        group = [row for row in rows if is_bound(row) and (kind == "all" or (row["kind"], row["budget"]) == (kind, budget))]
        if not group:
            continue
        cells = [f"{kind} {budget or ''}".strip(), len(group)]
        for side in ("ours", "theirs"):
            made = [row for row in group if row[side]["byteCount"]]
            cells += [f"{statistics.mean(1 - row[side]['byteCount'] / row['budget'] for row in made):.1%}" if made else "-"]
            cells += [f"{statistics.mean(row[side]['ssim'] for row in made):.4f}" if made else "-"]
            cells += [f"{statistics.mean(row[side]['psnr'] for row in made):.2f}" if made else "-"]
            cells += [len(group) - len(made), f"{statistics.mean(row[side]['cpuSeconds'] for row in group):.2f}"]
        outcomes = [outcome(row) for row in group if outcome(row) != "both fail"]
        good = sum(word in ("better", "equal", "only theirs fails") for word in outcomes)
        cells.append(f"{good / len(outcomes):.0%}" if outcomes else "-")
        lines.append(cells)
    headings = ["picture, budget", "cases", "ours: left", "SSIM", "PSNR", "fails", "CPU s", "theirs: left", "SSIM", "PSNR",
                "fails", "CPU s", "ours >= theirs"]
    return table(headings, lines)


def details(rows):
    lines = [[row["picture"], row["budget"], outcome(row)]
             + [f"{row[side].get('ssim', 0):.4f} {row[side]['byteCount'] or 0:,} {row[side]['words']}"
                for side in ("ours", "theirs")]
             for row in rows if is_bound(row)]
    return table(["picture", "budget", "", "ours", "theirs"], lines)


def main():
    parser = argparse.ArgumentParser(prog=".scripts/bench budgets", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kinds", default=",".join(KINDS), help="some of " + ", ".join(KINDS))
    parser.add_argument("--count", type=int, default=100, help="pictures of each kind, at most (default: all)")
    parser.add_argument("--budgets", default=",".join(map(str, BUDGETS)), help="bytes, separated by commas")
    parser.add_argument("--pushimage", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    scratch = os.path.join(root, ".build-bench")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for kind in options.kinds.split(","):
            for path in make(os.path.join(scratch, "budgets"), kind, options.count):
                for budget in map(int, options.budgets.split(",")):
                    row = case(options.pushimage, path, budget, kind, folder)
                    print(f"  {row['picture']} {budget}: {outcome(row)}", file=sys.stderr, flush=True)
                    rows.append(row)
    with open(os.path.join(scratch, "budgets.json"), "w") as stream:
        json.dump(rows, stream, indent=1)
    print(details(rows), end="\n\n")
    print(summary(rows))
    over = [row for row in rows if (row["ours"]["byteCount"] or 0) > row["budget"]]
    for row in over:
        print(f"OVER THE BUDGET: {row['picture']}, {row['ours']['byteCount']} of {row['budget']} bytes")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
