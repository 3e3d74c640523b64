"""One library of the frames' suite: main.py LIBRARY DIR reads lines {"case", "reps", "seconds", "near", "check"} and answers each with a line of JSON.

{"times", "peak"}: seconds in the order of the runs, and bytes; with "check" also {"digest"}. {"not_yet": why}: the library cannot say the case.
After a run that warms up there are at least LEAST, and no run begins after so many seconds of them. "near", unless 0, is what a run may take to be
repeated: one that takes longer is the only one. A run that warms up counts itself where it is slow: alone if it is not near, else as one of LEAST.
"""

import gc
import importlib
import json
import os
import pathlib
import re
import shutil
import sys
import time

import cases
import digest
import memory
import tpch
from library import Library

CASES = cases.CASES | tpch.CASES
ORDERED = cases.ORDERED | set(tpch.CASES)
LEAST = 3
SLOW = 1.0  # seconds: what warming up changes of a run does not make one near that is not
LONG = 3.0  # seconds: what warming up changes of a run is a small part of it


class Tables:
    """The tables by name, and places of files."""

    def __init__(self, directory):
        self.directory = pathlib.Path(directory)
        self.scale = float(os.environ.get("FRAMES_SF", "1"))  # of TPC-H

    def file(self, name):
        return str(self.directory / name)

    def touch(self, case):
        """Files that a case reads look new: what was read before and is not freed yet is no answer."""
        if case.endswith("_read"):
            os.utime(self.file("g." + case.removesuffix("_read")))

    def out(self, name):
        """The path of a file that is written."""
        to = self.directory / "out"
        to.mkdir(exist_ok=True)
        return str(to / name)


def tables_of(case):
    """The tables that a case reads from memory."""
    if case.endswith("_read"):
        return []
    if case in tpch.CASES:
        return tpch.TABLES
    if case in ("join_many", "join_cross"):
        return ["medium"]
    if case.startswith("join"):
        right = {"join_q1": "small", "join_q5": "big", "join_asof": "big"}.get(case, "medium")
        return ["x", right]
    return ["h"] if case.startswith("sparse") else ["g"]


class Pandas(Library):
    module = "pandas"

    def __init__(self, tables):
        self.tables, self.pd, self.loaded = tables, importlib.import_module(self.module), {}

    def read(self, name):
        return self.pd.read_parquet(self.tables.file(name + ".parquet"))

    def load(self, names):
        for n in [n for n in self.loaded if n not in names]:
            del self.loaded[n]
            delattr(self.tables, n)
        for n in names:
            if n not in self.loaded:
                self.loaded[n] = self.read(n)
                setattr(self.tables, n, self.loaded[n])

    def case(self, name):
        return lambda: CASES[name](self.tables, self.pd)

    def answer(self, x):
        return x

    def written(self, name):
        """What a case wrote, read by pandas."""
        import pandas as pd

        return pd.read_csv(self.tables.out("g.csv"), engine="pyarrow") if name == "csv_write" else pd.read_parquet(self.tables.out("g.parquet"))


class Mars(Pandas):
    module = "mars.dataframe"
    pause = 0.25  # handles that went are counted down in batches: an equal expression before that is answered by what the last run left
    rest = 4.0

    def __init__(self, tables):
        import mars

        mars.new_session()
        super().__init__(tables)

    def read(self, name):
        return super().read(name).execute()

    def case(self, name):
        return lambda: CASES[name](self.tables, self.pd).execute()

    def answer(self, x):
        return x.to_pandas() if hasattr(x, "to_pandas") else x.fetch()


class Dask(Pandas):
    module = "dask.dataframe"

    def __init__(self, tables):
        import dask

        dask.config.set(scheduler="threads", num_workers=2)
        cases.grouped = lambda t, keys: t.groupby(keys, sort=False, dropna=False)
        super().__init__(tables)

    def read(self, name):
        return super().read(name).persist()

    def case(self, name):
        if name.endswith("_write"):  # to one file for each part, in a directory that must be fresh
            kind = name.removesuffix("_write")

            def write():
                to = self.tables.out("dask")
                shutil.rmtree(to, ignore_errors=True)
                getattr(self.tables.g, "to_" + kind)(to + "/g-*.csv" if kind == "csv" else to)

            return write
        return lambda: CASES[name](self.tables, self.pd).persist()


def library(name, tables):
    if name == "duckdb":
        import duck

        return duck.DuckDB(tables)
    if name.startswith("polars"):
        import polar

        return polar.Polars(tables, "streaming" if name == "polars_streaming" else "in-memory")
    return {"pandas": Pandas, "mars": Mars, "dask": Dask}[name](tables)


def run(lib, tables, ask):
    case = ask["case"]
    if "answer" in ask:  # what was computed elsewhere
        answer = lib.written(case) if case.endswith("_write") else lib.pd.read_parquet(ask["answer"])
        return {"digest": digest.of(answer, case in ORDERED)}
    lib.load(tables_of(case))
    f = lib.case(case)
    if ask["check"]:  # else nobody looks at the memory
        time.sleep(lib.rest)

    def timed():
        gc.collect()
        time.sleep(lib.pause)
        tables.touch(case)
        memory.reset()
        t = time.perf_counter()
        out = f()
        return out, time.perf_counter() - t, memory.peak()

    out, first, peak = timed()  # warms up, and is the answer that is checked
    reply = {}
    if ask["check"]:
        answer = lib.written(case) if case.endswith("_write") else lib.answer(out)
        reply["digest"] = digest.of(answer, case in ORDERED)
        answer = None  # it is no part of the peaks to come
    near = ask["near"] or float("inf")
    times = [first] if first > max(near, SLOW) or first > LONG else []
    while not times or (len(times) < ask["reps"] and times[-1] <= near and (len(times) < LEAST or sum(times) < ask["seconds"])):
        out = None
        lib.forget()
        out, seconds, peak = timed()
        times.append(seconds)
    out = None
    lib.forget()
    return reply | {"times": times, "peak": peak}


def main(name, directory):
    tables = Tables(directory)
    lib = library(name, tables)
    for line in sys.stdin:
        try:
            reply = run(lib, tables, json.loads(line))
        except Exception as e:  # the suite says it in its row
            reply = {"not_yet": re.sub(r"\s+", " ", f"{type(e).__name__}: {e}")[:200]}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
