"""Our side of the suite of functions: ours_functions.py CASE REPS prints the seconds of each repetition as JSON, after one that warms up."""

import json
import sys
import time

import function_cases as cases

import mars
import mars.dataframe as md
import mars.remote as mr
import mars.tensor as mt
from mars.learn.contrib.joblib import register_mars_backend
from peers import timed


def spawns(n):
    """So many trivial calls, from the first spawn to the last result."""
    return lambda: mr.ExecutableTuple([mr.spawn(cases.trivial, args=(i,)) for i in range(n)]).execute().fetch()


def joblib(n, size=1):
    """So many trivial calls of joblib."""
    register_mars_backend()
    return lambda: cases.parallel("mars", n, size)


def joblib_batched(n):
    """The same in batches as large as joblib finds right."""
    return joblib(n, "auto")


def chunks(n):
    """A function that gives the first row of each chunk of a MiB, which are there."""
    a = chunked(n)
    a.execute()
    return lambda: a.map_chunk(cases.first_row).execute()


def frames(n):
    """The same of frames."""
    frame = md.DataFrame(chunked(n)).execute()
    return lambda: frame.map_chunk(cases.first_row).execute()


def chunked(n):
    return mt.random.rand(n * cases.CHUNK, 1, chunk_size=(cases.CHUNK, 1))


def whole(n):
    """A function that reads one element of an array of so many bytes, which is there."""
    a = mt.ones(n // 8, chunk_size=n // 8).execute()
    return lambda: mr.spawn(cases.one_element, args=(a,), resolve_tileable_input=True).execute().fetch()


def rows(n, function=cases.row_sum):
    frame = md.DataFrame(cases.pairs(n), chunk_size=n // 4).execute()
    return lambda: frame.apply(function, axis=1, output_type="series", dtype="float64").execute()


def rows_called(n):
    """A function that does more than operators do: it decides."""
    return rows(n, cases.row_decided)


def texts(n):
    series = md.Series(cases.texts(n), chunk_size=n // 4).execute()
    return lambda: series.map(cases.text_length, dtype="int64").execute()


def groups(n, function=cases.weighted_mean):
    frame = md.DataFrame(cases.keyed(n, 10_000), chunk_size=n // 4).execute()
    return lambda: frame.groupby("k").apply(function).execute()


def groups_called(n):
    """A function that does more than operators do: it decides."""
    return groups(n, cases.weighted_large)


def spread(n):
    frame = md.DataFrame(cases.keyed(n, 100), chunk_size=n // 4).execute()
    return lambda: frame.groupby("k").agg(cases.distance).execute()


def first(_):
    """The first call of a cluster that has run none; the session is there."""
    t = time.perf_counter()
    assert mr.spawn(cases.trivial, args=(1,)).execute().fetch() == 2
    return time.perf_counter() - t


def main(case, n, reps):
    mars.new_session()
    if case == "first_call":
        print(json.dumps([first(n)]))
        return
    made = {
        "spawn": spawns,
        "joblib": joblib,
        "joblib_batched": joblib_batched,
        "map_chunk": chunks,
        "map_chunk_frames": frames,
        "read_whole": whole,
        "apply_rows": rows,
        "apply_called": rows_called,
        "map_texts": texts,
        "groupby_apply": groups,
        "groupby_called": groups_called,
        "agg_recorded": spread,
    }[case](n)
    print(json.dumps(timed(made, reps)))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
