import os
import sys
import warnings

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

warnings.simplefilter("ignore")
rng = np.random.default_rng(5)
nan = float("nan")


def some(v, null):
    return pd.Series([None if m else e for e, m in zip(v, null)], dtype=object)


def side(n, high, x):
    v, null = rng.integers(0, high, n), rng.random(n) < 0.15
    w = rng.integers(0, 5, n)
    words = ["", "a", "longer than a view", "B", "ab", "z"]
    d = {
        "i": pd.Series(v), "i8": pd.Series(v, dtype="int8"), "f": pd.Series(np.where(null, nan, v / 1.0)), "b": pd.Series(v % 2 == 0),
        "s": some([words[e % 6] + str(e // 6) for e in v], null).astype("str"), "I": some(v, null).astype("Int64"),
        "t": pd.Series(np.where(null, np.datetime64("NaT"), v.astype("M8[s]").astype("M8[us]"))),
        "o": some([[1, "a", 2.5, "b", 7, "c"][e % 6] for e in v], null),
        "c": some([words[e % 6] for e in w], null).astype(pd.CategoricalDtype(["z", "b", "a", "", "ab", "B", "longer than a view"])),
        "w": pd.Series(w),
    }
    d = pd.DataFrame(d)
    d[x] = np.arange(n) * 10
    d[x + "f"] = np.arange(n) / 4
    d["both"] = [f"{x}{k}" for k in range(n)]
    d["flag"] = np.arange(n) % 3 == 0
    return d


L, R, S = side(23, 13, "x"), side(19, 14, "y"), side(4, 13, "y")
ten = pd.DataFrame({"i": np.arange(12, dtype="int64")[::-1], "y": np.arange(12) / 2})
cases = {"L": L, "R": R, "S": S, "ten": ten}
call = golden.call
keep = lambda d, ks, x: d[[*ks, x, *(["both", "flag"] if ks == ["i"] else [])]]
for ks in (["i"], ["f"], ["s"], ["I"], ["t"], ["o"], ["c"], ["b", "w"], ["s", "w"], ["t", "w", "f"]):
    for how in ("inner", "left", "right", "outer"):
        if ks == ["o"] and how == "outer":
            continue  # mixed keys have no order in pandas
        cases[f"{how} {' '.join(ks)}"] = keep(L, ks, "x").merge(keep(R, ks, "y"), on=ks, how=how)
        if ks[0] not in "is" or len(ks) > 1:
            continue
        cases[f"{how} {' '.join(ks)} small"] = keep(L, ks, "x").merge(keep(S, ks, "y"), on=ks, how=how)
        cases[f"{how} {' '.join(ks)} small left"] = keep(S, ks, "y").merge(keep(L, ks, "x"), on=ks, how=how)
for how in ("inner", "left", "right", "left_anti", "right_anti"):
    cases[f"{how} sorted"] = L[["s", "w", "x"]].merge(R[["s", "w", "y"]], how=how, sort=True)
for how in ("inner", "left", "right", "outer", "left_anti", "right_anti"):
    cases[f"{how} all found"] = L[["i", "x", "b"]].merge(pd.DataFrame({"i": np.arange(13), "y": np.arange(13), "z": np.arange(13) > 4}), how=how)
    cases[f"{how} names differ"] = L[["i", "x", "both"]].merge(R[["w", "y", "both"]], left_on="i", right_on="w", how=how)
    cases[f"{how} indicator"] = L[["i", "x"]].merge(R[["i", "y"]], how=how, indicator=True)
    cases[f"{how} right index"] = L[["i", "x"]].merge(R[["i", "y"]].set_index("i"), left_on="i", right_index=True, how=how)
    cases[f"{how} left index"] = L[["s", "x"]].set_index("s").merge(R[["s", "y"]], left_index=True, right_on="s", how=how)
    cases[f"{how} indexes"] = L[["s", "x"]].set_index("s").merge(R[["s", "y"]].set_index("s"), left_index=True, right_index=True, how=how)
    cases[f"{how} ranges"] = L[["x", "both"]].merge(R[["y", "both"]], left_index=True, right_index=True, how=how)
    cases[f"{how} range and labels"] = L[["x"]].merge(ten.set_index("i"), left_index=True, right_index=True, how=how)
    cases[f"{how} two levels"] = L[["s", "w", "x"]].set_index(["s", "w"]).merge(R[["s", "w", "y"]].set_index(["s", "w"]), left_index=True, right_index=True, how=how)
    cases[f"{how} level names"] = L[["s", "x"]].set_index("s").merge(R[["s", "y"]].set_index("s"), on="s", how=how)
    cases[f"{how} column and level"] = L[["s", "x"]].merge(R[["s", "y"]].set_index("s"), on="s", how=how)
    cases[f"{how} empty right"] = L[["i", "x"]].merge(R[["i", "y", "flag"]][:0], how=how)
    cases[f"{how} empty left"] = L[["i", "x", "flag"]][:0].merge(R[["i", "y"]], how=how)
    cases[f"join {how}"] = L[["x", "both"]].set_index(L["i"]).join(R[["y", "both"]].set_index(R["i"]), how=how, lsuffix="_l", rsuffix="_r")
    cases[f"join on {how}"] = L[["i", "x"]].join(R[["y"]].set_index(R["i"]), on="i", how=how)
    cases[f"{how} int float"] = L[["i", "x"]].merge(R[["f", "y"]].rename(columns={"f": "i"}), how=how)
    cases[f"{how} int bool"] = L[["w", "x"]].merge(R[["b", "y"]].rename(columns={"b": "w"}), how=how)
words = R[["s", "y"]].assign(s=[["z", "b", "a", "q", None][k % 5] for k in range(len(R))]).rename(columns={"s": "c"})
cases["words"] = words
for how in ("inner", "left", "outer"):
    cases[f"{how} category text"] = L[["c", "x"]].merge(words, how=how)
cases["left int8 int"] = L[["i8", "x"]].merge(R[["i", "y"]].rename(columns={"i": "i8"}), how="left")
cases["left str object"] = L[["s", "x"]].merge(R[["s", "y"]].astype({"s": "object"}), how="left")
cases["cross"] = L[["x", "both"]].merge(S[["y", "both"]], how="cross")
cases["suffixes"] = L[["i", "both", "flag"]].merge(R[["i", "both", "flag"]], on="i", suffixes=("", "_right"))
cases["series"] = L[["i", "x"]].merge(R["i"], on="i")
cases["valid"] = L[["i", "x"]].merge(ten, validate="many_to_one")
cases["indicator name"] = S[["i", "y"]].merge(ten[["i"]], how="left", indicator="where")

l, r = L[["i", "x", "both"]], R[["i", "y", "both"]]
cases["E how"] = call(lambda: l.merge(r, how="sideways"))
cases["E text and number"] = call(lambda: L[["i"]].merge(R[["s"]], left_on="i", right_on="s"))
cases["E time and number"] = call(lambda: L[["t"]].merge(R[["i"]], left_on="t", right_on="i"))
cases["E nothing common"] = call(lambda: l[["x"]].merge(r[["y"]]))
cases["E on and left_on"] = call(lambda: l.merge(r, on="i", left_on="i"))
cases["E left_on alone"] = call(lambda: l.merge(r, left_on="i"))
cases["E right_on alone"] = call(lambda: l.merge(r, right_on="i"))
cases["E left_index alone"] = call(lambda: l.merge(r, left_index=True))
cases["E lengths"] = call(lambda: l.merge(r, left_on=["i"], right_on=["i", "y"]))
cases["E suffixes"] = call(lambda: l.merge(r, on="i", suffixes=("_a", "_a")) if False else l.assign(both_y=1).merge(r, on="i"))
cases["E no suffix"] = call(lambda: l.merge(r, on="i", suffixes=("", "")))
cases["E cross"] = call(lambda: l.merge(r, on="i", how="cross"))
cases["E indicator"] = call(lambda: l.merge(r, on="i", indicator="x"))
cases["E validate"] = call(lambda: l.merge(r, on="i", validate="maybe"))
golden.write(cases)
