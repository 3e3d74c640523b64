"""Writes a Parquet file of nested columns with pyarrow, and prints the texts of their cells.

    python nested.py > nested.json
"""

import datetime as dt
import decimal
import json
import pathlib

import pyarrow as pa
import pyarrow.parquet as pq

here = pathlib.Path(__file__).parent


def show(v):
    if v is None:
        return "None"
    if isinstance(v, dict):
        return "{" + ", ".join(f"{k}: {show(x)}" for k, x in v.items()) + "}"
    if isinstance(v, (list, tuple)):
        return "[("[isinstance(v, tuple)] + ", ".join(map(show, v)) + "])"[isinstance(v, tuple)]
    if isinstance(v, decimal.Decimal):
        return str(float(v))
    if isinstance(v, bytes):
        return "b" + v.decode()
    if isinstance(v, dt.datetime):
        return v.strftime("%Y-%m-%d %H:%M:%S.%f") + (" UTC" if v.tzinfo else "")
    if isinstance(v, dt.date):
        return v.strftime("%Y-%m-%d")
    if isinstance(v, dt.timedelta):
        return f"{v // dt.timedelta(microseconds=1)}us"
    return str(v)


i64, text = pa.int64(), pa.string()
day, at = dt.date(2020, 1, 2), dt.datetime(2020, 1, 2, 3, 4, 5, 6)
cells = {
    "list": (pa.list_(i64), [[1, 2], None, [], [3, None], [5], [6, 7, 8]]),
    "struct": (pa.struct([("a", pa.int32()), ("b", text)]), [{"a": 1, "b": "x"}, None, {"a": None, "b": None}, {"a": 4, "b": "a longer text than twelve"}, {"a": 5, "b": ""}, None]),
    "map": (pa.map_(text, i64), [[("k", 1)], None, [], [("a", None), ("b", 2)], [("k", 3)], [("z", 1), ("y", 2)]]),
    "lists": (pa.list_(pa.list_(i64)), [[[1], [2, 3]], None, [None, []], [[None]], [], [[], [4]]]),
    "deep": (pa.list_(pa.list_(pa.list_(text))), [[[["a"]]], None, [None, [None, []]], [], [[["b", None], ["c"]], [["a"]]], [[]]]),
    "records": (pa.list_(pa.struct([("a", i64), ("l", pa.list_(text))])), [[{"a": 1, "l": ["x"]}], None, [None], [], [{"a": None, "l": None}, {"a": 2, "l": []}], [{"a": 3, "l": [None, "y"]}]]),
    "within": (pa.struct([("l", pa.list_(i64)), ("s", pa.struct([("x", i64)])), ("m", pa.map_(text, i64))]),
               [{"l": [1], "s": {"x": 1}, "m": [("k", 1)]}, None, {"l": None, "s": None, "m": None}, {"l": [], "s": {"x": None}, "m": []}, {"l": [None, 2], "s": {"x": 5}, "m": [("a", None)]}, None]),
    "map of lists": (pa.map_(pa.int32(), pa.list_(i64)), [[(1, [1, 2])], None, [], [(2, None), (3, [])], [(4, [None])], []]),
    "list of maps": (pa.list_(pa.map_(text, i64)), [[[("k", 1)]], None, [None], [], [[], [("a", 1), ("b", None)]], [[("c", 3)]]]),
    "fixed": (pa.list_(i64, 2), [[1, 2], None, [3, None], [4, 5], [6, 7], [8, 9]]),
    "required": (pa.list_(pa.field("item", i64, nullable=False)), [[1, 2], None, [], [3], [4], []]),
    "bool": (pa.list_(pa.bool_()), [[True, False], None, [None], [], [True], [False, True, None]]),
    "float": (pa.list_(pa.float32()), [[1.5], None, [None], [], [2.25, -0.5], [3.0]]),
    "binary": (pa.list_(pa.binary()), [[b"x"], None, [None], [], [b"", b"yz"], [b"x"]]),
    "decimal": (pa.list_(pa.decimal128(5, 2)), [[decimal.Decimal("1.50")], None, [None], [], [decimal.Decimal("-2.25")], []]),
    "time": (pa.list_(pa.timestamp("us")), [[at], None, [None], [], [at, at + dt.timedelta(days=1)], []]),
    "zone": (pa.struct([("t", pa.timestamp("us", "UTC"))]), [{"t": at.replace(tzinfo=dt.timezone.utc)}, None, {"t": None}, None, None, None]),
    "date": (pa.list_(pa.date32()), [[day], None, [None], [], [day, day], []]),
    "delta": (pa.list_(pa.struct([("d", pa.duration("us"))])), [[{"d": dt.timedelta(seconds=1)}], None, [{"d": None}], [], [None], []]),
    "nothing": (pa.list_(pa.null()), [[None], None, [], [None, None], [], None]),
    "words": (pa.list_(text), [["a", "b"], None, [None], [], ["a"], ["b", "a"]]),
}
schema = pa.schema([pa.field(n, t) for n, (t, _) in cells.items()] + [pa.field("flat", i64), pa.field("must", pa.struct([pa.field("x", i64, nullable=False)]), nullable=False)])
table = pa.table({**{n: pa.array(v, t) for n, (t, v) in cells.items()}, "flat": pa.array(range(6)), "must": [{"x": k} for k in range(6)]}, schema=schema)
pq.write_table(table, here / "nested_types.parquet")
pq.write_table(pa.concat_tables([table] * 20), here / "nested_v2.parquet", data_page_version="2.0", data_page_size=64, write_batch_size=4, row_group_size=50, compression="zstd", use_dictionary=["words"], write_page_index=True)
assert pq.read_table(here / "nested_v2.parquet").num_rows == 120
n = 300
pages = pa.table({"i": range(n), "s": [f"text{k % 7}" for k in range(n)], "l": [[k] for k in range(n)]})
pq.write_table(pages, here / "pages.parquet", data_page_size=256, write_batch_size=16, write_page_index=True, compression="zstd")
print(json.dumps({f: [show(x) for x in pq.read_table(here / "nested_types.parquet").column(f).to_pylist()] for f in schema.names}, indent=0))
