"""Writes small Arrow streams and files with pyarrow 26.0.1 from pandas 3.1.1 frames; arrow_test.go says what is in them.

Run here: pip install numpy==2.4.6 pandas==3.1.1 pyarrow==26.0.1; python gen_arrow.py
"""

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.feather as feather


def write(name, *tables):
    tables = [t if isinstance(t, pa.Table) else pa.Table.from_pandas(t) for t in tables]
    with pa.OSFile(name + ".arrow", "wb") as f, pa.ipc.new_stream(f, tables[0].schema) as w:
        for t in tables:
            w.write_table(t)


kinds = pd.DataFrame(
    {
        "i": np.array([1, -2, 3], "i4"),
        "u": np.array([1, 2, 255], "u1"),
        "f": [1.5, None, -0.25],
        "h": np.array([0.5, 1, 2], "f2"),
        "s": ["a", None, "a text beyond twelve bytes"],
        "b": [True, False, True],
        "c": pd.Categorical(["x", None, "y"], ordered=True),
        "d": pd.to_datetime(["2020-01-01", None, "2021-12-31"]),
        "z": pd.to_datetime(["2020-01-01 12:00", None, "2020-07-01"], format="ISO8601").tz_localize("Europe/Berlin"),
        "t": pd.to_timedelta(["1D", None, "-1s"]),
        "I": pd.array([1, None, 3], "Int64"),
        "B": pd.array([True, None, False], "boolean"),
        "n": pd.array(["a", None, "b"], "string"),
        "F": pd.array([1.5, None, 2.5], "Float32"),
        "o": pd.Series(["a", None, "b"], dtype=object),
        "y": [b"a", None, b"bc"],
        "l": [[1, 2], None, []],
    }
)
write("kinds", kinds)
write("str_index", pd.DataFrame({"a": [1, 2]}, index=pd.Index(["p", "q"], name="k")))
write("range_index", pd.DataFrame({"a": [1, 2]}, index=pd.RangeIndex(5, 9, 2, name="r")))
write("multi_index", pd.DataFrame({"a": [1, 2]}, index=pd.MultiIndex.from_tuples([("a", 1), ("b", 2)], names=["x", None])))
write("date_index", pd.DataFrame({"a": [1.5, 2]}, index=pd.to_datetime(["2020-01-01", "2020-01-02"])))
write("int_columns", pd.DataFrame([[1, 2.5]], columns=[0, 1]))
write("tuple_columns", pd.DataFrame([[1, 2.5]], columns=pd.MultiIndex.from_tuples([("a", 1), ("b", 2)], names=["u", None])))
write("axis_name", pd.DataFrame([[1, 2.5]], columns=pd.Index(["a", "b"], name="cn")))
write("empty", pd.DataFrame({"a": pd.Series([], dtype="int64"), "s": pd.Series([], dtype="str")}))
write("batches", pd.DataFrame({"a": [1, 2]}), pd.DataFrame({"a": [3]}), pd.DataFrame({"a": pd.Series([], dtype="int64")}))

write(
    "plain",  # no pandas metadata
    pa.table(
        {
            "i": pa.array([1, None, 3], pa.int64()),
            "b": pa.array([True, None, False]),
            "sv": pa.array(["a", None, "a text beyond twelve bytes"], pa.string_view()),
            "s": pa.array(["a", None, "a text beyond twelve bytes"], pa.string()),
            "date": pa.array([0, None, 18262], pa.date32()),
            "null": pa.nulls(3),
            "dict": pa.DictionaryArray.from_arrays(pa.array([1, None, 2], pa.uint16()), pa.array(["q", "x", "x"])),
            "fsl": pa.array([[1, 2], None, [3, 4]], pa.list_(pa.int32(), 2)),
        }
    ),
)
write("sliced", pa.table({"i": pa.array(range(20)), "b": pa.array([k % 3 == 0 for k in range(20)]), "s": pa.array([f"text number {k}" if k % 4 else None for k in range(20)])}).slice(3, 9))
dicts = [pa.table({"c": pa.array(v).dictionary_encode()}) for v in (["a", "b"], ["b", "c", "b"])]
write("dictionaries", *dicts)
feather.write_feather(kinds, "kinds.feather", compression="uncompressed")
feather.write_feather(kinds[["i", "s"]], "zstd.feather", compression="zstd")
