import os
import sys
import warnings

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

warnings.simplefilter("ignore")
rng = np.random.default_rng(4)


def side(n, high, x):
    v = np.sort(rng.integers(0, high, n))
    return pd.DataFrame({
        "i": v, "f": v / 2 + 0.25 * (x == "y"), "t": v.astype("M8[m]").astype("M8[us]"), "u": v.astype("uint8"), "by": rng.choice(list("abc"), n), "also": rng.integers(0, 2, n),
        x: np.arange(n) * 10, "both": [f"{x}{k}" for k in range(n)],
    })


L, R = side(30, 60, "x"), side(25, 60, "y")
cases = {"L": L, "R": R}
for d in ("backward", "forward", "nearest"):
    for exact in (True, False):
        cases[f"{d} {exact}"] = pd.merge_asof(L[["i", "x", "both"]], R[["i", "y", "both"]], on="i", direction=d, allow_exact_matches=exact)
        cases[f"by {d} {exact}"] = pd.merge_asof(L[["i", "by", "x"]], R[["i", "by", "y"]], on="i", by="by", direction=d, allow_exact_matches=exact)
    cases[f"near {d}"] = pd.merge_asof(L[["i", "x"]], R[["i", "y"]], on="i", direction=d, tolerance=1)
    cases[f"float {d}"] = pd.merge_asof(L[["f", "x"]], R[["f", "y"]], on="f", direction=d, tolerance=0.3)
    cases[f"time {d}"] = pd.merge_asof(L[["t", "x"]], R[["t", "y"]], on="t", direction=d, tolerance=pd.Timedelta("2min"))
    cases[f"small {d}"] = pd.merge_asof(L[["i", "by", "x"]], R[["i", "by", "y"]][3:6], on="i", by="by", direction=d)
    cases[f"right empty {d}"] = pd.merge_asof(L[["i", "x"]], R[["i", "y"]][:0], on="i", direction=d)
    cases[f"left empty {d}"] = pd.merge_asof(L[["i", "x"]][:0], R[["i", "y"]], on="i", direction=d)
cases["names"] = pd.merge_asof(L[["u", "x", "both"]], R[["u", "y", "both"]].rename(columns={"u": "v"}), left_on="u", right_on="v", suffixes=("", "_r"))
cases["two by"] = pd.merge_asof(L[["i", "by", "also", "x"]], R[["i", "by", "also", "y"]], on="i", by=["by", "also"])
cases["by names"] = pd.merge_asof(L[["i", "by", "x"]], R[["i", "by", "y"]].rename(columns={"by": "who"}), on="i", left_by="by", right_by="who")
cases["indexes"] = pd.merge_asof(L[["i", "x"]].set_index("i"), R[["i", "y"]].set_index("i"), left_index=True, right_index=True)
call = golden.call
l, r = L[["i", "f", "by", "x"]], R[["i", "f", "by", "y"]]
cases["X unsorted"] = call(lambda: pd.merge_asof(l[::-1], r, on="i"))
cases["X unsorted right"] = call(lambda: pd.merge_asof(l, r[::-1], on="i"))
cases["X missing"] = call(lambda: pd.merge_asof(l.assign(f=np.where(l.index == 5, np.nan, l.f)), r, on="f"))
cases["X types"] = call(lambda: pd.merge_asof(l, r, left_on="i", right_on="f"))
cases["X text"] = call(lambda: pd.merge_asof(l, r, on="by"))
cases["X direction"] = call(lambda: pd.merge_asof(l, r, on="i", direction="up"))
cases["X tolerance"] = call(lambda: pd.merge_asof(l, r, on="i", tolerance=0.5))
cases["X negative"] = call(lambda: pd.merge_asof(l, r, on="i", tolerance=-1))
cases["X two"] = call(lambda: pd.merge_asof(l, r, on=["i", "f"]))
cases["X by"] = call(lambda: pd.merge_asof(l, r, on="i", left_by="by"))
golden.write(cases)
