"""Peers of the kernels' suite: reads lines {"case", "peer", "threads", "n"} and answers each with a line of seconds, after one run that warms up."""

import json
import sys
import time

import dask
import dask.array as da
import numexpr
import numpy as np

MILLION = 1_000_000


def timed(f):
    """Five times, fewer of what is slow, two at least: as ours is timed."""
    out, began = [], time.perf_counter()
    f()
    spent = time.perf_counter() - began
    while len(out) < 2 or len(out) < 5 and spent < 2:
        t = time.perf_counter()
        f()
        out.append(time.perf_counter() - t)
        spent += out[-1]
    return out


def operand(name, n, seed):
    """An array by its name: a to d from 0.5 to 1.5, w from -10 to 10, capitals the same in float32; the rest as the table says."""
    rng = np.random.default_rng(seed)
    dtype = np.float32 if name in "ABW" else np.float64
    match name:
        case "i" | "j":
            return rng.integers(1, 1001, n)
        case "k":
            return rng.integers(0, n, n)
        case "K":
            return rng.integers(0, n, n, dtype=np.int32)
        case "m":
            return rng.random(n) < 0.5
        case "e":
            return np.linspace(0, 1, min(n, MILLION))
        case "y" | "z":
            return (rng.random(n) + 0.5) * (1 + 1j)
    x = rng.random(n, dtype=dtype)
    if name in "wW":
        x *= 20
        x -= 10
    elif name != "u":
        x += dtype(0.5)
    return x


class Operands:
    """The arrays of the case before, which may be those of the next."""

    def __init__(self):
        self.names, self.n, self.arrays = "", 0, []

    def get(self, names, n):
        if (names, n) != (self.names, self.n):
            self.arrays = []
            self.arrays = [operand(name, n, i) for i, name in enumerate(names)]
            self.names, self.n = names, n
        return self.arrays


# What a case reads, how it is said to NumPy and Dask (x is the module), and to numexpr, where that is a peer: capitals are small letters there.
CASES = {
    "add": ("ab", lambda x, a, b: a + b, "a+b"),
    "muladd": ("abc", lambda x, a, b, c: a * b + c, "a*b+c"),
    "sqrt": ("a", lambda x, a: x.sqrt(a), "sqrt(a)"),
    "exp": ("a", lambda x, a: x.exp(a), "exp(a)"),
    "log": ("a", lambda x, a: x.log(a), "log(a)"),
    "sin": ("w", lambda x, w: x.sin(w), "sin(w)"),
    "cos": ("w", lambda x, w: x.cos(w), "cos(w)"),
    "tanh": ("w", lambda x, w: x.tanh(w), "tanh(w)"),
    "exp_f32": ("A", lambda x, a: x.exp(a), "exp(a)"),
    "log_f32": ("A", lambda x, a: x.log(a), "log(a)"),
    "sin_f32": ("W", lambda x, w: x.sin(w), "sin(w)"),
    "cos_f32": ("W", lambda x, w: x.cos(w), "cos(w)"),
    "tanh_f32": ("W", lambda x, w: x.tanh(w), "tanh(w)"),
    "greater": ("ab", lambda x, a, b: a > b, "a>b"),
    "where": ("ab", lambda x, a, b: x.where(a > b, a, b), "where(a>b,a,b)"),
    "fused": (
        "abcd",
        lambda x, a, b, c, d: (a + b) * x.sqrt(c) - x.exp(d),
        "(a+b)*sqrt(c)-exp(d)",
    ),
    "sum": ("a", lambda x, a: a.sum(), "sum(a)"),
    "max": ("a", lambda x, a: a.max(), "max(a)"),
    "var": ("a", lambda x, a: a.var(), None),
    "argmax": ("a", lambda x, a: a.argmax(), None),
    "cumsum": ("a", lambda x, a: a.cumsum(axis=0), None),
    "cast_f64_f32": ("a", lambda x, a: a.astype("f4"), None),
    "cast_f32_f64": ("A", lambda x, a: a.astype("f8"), None),
    "cast_f64_i32": ("w", lambda x, a: a.astype("i4"), None),
    "cast_i64_f64": ("i", lambda x, a: a.astype("f8"), None),
    "cast_f64_f16": ("a", lambda x, a: a.astype("f2"), None),
    "power": ("ab", lambda x, a, b: a**b, None),
    "arctan2": ("ww", lambda x, a, b: x.arctan2(a, b), None),
    "hypot": ("ab", lambda x, a, b: x.hypot(a, b), None),
    "cbrt": ("a", lambda x, a: x.cbrt(a), None),
    "expm1": ("a", lambda x, a: x.expm1(a), None),
    "log1p": ("a", lambda x, a: x.log1p(a), None),
    "arcsin": ("u", lambda x, a: x.arcsin(a), None),
    "floor": ("w", lambda x, a: x.floor(a), None),
    "floor_divide_i64": ("ij", lambda x, a, b: a // b, None),
    "multiply_c128": ("yz", lambda x, a, b: a * b, None),
    "bitwise_and_i64": ("ij", lambda x, a, b: a & b, None),
    "prod": ("a", lambda x, a: a.prod(), None),
    "nansum": ("a", lambda x, a: x.nansum(a), None),
    "sum_axis0": (
        "a",
        lambda x, a: a[: len(a) // 1000 * 1000].reshape(-1, 1000).sum(axis=0),
        None,
    ),
    "sort_f64": ("u", lambda x, a: x.sort(a), None),
    "sort_i64": ("k", lambda x, a: x.sort(a), None),
    "sort_f32": ("A", lambda x, a: x.sort(a), None),
    "sort_i32": ("K", lambda x, a: x.sort(a), None),
    "argsort": ("u", lambda x, a: x.argsort(a), None),
    "partition": ("u", lambda x, a: x.partition(a, len(a) // 2), None),
    "topk": ("u", lambda x, a: -x.sort(x.partition(-a, 100)[:100]), None),
    "unique_i64": ("k", lambda x, a: x.unique(a), None),
    "unique_f64": ("u", lambda x, a: x.unique(a), None),
    "searchsorted": ("eu", lambda x, a, b: x.searchsorted(a, b), None),
    "histogram": ("u", lambda x, a: x.histogram(a, 100, (0, 1)), None),
    "bincount": ("i", lambda x, a: x.bincount(a, minlength=1001), None),
    "nonzero": ("m", lambda x, a: x.nonzero(a), None),
    "compress": ("mu", lambda x, a, b: x.compress(a, b), None),
    "take": ("uk", lambda x, a, b: x.take(a, b), None),
}

DRAWS = {
    "uniform": lambda r, n, **o: r.random(n, **o),
    "normal": lambda r, n, **o: r.standard_normal(n, **o),
    "exponential": lambda r, n: r.exponential(2, n),
    "gamma": lambda r, n: r.gamma(2.5, 1, n),
    "beta": lambda r, n: r.beta(2, 3, n),
    "poisson": lambda r, n: r.poisson(4, n),
    "binomial": lambda r, n: r.binomial(100, 0.3, n),
    "integers": lambda r, n: r.integers(0, 1000, n),
}


def draw(case, peer, threads, n):
    f = DRAWS[case]
    if peer == "dask":
        state = da.random.default_rng(1)
        return lambda: f(state, n, chunks=max(1, n // 100)).persist(
            scheduler="threads", num_workers=threads
        )
    state = np.random.default_rng(1)
    return lambda: f(state, n)


def matrix(*shape, dtype=np.float64, seed=0):
    return np.random.default_rng(seed).random(shape).astype(dtype)


def compound(*shape):
    a = matrix(*shape)
    return a + 1j * (1 - a)


def positive(n):
    a = matrix(n, n)
    a = np.tril(a) + np.tril(a, -1).T
    return a + n * np.eye(n)


def product(a, b):
    return a @ b


# The operands, and what is done with them.
ALGEBRA = {
    "dgemm": (lambda n: (matrix(n, n), matrix(n, n, seed=1)), product),
    "sgemm": (
        lambda n: (
            matrix(n, n, dtype=np.float32),
            matrix(n, n, dtype=np.float32, seed=1),
        ),
        product,
    ),
    "zgemm": (lambda n: (compound(n, n), compound(n, n)), product),
    "dgemv": (lambda n: (matrix(n, n), matrix(n)), product),
    "dgemm_transposed": (lambda n: (matrix(n, n).T, matrix(n, n, seed=1).T), product),
    "dgemm_batch_8": (lambda n: (matrix(n, 8, 8), matrix(n, 8, 8)), product),
    "lu": (lambda n: (matrix(n, n),), np.linalg.det),
    "cholesky": (lambda n: (positive(n),), np.linalg.cholesky),
    "qr": (lambda n: (matrix(n, n),), np.linalg.qr),
    "svd": (lambda n: (matrix(n, n),), lambda a: np.linalg.svd(a, full_matrices=False)),
    "eigh": (lambda n: (positive(n),), np.linalg.eigh),
    "solve": (lambda n: (matrix(n, n), matrix(n, seed=1)), np.linalg.solve),
    "inv": (lambda n: (matrix(n, n),), np.linalg.inv),
    "fft_2_10": (lambda _: (compound(1024, 1024),), np.fft.fft),
    "fft_2_20": (lambda n: (compound(n),), np.fft.fft),
    "rfft_2_20": (lambda n: (matrix(n),), np.fft.rfft),
    "fft_1000000": (lambda n: (compound(n),), np.fft.fft),
    "fft_1000003": (lambda n: (compound(n),), np.fft.fft),
    "fft_rows_1009": (lambda _: (compound(1000, 1009),), np.fft.fft),
    "fft2_1000": (lambda _: (compound(1000, 1000),), np.fft.fft2),
    "fft2_1024": (lambda _: (compound(1024, 1024),), np.fft.fft2),
}


def expression(case, peer, threads, arrays):
    names, call, text = CASES[case]
    if peer == "numexpr":
        numexpr.set_num_threads(threads)
        data = dict(zip(names.lower(), arrays, strict=True))
        return lambda: numexpr.evaluate(text, local_dict=data)
    if peer == "dask":
        parts = [
            da.from_array(x, chunks=max(1, len(x) // 100), name=False, asarray=False)
            for x in arrays
        ]
        # Results stay in chunks, as ours do.
        return lambda: dask.persist(
            call(da, *parts), scheduler="threads", num_workers=threads
        )
    return lambda: call(np, *arrays)


def peer_of(case, peer, threads, n, operands):
    if case in CASES:
        return expression(case, peer, threads, operands.get(CASES[case][0], n))
    operands.get("", 0)
    if case in DRAWS:
        return draw(case, peer, threads, n)
    data, call = ALGEBRA[case]
    arrays = data(n)
    return lambda: call(*arrays)


def main():
    np.seterr(all="ignore")  # a large determinant overflows
    operands = Operands()
    for line in sys.stdin:
        ask = json.loads(line)
        print(
            json.dumps(
                timed(
                    peer_of(
                        ask["case"], ask["peer"], ask["threads"], ask["n"], operands
                    )
                )
            ),
            flush=True,
        )


if __name__ == "__main__":
    main()
