"""Groups of rows: df.groupby(keys) and its aggregates. Nothing is built before an aggregate is asked for."""

import copy

import numpy as np
import pandas as pd

from .._core import attrs as _a
from .._core.aggregates import is_named, name_of, several, spec
from .._core.build import one
from .._core.call import Indexed, Lacking
from .._core.coerce import LIST, classify, label_of, listed, local
from .._core.written import written
from .._functions import grouped
from ._gen import GroupByMethods, concat


def groupby(df, attrs, by, level):
    """The groups of a frame or series."""
    listed_keys = isinstance(by, list) or isinstance(level, (list, tuple))
    if getattr(by, "freq", None) is not None and isinstance(by, pd.Grouper):
        return _bins(df, by)
    if isinstance(by, pd.Grouper):
        by, level, attrs = by.key, by.level, {**attrs, "sort": _a.boolean(by.sort)}
    if by is None and level is None:
        raise TypeError("You have to supply one of 'by' and 'level'")
    if by is not None and level is not None:
        raise TypeError("GroupBy takes keys or levels, not both")
    if level is not None:
        attrs["level"] = _a.label_list(level)
    by = by if isinstance(by, list) else [] if by is None else [by]
    keys = [_of_grouper(df, k) if isinstance(k, pd.Grouper) else label_of(df, local(k)) for k in by]
    gone = [
        k.key for k, made in zip(by, keys) if isinstance(k, pd.Grouper) and k.key is not None and hasattr(made, "_kind")
    ]
    df = df.drop(columns=gone) if gone else df
    names = _names(df)
    if listed_keys and names is not None and keys and df._known.shape[0] == len(keys):
        if all(map(pd.api.types.is_scalar, keys)) and not names.issuperset(keys):
            keys = [_values(keys)]
    ins, made = [df], []
    for k in keys:
        series = _as_series(df, k)
        if series is not None:
            made.append(_a.fields(**{"in": _a.ref(len(ins))}))
            ins.append(series)
        elif names is None or k in names:
            made.append(_a.fields(label=_a.label(k)))
        else:
            raise KeyError(k)
    if made:
        attrs["by"] = _a.items(made)
    return (DataFrameGroupBy if df._kind == "dataframe" else SeriesGroupBy)(ins, attrs)._changed(_listed=listed_keys)


def _values(keys):
    """A list that has a value for each row."""
    return pd.Index(keys, tupleize_cols=False)


def _bins(df, by):
    """The bins of time that a Grouper asks for."""
    given = {"on": by.key, "level": by.level, "origin": by.origin, "offset": by.offset}
    return df.resample(by.freq, by.closed, by.label, **given)


def _of_grouper(df, by):
    """A key that a Grouper among others names: the times of bins, a column, or a level."""
    if getattr(by, "freq", None) is not None:
        return _bins(df, by)._times
    return df.index.get_level_values(by.level) if by.key is None else by.key


def _names(df):
    """What keys may name, None where that is not known yet."""
    meta = df._known
    if meta is None or meta.open:
        return None
    return {*(meta.names if df._kind == "dataframe" else ()), *(name for name, _ in meta.levels)}


def _as_series(df, k):
    """A key as a series with the rows of df; None for a label. A function is called with the row labels."""
    if callable(k) and not hasattr(k, "_kind"):
        k = pd.Index([k(v) for v in df.index._small()], name=df.index.name)
    if not (hasattr(k, "_kind") or isinstance(k, (dict, list, np.ndarray, pd.Series, pd.Index))):
        return None
    ins = [df]
    key = written(_values(k) if isinstance(k, list) else k, ins)
    return one("dataframe.group_key", ins, {"key": key}, "series")


class GroupBy(GroupByMethods, Lacking):
    """Groups of rows, to be aggregated."""

    _series = False  # of a series, or of one column
    _listed = False  # keys were given as a list
    _chosen = None  # columns that are aggregated, where not all are

    def __init__(self, ins, attrs):
        self._ins, self._attrs = ins, attrs

    def _changed(self, cls=None, **changes):
        """These groups with other attributes."""
        out = copy.copy(self)
        out.__class__ = cls or type(self)
        out.__dict__.update(changes)
        return out

    def _call(self, op, attrs, gives="rows"):
        """What an operator over groups gives. gives: a row for each row, for each "keyed" group, or one number for each group ("size")."""
        attrs = {**self._attrs, **attrs}
        if self._chosen is not None:
            attrs["chosen"] = _a.items(_a.label(c) for c in self._chosen)
        if self._series:
            attrs["series"] = _a.boolean(True)
        kinds = {"rows": self._kind(), "keyed": self._kind("as_index"), "size": self._kind("as_index", True)}
        return one(op, self._ins, attrs, kinds.get(gives, gives))

    def _kind(self, unless=None, series=False):
        return "series" if (self._series or series) and unless not in self._attrs else "dataframe"

    def agg(self, func=None, *args, **kwargs):
        """Aggregates, by name or functions of a column: one, which may have arguments, a list of them, a dict by column, or name=(column, aggregate)."""
        if not all(map(is_named, grouped.functions_in(func, kwargs))):
            return grouped.agg(self, func, args, kwargs)
        if not several(func):
            if func is len and not self._series:
                raise NotImplementedError("agg(len) of a frame is not there yet; use size(), or a dict of columns")
            return getattr(self, name_of(func))(*args, **kwargs)
        return self._call("dataframe.groupby_agg", {"func": spec(func, kwargs)}, "dataframe")

    aggregate = agg

    def transform(self, func=None, *args, engine=None, engine_kwargs=None, **kwargs):
        """An aggregate of its group for each row, by name, or cumsum, cumprod, cummin, cummax, cumcount, rank, shift; of a frame several too, as in agg."""
        if several(func) and not self._series and engine is None and engine_kwargs is None:
            return grouped.transforms(self, func, args, kwargs)
        if engine is None and engine_kwargs is None and callable(func) and (func is len or not is_named(func)):
            return grouped.transform(self, func, args, kwargs)
        if args or kwargs or engine is not None or engine_kwargs is not None:
            raise NotImplementedError("groupby.transform with arguments is not there yet")
        return self._call("dataframe.groupby_transform", {"func": _a.string(name_of(func))})

    shift = grouped.shifted(GroupByMethods.shift)
    apply, filter, pipe = grouped.apply, grouped.filter, pd.core.groupby.GroupBy.pipe

    ngroups = property(lambda self: len(self._sizes()), doc="The number of groups; this computes them.")

    def __len__(self):
        return self.ngroups

    def _sizes(self):
        """How many rows each group has, under its key."""
        return self._changed(_attrs={k: v for k, v in self._attrs.items() if k != "as_index"}).size()

    def __iter__(self):
        """Pairs of a key and the rows of its group; the keys are computed, each group when it is asked for."""
        for key, rows in self._sizes().to_pandas().items():
            name = (key,) if self._listed and not isinstance(key, tuple) else key
            yield name, self.get_group(key) if rows else self.head(0)

    nth = property(
        lambda self: Indexed(super().nth),
        doc="Rows of each group by their places: nth(1), nth([0, -1]) or nth[0, 2:4].",
    )

    def __repr__(self):
        return f"<{type(self).__name__} of {self._ins[0].op}>"


class SeriesGroupBy(GroupBy):
    """Groups of a series, or of one column of a frame."""

    _series = True
    _like = pd.core.groupby.SeriesGroupBy


class DataFrameGroupBy(GroupBy):
    """Groups of the rows of a frame. Indexing with a column, or a list of them, chooses what is aggregated."""

    _like, _of_one = pd.core.groupby.DataFrameGroupBy, SeriesGroupBy

    def __getitem__(self, key):
        if isinstance(key, tuple) and not self._is_column(key):
            raise ValueError("Cannot subset columns with a tuple with more than one element. Use a list instead.")
        kind, key = classify(key)
        keys = listed(key) if kind == LIST else [key]
        known = self._ins[0]._known  # who does not know the columns yet finds out when an aggregate is built
        missing = [] if known is None or known.open else [k for k in keys if k not in known.names]
        if missing:
            raise KeyError(
                f"Columns not found: {', '.join(map(repr, missing))}" if kind == LIST else f"Column not found: {key}"
            )
        return self._changed(_chosen=keys) if kind == LIST else self._changed(self._of_one, _chosen=keys, _series=True)

    def _is_column(self, key):
        return not self._series and key in self._ins[0]._meta.names

    def __getattr__(self, name):
        if not name.startswith("_") and not hasattr(self._like, name) and self._is_column(name):
            return self[name]
        return super().__getattr__(name)


def resample(of, attrs):
    """The bins of a frame or series: groups whose keys are bins, each of which is a group."""
    bins, times = (
        one("dataframe.bins_of_time", (of,), {**attrs, "times": _a.boolean(t)}, "series") for t in (False, True)
    )
    on = _a.decode(attrs.get("on"))
    rows = of if on is None else of.drop(columns=[on])
    out = Resampler([rows, bins], {"by": _a.items([_a.fields(**{"in": _a.ref(1)})]), "observed": _a.boolean(False)})
    return out._changed(_times=times, _freq={"freq": attrs["rule"]}, _series=of._kind == "series")


class Resampler(DataFrameGroupBy):
    """Bins of time, to be aggregated: what groups give, under the times of the bins."""

    _like = pd.core.resample.Resampler

    def _call(self, op, attrs, gives="rows"):
        r = super()._call(op, attrs, gives)
        return r if gives in ("rows", "series") else one("dataframe.by_time", (r, self._times), self._freq, r._kind)

    def asfreq(self, fill_value=None):
        """The rows at the labels of the bins."""
        return self._ins[0].reindex(self.size().index, fill_value=fill_value)

    def interpolate(self, method="linear", **kwargs):
        """The rows at the labels of the bins, with missing values filled between others: also between rows that have other labels."""
        rows, bins = self._ins[0], self.size().index
        made = concat([self.asfreq(), rows[~rows.index.isin(bins)]]).sort_index().interpolate(method, **kwargs)
        return made[~made.index.duplicated()].reindex(bins)

    def get_group(self, name):
        """The rows of the bin that begins at a time."""
        return super().get_group(pd.Timestamp(name))


Resampler._of_one = Resampler
