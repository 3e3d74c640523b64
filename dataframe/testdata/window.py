import os
import sys
import warnings

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

warnings.simplefilter("ignore")
rng = np.random.default_rng(8)
n = 21
null = rng.random(n) < 0.2
some = lambda v, d: pd.Series([None if m else e for e, m in zip(v, null)], dtype=object).astype(d)
v = rng.integers(-20, 20, n)
F = pd.DataFrame({
    "i": v, "f": np.where(null, np.nan, rng.normal(size=n)), "i8": v.astype("int8"), "u": np.abs(v).astype("uint16"), "b": v % 2 == 0, "I": some(v, "Int64"),
    "f4": (v / 4).astype("float32"), "B": some(v > 0, "boolean"),
})
F.loc[3, "f"] = np.inf
G = pd.DataFrame({
    "s": some([f"word {x}" for x in v], "str"), "t": np.where(null, np.datetime64("NaT"), v.astype("M8[h]").astype("M8[us]")), "d": v.astype("m8[s]"),
    "c": some([f"c{x % 3}" for x in v], pd.CategoricalDtype(["c2", "c0", "c1"])), "o": some([[1, "a", 2.5][x % 3] for x in v], object),
}).set_index(pd.Index([f"r{k}" for k in range(n)], name="row"))
E = F[["i", "f"]][:0]
cases = {"F": F, "G": G, "E": E}
for p in (1, 3, -1, -4, 0, 100, -100):
    cases[f"shift {p}"] = F.shift(p)
    cases[f"shift others {p}"] = G.shift(p)
    cases[f"diff {p}"] = F[["i", "f", "i8", "u", "b", "I", "f4"]].diff(p)
    cases[f"pct {p}"] = F[["i", "f", "u", "f4"]].pct_change(p)
cases["shift empty"], cases["diff empty"], cases["rolling empty"] = E.shift(), E.diff(), E.rolling(2, min_periods=1).sum()
cases["diff times"] = G[["t", "d"]].diff(2)
cases["fill int"] = F[["i", "i8", "f"]].shift(2, fill_value=-7)
cases["fill float"] = F[["i", "f"]].shift(2, fill_value=0.5)
cases["fill whole"] = F[["i", "f"]].shift(-2, fill_value=3.0)
cases["fill big"] = F[["i8"]].shift(2, fill_value=1000)
cases["fill text"] = G["s"].shift(2, fill_value="nothing")
cases["fill category"] = G["c"].shift(2, fill_value="c1")
cases["fill new category"] = golden.call(lambda: G["c"].shift(2, fill_value="c7"))
cases["fill bool"] = F["b"].shift(2, fill_value=True)
cases["series shift"], cases["series diff"], cases["series pct"] = F["i"].shift(), F["f"].diff(-1), F["i"].pct_change(2)
for w, least, center in ((3, None, False), (4, 1, False), (5, 2, True), (1, None, False), (50, 3, False), (0, 0, False)):
    r = F.rolling(w, min_periods=least, center=center)
    for f in ("sum", "mean", "min", "max", "std", "var", "count"):
        cases[f"{f} {w} {least} {center}"] = getattr(r, f)()
cases["ddof"] = F[["i", "f"]].rolling(4).var(ddof=0)
cases["series mean"] = F["f"].rolling(3, min_periods=1).mean()
cases["count others"] = G.rolling(3, min_periods=1).count()
cases["numeric only"] = pd.concat([F[["i"]], G.reset_index()[["s"]]], axis=1).rolling(2).sum(numeric_only=True)
for w, least, closed in ((3, None, "left"), (3, 1, "both"), (4, 0, "neither"), (1, None, "right"), (0, 0, "left")):
    for f in ("sum", "max", "count", "var"):
        cases[f"{f} {w} {least} {closed}"] = getattr(F[["i", "f"]].rolling(w, min_periods=least, closed=closed), f)()
cases["closed centered"] = F[["i", "f"]].rolling(5, center=True, closed="both", min_periods=2).mean()
# times that repeat, and lie near and far from each other
steps = np.array([0, 1, 0, 0, 2, 1, 1, 3, 0, 9, 1, 1, 1, 0, 0, 0, 30, 1, 2, 1, 1])
for name, unit in (("T", "ms"), ("N", "ns")):
    cases[name] = F[["i", "f", "b"]].set_index(pd.Index((np.cumsum(steps) * 500).astype(f"M8[{unit}]"), name="t"))
T, N = cases["T"], cases["N"]
cases["down"], cases["spans"] = T[::-1], T.set_index(pd.Index(np.cumsum(steps), name="t").astype("m8[s]"))
cases["zone"] = T[["f"]].tz_localize("Europe/Berlin")
for w in ("1s", "500ms", "2s", "1min", "0s", "-1s"):
    for closed in ("right", "left", "both", "neither"):
        for f in ("sum", "mean", "min", "count", "std"):
            cases[f"time {f} {w} {closed}"] = getattr(T.rolling(w, closed=closed), f)()
        cases[f"down {w} {closed}"] = cases["down"].rolling(w, closed=closed, min_periods=2).sum()
        cases[f"nano {w} {closed}"] = N.rolling(pd.Timedelta(w).as_unit("ns") // 10**6, closed=closed).sum()
cases["in spans"], cases["in zone"] = cases["spans"].rolling("3s", min_periods=0).sum(), cases["zone"]["f"].rolling("2s").max()
cases["time empty"] = T[:0].rolling("2s").sum()
call = golden.call
cases["mixed"], cases["turns"] = T.iloc[[0, 5, 3, 8]], pd.concat([T, T[::-1]])
cases["missing"] = T.set_index(pd.Index([pd.NaT] + list(T.index[1:])))
for name in ("mixed", "turns", "missing"):
    cases[f"X {name}"] = call(lambda: cases[name].rolling("1ms").sum())
cases["X no times"], cases["X closed"] = call(lambda: F.rolling("2s").sum()), call(lambda: F.rolling(2, closed="no").sum())
cases["X text"] = call(lambda: G[["s"]].rolling(2).sum())
cases["X time"] = call(lambda: G[["t"]].rolling(2).mean())
cases["X series"] = call(lambda: G["s"].rolling(2).max())
cases["X window"] = call(lambda: F.rolling(-1).sum())
cases["X periods"] = call(lambda: F.rolling(2, min_periods=3).sum())
cases["X negative"] = call(lambda: F.rolling(2, min_periods=-1).sum())
golden.write(cases)
