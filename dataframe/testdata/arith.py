"""Goldens of arithmetic, comparison and logic; frames whose name begins with "in " are what the tests compute on."""
import os
import sys
import warnings

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

warnings.simplefilter("ignore")
call = golden.call
n = 20
i = np.arange(n)
df = pd.DataFrame({"i": i % 7 - 3, "f": np.where(i % 5 == 2, np.nan, i / 4), "u": (i % 4).astype("u1"), "b": i % 3 == 0})
num = df[["i", "f", "u"]]
tx = pd.DataFrame({"s": ["x%d" % (k % 3) if k % 4 else None for k in i], "t": pd.to_datetime("2020-01-01") + pd.to_timedelta(i, unit="h"),
                   "d": pd.to_timedelta(i * 90, unit="s"), "N": pd.array([None if k % 6 == 1 else k for k in i], dtype="Int64"),
                   "B": pd.array([None if k % 5 == 1 else k % 2 == 0 for k in i], dtype="boolean"), "o": pd.Series([k if k % 3 else "o" for k in i], dtype=object)})
low, high = num.iloc[:14], num.iloc[6:] * 2
shuffled = num.iloc[::-1] * 10
keyed = num.set_index(pd.Index(["k%d" % (k % 8) for k in i], name="key"))
other = pd.DataFrame({"f": np.arange(6) * 1.5, "u": np.arange(6), "z": np.arange(6)}, index=pd.Index(["k%d" % k for k in range(2, 8)]))
floats = num.set_index(pd.Index(i / 2))
multi = num.set_index([pd.Index(i // 4, name="p"), pd.Index(["q%d" % (k % 4) for k in i], name="q")])
multi2 = multi.iloc[5:12] + 1
cases = {"in df": df, "in tx": tx, "in low": low, "in high": high, "in shuffled": shuffled, "in keyed": keyed, "in other": other, "in floats": floats,
         "in multi": multi, "in multi2": multi2}
s = {c: df[c] for c in df}
s.update({c: tx[c] for c in tx})
for name, f in {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "truediv": lambda a, b: a / b, "floordiv": lambda a, b: a // b,
                "mod": lambda a, b: a % b, "pow": lambda a, b: a ** b, "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b,
                "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b, "and": lambda a, b: a & b, "or": lambda a, b: a | b,
                "xor": lambda a, b: a ^ b}.items():
    for x, y in [("i", "u"), ("f", "i"), ("i", "i"), ("b", "b"), ("b", "i"), ("s", "s"), ("t", "d"), ("t", "t"), ("d", "d"), ("d", "i"), ("N", "i"), ("N", "f"), ("B", "b"),
                 ("B", "B"), ("o", "i"), ("s", "i"), ("N", "N")]:
        cases[f"{name} {x} {y}"] = call(lambda: f(s[x], s[y]))
    for x, v in [("i", 2), ("i", 0), ("i", 2.5), ("f", 2), ("u", 3), ("u", 300), ("b", True), ("s", "x1"), ("s", 2), ("N", 2), ("N", 0), ("B", True), ("i", "a"), ("b", 1), ("i", True)]:
        cases[f"{name} {x} {v!r}"] = call(lambda: f(s[x], v))
        if name not in ("and", "or", "xor", "eq", "ne", "lt", "le", "gt", "ge") and (name, type(v)) != ("mod", str):
            cases[f"r{name} {x} {v!r}"] = call(lambda: f(v, s[x]))
day = pd.Timedelta("1 day")
cases.update({
    "frame scalar": num + 1, "frame power": num ** 2, "frame less": df < 1, "frames": num * num, "frame series rows": num.add(s["i"], axis=0),
    "frame series columns": num - num.mean(), "frame series labels": num + pd.Series([1.0, 2.0], index=["f", "z"]), "frame compare columns": num.gt(num.mean(), axis=1),
    "mean of other": num - num[["u", "f", "i"]].mean(),
    "low high": low + high, "high low": high["i"] - low["i"], "low high fill": low.add(high, fill_value=0), "low high eq": low.eq(high), "low high ne": low["f"].ne(high["f"]),
    "shuffled": num + shuffled, "shuffled series": num["i"] + shuffled["i"], "keyed": keyed + other, "keyed fill": keyed.mul(other, fill_value=2), "keyed series": keyed["f"] * other["f"],
    "rows": low.add(high["u"], axis=0), "rows fill": low.add(high["f"], axis=0, fill_value=1), "floats": num + floats, "multi": multi + multi2, "multi series": multi["i"] * multi2["i"],
    "bools and": (low["i"] > 0) & (high["i"] > 0), "bools or": (low["i"] > 0) | (high["i"] > 0), "named": num["i"] + num["u"], "some columns": num[["i", "f"]] + num[["f", "u"]],
    "columns order": num[["f", "i"]] + num[["i", "f"]], "pow columns": num[["i", "f"]] ** num[["f"]], "compare columns": num[["i", "f"]].eq(num[["f"]]), "fill columns":
    num[["i", "f"]].add(num[["f"]], fill_value=0), "fill scalar": num["f"].add(1, fill_value=100), "fill text": tx["s"].radd("a", fill_value="b"),
    "day": tx["t"] + day, "day before": tx["t"] - pd.Timestamp("2020-01-01"), "rday": pd.Timestamp("2021-01-01") - tx["t"], "compare day": tx["t"] > pd.Timestamp("2020-01-01 05:00"),
    "compare text day": tx["t"] >= "2020-01-01 05:00", "span ratio": tx["d"] / pd.Timedelta("1min"), "tensor": num["i"] + np.arange(n) * 2, "matrix": num * np.arange(n * 3).reshape(n, 3),
    "row": num + np.array([1, 10, 100]), "list": num["i"] * list(range(n)), "typed": num["u"] + np.int16(3), "chain": (num["i"] + num["f"]) * 2 - num["u"],
    "empty": num.iloc[:0] + 1, "empty align": num["i"].iloc[:0] + num["i"].iloc[:3], "NA": tx["N"] + pd.NA, "nan": num["i"] + np.nan, "eq nan": num["f"] == np.nan,
})
golden.write(cases)
