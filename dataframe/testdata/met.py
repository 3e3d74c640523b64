import os
import sys

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "marstest"))
from golden import call, write

N = 31
d = pd.DataFrame({"a": [i * 7 % 11 for i in range(N)], "b": [i * 0.5 for i in range(N)], "c": [-i for i in range(N)]}, index=[f"r{i:02}" for i in range(N)])
wide = pd.DataFrame({"x": [1.0, 2.0, 3.0], "y": [0.5, 0.25, 2.0]}, index=["c", "a", "b"])
holes = pd.DataFrame({"a": [None if i % 3 else i * 1.5 for i in range(N)], "b": [None if i < 4 or i > 20 else 1.0 for i in range(N)]}, index=range(100, 100 + N))
line = pd.Series([i // 2 for i in range(N)], name="n")
labels = pd.DataFrame({"a": [i // 5 for i in range(N)], "b": [i % 5 for i in range(N)]}).set_index(["a", "b"]).index
cases = {
    "in d": d, "in wide": wide, "in holes": holes, "in line": line, "in labels": labels.to_frame(index=False),
    "missing": bool(holes["a"].hasnans), "missing none": bool(line.hasnans), "unique": d["b"].is_unique, "unique not": line.is_unique,
    "ascends": line.is_monotonic_increasing, "descends": line.is_monotonic_decreasing, "descends so": d["c"].is_monotonic_decreasing, "ascends with holes": holes["b"].is_monotonic_increasing,
    "labels ascend": labels.is_monotonic_increasing, "labels descend": labels[::-1].is_monotonic_decreasing, "labels twice": labels.append(labels[:1]).has_duplicates,
    "first": holes["b"].to_frame().iloc[4:5].index, "last": holes.iloc[30:31].index, "none": holes[:0].index,
    "between": d.truncate("r03", "r11"), "from": d["a"].truncate("r20"), "backwards": call(lambda: d.truncate("r11", "r03")),
    "dot": d.dot(wide), "dot of one": d.dot(wide["x"]), "dot of two": d["a"].dot(d["b"]), "dot apart": call(lambda: d.dot(d)), "dot of itself": d.dot(d.T),
    "like": d.reindex_like(wide), "alike": bool(labels.identical(labels)), "alike not": bool(labels.identical(labels.set_names(["a", "z"]))),
    "in days": pd.DataFrame({"d": [f"2024-01-{i % 28 + 1:02}" for i in range(N)]}, index=d.index), "keyed": pd.concat({"p": d, "q": holes}), "rows": pd.concat([line, line + 1], axis=1, keys=["l", "r"]),
    "series below": pd.concat([line, line]), "no objects": call(lambda: pd.concat([])), "an object": call(lambda: pd.concat([d, 5])), "a frame": call(lambda: pd.concat(d)),
    "apart": pd.concat([d, wide], keys=["p", "q"], names=["k"]), "keys too few": call(lambda: pd.concat([d, wide], keys=["p"])),
}
days = cases["in days"]
clock = pd.DataFrame({"v": range(N)}, index=pd.DatetimeIndex(pd.date_range("2024-02-20", periods=N)).as_unit("us"))
cases |= {"in clock": clock, "drop a day": clock.drop("2024-02-25"), "to an instant": clock.truncate(after="2024-03")}
twice = d[["a", "b"]] + 1.0
cases |= {"hypot": np.hypot(d["a"], d["b"]), "sin": np.sin(twice), "beside": np.arctan2(twice, twice[::-1] * 2), "of two": np.hypot(twice["a"], twice["b"][5:]), "scaled": np.ldexp(d["b"], 2),
    "mixed": call(lambda: np.hypot(d[["a"]], d["b"])),
    "case": line.case_when([(line > 9, -1), (line > 3, line * 2)]), "no case": call(lambda: line.case_when([])), "chosen": pd.Series(np.select([line > 9, line > 3], ["many", "some"], "few"))}
mc = pd.DataFrame({("A", "x"): range(N), ("A", "y"): 0.5, ("B", "x"): 1})
def put(key, value):
    c = mc.copy()
    c[key] = value
    return c
cases |= {"in mc": mc, "below": put("A", 7), "below frame": put("A", mc["A"][["y", "x"]] * 2), "below none": put("C", 1), "below too few": call(lambda: put("A", mc[["B"]])),
    "renamed": labels.rename(["p", "q"]), "one renamed": labels.set_names(["z"], level=["b"])}
again = labels.append(labels[3:9][::-1])
cases |= {"in again": again.to_frame(index=False), "unique labels": again.unique(), "distinct": again.nunique(), "labels among": again.isin([(0, 1), (2, 3)]), "lines among": pd.Index(line).isin([3, 99]),
    "labels in order": again.sort_values(), "distinct of one": pd.Index(holes["a"]).nunique()}
cases |= {"days": pd.to_datetime(days["d"]), "labels of days": pd.to_datetime(pd.Index(days["d"])), "spans": pd.to_timedelta(line, unit="h"), "cat": days["d"].str.cat(["x"] * N, sep="-"),
    "cat frame": days["d"].str.cat(days.assign(e="y"), sep="/"), "cat text": call(lambda: days["d"].str.cat("text"))}
write(cases)
