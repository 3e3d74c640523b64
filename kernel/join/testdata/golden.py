"""Writes golden.json with pandas' answers. Made with pandas 3.1.1: python golden.py > golden.json"""
import os
import sys
import warnings

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../golden"))
import golden

warnings.simplefilter("ignore")
rng = np.random.default_rng(11)


def frame(n, spec):
    d = {}
    for i, kind in enumerate(spec):
        null = rng.random(n) < 0.2
        v = rng.integers(0, 6, n)
        hide = lambda x: pd.Series([None if m else e for e, m in zip(x, null)], dtype=object)
        d[f"k{i}"] = {
            "int": lambda: pd.Series(v), "int8": lambda: pd.Series(v, dtype="int8"), "uint8": lambda: pd.Series(v, dtype="uint8"), "bool": lambda: pd.Series(v % 2 == 0),
            "float": lambda: pd.Series(np.where(null, np.nan, v / 2)), "Int64": lambda: hide(v).astype("Int64"),
            "str": lambda: hide(["", "a", "b", "B", "ab", "z"][e] for e in v).astype("str"),
            "cat": lambda: hide(["", "a", "b", "B", "ab", "z"][e] for e in v).astype(pd.CategoricalDtype(["z", "b", "a", "", "ab", "B"])),
            "us": lambda: pd.Series(np.where(null, np.datetime64("NaT"), v.astype("M8[s]").astype("M8[us]"))),
            "s": lambda: pd.Series(np.where(null, np.datetime64("NaT"), v.astype("M8[s]"))),
            "obj": lambda: hide([1, "a", "b", 2.5, "c", "d"][e] for e in v),
        }[kind]().reset_index(drop=True)
    return pd.DataFrame(d)


cases = []
for left, right in ((["int"], ["int"]), (["float"], ["float"]), (["str"], ["str"]), (["cat"], ["cat"]), (["us"], ["us"]), (["us"], ["s"]), (["int"], ["float"]),
                    (["int8"], ["uint8"]), (["Int64"], ["Int64"]), (["str", "int"], ["str", "int"]), (["float", "cat"], ["float", "cat"]),
                    (["bool", "us", "str"], ["bool", "us", "str"]), (["cat"], ["str"])):
    for n, m in ((15, 12), (0, 3), (4, 0)):
        l, r = frame(n, left), frame(m, right)
        on = list(l.columns)
        for how in ("inner", "left", "right", "outer", "left_anti", "right_anti"):
            for sort in (False, True):
                c = {"how": how, "sort": sort, "left": [golden.column(l[k]) for k in on], "right": [golden.column(r[k]) for k in on]}
                res = l.assign(l=range(n)).merge(r.assign(r=range(m)), on=on, how=how, sort=sort)
                c["l"] = res["l"].fillna(-1).astype("int64").tolist()
                c["r"] = res["r"].fillna(-1).astype("int64").tolist()
                cases.append(c)
golden.write(cases)
