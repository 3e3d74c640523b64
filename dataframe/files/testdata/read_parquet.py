"""What pandas reads from the Parquet files of wire/parquet/testdata and of examples/data."""

import pathlib
import sys

import pandas as pd

here = pathlib.Path(__file__).parent
sys.path.insert(0, str(here / "../../../marstest"))
import golden  # noqa: E402

files = here / "../../../wire/parquet/testdata"
flights = here / "../../../examples/data/flights-200k.parquet"
cases = {}
for name in ["hole_zstd", "index_multi", "index_range", "index_time", "empty_columns", "empty_rows", "nostats"]:
    cases[name] = pd.read_parquet(files / (name + ".parquet"))
cases["columns"] = pd.read_parquet(files / "hole_zstd.parquet", columns=["t", "I", "b"])
cases["no columns"] = pd.read_parquet(files / "hole_zstd.parquet", columns=[])
cases["index and columns"] = pd.read_parquet(files / "index_time.parquet", columns=["s"])
a = pd.read_parquet(files / "base_snappy.parquet", columns=["i64", "s"])
cases["two files"] = pd.read_parquet([files / "base_snappy.parquet", files / "index_none.parquet"], columns=["i64", "s"])
f = pd.read_parquet(flights)
cases["flights"] = f.iloc[[0, 1, 49999, 50000, 123456, 199999]]
cases["delays"] = f.delay.describe().loc[["count", "mean", "min", "max"]]
golden.write(cases)
