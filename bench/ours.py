"""Our side of the benchmarks that start in Python: ours.py CASE REPS prints the seconds of each repetition as JSON, after one that warms up."""

import json
import sys
import time

import mars
import mars.dataframe as md
import mars.tensor as mt
from peers import timed


def seed():
    a = mt.random.rand(2000, 2000, chunk_size=200)
    b = mt.inner(a, a)
    b.execute()
    df = md.DataFrame(a).sum()
    df.execute()


def tiny(reps):
    """Seconds of executing and fetching a sum of three numbers, which was built before."""
    out = []
    for i in range(reps + 20):  # equal expressions would be computed once
        s = mt.array([1.0, 2.0, float(i)]).sum()
        t = time.perf_counter()
        s.execute().fetch()
        out.append(time.perf_counter() - t)
    return out[20:]


def build_nodes(n=10_000):
    a = mt.ones(3)
    t = time.perf_counter()
    for _ in range(n):
        a = a + 1
    return (time.perf_counter() - t) / n


def main(case, reps):
    if case == "new_session":
        t = time.perf_counter()
        mars.new_session()
        print(json.dumps([time.perf_counter() - t]))
        return
    mars.new_session()
    if case == "seed":
        out = timed(seed, reps)
    elif case == "tiny":
        out = tiny(reps)
    elif case == "build_node":
        mars.config.options.strict = False
        out = [build_nodes() for _ in range(reps)]
    else:
        raise SystemExit(f"no case {case}")
    print(json.dumps(out))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
