import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

r = np.random.RandomState(1)
nan = float("nan")
bad = {
    "normal": [(0, -1)], "lognormal": [(0, -1)], "exponential": [(-1,)], "gumbel": [(0, -1)], "rayleigh": [(-1,)], "weibull": [(-1,)],
    "pareto": [(0,)], "power": [(0,)], "laplace": [(0, -1)], "logistic": [(0, -1)], "triangular": [(1, 0, 2), (0, 3, 2), (1, 1, 1)],
    "standard_gamma": [(-1,)], "gamma": [(-1, 1), (1, -1)], "beta": [(0, 1), (1, 0)], "chisquare": [(0,)], "noncentral_chisquare": [(0, 1), (1, -1)],
    "f": [(0, 1), (1, 0)], "noncentral_f": [(0, 1, 1), (1, 0, 1), (1, 1, -1)], "standard_t": [(0,)], "vonmises": [(0, -1)], "wald": [(0, 1), (1, 0)],
    "binomial": [(-1, 0.5), (3, 1.5), (3, nan)], "negative_binomial": [(0, 0.5)], "poisson": [(-1,), (nan,), (1e19,)],
    "geometric": [(0,), (1.5,)], "hypergeometric": [(-1, 2, 1), (3, 4, 8)], "zipf": [(1,), (nan,)], "logseries": [(1,), (-0.5,)],
}
cases = {}
for name, calls in bad.items():
    for c in calls:
        cases["%s%s" % (name, str(tuple(float(v) for v in c)).replace(" ", ""))] = golden.call(lambda: getattr(r, name)(*c))
cases.update({
    "randint": golden.call(lambda: r.randint(5, 5)), "randint low": golden.call(lambda: r.randint(-1, 5, dtype="u1")),
    "randint high": golden.call(lambda: r.randint(0, 300, dtype="u1")),
    "choice of none": golden.call(lambda: r.choice(0, 3)),
    "choice of too many": golden.call(lambda: r.choice(5, 6, replace=False)), "choice by other p": golden.call(lambda: r.choice(5, 2, p=[0.5, 0.5])),
    "choice of few by p": golden.call(lambda: r.choice(3, 2, replace=False, p=[1.0, 0, 0])),
    "permutation of a scalar": golden.call(lambda: r.permutation(np.array(1.5))),
    "loc": np.arange(60.0).reshape(20, 3) * 100, "rows": np.arange(60.0).reshape(20, 3),
})
golden.write(cases)
