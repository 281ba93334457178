"""What `ballast replay` does with a log, as a loop in numpy: average-reward TD(lambda) with the implicit rule, its options
`--lambda 0.25 --ratio 0.05 --schedule constant:0.5 --projection joint:1000`. As an expert writes it: in place, with no
array made inside the loop.

    numpy_loop.py log.csv [--out trace.csv] [--scalar float|double]

Prints how many seconds of processor time each part takes: reading (numpy.loadtxt), learning, writing (the csv module,
which writes the shortest digits, as replay does)."""

import argparse
import csv
import time

import numpy as np

LAMBDA = 0.25
RATIO = 0.05
BETA = 0.5
RADIUS = 1000.0


def read(path, scalar):
    """Rewards, and features row by row. The last row has no reward."""
    with open(path) as file:
        lines = [line for line in file if not line.startswith("#")][1:]
    lines[-1] = lines[-1].replace(",,", ",nan,", 1)
    table = np.loadtxt(lines, delimiter=",", comments=None, dtype=scalar)
    return table[:, 1].tolist(), np.ascontiguousarray(table[:, 2:])


def learn(rewards, phi):
    """Scalars are Python floats. Returns what replay writes of each update: numbers, and weights."""
    steps, dimension = phi.shape[0] - 1, phi.shape[1]
    theta = np.zeros(dimension, phi.dtype)
    trace = np.zeros(dimension, phi.dtype)
    work = np.empty(dimension, phi.dtype)
    omega = 0.0
    numbers = []
    weights = np.empty((steps, dimension), phi.dtype)
    for t in range(steps):
        np.subtract(phi[t + 1], phi[t], out=work)
        delta = rewards[t] - omega + float(theta.dot(work))
        np.multiply(trace, LAMBDA, out=trace)
        np.add(trace, phi[t], out=trace)
        norm2 = float(trace.dot(trace))
        step_size = BETA / (1.0 + BETA * norm2)
        step_size_omega = RATIO * BETA / (1.0 + RATIO * BETA)
        omega += step_size_omega * (rewards[t] - omega)
        np.multiply(trace, step_size * delta, out=work)
        np.add(theta, work, out=theta)
        size2 = omega * omega + float(theta.dot(theta))
        is_outside = size2 > RADIUS * RADIUS
        if is_outside:
            factor = RADIUS / size2**0.5
            omega *= factor
            np.multiply(theta, factor, out=theta)
        numbers.append((t, BETA, step_size, step_size_omega, norm2, delta, int(is_outside), omega))
        weights[t] = theta
    return numbers, weights


def write(path, numbers, weights):
    names = ["t", "beta", "eff_theta", "eff_omega", "znorm2", "delta", "proj", "omega"]
    with open(path, "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(names + [f"theta_{i}" for i in range(weights.shape[1])])
        out.writerows([*row, *theta] for row, theta in zip(numbers, weights.tolist()))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("log")
    parser.add_argument("--out")
    parser.add_argument("--scalar", choices=["float", "double"], default="double")
    arguments = parser.parse_args()
    times = [time.process_time()]
    rewards, phi = read(arguments.log, np.float32 if arguments.scalar == "float" else np.float64)
    times.append(time.process_time())
    numbers, weights = learn(rewards, phi)
    times.append(time.process_time())
    if arguments.out:
        write(arguments.out, numbers, weights)
    times.append(time.process_time())
    read_s, learn_s, write_s = (after - before for before, after in zip(times, times[1:]))
    print(f"read {read_s:.3f} learn {learn_s:.3f} write {write_s:.3f} rows {len(numbers)}")


if __name__ == "__main__":
    main()
