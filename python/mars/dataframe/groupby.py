"""Groups of rows: df.groupby(keys) and its aggregates. Nothing is built before an aggregate is asked for."""

import collections.abc

import numpy as np
import pandas as pd

from .._core import attrs as _a
from .._core.aggregates import name_of, spec
from .._core.build import one
from .._core.call import Indexed, NotYet, no_default
from .._core.coerce import LIST, classify, is_lazy_scalar, listed
from .._core.written import written
from ._as import frame
from ._gen import GroupByMethods


def groupby(df, by, level, *, as_index, sort, group_keys, observed, dropna):
    """The groups of a frame or series."""
    df = frame(df)
    if isinstance(by, pd.Grouper):
        if getattr(by, "freq", None) is not None:
            return _by_bins(df, by)
        by, level, sort = by.key, by.level, by.sort
    if isinstance(by, list):
        df, by = _with_bins(df, by)
    ins, keys, attrs = [df], [], {}
    if by is None and level is None:
        raise TypeError("You have to supply one of 'by' and 'level'")
    if by is not None and level is not None:
        raise TypeError("GroupBy takes keys or levels, not both")
    for k in [] if by is None else _each_key(df, by):
        series = _as_series(df, k)
        if series is None:
            if not _may_name(df, k):
                raise KeyError(k)
            keys.append(_a.fields(label=_a.label(k)))
        else:
            keys.append(_a.fields(**{"in": _a.ref(len(ins))}))
            ins.append(series)
    if keys:
        attrs["by"] = _a.items(keys)
    if level is not None:
        attrs["level"] = _a.label_list(level)
    for name, v in (
        ("as_index", as_index),
        ("sort", sort),
        ("group_keys", group_keys),
        ("observed", observed),
        ("dropna", dropna),
    ):
        if v is not True and v is not no_default:
            attrs[name] = _a.boolean(v)
    cls = DataFrameGroupBy if df._kind == "dataframe" else SeriesGroupBy
    groups = cls(ins, attrs)
    groups._listed = isinstance(by, list) or isinstance(level, (list, tuple))
    return groups


def _by_bins(df, by):
    """The bins of time that a Grouper asks for."""
    from .resample import resample

    if getattr(by, "freq", None) is None:
        raise NotImplementedError(
            "groupby by a Grouper without a frequency among others is not there yet; give its label"
        )
    return resample(df, by.freq, by.closed, by.label, by.key, by.level, by.origin, by.offset)


def _with_bins(df, by):
    """Keys with the times of bins in place of Groupers; the columns of these are none to be aggregated."""
    keys = [_by_bins(df, k)._times() if isinstance(k, pd.Grouper) else k for k in by]
    gone = [k.key for k in by if isinstance(k, pd.Grouper) and k.key is not None]
    return df.drop(columns=gone) if gone else df, keys


def _each_key(df, by):
    """The keys of a groupby: those of a list, unless it is as long as the frame and names no columns. Then it is one key, a value for each row."""
    if not isinstance(by, list):
        return [by]
    plain = by and all(pd.api.types.is_scalar(k) for k in by)
    if plain and df._known is not None and df._known.shape[0] == len(by) and not all(_may_name(df, k) for k in by):
        return [np.asarray(by)]
    return by


def _may_name(df, k):
    """Whether a key may name a column or a level: of what is not described yet anything may."""
    meta = df._known
    if meta is None or meta.open or not isinstance(k, collections.abc.Hashable) or is_lazy_scalar(k):
        return True
    columns = meta.names if df._kind == "dataframe" else ()
    return k in columns or k in [name for name, _ in meta.levels]


def _as_series(df, k):
    """A key as a series with the rows of df; None for a label. A function is called with the row labels."""
    if callable(k) and not hasattr(k, "_kind"):
        k = pd.Index([k(v) for v in df.index._small()], name=df.index.name)
    if is_lazy_scalar(k) or not (hasattr(k, "_kind") or isinstance(k, (dict, np.ndarray, pd.Series, pd.Index))):
        return None
    ins = [df]
    key = written(k, ins)
    return one("dataframe.group_key", ins, {"key": key}, "series")


class GroupBy(GroupByMethods):
    """Groups of rows, to be aggregated."""

    _series = False
    _listed = False  # keys were given as a list

    def __init__(self, ins, attrs, chosen=None):
        self._ins, self._attrs, self._chosen = ins, attrs, chosen

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

    def agg(self, func=None, **kwargs):
        """Aggregates by name: one, which may have arguments, a list of them, a dict by column, or name=(column, aggregate)."""
        if func is not None and not isinstance(func, (dict, list, tuple, pd.Series)):
            if func is len and not self._series:
                raise NotImplementedError("agg(len) of a frame is not there yet; use size(), or a dict of columns")
            return getattr(self, name_of(func))(**kwargs)
        if self._series and isinstance(func, (dict, pd.Series)):
            raise pd.errors.SpecificationError("nested renamer is not supported")
        return self._call("dataframe.groupby_agg", {"func": spec(func, kwargs)}, "dataframe")

    aggregate = agg

    def transform(self, func, *args, engine=None, engine_kwargs=None, **kwargs):
        """An aggregate of its group for each row, by name, or cumsum, cumprod, cummin, cummax, cumcount, rank, shift."""
        if args or kwargs or engine is not None or engine_kwargs is not None:
            raise NotImplementedError("groupby.transform with arguments is not there yet")
        name = name_of(func)
        gives = "series" if name in ("size", "cumcount") else "rows"
        return self._call("dataframe.groupby_transform", {"func": _a.string(name)}, gives)

    @property
    def ngroups(self):
        """The number of groups; this computes them."""
        return len(self._sizes())

    def __len__(self):
        return self.ngroups

    def _sizes(self):
        """How many rows each group has, under its key."""
        return type(self)(self._ins, {k: v for k, v in self._attrs.items() if k != "as_index"}, self._chosen).size()

    def __iter__(self):
        """Pairs of a key and the rows of its group; the keys are computed, each group when it is asked for."""
        for key, rows in self._sizes().to_pandas().items():
            name = (key,) if self._listed and not isinstance(key, tuple) else key
            yield name, self.get_group(key) if rows else self.head(0)

    @property
    def nth(self):
        """Rows of each group by their places: nth(1), nth([0, -1]) or nth[0, -1]."""
        return Indexed(super().nth)

    def __getattr__(self, name):
        if not name.startswith("_") and hasattr(self._like, name):
            raise NotYet(f"{type(self).__name__}.{name} is not there yet; use the groupby of .to_pandas()")
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __repr__(self):
        return f"<{type(self).__name__} of {self._ins[0].op}>"


class SeriesGroupBy(GroupBy):
    """Groups of a series, or of one column of a frame."""

    _series = True
    _like = pd.core.groupby.SeriesGroupBy


class DataFrameGroupBy(GroupBy):
    """Groups of the rows of a frame. Indexing with a column, or a list of them, chooses what is aggregated."""

    _like = pd.core.groupby.DataFrameGroupBy

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
        chosen = (DataFrameGroupBy if kind == LIST else SeriesGroupBy)(self._ins, self._attrs, keys)
        chosen._listed = self._listed
        return chosen

    def _is_column(self, key):
        return key in self._ins[0]._meta.names

    def __getattr__(self, name):
        if not name.startswith("_") and not hasattr(self._like, name) and self._is_column(name):
            return self[name]
        return GroupBy.__getattr__(self, name)
