"""Groups of rows: df.groupby(keys) and its aggregates. Nothing is built before an aggregate is asked for."""

import collections.abc

import numpy as np
import pandas as pd

from .._core import attrs as _a
from .._core.build import one
from .._core.call import NotYet, no_default
from .._core.coerce import LIST, classify, is_lazy_scalar, listed
from . import _groupmore
from ._as import LISTED, constant, frame, same_rows

_names = {
    sum: "sum",
    min: "min",
    max: "max",
    len: "size",
    any: "any",
    all: "all",
    np.sum: "sum",
    np.mean: "mean",
    np.min: "min",
    np.max: "max",
    np.std: "std",
    np.var: "var",
    np.median: "median",
    np.prod: "prod",
    np.any: "any",
    np.all: "all",
}


def name_of(func):
    """The name of an aggregate. NotImplementedError for a Python callable that is none of NumPy's."""
    if isinstance(func, str):
        return func
    try:
        return _names[func]
    except (KeyError, TypeError):
        pass
    if callable(func):
        raise NotImplementedError("agg with a Python callable is not there yet; name an aggregate, such as 'sum'")
    raise TypeError(f"a {type(func).__name__} names no aggregate")


def _item(func, column=None, name=None):
    return _a.fields(
        func=_a.string(name_of(func)),
        column=None if column is None else _a.label(column),
        name=None if name is None else _a.label(name),
    )


def _columns(funcs):
    """Aggregates that make a column each, named as they are; len has another name than what it stands for."""
    if any(f is len for f in funcs):
        raise NotImplementedError("agg with len in a list is not there yet; give 'size', or name=(column, len)")
    return funcs


def aggregates(func, named):
    """What agg was asked for, as the operator takes it."""
    if func is None and named:
        items = []
        for name, v in named.items():
            column, f = (
                (v.column, v.aggfunc) if isinstance(v, pd.NamedAgg) else v if isinstance(v, tuple) else (None, v)
            )
            items.append(_item(f, column, name))
        return _a.fields(form={"s": "named"}, items=_a.items(items))
    if func is None:
        raise TypeError("Must provide 'func' or tuples of '(column, aggfunc).")
    if named:
        raise NotImplementedError(f"agg: arguments for the aggregate are not there yet: {', '.join(named)}")
    if isinstance(func, (dict, pd.Series)):
        lists = any(isinstance(f, (list, tuple)) for f in dict(func).values())
        items = [
            _item(f, column)
            for column, fs in dict(func).items()
            for f in (_columns(fs) if isinstance(fs, (list, tuple)) else [fs])
        ]
        return _a.fields(form={"s": "dicts" if lists else "dict"}, items=_a.items(items))
    if isinstance(func, (list, tuple)):
        return _a.fields(form={"s": "list"}, items=_a.items(_item(f) for f in _columns(func)))
    return _a.fields(form={"s": "one"}, items=_a.items([_item(func)]))


def groupby(df, by, level, *, as_index, sort, group_keys, observed, dropna):
    """The groups of a frame or series."""
    df = frame(df)
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
    """A key as a series with the rows of df; None for a label. Arrays and indexes meet rows by place, series by label; a dict and a function are of labels."""
    if isinstance(k, pd.Grouper):
        raise NotImplementedError("groupby by a Grouper is not there yet; give labels or series")
    if isinstance(k, dict):
        return df.index.to_series().map(k)
    if isinstance(k, pd.Series):
        return _with_rows_of(df, constant(k))
    if isinstance(k, (np.ndarray, pd.Index)):
        return _with_rows_of(df, constant(pd.Series(k, name=LISTED)), getattr(k, "name", None))
    kind = getattr(k, "_kind", None)
    if kind == "series":
        return _with_rows_of(df, k)
    if kind == "index":
        return _with_rows_of(df, k.to_series().rename(LISTED), k.name)
    if kind == "tensor" and not is_lazy_scalar(k):
        return _with_rows_of(df, k, None)
    if callable(k) and kind is None:
        return _with_rows_of(df, constant(pd.Series([k(v) for v in df.index._small()], name=LISTED)), df.index.name)
    return None


_KEY = ("group", "key")  # labels a key while it is brought to the rows of the frame


_own = object()


def _with_rows_of(df, key, name=_own):
    """A key with the rows of a frame: it is met by label, unless it is known to have the same rows. name is that of the key, its own by default."""
    if name is _own and same_rows(df, key):
        return key
    name = key.name if name is _own else name
    out = df.to_frame() if df._kind == "series" else df
    return out._with(_KEY, key)[_KEY].rename(name)


class GroupBy:
    """Groups of rows, to be aggregated."""

    _series = False
    _listed = False  # keys were given as a list

    def __init__(self, ins, attrs, chosen=None):
        self._ins, self._attrs, self._chosen = ins, attrs, chosen

    def _agg(self, func, kind=None, **more):
        attrs = {**self._attrs, "func": func, **{k: v for k, v in more.items() if v is not None}}
        if self._chosen is not None:
            attrs["chosen"] = _a.items(_a.label(c) for c in self._chosen)
        if self._series:
            attrs["series"] = _a.boolean(True)
        return one("dataframe.groupby_agg", self._ins, attrs, kind or self._result())

    def _result(self):
        """The kind of one aggregate of each value column."""
        return "series" if self._series and "as_index" not in self._attrs else "dataframe"

    def _method(self, name, **more):
        return self._agg(aggregates(name, {}), **more)

    def agg(self, func=None, **kwargs):
        """Aggregates by name: one, which may have arguments, a list of them, a dict by column, or name=(column, aggregate)."""
        if func is not None and kwargs and not isinstance(func, (dict, list, tuple, pd.Series)):
            return getattr(self, name_of(func))(**kwargs)
        if isinstance(func, str) and func in ("skew", "kurt", "idxmax", "idxmin"):
            return getattr(self, func)()
        spec = aggregates(func, kwargs)
        form = spec["fields"]["fields"]["form"]["s"]
        if self._series and form in ("dict", "dicts"):
            raise pd.errors.SpecificationError("nested renamer is not supported")
        if isinstance(func, str) and func == "size":
            return self.size()
        if func is len and not self._series:
            raise NotImplementedError("agg(len) of a frame is not there yet; use size(), or a dict of columns")
        return self._agg(spec, self._result() if form == "one" else "dataframe")

    aggregate = agg

    def sum(self, numeric_only=False, min_count=0):
        """Sum of each group."""
        return self._method("sum", **_numeric(numeric_only), min_count=_given(min_count, 0, _a.integer))

    def prod(self, numeric_only=False, min_count=0):
        """Product of each group."""
        return self._method("prod", **_numeric(numeric_only), min_count=_given(min_count, 0, _a.integer))

    def mean(self, numeric_only=False):
        """Mean of each group."""
        return self._method("mean", **_numeric(numeric_only))

    def median(self, numeric_only=False):
        """Median of each group."""
        return self._method("median", **_numeric(numeric_only))

    def min(self, numeric_only=False, min_count=-1):
        """Smallest value of each group."""
        return self._method("min", **_numeric(numeric_only), min_count=_given(min_count, -1, _a.integer))

    def max(self, numeric_only=False, min_count=-1):
        """Greatest value of each group."""
        return self._method("max", **_numeric(numeric_only), min_count=_given(min_count, -1, _a.integer))

    def first(self, numeric_only=False, min_count=-1):
        """First value of each group that is not missing."""
        return self._method("first", **_numeric(numeric_only), min_count=_given(min_count, -1, _a.integer))

    def last(self, numeric_only=False, min_count=-1):
        """Last value of each group that is not missing."""
        return self._method("last", **_numeric(numeric_only), min_count=_given(min_count, -1, _a.integer))

    def std(self, ddof=1, numeric_only=False):
        """Standard deviation of each group."""
        return self._method("std", **_numeric(numeric_only), ddof=_given(ddof, 1, _a.integer))

    def var(self, ddof=1, numeric_only=False):
        """Variance of each group."""
        return self._method("var", **_numeric(numeric_only), ddof=_given(ddof, 1, _a.integer))

    def sem(self, ddof=1, numeric_only=False):
        """Standard error of the mean of each group."""
        return self._method("sem", **_numeric(numeric_only), ddof=_given(ddof, 1, _a.integer))

    def count(self):
        """Number of values of each group that are not missing."""
        return self._method("count")

    def any(self):
        """Whether any value of each group is true."""
        return self._method("any")

    def all(self):
        """Whether all values of each group are true."""
        return self._method("all")

    def nunique(self, dropna=True):
        """Number of distinct values of each group."""
        return self._method("nunique", keep_null=None if dropna else _a.boolean(True))

    def quantile(self, q=0.5, interpolation="linear", numeric_only=False):
        """A quantile of each group, or a row for each of a list of them."""
        how = _given(interpolation, "linear", _a.string)
        if not isinstance(q, (int, float, np.integer, np.floating)):
            qs = {"qs": _a.items(_a.floating(float(v)) for v in q), "list": _a.boolean(True)}
            return self._method("quantile", **qs, interpolation=how, **_numeric(numeric_only))
        return self._method("quantile", q=_a.floating(q), interpolation=how, **_numeric(numeric_only))

    def skew(self, skipna=True, numeric_only=False):
        """Unbiased skewness of each group."""
        return _groupmore.skew(self, numeric_only) if _skips(skipna) else None

    def kurt(self, skipna=True, numeric_only=False):
        """Unbiased excess kurtosis of each group."""
        return _groupmore.kurt(self, numeric_only) if _skips(skipna) else None

    def idxmax(self, skipna=True, numeric_only=False):
        """Label of the first greatest value of each group."""
        return _groupmore.extreme(self, "idxmax", numeric_only) if _skips(skipna) else None

    def idxmin(self, skipna=True, numeric_only=False):
        """Label of the first least value of each group."""
        return _groupmore.extreme(self, "idxmin", numeric_only) if _skips(skipna) else None

    def _by(self):
        """The keys that were given, as attributes."""
        return self._attrs.get("by", {"list": {"items": []}})["list"]["items"]

    def describe(self, percentiles=None, include=None, exclude=None):
        """Number, mean, deviation, extremes and quantiles of each group."""
        from pandas.io.formats.format import format_percentiles

        from ._gen import concat

        if include is not None or exclude is not None:
            raise NotImplementedError("groupby.describe with include or exclude is not there yet; choose the columns")
        qs = [0.25, 0.5, 0.75] if percentiles is None else sorted(set(percentiles))
        parts = {"count": self.count().astype("float64"), "mean": self.mean(), "std": self.std(), "min": self.min()}
        parts |= {n: self.quantile(q) for n, q in zip(format_percentiles(qs), qs)}
        parts["max"] = self.max()
        if self._series:
            return concat([p.astype("float64").rename(n) for n, p in parts.items()], axis=1)
        names = parts["mean"]._names
        return concat([parts[n][c].astype("float64").rename((c, n)) for c in names for n in parts], axis=1)

    def get_group(self, name):
        """The rows of one group. KeyError where there is none."""
        keys = self._attrs.get("by", {}).get("list", {}).get("items", ())
        labels = [k["fields"]["fields"].get("label") for k in keys]
        if len(labels) != 1 or labels[0] is None or self._series:
            raise NotImplementedError("get_group is there for one column of a frame; use a condition")
        df = self._ins[0]
        rows = df[df[_a.decode(labels[0])] == (name[0] if isinstance(name, tuple) else name)]
        if not len(rows):
            raise KeyError(name)
        return rows if self._chosen is None else rows[list(self._chosen)]

    def size(self):
        """Number of rows of each group."""
        kind = "dataframe" if "as_index" in self._attrs else "series"
        return self._agg(aggregates("size", {}), kind)

    @property
    def ngroups(self):
        """The number of groups; this computes them."""
        groups = GroupBy(self._ins, {k: v for k, v in self._attrs.items() if k != "as_index"}, self._chosen)
        groups._series = self._series
        return len(groups.size())

    def __len__(self):
        return self.ngroups

    def __iter__(self):
        """Pairs of a key and the rows of its group; the keys are computed, each group when it is asked for."""
        from ._groups import pairs

        return pairs(self)

    def _rows(self, op, kind=None, **more):
        """A value of each row from its group, or rows of groups."""
        attrs = {**self._attrs, **{k: v for k, v in more.items() if v is not None}}
        if self._chosen is not None:
            attrs["chosen"] = _a.items(_a.label(c) for c in self._chosen)
        if self._series:
            attrs["series"] = _a.boolean(True)
        return one(op, self._ins, attrs, kind or ("series" if self._series else "dataframe"))

    def _transform(self, func, kind=None, **more):
        return self._rows("dataframe.groupby_transform", kind, func=_a.string(func), **more)

    def transform(self, func, *args, engine=None, engine_kwargs=None, **kwargs):
        """An aggregate of its group for each row, by name, or cumsum, cumprod, cummin, cummax, cumcount, rank, shift."""
        if args or kwargs or engine is not None or engine_kwargs is not None:
            raise NotImplementedError("groupby.transform with arguments is not there yet")
        name = name_of(func)
        return self._transform(name, "series" if name in ("size", "cumcount") else None)

    def cumsum(self, numeric_only=False):
        """Sum of the rows of the group up to each row."""
        return self._numbers(numeric_only)._transform("cumsum")

    def cumprod(self, numeric_only=False):
        """Product of the rows of the group up to each row."""
        return self._numbers(numeric_only)._transform("cumprod")

    def cummin(self, numeric_only=False):
        """Smallest value of the group up to each row."""
        return self._numbers(numeric_only)._transform("cummin")

    def cummax(self, numeric_only=False):
        """Greatest value of the group up to each row."""
        return self._numbers(numeric_only)._transform("cummax")

    def _numbers(self, numeric_only):
        if numeric_only and not self._series:
            raise NotImplementedError("numeric_only=True is not there yet; choose the columns")
        return self

    def cumcount(self, ascending=True):
        """Number of each row within its group, from 0."""
        return self._transform("cumcount", "series", desc=None if ascending else _a.boolean(True))

    def shift(self, periods=1, freq=None, fill_value=no_default, suffix=None):
        """Values of the rows of the group that stand so many rows before."""
        if freq is not None or suffix is not None or not isinstance(periods, (int, np.integer)):
            raise NotImplementedError(
                "groupby.shift takes a number of periods and fill_value; the rest is not there yet"
            )
        fill = None if fill_value is no_default or fill_value is None else _a.anything(fill_value)
        return self._transform("shift", periods=_given(int(periods), 1, _a.integer), fill_value=fill)

    def rank(self, method="average", ascending=True, na_option="keep", pct=False):
        """Rank of each value within its group, from 1."""
        return self._transform(
            "rank",
            method=_a.string(method),
            na_option=_a.string(na_option),
            desc=None if ascending else _a.boolean(True),
            pct=_a.boolean(True) if pct else None,
        )

    def head(self, n=5):
        """First rows of each group."""
        return self._rows("dataframe.groupby_head", n=_a.integer(n))

    def tail(self, n=5):
        """Last rows of each group."""
        return self._rows("dataframe.groupby_head", n=_a.integer(n), tail=_a.boolean(True))

    @property
    def nth(self):
        """Rows of each group by their places: nth(1), nth([0, -1]) or nth[0, -1]."""
        return Nth(self)

    def __getattr__(self, name):
        if not name.startswith("_") and hasattr(self._like, name):
            raise NotYet(f"{type(self).__name__}.{name} is not there yet; use the groupby of .to_pandas()")
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __repr__(self):
        return f"<{type(self).__name__} of {self._ins[0].op}>"


class Nth:
    """What nth of groups is: to be called, or indexed."""

    def __init__(self, groups):
        self._groups = groups

    def __call__(self, n, dropna=None):
        if dropna:
            raise NotImplementedError("groupby.nth with dropna is not there yet; drop the rows before")
        places = list(n) if isinstance(n, (list, tuple)) else [n]
        for p in places:
            if isinstance(p, slice):
                raise NotImplementedError("groupby.nth with a slice is not there yet, give numbers")
            if not isinstance(p, (int, np.integer)):
                raise TypeError(
                    f"Invalid index {type(p)}. Must be integer, list-like, slice or a tuple of integers and slices"
                )
        return self._groups._rows(
            "dataframe.groupby_head", n=_a.integer(0), nth=_a.items(_a.integer(int(p)) for p in places)
        )

    def __getitem__(self, n):
        return self(n)


def _skips(skipna):
    """True; NotImplementedError where missing values are to count."""
    if not skipna:
        raise NotImplementedError("groupby: parameter 'skipna' is not there yet, leave it at its default")
    return True


def _numeric(v):
    return {"numeric_only": _a.boolean(True) if v else None}


def _given(v, usual, encode):
    return None if v == usual else encode(v)


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
