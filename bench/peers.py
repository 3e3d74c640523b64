"""Peers of the benchmarks: peers.py CASE REPS prints the seconds of each repetition as JSON, after one that warms up."""

import json
import sys
import time


def timed(f, reps):
    f()
    out = []
    for _ in range(reps):
        t = time.perf_counter()
        f()
        out.append(time.perf_counter() - t)
    return out


def trivial_dask(n):
    import dask
    from dask.threaded import get

    graph = {("t", i): (lambda: 1,) for i in range(n)}
    keys = list(graph)
    with dask.config.set(scheduler="threads", num_workers=2):
        return lambda: get(graph, keys, num_workers=2)


def seed_numpy():
    import numpy as np
    import pandas as pd

    def run():
        a = np.random.rand(2000, 2000)
        np.inner(a, a)
        pd.DataFrame(a).sum()

    return run


def seed_dask():
    import dask.array as da
    import dask.dataframe as dd

    a = da.random.random((2000, 2000), chunks=200)
    df = dd.from_dask_array(a.rechunk((200, 2000)))
    return [da.dot(a, a.T), df.sum()]


def flights():
    import pandas as pd

    one = pd.read_parquet("examples/data/flights-200k.parquet")
    return pd.concat([one] * 15, ignore_index=True)


def distributed(make):
    """A factory of f that runs make()'s collections on a local cluster of two workers."""
    from dask.distributed import Client, LocalCluster

    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    client = Client(cluster)
    import dask

    def run():
        dask.compute(*make())

    return run, lambda: (client.close(), cluster.close())


def tiny_dask(i=[0]):
    import numpy as np
    import dask.array as da

    i[0] += 1
    return [da.from_array(np.array([1.0, 2.0, i[0]])).sum()]


def new_dask():
    from dask.distributed import Client, LocalCluster

    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    client = Client(cluster)
    client.wait_for_workers(2)
    client.close()
    cluster.close()


def seed_xorbits():
    import xorbits
    import xorbits.numpy as np
    import xorbits.pandas as pd

    xorbits.init()

    def run():
        a = np.random.rand(2000, 2000, chunk_size=200)
        xorbits.run(np.inner(a, a))
        xorbits.run(pd.DataFrame(a).sum())

    return run, xorbits.shutdown


def ones():
    import dask.array as da

    return [da.ones((1000, 1000), chunks=10).sum()]


def main(case, reps):
    close = lambda: None
    if case == "trivial_dask_threaded":
        f = trivial_dask(100_000)
    elif case == "seed_numpy":
        f = seed_numpy()
    elif case == "seed_dask_distributed":
        f, close = distributed(seed_dask)
    elif case == "ones_dask_threaded":
        import dask

        f = lambda: dask.compute(*ones(), scheduler="threads", num_workers=2)
    elif case == "ones_dask_distributed":
        f, close = distributed(ones)
    elif case == "tiny_dask_distributed":
        f, close = distributed(tiny_dask)
    elif case == "new_session_dask_distributed":
        f = new_dask
    elif case == "seed_xorbits":
        f, close = seed_xorbits()
    elif case == "flights_pandas":
        df = flights()
        f = lambda: df.groupby("origin")["delay"].mean()
    else:
        raise SystemExit(f"no case {case}")
    out = timed(f, reps)
    close()
    print(json.dumps(out))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
