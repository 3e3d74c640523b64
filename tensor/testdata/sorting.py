import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

kinds = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64",
         "complex64", "complex128", "datetime64[s]", "timedelta64[ms]"]


def data(d, n=60):
    """The same numbers as the test's: a permutation with repeats, and missing ones."""
    k = np.arange(n)
    x = (k * 37 + 11) % 53 - 20
    if d.startswith("uint") or d == "bool":
        x = np.abs(x) % (2 if d == "bool" else 100)
    if d.startswith("complex"):
        return (x + 1j * ((k * 7) % 5)).astype(d)
    a = x.astype(d) if d[0] not in "dt" else x.astype("i8").view(d.replace("datetime64", "M8").replace("timedelta64", "m8"))
    if d.startswith("float"):
        a[[7, 31]] = np.nan
        a[3], a[40] = np.inf, -np.inf
    if d[0] in "dt":
        a[[7, 31]] = "NaT"
    return a


def parted(a, ks):
    """Places in classes by what is at ks of the sorted elements, which are in order of place in each; complex numbers are sorted."""
    if a.dtype.kind == "c":
        return np.argsort(a, kind="stable")
    rank = np.unique(a, return_inverse=True)[1]
    marks = np.sort(rank)[ks]
    return np.argsort(sum(((rank >= m).astype(int) + (rank > m) for m in marks), np.zeros(len(a), int)), kind="stable")


cases = {"data": data("int64")}
for d in kinds:
    a = data(d)
    cases["sort " + d] = np.sort(a)
    cases["argsort " + d] = np.argsort(a, kind="stable")
    for name, ks in {"none": [], "one": [31], "some": [3, -20, -1]}.items():
        at = parted(a, ks)
        cases["partition at %s %s" % (name, d)] = a[at]
        cases["argpartition at %s %s" % (name, d)] = at
    u = np.unique(a, return_index=True, return_inverse=True, return_counts=True)
    for name, v in zip(["values", "index", "inverse", "counts"], u):
        cases["unique %s %s" % (name, d)] = v
q = data("int32").reshape(5, 4, 3)
f = data("float64").reshape(6, 10)
for axis in (0, 1, 2, -1):
    cases["sort along %d" % axis] = np.sort(q, axis=axis)
    cases["argsort along %d" % axis] = np.argsort(q, axis=axis, kind="stable")
    cases["median along %d" % axis] = np.median(q, axis=axis)
    cases["topk along %d" % axis] = -np.sort(-q, axis=axis).take(range(2), axis=axis)
    cases["least along %d" % axis] = np.sort(q, axis=axis).take(range(2), axis=axis)
e = np.zeros((0, 4))
call = golden.call
clean = np.where(np.isfinite(f), f, 1.5)
some = f.ravel()[f.ravel() > -100]
cases.update({
    "sort of an empty matrix": np.sort(e, axis=0), "argsort of an empty matrix": np.argsort(e, axis=1), "unique of none": np.unique(e),
    "median of none": call(lambda: np.median(np.zeros(0))),
    "median of one": np.median(np.array([3])), "median of bools": np.median(data("int8") > 0), "median with NaN along 1": np.median(f, axis=1),
    "nanmedian": np.nanmedian(f), "nanmedian along 0": np.nanmedian(f, axis=0), "nanquantile": np.nanquantile(f.ravel(), [0.2, 0.7]), "nanquantile of none": np.nanquantile(np.zeros(0), 0.2, method="lower"), "nanquantile of no rows": np.nanquantile(np.zeros((0, 3)), 0.2, method="lower"), "nanquantile of NaN": np.nanquantile(np.array([np.nan, np.nan]), [0.2, 0.5], method="higher"),
    "nanpercentile": np.nanpercentile(f, 35, axis=1, keepdims=True), "nanmedian of NaN": np.nanmedian(np.array([np.nan, np.nan])),
    "percentiles along 0": np.percentile(clean, [10, 50], axis=0), "quantile along two axes": np.quantile(q, 0.3, axis=(0, 2)), "quantile of all axes": np.quantile(q, [0.1, 0.3], keepdims=True),
    "quantile of halves": np.quantile(data("uint8"), 0.5), "quantile of large ints": np.quantile(np.array([2**62 + 1, 5, 2**62 + 3, 7]), 0.9, method="lower"),
    "median of float16": np.median(clean.astype("f2")), "partition": np.stack([c[parted(c, [2])] for c in f.T], axis=1), "argpartition": np.stack([np.stack([parted(c, [0]) for c in m.T], axis=1) for m in q]),
    "partition of many": np.sort(f.ravel()), "partition of what a mask left": some[parted(some, [3])], "partition out of bounds": call(lambda: np.partition(np.arange(5), 7)),
    "sort without axes": call(lambda: np.sort(np.array(1.0))), "sort along no axis": call(lambda: np.sort(f, axis=2)),
    "quantile of complex": call(lambda: np.quantile(data("complex128"), 0.5)), "percentile out of range": call(lambda: np.percentile(f, 101)),
    "quantile out of range": call(lambda: np.quantile(f, -0.1)),
})
golden.write(cases)
