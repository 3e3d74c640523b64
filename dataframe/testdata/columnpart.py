import os
import sys

import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "marstest"))
from golden import write

df = pd.DataFrame({"a": list("pqpqr"), "v": [1, 2, 3, 4, 5], "w": [0.5, 1.5, 2.5, 3.5, 4.5]})
wide = df.groupby("a").agg({"v": ["sum", "min"], "w": ["sum"]})
flat = wide.reset_index()
cases = {"frame": wide, "flat": flat}
cases["part"] = wide["v"]
cases["stacked"] = wide.stack(future_stack=True)
cases["named"] = wide.rename_axis(columns=["of", "by"])
cases["named part"] = wide.rename_axis(columns=["of", "by"])["v"]
cases["dropped"] = wide.drop(columns="v")
write(cases)
