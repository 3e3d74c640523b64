"""Peers of the kernels' suite: reads lines {"case", "peer", "threads", "reps"} and answers each with a line of seconds, after one run that warms up."""

import json
import sys

import dask
import dask.array as da
import numexpr
import numpy as np
from peers import timed

BIG = 100_000_000
MANY = 10_000_000
SIDE = 2000
PRODUCT = 2048


def inputs(names, n=BIG):
    """Arrays by name: a to d from 0.5 to 1.5, w from -10 to 10, the same in float32 with an f behind."""
    out = {}
    for i, name in enumerate(names):
        dtype = np.float32 if name.endswith("f") else np.float64
        x = np.random.default_rng(i).random(n, dtype=dtype)
        if name[0] == "w":
            x *= 20
            x -= 10
        else:
            x += dtype(0.5)
        out[name] = x
    return out


def matrix(n=SIDE, dtype=np.float64, seed=0):
    return np.random.default_rng(seed).random((n, n)).astype(dtype)


def symmetric():
    a = matrix()
    return a + a.T


def positive():
    a = matrix() - 0.5
    return a @ a.T + SIDE * np.eye(SIDE)


# What an expression reads, and how it is said to NumPy and Dask (x is the module) and to numexpr, where it can.
EXPRESSIONS = {
    "add": ("ab", lambda x, a, b: a + b, "a+b"),
    "muladd": ("abc", lambda x, a, b, c: a * b + c, "a*b+c"),
    "sqrt": ("a", lambda x, a: x.sqrt(a), "sqrt(a)"),
    "exp": ("a", lambda x, a: x.exp(a), "exp(a)"),
    "log": ("a", lambda x, a: x.log(a), "log(a)"),
    "sin": ("w", lambda x, w: x.sin(w), "sin(w)"),
    "cos": ("w", lambda x, w: x.cos(w), "cos(w)"),
    "tanh": ("w", lambda x, w: x.tanh(w), "tanh(w)"),
    "power": ("ab", lambda x, a, b: a**b, "a**b"),
    "greater": ("ab", lambda x, a, b: a > b, "a>b"),
    "where": ("ab", lambda x, a, b: x.where(a > b, a, b), "where(a>b,a,b)"),
    "fused": ("abcd", lambda x, a, b, c, d: (a + b) * x.sqrt(c) - x.exp(d), "(a+b)*sqrt(c)-exp(d)"),
    "sum": ("a", lambda x, a: a.sum(), "sum(a)"),
    "max": ("a", lambda x, a: a.max(), "max(a)"),
    "var": ("a", lambda x, a: a.var(), None),
    "argmax": ("a", lambda x, a: a.argmax(), None),
    "cumsum": ("a", lambda x, a: a.cumsum(axis=0), None),
    "exp_f32": (["af"], lambda x, a: x.exp(a), "exp(af)"),
    "sin_f32": (["wf"], lambda x, a: x.sin(a), "sin(wf)"),
    "tanh_f32": (["wf"], lambda x, a: x.tanh(a), "tanh(wf)"),
}


def random_of(case, peer):
    if peer == "dask":
        state = da.random.default_rng(1)
        return lambda: getattr(state, "random" if case == "uniform" else "standard_normal")(BIG, chunks=BIG // 100).persist(scheduler="threads", num_workers=2)
    state = np.random.default_rng(1)
    return (lambda: state.random(BIG)) if case == "uniform" else (lambda: state.standard_normal(BIG))


def ordering(case):
    x = np.random.default_rng(1).random(MANY)
    i = np.random.default_rng(1).integers(0, MANY, MANY)
    return {
        "sort_f64": lambda: np.sort(x),
        "sort_i64": lambda: np.sort(i),
        "argsort": lambda: np.argsort(x),
        "unique_i64": lambda: np.unique(i),
    }[case]


def algebra(case):
    a = matrix()
    if case in ("dgemm", "sgemm"):
        dtype = np.float64 if case == "dgemm" else np.float32
        m, k = matrix(PRODUCT, dtype), matrix(PRODUCT, dtype, 1)
        return lambda: m @ k
    if case == "cholesky":
        p = positive()
        return lambda: np.linalg.cholesky(p)
    if case == "eigh":
        s = symmetric()
        return lambda: np.linalg.eigh(s)
    b = matrix(seed=1)
    return {
        "qr": lambda: np.linalg.qr(a),
        "svd": lambda: np.linalg.svd(a, full_matrices=False),
        "solve": lambda: np.linalg.solve(a, b[:, 0]),
        "inv": lambda: np.linalg.inv(a),
        "det": lambda: np.linalg.det(a),
    }[case]


def transform(case):
    x = np.random.default_rng(1).random(1 << 22)
    y = np.random.default_rng(1).random((1000, 1000))
    return {"rfft_4m": lambda: np.fft.rfft(x), "fft_4m": lambda: np.fft.fft(x), "fft2_1000": lambda: np.fft.fft2(y)}[case]


def expression(case, peer, threads):
    names, call, text = EXPRESSIONS[case]
    data = inputs(names)
    if peer == "numexpr":
        numexpr.set_num_threads(threads)
        return lambda: numexpr.evaluate(text, local_dict=data)
    if peer == "dask":
        parts = [da.from_array(x, chunks=BIG // 100, name=False, asarray=False) for x in data.values()]
        # Results stay in chunks, as ours do.
        return lambda: dask.persist(call(da, *parts), scheduler="threads", num_workers=threads)
    return lambda: call(np, *data.values())


def peer_of(case, peer, threads):
    if case in EXPRESSIONS:
        return expression(case, peer, threads)
    if case in ("uniform", "normal"):
        return random_of(case, peer)
    if case in ("sort_f64", "sort_i64", "argsort", "unique_i64"):
        return ordering(case)
    if "fft" in case:
        return transform(case)
    return algebra(case)


def main():
    for line in sys.stdin:
        ask = json.loads(line)
        out = timed(peer_of(ask["case"], ask["peer"], ask["threads"]), ask["reps"])
        print(json.dumps(out), flush=True)


if __name__ == "__main__":
    main()
