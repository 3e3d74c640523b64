"""The cases in pandas' spelling, for pandas, for Mars and, where it has them, for Dask.

A case is a function of the tables (g, x, small, medium, big, h) and of the library's module.
"""


def grouped(t, keys):
    return t.groupby(keys, as_index=False, sort=False, dropna=False)


def correlation(t):
    """The square of the correlation of v1 and v2 by group, from sums."""
    p = t[["id2", "id4", "v1", "v2"]].assign(n=1, a=t["v1"] * t["v1"], b=t["v2"] * t["v2"], c=t["v1"] * t["v2"])
    s = grouped(p, ["id2", "id4"]).agg({"n": "sum", "v1": "sum", "v2": "sum", "a": "sum", "b": "sum", "c": "sum"})
    over = s["n"] * s["c"] - s["v1"] * s["v2"]
    under = (s["n"] * s["a"] - s["v1"] * s["v1"]) * (s["n"] * s["b"] - s["v2"] * s["v2"])
    return s[["id2", "id4"]].assign(r2=over * over / under)


def span(t):
    s = grouped(t, "id3").agg({"v1": "max", "v2": "min"})
    return s[["id3"]].assign(range_v1_v2=s["v1"] - s["v2"])


def best_two(t):
    return t[["id6", "v3"]].sort_values("v3", ascending=False).groupby("id6").head(2)


def by(t, key, other):
    """Two columns in the order of the first."""
    return t[[key, other]].sort_values(key, kind="stable")


GROUPS = {
    "groupby_q1": lambda t, _: grouped(t.g, "id1").agg({"v1": "sum"}),
    "groupby_q2": lambda t, _: grouped(t.g, ["id1", "id2"]).agg({"v1": "sum"}),
    "groupby_q3": lambda t, _: grouped(t.g, "id3").agg({"v1": "sum", "v3": "mean"}),
    "groupby_q4": lambda t, _: grouped(t.g, "id4").agg({"v1": "mean", "v2": "mean", "v3": "mean"}),
    "groupby_q5": lambda t, _: grouped(t.g, "id6").agg({"v1": "sum", "v2": "sum", "v3": "sum"}),
    "groupby_q6": lambda t, _: grouped(t.g, ["id4", "id5"]).agg({"v3": ["median", "std"]}),
    "groupby_q7": lambda t, _: span(t.g),
    "groupby_q8": lambda t, _: best_two(t.g),
    "groupby_q9": lambda t, _: correlation(t.g),
    "groupby_q10": lambda t, _: grouped(t.g, ["id1", "id2", "id3", "id4", "id5", "id6"]).agg({"v3": "sum", "v1": "count"}),
    "sparse_k_lo": lambda t, _: grouped(t.h, "k_lo").agg({"v": "sum"}),
    "sparse_k_hi": lambda t, _: grouped(t.h, "k_hi").agg({"v": "sum"}),
    "sparse_s_long": lambda t, _: grouped(t.h, "s_long").agg({"v": "sum"}),
    "sparse_s_hi": lambda t, _: grouped(t.h, "s_hi").agg({"v": "sum"}),
}

JOINS = {
    "join_q1": lambda t, _: t.x.merge(t.small, on="id1"),
    "join_q2": lambda t, _: t.x.merge(t.medium, on="id2"),
    "join_q3": lambda t, _: t.x.merge(t.medium, how="left", on="id2"),
    "join_q4": lambda t, _: t.x.merge(t.medium, on="id5"),
    "join_q5": lambda t, _: t.x.merge(t.big, on="id3"),
    "join_many": lambda t, _: t.medium.merge(t.medium, on="id1"),
    "join_cross": lambda t, _: t.medium[["id2", "v2"]].head(1000).merge(t.medium[["id2", "id5"]], how="cross"),
    "join_asof": lambda t, pd: pd.merge_asof(by(t.x, "v1", "id1"), by(t.big, "v2", "id2"), left_on="v1", right_on="v2"),
}

REST = {
    "sort_int": lambda t, _: t.g.sort_values("id6", kind="stable"),
    "sort_float": lambda t, _: t.g.sort_values("v3", kind="stable"),
    "sort_string": lambda t, _: t.g.sort_values("id3", kind="stable"),
    "sort_three": lambda t, _: t.g.sort_values(["id1", "id6", "v3"]),
    "sort_series": lambda t, _: t.g["v3"].sort_values(),
    "window_cumsum": lambda t, _: t.g.groupby("id6")["v1"].cumsum(),
    "window_rank": lambda t, _: t.g.groupby("id4")["v3"].rank(),
    "window_shift": lambda t, _: t.g.groupby("id6")["v1"].shift(),
    "window_rolling": lambda t, _: t.g["v3"].rolling(100).mean(),
    "distinct": lambda t, _: t.g["id3"].drop_duplicates(),
    "value_counts": lambda t, _: t.g["id6"].value_counts(),
    "filter": lambda t, _: t.g[(t.g["v1"] > 2) & (t.g["v3"] < 50.0)],
    "expression": lambda t, _: t.g["v1"] * t.g["v2"] + t.g["v3"] / (t.g["v2"] + 1),
    "strings": lambda t, _: t.g["id3"].str.contains("99", regex=False),
}

FILES = {
    "csv_read": lambda t, pd: pd.read_csv(t.file("g.csv")),
    "parquet_read": lambda t, pd: pd.read_parquet(t.file("g.parquet")),
    "csv_write": lambda t, _: t.g.to_csv(t.out("g.csv"), index=False),
    "parquet_write": lambda t, _: t.g.to_parquet(t.out("g.parquet"), index=False),
}

CASES = GROUPS | JOINS | REST | FILES

# Sorts are stable, so that there is one right answer.

# What the order of rows means: in the others the answer is a set of rows.
ORDERED = {name for name in CASES if name.startswith(("sort", "window", "filter", "expression", "strings", "csv", "parquet"))}
