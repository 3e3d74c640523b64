"""Peers of the suite of functions: peers_functions.py PEER CASE N REPS prints the seconds of each repetition as JSON, after one that warms up."""

import functools
import itertools
import json
import sys
import time

import function_cases as cases
from peers import timed


_number = itertools.count()


def fresh(f):
    """f as another function each time, so that Dask takes no answer of an earlier one."""
    return functools.partial(again, f, next(_number))


def again(f, _, *args):
    return f(*args)


def dask_cluster():
    from dask.distributed import Client, LocalCluster

    return Client(LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None))


def ray_cluster():
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    return ray


def of_ray(case, n):
    t = time.perf_counter()
    ray = ray_cluster()
    if case == "first_call":
        f = ray.remote(cases.trivial)
        assert ray.get(f.remote(1)) == 2
        return time.perf_counter() - t
    if case == "spawn":
        f = ray.remote(cases.trivial)
        return lambda: ray.get([f.remote(i) for i in range(n)])
    if case == "read_whole":
        import numpy as np

        f, a = ray.remote(cases.one_element), ray.put(np.ones(n // 8))
        return lambda: ray.get(f.remote(a))
    raise SystemExit(f"ray has no case {case}")


def of_dask(case, n):
    t = time.perf_counter()
    client = dask_cluster()
    if case == "first_call":
        assert client.submit(cases.trivial, 1).result() == 2
        return time.perf_counter() - t
    if case == "spawn":
        return lambda: client.gather(client.map(cases.trivial, range(n), pure=False))
    if case == "map_chunk":
        from dask.distributed import wait

        a = chunked(n).persist()
        wait(a)
        return lambda: first_rows(a).compute()
    if case == "map_chunk_frames":
        from dask.distributed import wait

        d = frames(n).persist()
        wait(d)
        return lambda: first_rows_of_frames(d).compute()
    import dask.dataframe as dd

    made = {
        "apply_rows": (cases.pairs, lambda d: d.apply(fresh(cases.row_sum), axis=1, meta=(None, "f8"))),
        "apply_called": (cases.pairs, lambda d: d.apply(fresh(cases.row_decided), axis=1, meta=(None, "f8"))),
        "groupby_apply": (
            lambda n: cases.keyed(n, 10_000),
            lambda d: d.groupby("k").apply(fresh(cases.weighted_mean), meta=(None, "f8")),
        ),
        "groupby_called": (
            lambda n: cases.keyed(n, 10_000),
            lambda d: d.groupby("k").apply(fresh(cases.weighted_large), meta=(None, "f8")),
        ),
    }
    if case not in made:
        raise SystemExit(f"dask has no case {case}")
    data, call = made[case]
    frame = dd.from_pandas(data(n), npartitions=4).persist()
    return lambda: call(frame).compute()


def of_threads(case, n):
    import dask

    dask.config.set(scheduler="threads", num_workers=2)
    if case == "spawn":
        one = dask.delayed(cases.trivial, pure=False)
        return lambda: dask.compute(*[one(i) for i in range(n)])
    if case == "map_chunk":
        a = chunked(n).persist()
        return lambda: first_rows(a).compute()
    if case == "map_chunk_frames":
        d = frames(n).persist()
        return lambda: first_rows_of_frames(d).compute()
    raise SystemExit(f"threads have no case {case}")


def chunked(n):
    import dask.array as da

    return da.random.random((n * cases.CHUNK, 1), chunks=(cases.CHUNK, 1))


def first_rows(a):
    return a.map_blocks(fresh(cases.first_row), chunks=((1,) * a.numblocks[0], (1,)), dtype="f8")


def frames(n):
    import dask.dataframe as dd

    return dd.from_dask_array(chunked(n))


def first_rows_of_frames(d):
    return d.map_partitions(fresh(cases.first_row), meta=d._meta)


def of_loky(case, n):
    return lambda: cases.parallel("loky", n, 1 if case == "joblib" else "auto")


def of_pandas(case, n):
    if case in ("apply_rows", "apply_called"):
        frame = cases.pairs(n)
        function = cases.row_sum if case == "apply_rows" else cases.row_decided
        return lambda: frame.apply(function, axis=1)
    if case == "map_texts":
        series = cases.texts(n)
        return lambda: series.map(cases.text_length)
    if case in ("groupby_apply", "groupby_called"):
        frame = cases.keyed(n, 10_000)
        function = cases.weighted_mean if case == "groupby_apply" else cases.weighted_large
        return lambda: frame.groupby("k").apply(function)
    if case == "agg_recorded":
        frame = cases.keyed(n, 100)
        return lambda: frame.groupby("k").agg(cases.distance)
    raise SystemExit(f"pandas has no case {case}")


def main(peer, case, n, reps):
    made = {"ray": of_ray, "dask distributed": of_dask, "dask threads": of_threads, "loky": of_loky, "pandas": of_pandas}[peer](case, n)
    print(json.dumps([made] if isinstance(made, float) else timed(made, reps)))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
