"""WebAssembly modules: numbers and arrays, what is bounded, and what is refused."""

import pathlib

import numpy as np
import pandas as pd
import pytest

import mars
import mars.dataframe as md
import mars.remote as mr
import mars.tensor as mt

_LISTING = pathlib.Path(__file__).parents[2] / "examples" / "wasm" / "kit.txt"


def _kit():
    return b"".join(bytes.fromhex(line.split(";")[0]) for line in _LISTING.read_text().splitlines())


KIT = _kit()


def test_numbers(session):
    add = mr.wasm(KIT, "add")
    assert add(1.5, 2).execute().fetch() == 3.5
    assert add(np.float32(0.5), True).execute().fetch() == 1.5
    assert np.isnan(add(float("nan"), 1).execute().fetch())
    assert add(float("-inf"), 1).execute().fetch() == -np.inf
    got = mr.wasm(KIT, "count")().execute().fetch()
    assert got == 1 and got.dtype == np.int32


@pytest.mark.parametrize("n", [0, 1, 1000, 300_000])
def test_arrays(session, n):
    scale, total = mr.wasm(KIT, "scale", dtype="float64"), mr.wasm(KIT, "sum")
    a = mt.arange(float(n), chunk_size=70_000)
    twice = scale(a, 2.0)
    np.testing.assert_array_equal(twice.execute().fetch(), 2 * np.arange(float(n)))
    assert total(twice).execute().fetch() == 2 * np.arange(float(n)).sum()
    assert total(np.arange(float(n))).execute().fetch() == np.arange(float(n)).sum()


def test_results_are_tensors(session):
    scale = mr.wasm(KIT, "scale", dtype="float64")
    b = scale([1.0, 2.0, 3.0], 0.5)
    assert (b + 1).sum().execute().fetch() == 6.0
    frame = md.DataFrame({"x": [1.0, None, 4.0], "s": ["a", None, "b"]})
    got = scale(frame["x"].to_tensor(), 10.0).execute().fetch()
    np.testing.assert_array_equal(got, [10.0, np.nan, 40.0])  # what misses is NaN there
    with pytest.raises(TypeError, match="argument 1 is a series"):
        scale(frame["x"], 1.0)
    with pytest.raises(TypeError, match="argument 1 is an array of object"):
        scale(np.array(["a", None], object), 1.0)
    with pytest.raises(TypeError, match="argument 1 is an array of (object|<U1)"):
        scale(["a"], 1.0)
    with pytest.raises(TypeError, match="argument 1 is an array of object"):
        scale(None, 1.0)


SQUARE = bytes.fromhex(
    "0061736d01000000 0106 0160017c017c 03020100 070a 0106737175617265 0000 0a0901 07 0020002000a2 0b"
)

_ARRAYS = "0061736d01000000 010c 0260027f7f017e60017f017f 0303020001 0503010001 071f 03 066d656d6f72790200 0a6d6172735f616c6c6f630001 0573686f72740000"
SHORT = bytes.fromhex(
    _ARRAYS + "0a10 02 09 00428180808080010b 04 0041080b"
)  # an array of one element, whatever it is given
SAME = bytes.fromhex(_ARRAYS + "0a13 02 0c 002000ad4220862001ad840b 04 0041080b")  # what it is given
TRUNC = bytes.fromhex("0061736d01000000 0106 0160017c017f 03020100 0709 01 05 7472756e63 0000 0a07 01 05 002000aa0b")
FLOAT = bytes.fromhex("0061736d01000000 0106 0160017d017d 03020100 0709 01 05 666c6f6174 0000 0a06 01 04 0020000b")


def test_map_and_apply(session):
    square, add = mr.wasm(SQUARE, "square"), mr.wasm(KIT, "add")
    raw = pd.DataFrame(
        {"x": [1.5, np.nan, -4.0, 0.25, 7.0], "n": np.array([3, 1, 4, 1, 5], "int16")}, index=list("abcba")
    )
    df = md.DataFrame(raw, chunk_size=2)
    for got, want in (
        (df["x"].map(square), raw["x"] ** 2),
        (df["n"].map(square), (raw["n"].astype("float64") ** 2)),
        (df["x"].map(square, na_action="ignore"), raw["x"] ** 2),
        (df["x"].apply(add, args=(1,)), raw["x"] + 1),
        (df.apply(add, axis=1), raw["x"] + raw["n"]),
        (df[["n", "x"]].apply(add, axis="columns"), raw["x"] + raw["n"]),
        (df[df["n"] > 3]["x"].map(square), raw[raw["n"] > 3]["x"] ** 2),
        (df[df["n"] > 9].apply(add, axis=1), raw[raw["n"] > 9]["x"] + raw[raw["n"] > 9]["n"]),
        (df.sort_values("x")["x"].map(square), raw.sort_values("x")["x"] ** 2),
    ):
        pd.testing.assert_series_equal(got.execute().fetch(), want.rename(got.name), check_exact=True)
    pd.testing.assert_frame_equal(df.map(square).execute().fetch(), raw.astype("float64") ** 2)
    assert mr.spawn(lambda: float(square(3.0).execute().fetch())).execute().fetch() == 9.0
    named = pd.DataFrame(np.arange(8.0).reshape(4, 2), columns=pd.Index([10, 20], name="cn"))
    pd.testing.assert_frame_equal(md.DataFrame(named).map(square).execute().fetch(), named**2)
    pd.testing.assert_series_equal(df["x"].transform(square).execute().fetch(), raw["x"] ** 2)
    assert df["x"].map(square).name == "x" and df.apply(add, axis=1).name is None


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "uint32", "int64", "uint64", "float32", "bool"])
def test_elements_of_each_dtype(session, dtype):
    raw = np.array([0, 1, 100, 255, 7]).astype(dtype)
    got = mt.tensor(raw, chunk_size=2).map_chunk(mr.wasm(SQUARE, "square")).execute().fetch()
    np.testing.assert_array_equal(got, raw.astype("float64") ** 2)


def test_missing_elements_are_not_asked(session):
    trunc = mr.wasm(TRUNC, "trunc")
    raw = pd.Series([1.7, np.nan, -3.2, 1e300][:3], name="v")
    got = md.Series(raw, chunk_size=2).map(trunc, na_action="ignore").execute().fetch()
    pd.testing.assert_series_equal(got, raw.map(int, na_action="ignore"))
    ints = md.Series([1, 2]).map(trunc, na_action="ignore").execute().fetch()
    assert ints.dtype == np.int32 and ints.tolist() == [1, 2]
    with pytest.raises(RuntimeError, match=r"export trunc of \(NaN\) trapped: invalid conversion"):
        md.Series(raw).map(trunc).execute()


def test_results_are_what_they_are_said_to_be(session):
    raw = np.array([0, 1, 2, 255, 7, 0, 1, 9], "uint8")
    b = mt.tensor(raw, chunk_size=3).map_chunk(mr.wasm(SAME, "short", dtype="bool"))
    assert b.sum().execute().fetch() == 6 and b.mean().execute().fetch() == 0.75
    np.testing.assert_array_equal((~b).execute().fetch(), raw == 0)
    assert mr.wasm(SAME, "short", dtype="bool")(raw).sum().execute().fetch() == 6
    large = np.array([2**60 + 2**36 + 1, -(2**60 + 2**36 + 1)])
    for a in (large, np.abs(large).astype("uint64")):
        got = mt.tensor(a).map_chunk(mr.wasm(FLOAT, "float")).execute().fetch()
        np.testing.assert_array_equal(got, a.astype("float32"))


def test_a_module_inside_a_function(session):
    custom = b"\x00" + b"\x80\x80\x08" + b"\x04note" + bytes((1 << 17) - 5)
    square = mr.wasm(SQUARE + custom, "square")
    assert square(2.0).execute().fetch() == 4.0
    assert mr.spawn(lambda: float(square(3.0).execute().fetch())).execute().fetch() == 9.0


def test_map_chunk(session):
    scale, add = mr.wasm(KIT, "scale", dtype="float64"), mr.wasm(KIT, "add")
    raw = np.arange(24.0).reshape(4, 6)
    t = mt.tensor(raw, chunk_size=(3, 4))
    np.testing.assert_array_equal(t.map_chunk(scale, args=(2.0,)).execute().fetch(), 2 * raw)
    np.testing.assert_array_equal(t.T.map_chunk(scale, args=3).execute().fetch(), 3 * raw.T)
    np.testing.assert_array_equal(t.map_chunk(add, args=(1.0,)).sum(axis=0).execute().fetch(), (raw + 1).sum(axis=0))
    rows = pd.DataFrame({"x": [1.0, np.nan, 3.0]}, index=[5, 5, 7])
    got = md.DataFrame(rows, chunk_size=2).map_chunk(scale, args=(2,)).execute().fetch()
    pd.testing.assert_series_equal(got, (rows["x"] * 2).rename(None))
    got = md.Series(rows["x"], chunk_size=2).map_chunk(scale, args=(2,)).execute().fetch()
    pd.testing.assert_series_equal(got, rows["x"] * 2)


def test_chunks_that_an_export_does_not_take(session):
    add, scale = mr.wasm(KIT, "add"), mr.wasm(KIT, "scale", dtype="float64")
    df = md.DataFrame({"x": [1.0, 2.0], "s": ["a", "b"], "n": pd.array([1, None], "Int64")})
    for match, call in {
        "'s' is of (str|object)": lambda: df[["x", "s"]].apply(add, axis=1),
        "'n' is of Int64": lambda: df[["x", "n"]].apply(add, axis=1),
        "gives it 3 of them": lambda: df.apply(add, axis=1),
        "gives it 1 of them": lambda: df["x"].map(add),
        "with rows: pass axis=1": lambda: df[["x", "x"]].apply(add),
        "map_chunk calls it": lambda: df["x"].map(scale),
        "takes numbers, not a Series": lambda: df["x"].apply(add, args=(df["x"],)),
        "no argument 'b'": lambda: df["x"].apply(add, b=1.0),
        "dtype is of functions": lambda: df["x"].map(add, dtype="float64"),
        "slots is of functions": lambda: df["x"].map_chunk(add, args=(1,), slots=2),
        "memory is of functions": lambda: mt.ones(3).map_chunk(add, args=(1,), memory=1 << 30),
        "of pandas: a module takes": lambda: df.groupby("n").apply(add),
        "options are of functions": lambda: mr.options(timeout=3)(add),
        "result_type is of functions": lambda: df[["x", "x"]].apply(add, axis=1, result_type="broadcast"),
        "by_row is of functions": lambda: df["x"].apply(add, args=(1,), by_row=False),
        "argument 2 is a float, and the export takes i32": lambda: mr.wasm(KIT, "sum")(1, 1.5),
        "this one has none": lambda: md.DataFrame({"x": [1.0]})[[]].apply(add, axis=1),
        "float16.*astype": lambda: mt.ones(2, dtype="float16").map_chunk(mr.wasm(SQUARE, "square")),
        "argument 1 is an array, two i32": lambda: add([1.0]),
        "numbers, bools or times": lambda: mr.wasm(SAME, "short", dtype="str"),
        "to_series": lambda: md.Index([1, 2]).map(add),
        r"of float64, and export 'mars_alloc' takes \(i32\)": lambda: df["x"].map(mr.wasm(KIT, "mars_alloc")),
    }.items():
        with pytest.raises(TypeError, match=match):
            call()
    with pytest.raises(OverflowError, match="argument 1 is 1099511627776, which is no i32"):
        md.Series([1, 1 << 40]).map(mr.wasm(KIT, "mars_alloc")).execute()
    with pytest.raises(OverflowError, match="argument 1 is 1099511627776, which is no i32"):
        mr.wasm(KIT, "mars_alloc")(1 << 40)
    assert add(10**30, 1 << 63).execute().fetch() == 1e30 + 2.0**63
    with pytest.raises(TypeError, match="gave 1 elements of float64 for a chunk of 4"):
        md.Series(np.ones(4)).map_chunk(mr.wasm(SHORT, "short", dtype="float64")).execute()
    assert df["x"].apply(add, args=(1,)).sum().execute().fetch() == 5.0


def test_a_path(session, tmp_path):
    (tmp_path / "kit.wasm").write_bytes(KIT)
    assert mr.wasm(tmp_path / "kit.wasm", "add")(1, 2).execute().fetch() == 3
    assert mr.wasm(str(tmp_path / "kit.wasm"), "add")(1, 3).execute().fetch() == 4
    with pytest.raises(FileNotFoundError):
        mr.wasm(tmp_path / "nix.wasm", "add")


def test_a_large_module(session):
    custom = b"\x00" + b"\x80\x80\x08" + b"\x04note" + bytes((1 << 17) - 5)  # a section that says nothing
    add = mr.wasm(KIT + custom, "add")
    assert [add(i, 1).execute().fetch() for i in range(3)] == [1, 2, 3]


def test_refused_at_the_call():
    for code in (b"garbage", b"", KIT[:40], b"(module)"):
        with pytest.raises(ValueError, match="WebAssembly module"):
            mr.wasm(code, "add")
    with pytest.raises(AttributeError, match="no function 'nix'; there are add, count"):
        mr.wasm(KIT, "nix")
    with pytest.raises(TypeError, match="bytes or the path"):
        mr.wasm(7, "add")
    with pytest.raises(TypeError, match="has to give an i64"):
        mr.wasm(KIT, "add", dtype="float64")
    with pytest.raises(ValueError, match="memory"):
        mr.wasm(KIT, "add", memory=0)
    with pytest.raises(ValueError, match="timeout"):
        mr.wasm(KIT, "add", timeout=-1)
    add = mr.wasm(KIT, "add")
    with pytest.raises(TypeError, match=r"takes \(f64, f64\), and is given 1"):
        add(1)
    with pytest.raises(TypeError, match=r"takes \(f64, f64\), and is given 3"):
        add([1.0], 2)


def test_what_goes_wrong_is_the_calls_own(session):
    with pytest.raises(RuntimeError, match="export trap trapped: unreachable"):
        mr.wasm(KIT, "trap")().execute()
    with pytest.raises(TimeoutError, match="not at an end after 300ms"):
        mr.wasm(KIT, "loop", timeout=0.3)().execute()
    with pytest.raises(MemoryError, match="no room for the 8000000 bytes of argument 1"):
        mr.wasm(KIT, "sum", memory=1 << 20)(np.ones(1_000_000)).execute()
    broken = KIT.replace(bytes.fromhex("20002001a0"), bytes.fromhex("20002001ff"), 1)
    with pytest.raises(ValueError, match="not valid"):
        mr.wasm(broken, "add")(1, 2).execute()
    with pytest.raises(TypeError, match="is a float, and the export takes i32"):
        mr.wasm(KIT, "mars_alloc")(1.5).execute()
    assert mr.wasm(KIT, "add")(1, 1).execute().fetch() == 2


def test_memory_is_bounded(session):
    for mib in (2, 32):
        pages = mr.wasm(KIT, "grow", memory=mib << 20)().execute().fetch()
        assert mib << 19 <= int(pages) << 16 <= mib << 20


def test_functions_off(tmp_path):
    config = tmp_path / "off.yaml"
    config.write_text("security: {functions: off}\n")
    with mars.new_session(n_cpu=1, config=str(config), default=False) as off:
        with pytest.raises(PermissionError, match="runs no functions of users: --functions=off"):
            mr.wasm(KIT, "add")(1, 2).execute(session=off)
