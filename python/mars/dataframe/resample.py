"""Rows in bins of time: df.resample("2h").sum(). The bins are the engine's; they are groups whose keys are times."""

import pandas as pd
from pandas.tseries.frequencies import to_offset

from .._core import attrs as _a
from .._core.build import one
from .._core.call import absent
from .groupby import DataFrameGroupBy, SeriesGroupBy

_origins = ("epoch", "start", "start_day", "end", "end_day")


def resample(of, rule, closed, label, on, level, origin, offset):
    """The bins of a frame or series."""
    given = {
        "closed": (_a.string, closed),
        "label": (_a.string, label),
        "on": (_a.label, on),
        "level": (_a.label, level),
    }
    attrs = {k: encode(v) for k, (encode, v) in given.items() if v is not None}
    attrs["rule"] = _a.string(to_offset(rule).freqstr)
    if origin != "start_day":
        attrs["origin"] = _a.scalar(origin if origin in _origins else _origin(origin))
    if offset is not None:
        attrs["offset"] = _a.scalar(pd.Timedelta(offset))
    bins = one("dataframe.bins_of_time", (of,), attrs, "series")
    times = of[on] if on is not None else of.index if level is None else of.index.get_level_values(level)
    by = {"by": _a.items([_a.fields(**{"in": _a.ref(1)})]), "observed": _a.boolean(False)}
    rows = of if on is None else of.drop(columns=[on])
    groups = (SeriesGroupBy if of._kind == "series" else DataFrameGroupBy)([rows, bins], by)
    return Resampler(groups, times.dtype)


def _origin(text):
    try:
        return pd.Timestamp(text)
    except (ValueError, TypeError) as err:
        raise ValueError(
            f"'origin' should be equal to 'epoch', 'start', 'start_day', 'end', 'end_day' or should be a Timestamp convertible type. "
            f"Got '{text}' instead."
        ) from err


class Resampler:
    """Bins of time, to be aggregated: what groups give, under the times of the bins."""

    _like = pd.core.resample.Resampler

    def __init__(self, groups, to):
        self._groups, self._to = groups, to

    def _times(self):
        """The time of the bin of each row."""
        return self._groups._ins[1].astype(self._to)

    def _by_time(self, r):
        return one("dataframe.by_time", (r,), {"to": _a.dtype(self._to)}, r._kind)

    def __getitem__(self, key):
        return Resampler(self._groups[key], self._to)

    def ohlc(self):
        """First, greatest, least and last value of each bin."""
        if not self._groups._series:
            raise NotImplementedError("resample.ohlc of a frame is not there yet; choose a column")
        r = self.agg(["first", "max", "min", "last"])
        return r.set_axis(["open", "high", "low", "close"], axis=1)

    def asfreq(self, fill_value=None):
        """The rows at the labels of the bins."""
        return self._groups._ins[0].reindex(self.size().index, fill_value=fill_value)

    def interpolate(self, method="linear", **kwargs):
        """The rows at the labels of the bins, with missing values filled between others."""
        return self.asfreq().interpolate(method, **kwargs)

    def transform(self, *args, **kwargs):
        """An aggregate of its bin for each row."""
        return self._groups.transform(*args, **kwargs)

    def __getattr__(self, name):
        if name in _aggregates:
            method = getattr(self._groups, name)
            return lambda *args, **kwargs: self._by_time(method(*args, **kwargs))
        if not name.startswith("_") and hasattr(self._like, name):
            return absent(f"Resampler.{name}", "; use that of .to_pandas()")
        if not name.startswith("_") and not self._groups._series and self._groups._is_column(name):
            return self[name]
        raise AttributeError(f"'Resampler' object has no attribute '{name}'")

    def __repr__(self):
        return f"<Resampler of {self._groups._ins[0].op}>"


_aggregates = frozenset(
    "sum mean count first last min max median std var sem prod nunique quantile size agg aggregate".split()
)
