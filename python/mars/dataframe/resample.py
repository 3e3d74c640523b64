"""Rows in bins of time: df.resample("2h").sum(). The extremes of the times are computed first; the bins between them are those of pandas."""

import numpy as np
import pandas as pd

from .._core.call import absent
from .rowlabels import with_index

_BIN = ("bin", "of", "time")
_ZERO = {"sum": 0, "count": 0, "size": 0, "nunique": 0, "prod": 1}


class Resampler:
    """Bins of time, to be aggregated."""

    _like = pd.core.resample.Resampler

    def __init__(self, of, rule, closed, label, on, level, origin, offset):
        self._of, self._more = of, {"rule": rule, "closed": closed, "label": label, "origin": origin, "offset": offset}
        self._on, self._level, self._made, self._chosen = on, level, None, None

    def _times(self):
        if self._on is not None:
            return self._of[self._on]
        index = self._of.index
        return (index if self._level is None else index.get_level_values(self._level)).to_series()

    def _bins(self):
        """The place of the bin of each row, and the labels of the bins."""
        if self._made is None:
            times = self._times()
            if times.dtype.kind != "M":
                raise TypeError(
                    "Only valid with DatetimeIndex, TimedeltaIndex or PeriodIndex, but got an instance of 'Index'"
                )
            ends = times.agg(["min", "max"]).to_pandas()
            at = pd.DatetimeIndex(ends.dropna().array.astype(times.dtype), name=times.name)
            grouper = pd.Series(np.zeros(len(at)), index=at).resample(**self._more)._timegrouper
            if not len(at):
                self._made = None, grouper._get_time_bins(at)[2]
                return self._made
            binner, _, labels = grouper._get_time_bins(at)
            edges = grouper._adjust_bin_edges(binner, at.asi8)[1]
            self._made = _places(times, edges, grouper.closed), labels
        return self._made

    def _groups(self):
        places, labels = self._bins()
        of = self._of.to_frame(0) if self._of._kind == "series" else self._of
        if self._on is not None:
            of = of.drop(columns=[self._on])
        if places is None:
            return of._with(_BIN, 0).groupby(_BIN), labels
        return of._with(_BIN, places).groupby(_BIN), labels

    def _aggregate(self, name, *args, **kwargs):
        groups, labels = self._groups()
        series = self._of._kind == "series"
        if series:
            groups = groups[0]
        elif self._chosen is not None:
            groups = groups[self._chosen]
        r = getattr(groups, name)(*args, **kwargs)
        fill = _ZERO.get(name)
        r = r.reindex(range(len(labels)), fill_value=fill) if fill is not None else r.reindex(range(len(labels)))
        r = with_index(r, pd.Index(labels), [labels.name])
        return r.rename(self._of.name) if series else r

    def __getitem__(self, key):
        out = Resampler(self._of, **self._more, on=self._on, level=self._level)
        out._made, out._chosen = self._made, key
        return out

    def size(self):
        """The number of rows in each bin."""
        one = self._chosen if self._chosen is not None and not isinstance(self._chosen, list) else None
        return self._aggregate("size").rename(self._of.name if self._of._kind == "series" else one)

    def ohlc(self):
        """First, greatest, least and last value of each bin."""
        from ._gen import concat

        if self._of._kind != "series":
            raise NotImplementedError("resample.ohlc of a frame is not there yet; choose a column")
        names = {"open": "first", "high": "max", "low": "min", "close": "last"}
        return concat([getattr(self, f)().rename(n) for n, f in names.items()], axis=1)

    def agg(self, func=None, *args, **kwargs):
        """Aggregates by name: one, or a list or dict of them."""
        if isinstance(func, str):
            return getattr(self, func)(*args, **kwargs)
        groups, labels = self._groups()
        r = (groups[0] if self._of._kind == "series" else groups).agg(func, *args, **kwargs)
        return with_index(r.reindex(range(len(labels))), pd.Index(labels), [labels.name])

    aggregate = agg

    def asfreq(self, fill_value=None):
        """The rows at the labels of the bins."""
        _, labels = self._bins()
        r = self._of.reindex(labels, fill_value=fill_value)
        return r

    def interpolate(self, method="linear", **kwargs):
        """The rows at the labels of the bins, with missing values filled between others."""
        return self.asfreq().interpolate(method, **kwargs)

    def __getattr__(self, name):
        if not name.startswith("_") and hasattr(self._like, name):
            return absent(f"Resampler.{name}", "; use that of .to_pandas()")
        raise AttributeError(f"'Resampler' object has no attribute '{name}'")

    def __repr__(self):
        return f"<Resampler of {self._of.op}>"


def _places(times, edges, closed):
    """The bin of each time: edges are ticks."""
    from ..tensor import searchsorted

    ticks = times.reset_index(drop=True).astype("int64").to_tensor()
    return searchsorted(np.asarray(edges, dtype="int64"), ticks, side="left" if closed == "right" else "right") - 1


def _aggregates():
    def of(name):
        def method(self, *args, **kwargs):
            return self._aggregate(name, *args, **kwargs)

        method.__name__, method.__doc__ = name, f"{name} of each bin."
        return method

    for n in "sum mean count first last min max median std var sem prod nunique quantile any all".split():
        setattr(Resampler, n, of(n))


_aggregates()
