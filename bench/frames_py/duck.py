"""The cases as SQL: each makes a table."""

import duckdb
import tpch_sql
from library import Library

Q10 = "id1, id2, id3, id4, id5, id6"
SQL = {
    "groupby_q1": "SELECT id1, sum(v1) AS v1 FROM g GROUP BY id1",
    "groupby_q2": "SELECT id1, id2, sum(v1) AS v1 FROM g GROUP BY id1, id2",
    "groupby_q3": "SELECT id3, sum(v1) AS v1, avg(v3) AS v3 FROM g GROUP BY id3",
    "groupby_q4": "SELECT id4, avg(v1) AS v1, avg(v2) AS v2, avg(v3) AS v3 FROM g GROUP BY id4",
    "groupby_q5": "SELECT id6, sum(v1) AS v1, sum(v2) AS v2, sum(v3) AS v3 FROM g GROUP BY id6",
    "groupby_q6": "SELECT id4, id5, median(v3) AS v3_median, stddev(v3) AS v3_std FROM g GROUP BY id4, id5",
    "groupby_q7": "SELECT id3, max(v1) - min(v2) AS range_v1_v2 FROM g GROUP BY id3",
    "groupby_q8": "SELECT id6, unnest(max(v3, 2)) AS v3 FROM g GROUP BY id6",
    "groupby_q9": "SELECT id2, id4, pow(corr(v1, v2), 2) AS r2 FROM g GROUP BY id2, id4",
    "groupby_q10": f"SELECT {Q10}, sum(v3) AS v3, count(v1) AS v1 FROM g GROUP BY {Q10}",
    "sparse_k_lo": "SELECT k_lo, sum(v) AS v FROM h GROUP BY k_lo",
    "sparse_k_hi": "SELECT k_hi, sum(v) AS v FROM h GROUP BY k_hi",
    "sparse_s_long": "SELECT s_long, sum(v) AS v FROM h GROUP BY s_long",
    "sparse_s_hi": "SELECT s_hi, sum(v) AS v FROM h GROUP BY s_hi",
    "join_q1": "SELECT x.*, s.id4 AS s4, s.v2 FROM x JOIN small AS s USING (id1)",
    "join_q2": "SELECT x.*, m.id1 AS m1, m.id4 AS m4, m.id5 AS m5, m.v2 FROM x JOIN medium AS m USING (id2)",
    "join_q3": "SELECT x.*, m.id1 AS m1, m.id4 AS m4, m.id5 AS m5, m.v2 FROM x LEFT JOIN medium AS m USING (id2)",
    "join_q4": "SELECT x.*, m.id1 AS m1, m.id2 AS m2, m.id4 AS m4, m.v2 FROM x JOIN medium AS m USING (id5)",
    "join_q5": "SELECT x.*, b.id1 AS b1, b.id2 AS b2, b.id4 AS b4, b.id5 AS b5, b.id6 AS b6, b.v2 FROM x JOIN big AS b USING (id3)",
    "join_many": "SELECT a.*, b.id2 AS b2, b.id4 AS b4, b.id5 AS b5, b.v2 AS w2 FROM medium AS a JOIN medium AS b USING (id1)",
    "join_cross": "SELECT a.id2, a.v2, b.id2 AS b2, b.id5 FROM (SELECT * FROM medium LIMIT 1000) AS a, medium AS b",
    "join_asof": "SELECT x.v1, x.id1, b.v2, b.id2 FROM x ASOF LEFT JOIN big AS b ON x.v1 >= b.v2",
    "sort_int": "SELECT * FROM g ORDER BY id6",
    "sort_float": "SELECT * FROM g ORDER BY v3",
    "sort_string": "SELECT * FROM g ORDER BY id3",
    "sort_three": "SELECT * FROM g ORDER BY id1, id6, v3",
    "sort_series": "SELECT v3 FROM g ORDER BY v3",
    "window_rolling": "SELECT avg(v3) OVER (ROWS BETWEEN 99 PRECEDING AND CURRENT ROW) AS v3 FROM g",
    "window_rank": "SELECT rank() OVER (PARTITION BY id4 ORDER BY v3) AS v3 FROM g",
    "window_cumsum": "SELECT sum(v1) OVER (PARTITION BY id6 ROWS UNBOUNDED PRECEDING) AS v1 FROM g",
    "window_shift": "SELECT lag(v1) OVER (PARTITION BY id6) AS v1 FROM g",
    "distinct": "SELECT DISTINCT id3 FROM g",
    "value_counts": "SELECT id6, count(*) AS count FROM g GROUP BY id6 ORDER BY count DESC",
    "filter": "SELECT * FROM g WHERE v1 > 2 AND v3 < 50.0",
    "expression": "SELECT v1 * v2 + v3 / (v2 + 1) AS y FROM g",
    "strings": "SELECT contains(id3, '99') AS id3 FROM g",
}


class DuckDB(Library):
    def __init__(self, tables):
        self.tables = tables
        self.db = duckdb.connect(config={"threads": 2})
        self.loaded = set()

    def forget(self):
        self.db.execute("DROP TABLE IF EXISTS answer")

    def load(self, names):
        for n in self.loaded - set(names):
            self.db.execute(f"DROP TABLE {n}")
        self.loaded &= set(names)
        for n in set(names) - self.loaded:
            self.db.execute(f"CREATE TABLE {n} AS SELECT * FROM read_parquet('{self.tables.file(n + '.parquet')}')")
            self.loaded.add(n)

    def case(self, name):
        text = SQL.get(name) or tpch_sql.SQL.get(name)
        if text:
            text = text.replace("{scale}", str(self.tables.scale))
            return lambda: self.db.execute(f"CREATE OR REPLACE TABLE answer AS {text}")
        file, out = self.tables.file, self.tables.out
        text = {
            "csv_read": f"CREATE OR REPLACE TABLE answer AS SELECT * FROM read_csv('{file('g.csv')}')",
            "parquet_read": f"CREATE OR REPLACE TABLE answer AS SELECT * FROM read_parquet('{file('g.parquet')}')",
            "csv_write": f"COPY g TO '{out('duck.csv')}' (HEADER)",
            "parquet_write": f"COPY g TO '{out('duck.parquet')}'",
        }[name]
        return lambda: self.db.execute(text)

    def answer(self, _):
        return self.db.execute("SELECT * FROM answer").df()
