import os
import sys

import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "marstest"))
from golden import call, write

N = 24
x = pd.Index([i * 7 % 11 for i in range(N)], name="k")
y = pd.Index([i * 5 % 17 for i in range(N)], name="k")
z = pd.Index([i % 5 + 0.5 * (i % 3) for i in range(N)], name="z")
m = pd.DataFrame({"a": [f"w{i % 4}" for i in range(N)], "b": [i * 3 % 5 for i in range(N)], "v": range(N), "w": [i * 1.5 for i in range(N)]}).set_index(["a", "b"])
n = pd.DataFrame({"a": [f"w{i % 3}" for i in range(N)], "c": [i * 3 % 7 for i in range(N)], "v": range(N)}).set_index(["a", "c"])
t = pd.DataFrame({"v": range(N)}, index=pd.DatetimeIndex(list(pd.date_range("2024-01-01 05:30", periods=N, freq="97min"))).as_unit("us"))
flat = m.reset_index("a")
gaps = lambda k: [None if i % k == 1 else i * 1.5 for i in range(12)]
first = pd.DataFrame({"v": gaps(3), "w": gaps(4)}, index=[i * 5 % 12 for i in range(12)])
second = pd.DataFrame({"w": gaps(5), "a": gaps(2), "v": range(12)}, index=[i * 7 % 19 for i in range(12)])
of = lambda i: pd.DataFrame(index=i).reset_index()
cases = {
    "in x": of(x), "in y": of(y), "in z": of(z), "in m": m.reset_index(), "in n": n.reset_index(), "in t": t, "in first": first, "in second": second,
    "union": x.union(y), "union z": x.union(z), "union levels": m.index.union(n.index),
    "intersection": x.intersection(y), "intersection levels": m.index.intersection(n.index),
    "difference": x.difference(y), "difference levels": n.index.difference(m.index),
    "symmetric": x.symmetric_difference(y), "symmetric levels": n.index.symmetric_difference(m.index),
    "append": x.append([y, z]), "append levels": m.index.append(n.index),
    "insert": x.insert(3, 99), "insert last": x.insert(-1, 99), "insert levels": m.index.insert(2, ("q", 7)),
    "delete": x.delete([0, 5, -1]), "delete levels": m.index.delete([1, 2]),
    "drop": x.drop([7, 3]), "drop none": call(lambda: x.drop([70])),
    "take": x.take([5, 0, -2]), "take levels": m.index.take([5, 0]),
    "droplevel": m.droplevel("a"), "droplevel of one": m["v"].droplevel(1), "droplevel of labels": m.index.droplevel(0), "droplevel all": call(lambda: m.droplevel([0, 1])),
    "reorder": m.reorder_levels(["b", "a"]), "reorder of one": m["v"].reorder_levels([1, 0]), "reorder of labels": m.index.reorder_levels([1, 0]), "reorder flat": call(lambda: flat.reorder_levels([0])),
    "swap": m.swaplevel("a", "b"), "swap of one": m["v"].swaplevel(0, 1), "swap of labels": m.index.swaplevel(0, 1),
    "to frame": x.to_frame(), "to frame levels": m.index.to_frame(),
    "xs": m.xs("w1", level="a"), "xs of one": m["v"].xs(2, level="b"), "xs none": call(lambda: m.xs("zz", level="a")),
    "between": t.between_time("06:00", "12:00"), "between night": t["v"].between_time("20:00", "06:00", inclusive="left"), "at": t.at_time("07:07"), "at none": t["v"].at_time("00:00"),
    "prefix": m.add_prefix("p_"), "suffix": m.add_suffix("_s"), "prefix of one": flat["v"].add_prefix("p"), "suffix of one": flat["v"].add_suffix("s"),
    "labels": flat[["v", "w"]].set_axis(y), "labels of one": flat["v"].set_axis(m.index),
    "isin of z": flat["v"].isin(z), "isin of y": flat["v"].isin(y), "isin frame": flat[["v", "w"]].isin(y),
    "drop by": m.drop(index="w1", columns="v"), "drop level": m.drop(index=[2, 3], level="b"), "drop lenient": m.drop(columns=["v", "q"], errors="ignore"),
    "drop none by": call(lambda: m.drop(columns=["v", "q"])), "drop nothing": call(lambda: m.drop()),
    "combine": first.combine_first(second), "combine ones": first["v"].combine_first(second["v"]), "updated": (lambda d: (d.update(second), d)[1])(first.copy()),
    "updated one": (lambda s: (s.update(second["w"]), s)[1])(first["w"].copy()),
    "take rows": m.take([3, 0, -1]), "take columns": m.take([1], axis=1), "take of one": m["v"].take([3, 0]),
    "equals": m.equals(m), "equals not": m.equals(m * 2), "equals of one": bool(m["v"].equals(m["v"].rename("other"))), "equals dtype": m["v"].equals(m["v"].astype(float)),
    "equals of labels": x.equals(x.rename("other")), "equals length": x.equals(x[:3]),
}
write(cases)
