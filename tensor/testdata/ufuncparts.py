import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

np.seterr(all="ignore")
a = ((np.arange(60) * 37 + 11) % 29 + 1).reshape(12, 5)
x = (a - 14) / 4
m = a % 3 > 0
n = np.where(m, x, np.nan)
cases = {"in a": a, "in x": x, "in m": m, "in n": n}
for name in ("subtract", "divide", "hypot", "logaddexp", "fmax", "copysign", "remainder"):
    f = getattr(np, name)
    for axis in (0, 1):
        cases[f"reduce x {axis} {name}"] = golden.call(lambda: f.reduce(x, axis=axis))
        cases[f"accumulate x {axis} {name}"] = golden.call(lambda: f.accumulate(x, axis=axis))
for name in ("bitwise_and", "bitwise_xor", "gcd", "lcm", "floor_divide", "logical_xor", "power"):
    f = getattr(np, name)
    b = a % 2 if name == "power" else a
    for axis in (0, 1):
        cases[f"reduce a {axis} {name}"] = golden.call(lambda: f.reduce(b, axis=axis))
        cases[f"accumulate a {axis} {name}"] = golden.call(lambda: f.accumulate(b, axis=axis))
cases |= {k: golden.call(g) for k, g in {
    "all axes": lambda: np.bitwise_or.reduce(a, axis=None),
    "two axes of subtract": lambda: np.subtract.reduce(x, axis=(0, 1)),
    "keepdims": lambda: np.subtract.reduce(x, axis=1, keepdims=True),
    "initial": lambda: np.bitwise_or.reduce(a, axis=(0, 1), initial=64),
    "initial and where": lambda: np.subtract.reduce(x, initial=100, where=m),
    "where": lambda: np.gcd.reduce(a, where=m),
    "where without a beginning": lambda: np.subtract.reduce(x, where=m),
    "nothing": lambda: np.subtract.reduce(x[:0]),
    "nothing of gcd": lambda: np.gcd.reduce(a[:0]),
    "dtype": lambda: np.subtract.reduce(a, dtype="f4"),
    "no loop": lambda: np.bitwise_or.reduce(x),
    "reduceat": lambda: np.add.reduceat(x, [0, 4, 1, 5, 11]),
    "reduceat columns": lambda: np.subtract.reduceat(x, [0, 3], axis=1),
    "reduceat outside": lambda: np.add.reduceat(x, [0, 12]),
    "sum where": lambda: np.sum(x, where=m),
    "sum where by column": lambda: np.sum(a, axis=0, where=m, initial=1000),
    "prod where": lambda: np.prod(x, axis=1, where=m, initial=2),
    "max where": lambda: np.max(x, axis=1, where=m, initial=-3),
    "min where": lambda: np.min(a, where=m, initial=99),
    "max where without a beginning": lambda: np.max(x, where=m),
    "max of nothing": lambda: np.max(x[:0], axis=0, initial=7),
    "any where": lambda: np.any(m, axis=0, where=a > 20),
    "all where": lambda: np.all(m, axis=1, where=a > 20),
    "mean where": lambda: np.mean(x, axis=0, where=m),
    "mean of ints where": lambda: np.mean(a, axis=1, where=m, keepdims=True),
    "var where": lambda: np.var(x, axis=0, where=m, ddof=1),
    "std where": lambda: np.std(a, where=m),
    "var of a mean": lambda: np.var(x, axis=0, mean=np.full((1, 5), 0.5)),
    "nansum where": lambda: np.nansum(n, axis=0, where=a > 9),
    "nanmean where": lambda: np.nanmean(n, axis=0, where=a > 9),
    "nanvar where": lambda: np.nanvar(n, axis=0, where=a > 9),
    "nanmax where": lambda: np.nanmax(n, axis=0, where=a > 9, initial=-2),
}.items()}
for name, f, ix, v in (
    ("add", np.add, [0, 3, 0, 11], np.arange(20.0).reshape(4, 5)),
    ("maximum", np.maximum, [-1, 3, -1, 2], 2.5),
    ("multiply", np.multiply, [5, 5, 5, 5], np.array([[2.0], [3.0], [0.5], [-1.0]])),
):
    c = x.copy()
    f.at(c, ix, v)
    cases["at " + name] = c
c = x.copy()
np.add.at(c, ([0, 3, 0, 11], [1, 1, 1, 4]), [1.0, 2.0, 3.0, 4.0])
cases["at two axes"] = c
c = x.copy()
np.negative.at(c, [1, 1, 7])
cases["at negative"] = c
c = x.copy()
np.add.at(c, (slice(None, None, 2), [1, 1, 0]), 2.5)
cases["at a slice"] = c
c = x.copy()
np.multiply.at(c, (3, slice(1, None)), [2.0])
cases["at a row"] = c
c = x.copy()
np.subtract.at(c, (x[:, 0] > 0, -1), 1)
cases["at a mask"] = c
golden.write(cases)
