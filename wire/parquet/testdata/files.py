"""Writes the Parquet files of this folder with pandas and pyarrow, and prints what pandas reads from them.

    python files.py > files.json
"""

import datetime
import decimal
import pathlib
import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

here = pathlib.Path(__file__).parent
sys.path.insert(0, str(here / "../../../marstest"))
import golden  # noqa: E402

cases = {}


def read(name):
    df = pd.read_parquet(here / name)
    for c in df.columns:  # what we hold otherwise: see the package documentation
        v = next((x for x in df[c] if x is not None), None) if df[c].dtype == object else None
        if isinstance(v, datetime.date):
            df[c] = pd.Series(df[c].to_numpy().astype("M8[s]"), index=df.index)
        elif isinstance(v, decimal.Decimal):
            df[c] = df[c].astype(float)
        elif isinstance(v, datetime.time):
            unit = "us"
            df[c] = pd.Series([None if x is None else np.timedelta64((x.hour * 3600 + x.minute * 60 + x.second) * 10**6 + x.microsecond, unit) for x in df[c]], index=df.index).astype(f"m8[{unit}]")
    cases[name] = df


def frame(name, df, **kw):
    df.to_parquet(here / name, **kw)
    read(name)


def table(name, t, **kw):
    pq.write_table(t, here / name, **kw)
    read(name)


n = 60
i = np.arange(n)
base = pd.DataFrame(
    {
        "i8": (i % 100 - 50).astype("i1"),
        "u8": (i * 4).astype("u1"),
        "i16": (i * 300 - 9000).astype("i2"),
        "u16": (i * 1000).astype("u2"),
        "i32": (i * 70000000 - 2**31).astype("i4"),
        "u32": (i * 70000000).astype("u4"),
        "i64": i.astype("i8") ** 5 - 2**40,
        "u64": (i.astype("u8") + np.uint64(2**63)),
        "f16": (i / 8).astype("f2"),
        "f32": (i / 3).astype("f4"),
        "f64": np.where(i % 7 == 3, np.nan, i / 7),
        "b": i % 3 == 0,
        "s": [["lo", "a text that is longer than twelve", "", "ü"][k % 4] for k in i],
        "u": [f"text number {k * k}" for k in i],
        "t": pd.Timestamp("2001-02-03 04:05:06.789012") + pd.to_timedelta(i * 1000003, "us"),
        "d": pd.to_timedelta(i * 1001, "ms"),
        "z": (pd.Timestamp("2001-02-03 04:05", tz="Europe/Berlin") + pd.to_timedelta(i, "h")),
        "c": pd.Categorical([["x", "y", "zz"][k % 3] for k in i], categories=["zz", "x", "y", "never"]),
        "o": pd.Categorical([["lo", "hi"][k % 2] for k in i], categories=["lo", "hi"], ordered=True),
    }
)
hole = base.copy()
for k, c in enumerate(["s", "u", "t", "d", "z", "c", "o"]):
    hole.loc[(i + k) % 5 == 0, c] = None
hole["I"] = pd.array([None if k % 4 == 1 else k for k in i], dtype="Int64")
hole["I8"] = pd.array([None if k % 4 == 2 else k for k in i], dtype="Int8")
hole["U16"] = pd.array([None if k % 4 == 2 else k for k in i], dtype="UInt16")
hole["F"] = pd.array([None if k % 4 == 3 else k / 2 for k in i], dtype="Float32")
hole["B"] = pd.array([None if k % 5 == 3 else k % 2 == 0 for k in i], dtype="boolean")
hole["S"] = pd.array([None if k % 5 == 4 else f"s{k % 9}" for k in i], dtype="string")

frame("base_snappy.parquet", base)
frame("hole_zstd.parquet", hole, compression="zstd", row_group_size=25)
frame("hole_none_plain.parquet", hole.drop(columns=["c", "o"]), compression=None, use_dictionary=False)
frame("hole_gzip_v2.parquet", hole, compression="gzip", data_page_version="2.0", data_page_size=100, row_group_size=40)
frame("hole_brotli.parquet", hole[["i64", "s", "f64"]], compression="brotli")
frame("hole_lz4.parquet", hole[["i64", "s", "f64"]], compression="lz4")
frame("delta.parquet", hole[["i32", "i64", "s", "u", "t"]], use_dictionary=False,
      column_encoding={"i32": "DELTA_BINARY_PACKED", "i64": "DELTA_BINARY_PACKED", "s": "DELTA_LENGTH_BYTE_ARRAY", "u": "DELTA_BYTE_ARRAY", "t": "DELTA_BINARY_PACKED"})
frame("split.parquet", hole[["f16", "f32", "f64", "i32", "i64"]], use_dictionary=False, column_encoding={c: "BYTE_STREAM_SPLIT" for c in ["f16", "f32", "f64", "i32", "i64"]})
frame("int96.parquet", base[["t"]], use_deprecated_int96_timestamps=True)
frame("units.parquet", pd.DataFrame({"ms": base.t.astype("M8[ms]"), "ns": base.t.astype("M8[ns]"), "s": base.t.astype("M8[s]"), "td": base.d.astype("m8[ns]")}))

# dictionary that overflows in the middle of a column chunk, categorical too
m = 4000
mixed = pd.DataFrame({"s": [f"{(k * 7919) % m:05d}-{k}" if k > m // 2 else f"{k % 10}" for k in range(m)]})
mixed["c"] = mixed.s.astype("category")
frame("mixed.parquet", mixed, dictionary_pagesize_limit=2000, data_page_size=1000, compression="zstd", row_group_size=3000)

# row labels
small = base[["i64", "s"]].head(6)
frame("index_str.parquet", small.set_axis(pd.Index(list("abcdef"), name="k")))
frame("index_int.parquet", small.set_axis([5, 3, 1, 2, 2, 9]))
frame("index_range.parquet", small.set_axis(pd.RangeIndex(10, 22, 2, name="r")))
frame("index_multi.parquet", small.set_axis(pd.MultiIndex.from_tuples([(k // 2, "xy"[k % 2]) for k in range(6)], names=["n", None])))
frame("index_time.parquet", small.set_axis(pd.date_range("2020-01-01", periods=6, freq="D", name="day")))
frame("index_none.parquet", small.set_axis([5, 3, 1, 2, 2, 9]), index=False)
frame("columns_int.parquet", pd.DataFrame(np.arange(6).reshape(3, 2)))
frame("empty_rows.parquet", hole.head(0).drop(columns=["c", "o"]))  # pandas gives empty categories of objects
frame("empty_columns.parquet", pd.DataFrame(index=pd.RangeIndex(4)))

# what pandas did not write
dec = lambda vs, p, s: pa.array([None if v is None else decimal.Decimal(v) for v in vs], pa.decimal128(p, s))
table("arrow.parquet", pa.table({
    "date": pa.array([datetime.date(2020, 1, 1), None, datetime.date(1969, 12, 31)], pa.date32()),
    "dec4": dec(["1.25", "-7.75", None], 9, 2),
    "dec8": dec(["123456789012.5", None, "-0.1"], 15, 1),
    "dec16": dec(["12345678901234567890.123", "-12345678901234567890.125", None], 30, 3),
    "time": pa.array([datetime.time(1, 2, 3, 4), None, datetime.time(23, 59)], pa.time64("us")),
    "ints": pa.array([1, None, 3], pa.int64()),
    "bools": pa.array([True, None, False]),
    "yes": pa.array([True, True, False]),
    "nothing": pa.array([None, None, None], pa.int32()),
    "none": pa.nulls(3),
    "req": pa.array([1, 2, 3], pa.int64()),
}, schema=pa.schema([pa.field("date", pa.date32()), pa.field("dec4", pa.decimal128(9, 2)), pa.field("dec8", pa.decimal128(15, 1)),
                     pa.field("dec16", pa.decimal128(30, 3)), pa.field("time", pa.time64("us")), pa.field("ints", pa.int64()), pa.field("bools", pa.bool_()),
                     pa.field("yes", pa.bool_()), pa.field("nothing", pa.int32()), pa.field("none", pa.null()), pa.field("req", pa.int64(), nullable=False)])), store_decimal_as_integer=True)
table("nostats.parquet", pa.table({"i": pa.array([1, 2, None]), "b": pa.array([True, None, None]), "k": pa.array([1, 2, 3])}), write_statistics=False)
pq.write_table(pa.table({"a": [1, 2], "l": [[1], [2, 3]], "m": [{"x": 1}, {"x": 2}], "z": ["p", "q"]}), here / "nested.parquet")
cases["nested.parquet"] = pd.read_parquet(here / "nested.parquet", columns=["a", "z"])
pq.write_table(pa.table({"b": pa.array([b"\x00\xff", None, b"long enough for a heap"], pa.binary()), "f": pa.array([b"abc", b"def", None], pa.binary(3))}), here / "binary.parquet")

golden.write(cases)
