import os
import sys

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../marstest"))
import golden

rng = np.random.default_rng(9)
n = 25
f = rng.normal(size=n)
f[[0, 1, 6, 7, 8, 15, 24]] = np.nan
f[12] = np.inf
F = pd.DataFrame({"f": f, "i": rng.integers(0, 9, n), "b": rng.random(n) < 0.5, "same": np.full(n, 2.5), "g": np.where(rng.random(n) < 0.5, np.nan, 1e3 * rng.normal(size=n))})
F["none"] = np.nan
cases = {"F": F}
for name, how in {"com": {"com": 0.5}, "span": {"span": 4}, "halflife": {"halflife": 3}, "alpha": {"alpha": 0.3}, "all": {"alpha": 1.0}}.items():
    for adjust in (True, False):
        for ignore in (True, False):
            cases[f"{name} {adjust} {ignore}"] = F.ewm(adjust=adjust, ignore_na=ignore, **how).mean()
cases["least"] = F.ewm(com=1, min_periods=4).mean()
cases["series"] = F["f"].ewm(span=3).mean()
cases["empty"] = F[:0].ewm(span=3).mean()
cases["numeric only"] = F[["i"]].assign(s="x").ewm(span=3).mean(numeric_only=True)
cases["X none"] = golden.call(lambda: F.ewm().mean())
cases["X two"] = golden.call(lambda: F.ewm(com=1, span=3).mean())
cases["X alpha"] = golden.call(lambda: F.ewm(alpha=1.5).mean())
cases["X span"] = golden.call(lambda: F.ewm(span=0.5).mean())
cases["X halflife"] = golden.call(lambda: F.ewm(halflife=0).mean())
cases["X com"] = golden.call(lambda: F.ewm(com=-1).mean())
cases["X text"] = golden.call(lambda: F[["i"]].assign(s="x").ewm(span=3).mean())
golden.write(cases)
