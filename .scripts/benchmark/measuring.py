"""Runs contestants in alternating rounds and takes medians of processor time."""

import os
import resource
import statistics
import subprocess
import sys

PEERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "python_peers.py")


class Loop:
    """A process that runs one contestant over files in memory as often as it is told."""

    def __init__(self, command, environment):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env=environment)

    def run(self, count, path):
        """Nanoseconds a run and whether the contestant found the file whole."""
        self.process.stdin.write(f"{count} {path}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().split()
        if not answer:
            sys.exit(f"bench: {self.process.args} died over {path}")
        return int(answer[0]), answer[1] == "whole"

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Lab:
    """Where the programs are, and how long to measure."""

    def __init__(self, benchmark, pushimage, rounds, slice_seconds):
        self.benchmark, self.pushimage = benchmark, pushimage
        self.measure = os.path.join(os.path.dirname(benchmark), "PushImageMeasure")
        self.rounds, self.slice_seconds = rounds, slice_seconds
        # One thread each: the peers' own pools would count as processor time and hide as wall time.
        self.environment = dict(os.environ, VIPS_CONCURRENCY="1", OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
        self.loops = {}

    def command(self, verb, name):
        if name in ("pillow", "pyvips", "opencv"):
            return [sys.executable, PEERS, verb, name]
        return [self.benchmark, verb, name]

    def loop(self, name):
        if name not in self.loops:
            self.loops[name] = Loop(self.command("loop", name), self.environment)
        return self.loops[name]

    def in_process(self, names, path):
        """Median nanoseconds by contestant, over rounds in which all of them alternate."""
        counts, times, verdicts = {}, {name: [] for name in names}, {}
        for name in names:
            nanoseconds, verdicts[name] = self.loop(name).run(1, path)
            counts[name] = max(1, round(self.slice_seconds * 1e9 / max(nanoseconds, 1)))
        for _ in range(self.rounds):
            for name in names:
                times[name].append(self.loop(name).run(counts[name], path)[0])
        return {name: statistics.median(values) for name, values in times.items()}, verdicts

    def memory(self, name, path, warming):
        """KiB beyond the input, in a process of its own that has run a small picture before: code is not counted."""
        command = self.command("memory", name) + [warming, path]
        return int(subprocess.run(command, check=True, capture_output=True, text=True, env=self.environment).stdout)

    def output(self, command):
        """What a program prints."""
        return subprocess.run(command, check=True, capture_output=True, text=True, env=self.environment).stdout

    def whole_process(self, commands, rounds):
        """Median milliseconds and peak KiB of each command, run in turn."""
        times, peaks = {name: [] for name in commands}, {name: 0 for name in commands}
        for _ in range(rounds):
            for name, command in commands.items():
                milliseconds, peak = self.run_once(command)
                times[name].append(milliseconds)
                peaks[name] = max(peaks[name], peak)
        return {name: (statistics.median(values), peaks[name]) for name, values in times.items()}

    def run_once(self, command):
        """User and system milliseconds and peak KiB of one process."""
        out = subprocess.run([self.measure] + command, check=True, capture_output=True, text=True,
                             env=self.environment).stdout
        microseconds, peak = out.split()
        return int(microseconds) / 1000, int(peak)

    def close(self):
        for loop in self.loops.values():
            loop.close()


def wall_once(command):
    """Wall and processor seconds of one process."""
    import time
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    spent = time.monotonic() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
