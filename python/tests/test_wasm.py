"""WebAssembly modules: numbers and arrays, what is bounded, and what is refused."""

import pathlib

import numpy as np
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
