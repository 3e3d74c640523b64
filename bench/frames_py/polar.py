"""The cases in Polars' expressions, over lazy frames."""

import polars as pl
import tpch_polars
from library import Library
from polars import col

SUM, MEAN = (lambda *n: [col(x).sum() for x in n]), (lambda *n: [col(x).mean() for x in n])

CASES = {
    "groupby_q1": lambda t: t.g.group_by("id1").agg(SUM("v1")),
    "groupby_q2": lambda t: t.g.group_by("id1", "id2").agg(SUM("v1")),
    "groupby_q3": lambda t: t.g.group_by("id3").agg(col("v1").sum(), col("v3").mean()),
    "groupby_q4": lambda t: t.g.group_by("id4").agg(MEAN("v1", "v2", "v3")),
    "groupby_q5": lambda t: t.g.group_by("id6").agg(SUM("v1", "v2", "v3")),
    "groupby_q6": lambda t: t.g.group_by("id4", "id5").agg(col("v3").median().alias("median"), col("v3").std().alias("std")),
    "groupby_q7": lambda t: t.g.group_by("id3").agg((col("v1").max() - col("v2").min()).alias("range_v1_v2")),
    "groupby_q8": lambda t: t.g.group_by("id6").agg(col("v3").top_k(2)).explode("v3"),
    "groupby_q9": lambda t: t.g.group_by("id2", "id4").agg((pl.corr("v1", "v2") ** 2).alias("r2")),
    "groupby_q10": lambda t: t.g.group_by("id1", "id2", "id3", "id4", "id5", "id6").agg(col("v3").sum(), col("v1").count()),
    "sparse_k_lo": lambda t: t.h.group_by("k_lo").agg(SUM("v")),
    "sparse_k_hi": lambda t: t.h.group_by("k_hi").agg(SUM("v")),
    "sparse_s_long": lambda t: t.h.group_by("s_long").agg(SUM("v")),
    "sparse_s_hi": lambda t: t.h.group_by("s_hi").agg(SUM("v")),
    "join_q1": lambda t: t.x.join(t.small, on="id1"),
    "join_q2": lambda t: t.x.join(t.medium, on="id2"),
    "join_q3": lambda t: t.x.join(t.medium, on="id2", how="left"),
    "join_q4": lambda t: t.x.join(t.medium, on="id5"),
    "join_q5": lambda t: t.x.join(t.big, on="id3"),
    "join_many": lambda t: t.medium.join(t.medium, on="id1"),
    "join_cross": lambda t: t.medium.select("id2", "v2").head(1000).join(t.medium.select("id2", "id5"), how="cross"),
    "join_asof": lambda t: t.x.select("v1", "id1").sort("v1").join_asof(t.big.select("v2", "id2").sort("v2"), left_on="v1", right_on="v2"),
    "sort_int": lambda t: t.g.sort("id6"),
    "sort_float": lambda t: t.g.sort("v3"),
    "sort_string": lambda t: t.g.sort("id3"),
    "sort_three": lambda t: t.g.sort("id1", "id6", "v3"),
    "sort_series": lambda t: t.g.select("v3").sort("v3"),
    "window_cumsum": lambda t: t.g.select(col("v1").cum_sum().over("id6")),
    "window_rank": lambda t: t.g.select(col("v3").rank().over("id4")),
    "window_shift": lambda t: t.g.select(col("v1").shift().over("id6")),
    "window_rolling": lambda t: t.g.select(col("v3").rolling_mean(100)),
    "distinct": lambda t: t.g.select("id3").unique(),
    "value_counts": lambda t: t.g.group_by("id6").len("count").sort("count", descending=True),
    "filter": lambda t: t.g.filter((col("v1") > 2) & (col("v3") < 50.0)),
    "expression": lambda t: t.g.select(y=col("v1") * col("v2") + col("v3") / (col("v2") + 1)),
    "strings": lambda t: t.g.select(col("id3").str.contains("99", literal=True)),
    "csv_read": lambda t: pl.scan_csv(t.file("g.csv")),
    "parquet_read": lambda t: pl.scan_parquet(t.file("g.parquet")),
}


class Polars(Library):
    def __init__(self, tables, engine):
        self.tables, self.engine = tables, engine
        self.eager = {}

    def load(self, names):
        for n in [n for n in self.eager if n not in names]:
            del self.eager[n]
            delattr(self.tables, n)
        for n in names:
            if n not in self.eager:
                self.eager[n] = pl.read_parquet(self.tables.file(n + ".parquet"))
            setattr(self.tables, n, self.eager[n].lazy())

    def case(self, name):
        if name == "csv_write":
            return lambda: self.eager["g"].write_csv(self.tables.out("polars.csv"))
        if name == "parquet_write":
            return lambda: self.eager["g"].write_parquet(self.tables.out("polars.parquet"))
        f = CASES.get(name) or tpch_polars.CASES[name]
        return lambda: f(self.tables).collect(engine=self.engine)

    def answer(self, x):
        return x.to_pandas()
