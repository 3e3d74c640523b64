import os
import sys

import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "marstest"))
from golden import call, write

nan = float("nan")
N = 30
df = pd.DataFrame({
    "i": [i * 7 % 13 for i in range(N)],
    "f": [nan if i % 7 == 3 else i * 37 % 19 / 4 for i in range(N)],
    "s": [None if i % 6 == 4 else f"w{i * 11 % 8}" for i in range(N)],
    "b": [i % 3 == 0 for i in range(N)],
}, index=[f"r{i * 7 % N:02d}" for i in range(N)])
num = df[["i", "f", "b"]].rename_axis("key")
other = pd.Series([float(i * i % 11) for i in range(N)], index=df.index[::-1], name="o")
lists = pd.DataFrame({"l": ["a b c", "", None, "d", "e f"] * 3, "n": range(15)})
lists["l"] = lists["l"].str.split()
cases = {
    "in df": df, "in num": num, "in other": other, "in lists": lists,
    "clip": df[["i", "f"]].clip(2, 4), "clip up": df["f"].clip(upper=2), "clip by": df["f"].clip(other),
    "rank": df.rank(), "rank dense": df["f"].rank(method="dense", ascending=False, pct=True), "rank rows": num.rank(axis=1),
    "skew": num.skew(), "kurt": num.kurt(), "kurt of one": df["f"].kurt(), "skew rows": df[["i", "f"]].assign(j=df["i"] ** 2).skew(axis=1), "skew of texts": call(lambda: df["s"].skew()),
    "mode": df.mode(), "mode of one": df["s"].mode(),
    "corr": num.corr(), "spearman": num.corr(method="spearman"), "cov": num.cov(), "few": num.corr(min_periods=40),
    "corr with": df["f"].corr(other), "cov with": df["f"].cov(other), "autocorr": df["i"].autocorr(2),
    "melt": df.melt("s", ["i", "f"]), "melt all": num.melt(ignore_index=False),
    "stack": num.stack(), "stack texts": df[["s"]].stack(),
    "explode": lists.explode("l"), "explode one": lists["l"].explode(ignore_index=True),
    "drop": df.drop(["r03", "r11"]), "drop one": df["s"].drop("r05"),
    "reindex": num.reindex(["r05", "zz", "r01"]), "reindex fill": df["i"].reindex(["r05", "zz", "r05"], fill_value=-1),
    "reindex columns": df.reindex(columns=["f", "zz"]), "reindex like": df.reindex_like(num.iloc[3:9]),
    "replace": df.replace({3: 30, "w3": "q"}), "replace wide": df["i"].replace(3, 0.5), "replace pattern": df["s"].replace("^w(.)", r"\1\1", regex=True),
    "cut": pd.cut(df["f"], [0, 1, 2.5, 4], labels=["low", "mid", "high"]), "cut codes": pd.cut(df["i"], 4, labels=False), "cut edges": pd.Series(pd.cut(df["i"], 4, retbins=True)[1]),
    "binned": pd.cut(df["f"], [0, 1, 2.5, 4], right=False, labels=False), "qcut": pd.qcut(df["f"], 3, labels=False),
    **{f"expanding {f}": getattr(df[["i", "f"]].expanding(3), f)() for f in ["sum", "mean", "count", "min", "max", "var", "std", "sem"]},
    "interpolate": df[["i", "f"]].interpolate(), "interpolate back": df["f"].interpolate(limit=1, limit_direction="backward", limit_area="inside"),
    "between": df["f"].between(1, 3.5), "between left": df["f"].between(1, df["i"], inclusive="left"), "argmin": df["f"].argmin(), "argmax": df["f"].argmax(),
    "argsort": df["f"].argsort(kind="stable"), "pivot": df.drop_duplicates(["i", "s"]).dropna().pivot(index="i", columns="s", values="f"),
    "pivot lists": df.drop_duplicates(["i", "s"]).dropna().pivot(index=["i"], columns=["s"], values=["f"]),
    "agg": num[["i", "f"]].agg(["sum", "max"]), "agg dict": num.agg({"i": "sum", "f": "mean"}), "agg dicts": num.agg({"i": ["sum", "min"], "f": ["max"]}),
    "agg named": num.agg(lo=("f", "min"), hi=("i", "max")), "agg of one": df["f"].agg(["sum", "mean"]),
    "level": num.set_index("i", append=True).index.get_level_values("i"),
}
write(cases)
