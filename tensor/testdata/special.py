import os
import sys

import numpy as np
import scipy.special as sp

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

np.seterr(all="ignore")
nan, inf = np.nan, np.inf
wide = np.array([0.0, 0.5, 1.0, 1.25, 2.5, 3.0, 7.5, 30.25, 100.0, -0.5, -1.25, -2.75, 1e-8, nan, inf, -inf])
unit = np.array([0.0, 1e-9, 0.1, 0.3, 0.5, 0.6, 0.75, 0.9, 1 - 1e-9, 1.0, -0.5, 1.5, nan])
positive = np.array([0.0, 1e-5, 0.5, 1.0, 2.5, 9.75, 14.5, 0.25, 3.0, nan])
pairs = (np.array([0.0, 0, 0, 1, 2.5, 0.75, 3, -1, 1, nan, 5, 1e-3, 8, 0.3]), np.array([0.0, 1, -1, 0, 2.25, 0.75, 2.999, 1, -1, 1, 2, 4, 1.5, 0.7]))
counts = (np.array([5.0, 5, 5, 10, 30, 60, 2.5, -1.5, 0, 40, 7, 200]), np.array([2.0, 0, 5, 3, 15, 7, 1.5, 2, 0, 39, 8, 4]))
shapes = (np.array([0.5, 1, 2, 3.5, 9, 20, 12, 0.1, 1, 50]), np.array([0.5, 2, 1, 4.25, 3, 30, 10.5, 0.2, 0, 40]))
given = {n: (wide,) for n in "erf erfc gamma gammaln loggamma rgamma gammasgn digamma i0 i0e i1 i1e j0 j1 expit log_expit ndtr log_ndtr entr "
         "cosm1 exp10 exp2 cbrt expm1 log1p".split()}
given |= {n: (wide[:-2],) for n in ["i0", "i1", "j0", "j1"]}  # SciPy has NaN in place of their limits at infinity
given |= {n: (unit,) for n in "erfinv erfcinv logit ndtri".split()}
given |= {n: (positive,) for n in "y0 y1 k0 k0e k1 k1e".split()}
given |= {n: pairs for n in "rel_entr kl_div xlogy xlog1py boxcox inv_boxcox huber".split()}
given |= {n: shapes for n in "beta betaln gammainc gammaincc poch".split()}
given |= {"binom": counts, "comb": counts, "perm": counts, "betainc": (*shapes, np.array([0.25, 0.5, 0.1, 0.6, 0.8, 0.35, 0.5, 0.9, 0.4, 0.55]))}
cases = {}
for name, args in given.items():
    f = getattr(sp, name)
    for i, a in enumerate(args):
        cases[f"{name} {i}"] = a
    cases[name] = f(*args)
    single = [a.astype("f4") for a in args]
    cases[name + " float32"] = f(*single)
    for d in ["int8", "int64", "float16", "bool", "complex64"]:
        if name not in ("expm1", "log1p", "erf", "erfc", "gamma", "loggamma", "rgamma", "digamma", "xlogy", "xlog1py", "ndtr", "log_ndtr", "comb", "perm") or d != "complex64":
            cases[f"{name} {d}"] = golden.call(lambda: f(*[np.array([1, 1], d) for a in args]))
    if len(args) == 2:
        cases[name + " weak"] = f(single[0][:3], 2)
cases["n"] = np.array([0, 1, 2.5, -1.5, nan, 20, 170, 171, -0.5])
cases["factorial"], cases["factorial ints"] = sp.factorial(cases["n"]), sp.factorial(np.array([3, 10, -2]))
cases["comb repeated"] = sp.comb(np.array([5, 0, 3, 4]), np.array([2, 0, 0, 7]), repetition=True)
cases["multigammaln"] = sp.multigammaln(np.array([2.5, 3, 10.25, 30]), 4)
x = ((np.arange(24) * 37 + 11) % 29 - 9.0).reshape(4, 6)
x[1, 2], x[3] = -inf, -inf
y = x[:3].copy()
y[1, 2] = 2000
w = (np.arange(18).reshape(3, 6) % 4).astype(float)
cases["x"], cases["y"], cases["w"] = x, y, w
for f in ["softmax", "log_softmax", "logsumexp"]:
    g = getattr(sp, f)
    cases[f], cases[f + " rows"], cases[f + " columns"] = g(y), g(y, axis=1), g(x, axis=0)
    cases[f + " float32"], cases[f + " ints"] = g(y.astype("f4"), axis=0), g(np.arange(6))
    cases[f + " both"] = g(y, axis=(0, 1))
cases["logsumexp keepdims"] = sp.logsumexp(x, axis=1, keepdims=True)
cases["logsumexp weights"], cases["logsumexp negative"] = sp.logsumexp(y, axis=1, b=w), sp.logsumexp(y, b=-w)
cases["softplus"] = sp.softplus(wide)
golden.write(cases)
