import os
import sys

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "marstest"))
from golden import call, write

r = np.random.RandomState(11)
full = pd.MultiIndex.from_product([["b", "a", "d"], [3, 1, 2], [True, False]], names=["k", "i", "z"])
df = pd.DataFrame({
    "v": r.randint(0, 100, 18),
    "x": np.round(r.randn(18), 2),
    "b": r.rand(18) > 0.5,
    "s": ["s%d" % i for i in range(18)],
    "t": pd.to_datetime(r.randint(0, 10**9, 18), unit="s"),
}, index=full)
df = df.iloc[r.permutation(18)]
part = df.iloc[:11]
num = part[["v", "x"]]
cases = {"frame": df}
cases["full"] = df.unstack()
cases["part"] = part.unstack()
cases["level name"] = part.unstack("i")
cases["level zero"] = part.unstack(0)
cases["two"] = part.unstack(["i", "z"])
cases["two reversed"] = part.unstack([2, 0])
cases["fill"] = num.unstack(fill_value=7)
cases["fill float"] = num.unstack("i", fill_value=0.5)
cases["series"] = part["v"].unstack()
cases["series full"] = df["s"].unstack("k")
cases["empty"] = df[:0][["v"]].unstack()
cases["one row"] = df[:1].unstack()
cases["err duplicate"] = call(lambda: pd.concat([num, num[:1]]).unstack())
cases["err level"] = call(lambda: df.unstack("zz"))
cases["err index"] = call(lambda: df["v"].reset_index(drop=True).unstack())
write(cases)
