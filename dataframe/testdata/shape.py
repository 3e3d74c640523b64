"""Goldens of construction, of columns and of row labels; frames whose name begins with "in " are what the tests compute on."""
import os
import sys

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

n = 25
i = np.arange(n)
df = pd.DataFrame({"a": i * 3 % 7, "b": i / 4, "c": ["x%d" % (k % 3) for k in i]})
keyed = df.set_index(pd.Index(["k%02d" % k for k in i], name="key"))
multi = df.set_index(["c", "a"])
twice = pd.DataFrame(np.arange(12).reshape(4, 3), columns=["a", "b", "a"])
s = df["b"]
cases = {"in df": df, "in keyed": keyed, "in multi": multi, "in twice": twice, "in empty": df.iloc[:0]}
cases.update({
    "two": df[["c", "a"]], "again": df[["a", "a"]], "none": df[[]], "twice": twice[["a"]], "column": df["c"], "keyed column": keyed["b"],
    "drop": df.drop(columns=["b"]), "drop two": keyed.drop(columns=["a", "c"]), "drop twice": twice.drop(columns="a"), "drop all": df.drop(columns=["a", "b", "c"]),
    "rename": df.rename(columns={"a": "z", "q": "w"}), "rename series": s.rename("w"), "unname": s.rename(None), "set columns": df.set_axis([1, 2.5, "t"], axis=1),
    "to frame": s.to_frame(), "to frame named": s.to_frame("q"), "unnamed to frame": s.rename(None).to_frame(),
    "index": keyed.index, "multi index": multi.index, "range index": df.index, "to series": keyed.index.to_series(), "to series named": df.index.to_series(name="q"),
    "index of series": pd.Index(df["c"]), "index named": pd.Index(df["b"], name="w"), "rename axis": keyed.rename_axis("other"), "rename axes": multi.rename_axis(["p", "q"]),
    "set index": df.set_index("c"), "set two": df.set_index(["c", "b"]), "set keep": df.set_index("a", drop=False), "set append": keyed.set_index("a", append=True),
    "reset": keyed.reset_index(), "reset drop": keyed.reset_index(drop=True), "reset multi": multi.reset_index(), "reset range": df.reset_index(),
    "reset level": multi.reset_index(level="a"), "reset number": multi.reset_index(level=0), "reset series": keyed["b"].reset_index(),
    "reset unnamed": df["b"].rename(None).reset_index(), "reset series drop": keyed["b"].reset_index(drop=True), "reset names": keyed.reset_index(names="w"),
    "reset twice": df.reset_index().reset_index(), "reset empty": keyed.iloc[:0].reset_index(), "unnamed levels": multi.rename_axis([None, None]).reset_index(),
    "new": pd.DataFrame({"i": [1, 2, 3], "f": [1.5, np.nan, 3], "s": ["a", None, "c"], "one": 7, "t": pd.to_datetime(["2020-01-01", "2020-01-02", "2020-01-03"]),
                         "d": pd.to_timedelta(["1s", "2s", "3s"]), "o": [1, "a", None], "n": [True, None, False]}),
    "new indexed": pd.DataFrame({"i": [1, 2]}, index=pd.Index(["p", "q"])), "new typed": pd.DataFrame({"i": [1, 2]}, dtype="float32"), "new multi":
    pd.DataFrame({"i": [1, 2]}, index=pd.MultiIndex.from_tuples([("a", 1), ("b", 2)])), "new scalar": pd.DataFrame({"x": 1.5, "y": "t"}, index=[3, 4]),
    "new empty": pd.Series([]), "new series": pd.Series([1, None, 3], name="q"), "new text": pd.Series(["1", "2"], dtype="Int64"),
    "new index": pd.Index([3, 1, 2], name="n"), "new float index": pd.Index([1, 2.5]), "category": pd.Series(["b", "a", "b"]).astype("category"),
})
golden.write(cases)
