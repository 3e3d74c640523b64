"""Every name that pandas answers by reference is called, with the first arguments that suit it, and gives what pandas gives."""

import warnings

import numpy as np
import pandas as pd
import pytest
from counts import lists
from counts.client import REFERENCE, Client
from idioms.answer import difference
from idioms.line import plain

import mars
import mars.dataframe as md
import mars.tensor as mt


@pytest.fixture(scope="module", autouse=True)
def session():
    with mars.new_session(n_cpu=2) as s:
        yield s


_frame = pd.DataFrame({"x": [1.0, 2.5, 2.5, -1.0, 0.0], "y": [3, 1, 2, 5, 4]}, index=[2, 0, 1, 4, 3])
_keyed = _frame.assign(k=["a", "b", "a", "a", "b"])
_timed = _frame.set_index(pd.date_range("2024-01-01", periods=5, freq="7h", name="t"))
_times = pd.Series(pd.date_range("2024-01-01", periods=4, freq="31D"))
_array = np.arange(12.0).reshape(3, 4)
PLACES = {
    "DataFrame": lambda h: h(_frame),
    "Series": lambda h: h(_frame)["x"],
    "Index": lambda h: h(_frame).index,
    "DataFrameGroupBy": lambda h: h(_keyed).groupby("k"),
    "SeriesGroupBy": lambda h: h(_keyed).groupby("k")["y"],
    "Rolling": lambda h: h(_frame).rolling(2),
    "Expanding": lambda h: h(_frame).expanding(),
    "EWM": lambda h: h(_frame).ewm(span=2),
    "Resampler": lambda h: h(_timed).resample("3h"),
    "str": lambda h: h(pd.Series(["ab c", "", "b|a", "z"])).str,
    "dt": lambda h: h(_times).dt,
    "cat": lambda h: h(pd.Series(list("abca"), dtype="category")).cat,
    "tensor": lambda h: mt if h is not _same else np,
    "tensor.linalg": lambda h: mt.linalg if h is not _same else np.linalg,
    "Tensor": lambda h: mt.tensor(_array, chunk_size=2) if h is not _same else _array,
}
# What may suit a function: the first that does is given.
_given = [
    (),
    (2,),
    (0.5,),
    ("D",),
    ("a",),
    ([0, 1],),
    (max,),
    ([0], 1),
    (1, 2),
    (b"",),
    ("utf-8",),
    ({97: "b"},),
    ("W", 1),
]
_arrays = [(_array[0],), (_array,), (_array[0], _array[1]), (_array[0] > 2, _array[0])]
_sorted, _zoned, _many = _frame.sort_index(), _timed.tz_localize("UTC"), _timed.assign(k=list("abaab"))
# And where none of these does, what may be asked with the name, of pandas' values or ours, and of np or mt.
ASKED = {
    "DataFrame.asof": lambda h, n: h(_sorted).asof([2, 9]),
    "DataFrame.combine": lambda h, n: h(_frame).combine(h(_frame), np.minimum),
    "DataFrame.to_period": lambda h, n: h(_timed).to_period("D"),
    "DataFrame.tz_convert": lambda h, n: h(_zoned).tz_convert("Asia/Tokyo"),
    "DataFrame.tz_localize": lambda h, n: h(_timed).tz_localize("UTC"),
    "Series.asof": lambda h, n: h(_sorted).x.asof(9),
    "Series.combine": lambda h, n: h(_frame).x.combine(h(_frame).y, max),
    "Series.to_period": lambda h, n: h(_timed).x.to_period("D"),
    "Series.tz_convert": lambda h, n: h(_zoned).x.tz_convert("Asia/Tokyo"),
    "Series.tz_localize": lambda h, n: h(_timed).x.tz_localize("UTC"),
    "Index.asof": lambda h, n: h(_sorted).index.asof(9),
    "Index.asof_locs": lambda h, n: h(_sorted).index.asof_locs(pd.Index([1, 2]), np.ones(5, bool)),
    "Index.get_slice_bound": lambda h, n: h(_sorted).index.get_slice_bound(2, "left"),
    "Index.item": lambda h, n: h(_frame.iloc[:1]).index.item(),
    "Index.putmask": lambda h, n: h(_frame).index.putmask([True, False, True, False, False], 9),
    "Index.shift": lambda h, n: h(_timed).index.shift(1, freq="D"),
    "DataFrameGroupBy.corrwith": lambda h, n: h(_keyed).groupby("k").corrwith(h(_frame)),
    "DataFrameGroupBy.ewm": lambda h, n: h(_keyed).groupby("k").ewm(span=2).mean(),
    "DataFrameGroupBy.expanding": lambda h, n: h(_keyed).groupby("k").expanding().count(),
    "DataFrameGroupBy.resample": lambda h, n: h(_many).groupby("k").resample("D").sum(),
    "DataFrameGroupBy.rolling": lambda h, n: h(_keyed).groupby("k").rolling(2).sum(),
    "SeriesGroupBy.corr": lambda h, n: h(_keyed).groupby("k").y.corr(h(_keyed).x),
    "SeriesGroupBy.cov": lambda h, n: h(_keyed).groupby("k").y.cov(h(_keyed).x),
    "SeriesGroupBy.ewm": lambda h, n: h(_keyed).groupby("k").y.ewm(span=2).mean(),
    "SeriesGroupBy.expanding": lambda h, n: h(_keyed).groupby("k").y.expanding().max(),
    "SeriesGroupBy.resample": lambda h, n: h(_many).groupby("k").y.resample("D").sum(),
    "SeriesGroupBy.rolling": lambda h, n: h(_keyed).groupby("k")["y"].rolling(2).sum(),
    "str.decode": lambda h, n: h(pd.Series([b"a", None])).str.decode("utf-8"),
    "str.extractall": lambda h, n: h(pd.Series(["ab", "c", None])).str.extractall("([a-z])"),
    "str.index": lambda h, n: h(pd.Series(["ab", "ba"])).str.index("b"),
    "str.normalize": lambda h, n: h(pd.Series(["\u00e4", None])).str.normalize("NFD"),
    "str.rindex": lambda h, n: h(pd.Series(["abb", "ba"])).str.rindex("b"),
    "tensor.busday_count": lambda h, n: n.busday_count("2024-01-01", "2024-02-01"),
    "tensor.busday_offset": lambda h, n: n.busday_offset("2024-01-01", 3),
    "tensor.datetime_as_string": lambda h, n: n.datetime_as_string(n.array(["2024-01-01"], dtype="M8[D]")),
    "tensor.datetime_data": lambda h, n: n.datetime_data(np.dtype("M8[D]")),
    "tensor.einsum_path": lambda h, n: n.einsum_path("ij,jk->ik", n.ones((2, 3)), n.ones((3, 4))),
    "tensor.fromiter": lambda h, n: n.fromiter(range(3), int),
    "tensor.fromstring": lambda h, n: n.fromstring("1 2", sep=" "),
    "tensor.mask_indices": lambda h, n: n.mask_indices(3, np.triu),
    "Tensor.choose": lambda h, n: (n.ones(3) > 0).astype(int).choose([n.ones(3), n.zeros(3)]),
}
_draws = {"sample", "to_iceberg", "nested_iters"}
_periods = {"to_timestamp"}  # which no frame holds
_here = {
    "array",
    "ctypes",
    "base",
    "set_eng_float_format",
    "show_versions",
    "show_config",
    "show_runtime",
    "info",
    "get_include",
    "online",
    "pipe",
}
# Of these the answer is not what it is called with, or is of the place that the values have in memory.
_memory = {
    "may_share_memory",
    "shares_memory",
    "setbufsize",
    "seterrcall",
    "geterrcall",
    "getbufsize",
    "is_",
    "view",
    "ravel",
    "memory_usage",
    "nbytes",
    "strides",
}


def _same(x):
    return x


def ours(x):
    return md.from_pandas(x, chunk_size=2)


def names():
    client = Client()
    for place, name in lists.pandas() + lists.numpy():
        if client.look(place, name)[0] == REFERENCE and name not in _draws | _periods | _here | _memory:
            yield place, name


def arguments(place):
    if place.startswith("tensor"):
        return _arrays + _given
    return _given


def suited(place, name):
    """What pandas gives for the first arguments that suit a name, and these; None of an attribute. None: no arguments do."""
    theirs = getattr(PLACES[place](_same), name)
    if not callable(theirs):
        return theirs, None
    for args in arguments(place):
        try:
            return theirs(*args), args
        except Exception:
            continue
    return None


def test_every_name():
    found, called = [], 0
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for place, name in names():
            if place == "dataframe":
                continue
            asked = ASKED.get(f"{place}.{name}")
            suits = (asked(_same, np), ()) if asked else suited(place, name)
            if suits is None:
                found.append(f"{place}.{name}: nothing suits it")
                continue
            want, args = suits
            called += 1
            try:
                got = asked(ours, mt) if asked else getattr(PLACES[place](ours), name)
                if args is not None and not asked:
                    got = got(*(mt.tensor(a, chunk_size=2) if isinstance(a, np.ndarray) else a for a in args))
                differs = difference(
                    plain(got, "numpy" if place in ("tensor", "Tensor", "tensor.linalg") else "pandas"), want
                )
            except Exception as e:
                differs = f"raises {e!r}"
            if differs:
                found.append(f"{place}.{name}{args}: {differs}"[:300])
    assert not found, "\n".join(found)
    assert called > 120
