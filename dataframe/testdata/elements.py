"""Goldens of functions of single elements and of columns set."""
import os
import sys
import warnings

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

warnings.simplefilter("ignore")
call = golden.call
n = 24
i = np.arange(n)
df = pd.DataFrame({"i": i * 5 % 11 - 4, "f": np.where(i % 5 == 2, np.nan, (i * 7 % 9) / 4 - 1), "s": pd.Series(["x%d" % (k % 4) if k % 6 != 3 else None for k in i], dtype="str"),
                   "b": i % 3 == 0, "N": pd.array([None if k % 4 == 1 else k for k in i], dtype="Int64"),
                   "t": pd.Series(np.array([k * 1500 for k in i], "M8[ms]").astype("M8[us]")), "o": pd.Series([None if k % 7 == 1 else k if k % 2 else "o" for k in i], dtype=object)})
df.loc[df.index % 8 == 6, "t"] = pd.NaT
keyed = df[["i", "f", "s"]].set_index(pd.Index(["k%02d" % (k * 7 % n) for k in i], name="key"))
part = keyed["f"].iloc[::-2] * 10
gaps = df[["f", "s", "N"]].where(pd.Series(i % 4 != 0), axis=0)
whole = pd.DataFrame({"d": pd.to_datetime("2020-01-01") + pd.to_timedelta(i, unit="D"), "e": pd.to_timedelta(i, unit="D"), "c": pd.Series(["abc"[k % 3] for k in i], dtype="str"),
                      "n": (i * 3 % 5).astype("f8"), "p": pd.Series([str(k) for k in i], dtype="str")})
num = df[["i", "f"]]
cases = {"in df": df, "in keyed": keyed, "in part": part, "in gaps": gaps, "in whole": whole}
cases.update({
    "isna": df.isna(), "notna": keyed["f"].notna(), "neg": -df[["i", "f", "b", "N"]], "invert": ~df[["i", "b"]], "abs": df[["i", "f", "N", "b"]].abs(), "neg text": call(lambda: -df["s"]),
    "invert float": call(lambda: ~df["f"]), "round": (df[["i", "f", "s"]]).round(1), "round tens": (num * 7).round(-1), "round all": df["f"].round(),
    "fill": df["f"].fillna(0), "fill frame": num.fillna(1.5), "fill text": df["s"].fillna("none"), "fill text number": df["s"].fillna(0), "fill nullable": df["N"].fillna(7),
    "fill columns": df.fillna({"f": -1, "s": "q", "z": 1}), "fill time": df["t"].fillna(pd.Timestamp("2021-01-01")), "fill objects": df["o"].fillna("?"), "fill nothing": df["i"].fillna(5),
    "fill bad nullable": call(lambda: df["N"].fillna("a")), "fill whole text": whole["c"].fillna(0),
    "dropna": df.dropna(), "dropna all": gaps.dropna(how="all"), "dropna subset": df.dropna(subset=["f", "s"]), "dropna thresh": gaps.dropna(thresh=2), "dropna series": keyed["f"].dropna(),
    "dropna how": call(lambda: df.dropna(how="some")), "dropna lost": call(lambda: df.dropna(subset=["q"])),
    "assign scalar": df.assign(z=1.5), "assign text": df.assign(i="a"), "assign series": keyed.assign(z=keyed["f"] * 2), "assign other": keyed.assign(z=part, i=part),
    "assign ints": keyed.assign(z=keyed["i"].iloc[:10]), "assign all ints": keyed.assign(z=keyed["i"].iloc[::-1]), "assign list": keyed.assign(z=list(range(n))),
    "assign tensor": keyed.assign(f=np.arange(n) * 0.5), "assign two": df[["i"]].assign(a=1, b=lambda d: d["i"] + d["a"]),
    "astype": df[["i", "b"]].astype("float32"), "astype columns": df.astype({"i": "int8", "f": "str", "b": "Int64"}), "astype category": whole["c"].astype("category"),
    "isin by column": df.isin({"i": [1, 3], "s": ["x1", None], "q": [1]}),
    "astype categories": df["s"].astype(pd.CategoricalDtype(["x3", "x1"])), "astype number categories": df["N"].astype(pd.CategoricalDtype([4, 2.0, 7], ordered=True)),
    "astype bool categories": df["i"].astype(pd.CategoricalDtype([True])), "astype other categories": whole["c"].astype("category").astype(pd.CategoricalDtype(["z", "c", "a"])),
    "astype object categories": df["o"].astype(pd.CategoricalDtype(["o", 3])), "astype no categories": df["s"].astype(pd.CategoricalDtype([])),
    "astype float category": whole["n"].astype("category"), "astype date text": whole["d"].astype("str"), "astype span text": whole["e"].astype("str"), "astype time text": df["t"].astype("str"),
    "astype number": whole["p"].astype("int64"), "astype nan": call(lambda: df["f"].astype("int64")), "astype bad": call(lambda: df["s"].astype("float64")), "astype objects": df["t"].astype(object).isna(),
    "map": df["s"].map({"x0": 1, "x1": 2, "x3": 4}), "map whole": whole["c"].map({"a": "A", "b": "B", "c": "C"}), "map ints": whole["c"].map({"a": 1, "b": 2, "c": 3}), "map numbers": df["i"].map({1: "one", 2.0: "two"}),
    "isin": df["i"].isin([1, 3, -2]), "isin text": df["s"].isin(["x1", None]), "isin frame": df[["i", "f"]].isin([1, 0.5]), "isin nan": df["f"].isin([np.nan]),
    "between": df["i"].between(-1, 3), "between neither": df["f"].between(-0.5, 0.5, inclusive="neither"),
    "twice": df[["i"]] * 2, "apply": df["i"] * 2.0 + 1, "apply rows": pd.Series([None if f != f else "%d:%s" % (k, "x") for k, f in zip(df["i"], df["f"])], dtype=object).astype(object), "apply text": df["s"] + "!",
})
cases["apply rows"] = pd.Series(["%d" % k for k in df["i"]], dtype="str")
golden.write(cases)
