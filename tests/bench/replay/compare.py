"""`ballast replay` beside the loop of numpy_loop.py, on the same logs: Boyan's chain with 6 features and the random MRP
with 20.

    compare.py build/host/bin/ballast [folder for logs and traces]

Processor time, the shortest of several runs of each, taken in turns. That of replay is of the whole process: it starts,
reads the log, learns and writes every update. Of numpy, starting Python and importing numpy are left out. Two ratios:

    same work    numpy reads (loadtxt), learns and writes (the csv module) the same columns
    loop alone   numpy only learns, in memory; replay still reads and writes
"""

import pathlib
import resource
import subprocess
import sys
import tempfile

import numpy_loop

STEPS = 200000
ROUNDS = 5
OPTIONS = ["--rule", "implicit", "--lambda", str(numpy_loop.LAMBDA), "--ratio", str(numpy_loop.RATIO),
           "--schedule", f"constant:{numpy_loop.BETA}", "--projection", f"joint:{numpy_loop.RADIUS:.0f}"]


def processor_time(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def numpy_times(log, scalar, out):
    """Reading, learning, writing."""
    command = [sys.executable, numpy_loop.__file__, log, "--scalar", scalar, "--out", out]
    words = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return [float(words[i]) for i in (1, 3, 5)]


def last_row(path):
    with open(path, "rb") as file:
        file.seek(-4096, 2)
        return [float(x) for x in file.read().split(b"\n")[-2].split(b",")]


def refuse_difference(ours, theirs, scalar):
    """Another order of additions, and in float scalars that numpy has in double: no more than rounding may differ."""
    limit = 1e-2 if scalar == "float" else 1e-9
    for x, y in zip(last_row(ours), last_row(theirs), strict=True):
        if abs(x - y) > limit * max(1.0, abs(x)):
            sys.exit(f"{ours} and {theirs} end with different numbers: {x} and {y}")


def compare(ballast, environment, scalar, folder):
    log, ours, theirs = (str(folder / name) for name in (f"{environment}.csv", "replay.csv", "numpy.csv"))
    subprocess.run([ballast, "simulate", environment, "--steps", str(STEPS), "--features", "--out", log], check=True)
    command = [ballast, "replay", log, "--scalar", scalar, *OPTIONS, "--out", ours]
    replay, parts = float("inf"), [float("inf")] * 3
    for _ in range(ROUNDS):
        replay = min([replay] + [processor_time(command) for _ in range(5)])
        parts = [min(pair) for pair in zip(parts, numpy_times(log, scalar, theirs))]
    refuse_difference(ours, theirs, scalar)
    read, learn, write = parts
    print(f"{environment:6} {scalar:6} replay {replay:.3f} s  numpy {read:.3f} + {learn:.3f} + {write:.3f} s  "
          f"same work {sum(parts) / replay:.1f}  loop alone {learn / replay:.1f}", flush=True)


def main():
    ballast = sys.argv[1]
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else temporary)
        for environment in ("boyan", "mrp"):
            for scalar in ("float", "double"):
                compare(ballast, environment, scalar, folder)


if __name__ == "__main__":
    main()
