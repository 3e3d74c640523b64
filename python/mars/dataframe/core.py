"""DataFrame, Series and Index: values with labels that are computed on the cluster."""

import numpy as np
import pandas as pd

from .._core import attrs as _a
from .._core.build import one
from .._core.call import missing_method, no_default
from .._core.entity import Entity, register
from ._as import LISTED, column_value, constant, frame, in_place
from ._gen import DataFrameMethods, IndexMethods, SeriesMethods
from ._operators import Operators
from ._protocols import Protocols
from ._show import Show
from .indexers import At, IAt, ILoc, Loc, _is_mask, places
from .local import make_frame, make_index, make_series


class _Rows(Operators, Protocols, Show):
    """What frames and series have in common."""

    __slots__ = ()
    __hash__ = object.__hash__

    @property
    def index(self):
        """The row labels."""
        return one("dataframe.index", (self,), None, "index")

    @index.setter
    def index(self, labels):
        raise NotImplementedError("assignment to the row labels is not there yet; use set_index or reset_index")

    @property
    def loc(self):
        """Selection by label, or by a condition on rows."""
        return Loc(self)

    @property
    def iloc(self):
        """Selection by position."""
        return ILoc(self)

    @property
    def at(self):
        """One value by its labels."""
        return At(self)

    @property
    def iat(self):
        """One value by its position."""
        return IAt(self)

    def _filtered(self, mask):
        """The rows where a condition is true."""
        if getattr(mask, "_kind", None) == "tensor":
            from ._hand import series_from_tensor

            mask = series_from_tensor(mask, None)
        if isinstance(mask, pd.Series):
            mask = constant(mask)
        if getattr(mask, "_kind", None) is None:  # a list or array meets rows by position
            return one("dataframe.iloc", (self,), {"rows": places(np.asarray(mask))[0]}, self._kind)
        return one("dataframe.filter", (self, mask), None, self._kind)

    def _sliced(self, key):
        """Rows by a slice between the brackets: places where it is of ints, else labels."""
        ends = [e for e in (key.start, key.stop, key.step) if e is not None]
        if all(isinstance(e, (int, np.integer)) for e in ends):
            return one("dataframe.iloc", (self,), {"rows": places(key)[0]}, self._kind)
        return self.loc[key]

    def isnull(self):
        """Which elements are missing."""
        return self.isna()

    def notnull(self):
        """Which elements are there."""
        return self.notna()

    def pad(self, **kwargs):
        """Missing values filled with the last one before them."""
        return self.ffill(**kwargs)

    def backfill(self, **kwargs):
        """Missing values filled with the next one behind them."""
        return self.bfill(**kwargs)

    def div(self, other, axis="columns", level=None, fill_value=None):
        """Quotient, element by element."""
        return self.truediv(other, axis=axis, level=level, fill_value=fill_value)

    divide = div

    def rdiv(self, other, axis="columns", level=None, fill_value=None):
        """Quotient with the operands changed over."""
        return self.rtruediv(other, axis=axis, level=level, fill_value=fill_value)

    def multiply(self, other, axis="columns", level=None, fill_value=None):
        """Product, element by element."""
        return self.mul(other, axis=axis, level=level, fill_value=fill_value)

    def subtract(self, other, axis="columns", level=None, fill_value=None):
        """Difference, element by element."""
        return self.sub(other, axis=axis, level=level, fill_value=fill_value)

    def product(self, **kwargs):
        """Product of the values."""
        return self.prod(**kwargs)

    def agg(self, func=None, axis=0, *args, **kwargs):
        """An aggregate by name."""
        from .groupby import name_of

        if not isinstance(func, (list, dict)) and func is not None:
            return getattr(self, name_of(func))(*args, **kwargs)
        raise NotImplementedError(f"{type(self).__name__}.agg with several aggregates is not there yet; name one")

    aggregate = agg

    def pipe(self, func, *args, **kwargs):
        """func of this value."""
        if isinstance(func, tuple):
            func, name = func
            return func(*args, **{**kwargs, name: self})
        return func(self, *args, **kwargs)


class DataFrame(_Rows, DataFrameMethods, Entity):
    """A table of named columns with row labels, computed on the cluster. Methods are those of pandas.

    data is what pandas' DataFrame takes, a tensor, or a dict of series and tensors. Assigning a column moves this handle to another
    value; what was made of it before keeps the old one.
    """

    __slots__ = ()
    _kind = "dataframe"

    def __new__(cls, data=None, index=None, columns=None, dtype=None, copy=None, chunk_size=None):
        return cls._of(make_frame(data, index, columns, dtype, chunk_size)._ref)

    @property
    def columns(self):
        """The column labels."""
        return (
            pd.Index(self._meta.names) if not _tuples(self._meta.names) else pd.MultiIndex.from_tuples(self._meta.names)
        )

    @columns.setter
    def columns(self, labels):
        self._move(self.set_axis(labels, axis=1)._ref)

    @property
    def dtypes(self):
        """The dtypes of the columns."""
        m = self._meta
        return pd.Series([d for _, d in m.columns], index=self.columns, dtype=object)

    @property
    def axes(self):
        """The labels of rows and of columns."""
        return [self.index, self.columns]

    def keys(self):
        """The column labels."""
        return self.columns

    def __iter__(self):
        return iter(self.columns)

    def __contains__(self, key):
        return key in self.columns

    def items(self):
        """The columns with their labels."""
        return ((c, self[c]) for c in self.columns)

    def __dir__(self):
        known = self._known
        names = known.names if known is not None else ()
        return sorted({*object.__dir__(self), *(n for n in names if isinstance(n, str) and n.isidentifier())})

    def __getattr__(self, name):
        if not name.startswith("_") and name in self._meta.names:
            return self[name]
        return missing_method(self, name, "dataframe", pd.DataFrame)

    def __getitem__(self, key):
        if callable(key) and not hasattr(key, "_kind"):
            key = key(self)
        if isinstance(key, slice):
            return self._sliced(key)
        if getattr(key, "_kind", None) == "dataframe":
            return self.where(key)
        if _is_mask(key):
            return self._filtered(key)
        if isinstance(key, (list, np.ndarray, pd.Index, pd.Series)):
            return one("dataframe.select", (self,), {"columns": _a.items(_a.label(k) for k in key)}, "dataframe")
        if hasattr(key, "_kind"):
            raise TypeError(f"a {type(key).__name__} of {key.dtype} does not select rows; give a condition")
        return one("dataframe.column", (self,), {"column": _a.label(key)}, "series")

    def __setitem__(self, key, value):
        if getattr(key, "_kind", None) == "dataframe":
            self._move(self.mask(key, value)._ref)
        elif _is_mask(key):
            self._move(self.mask(key, value)._ref)
        elif isinstance(key, (list, np.ndarray, pd.Index)):
            self._set_many(list(key), value)
        else:
            self._move(self._with(key, value)._ref)

    def _with(self, key, value):
        """This frame with a column set."""
        ins, args = column_value(value)
        attrs = {"column": _a.label(key)}
        if args is not None:
            attrs["args"] = args
        return one("dataframe.assign", [self, *ins], attrs, "dataframe")

    def _set_many(self, keys, value):
        if getattr(value, "_kind", None) == "tensor":
            parts = [value[:, i] for i in range(len(keys))]
        elif getattr(value, "_kind", None) == "dataframe" or isinstance(value, pd.DataFrame):
            if len(value.columns) != len(keys):
                raise ValueError("Columns must be same length as key")
            parts = [value[c] for c in value.columns]
        elif isinstance(value, (list, tuple, np.ndarray)):
            a = np.asarray(value)
            parts = [a[:, i] for i in range(len(keys))] if a.ndim == 2 else list(value)
            if len(parts) != len(keys):
                raise ValueError("Columns must be same length as key")
        else:
            parts = [value] * len(keys)
        out = self
        for k, v in zip(keys, parts):
            out = out._with(k, v)
        self._move(out._ref)

    def __delitem__(self, key):
        self._move(self.drop(columns=[key])._ref)

    def assign(self, **kwargs):
        """This frame with columns set; a function gets the frame."""
        out = self
        for k, v in kwargs.items():
            out = out._with(k, v(out) if callable(v) and not hasattr(v, "_kind") else v)
        return out

    def insert(self, loc, column, value, allow_duplicates=False):
        """Set a new column at a place."""
        names = self._meta.names
        if column in names:
            raise ValueError(f"cannot insert {column}, already exists")
        if not 0 <= loc <= len(names):
            raise IndexError(f"index {loc} is out of bounds for axis 0 with size {len(names)}")
        out = self._with(column, value)
        self._move(out[[*names[:loc], column, *names[loc:]]]._ref)

    def pop(self, item):
        """Take a column out of this frame."""
        column = self[item]
        del self[item]
        return column

    def get(self, key, default=None):
        """A column, default where there is none."""
        return self[key] if key in self._meta.names else default

    def drop(self, labels=None, *, axis=0, index=None, columns=None, level=None, inplace=False, errors="raise"):
        """The frame without some of its columns. Rows are not dropped by label yet."""
        if labels is not None and _a.axis(axis)["i"] == 1:
            columns, labels = labels, None
        if index is not None or labels is not None:
            raise NotImplementedError("drop of rows by label is not there yet; select the others")
        if columns is None:
            raise ValueError("Need to specify at least one of 'labels', 'index' or 'columns'")
        if level is not None:
            raise NotImplementedError("drop by level is not there yet")
        keys = list(columns) if isinstance(columns, (list, np.ndarray, pd.Index, pd.Series)) else [columns]
        if errors == "ignore":
            keys = [k for k in keys if k in self._meta.names]
        r = one("dataframe.drop", (self,), {"columns": _a.items(_a.label(k) for k in keys)}, "dataframe")
        return in_place(self, r, "drop") if inplace else r

    def rename(
        self, mapper=None, *, index=None, columns=None, axis=None, copy=None, inplace=False, level=None, errors="ignore"
    ):
        """The frame with other column labels: a dict of old to new, or a function of labels."""
        if mapper is not None:
            if axis is None or _a.axis(axis)["i"] == 0:
                index = mapper
            else:
                columns = mapper
        if index is not None:
            raise NotImplementedError("rename of row labels is not there yet")
        if columns is None:
            raise TypeError("must pass an index to rename")
        if callable(columns):
            columns = {n: columns(n) for n in self._meta.names}
        columns = dict(columns)
        if errors == "raise":
            missing = [k for k in columns if k not in self._meta.names]
            if missing:
                raise KeyError(f"{missing} not found in axis")
        rows = [_a.fields(**{"from": _a.label(k), "to": _a.label(v)}) for k, v in columns.items()]
        r = one("dataframe.rename", (self,), {"columns": _a.items(rows)}, "dataframe")
        return in_place(self, r, "rename") if inplace else r

    def set_axis(self, labels, *, axis=0, copy=None):
        """The frame with these column labels."""
        if _a.axis(axis)["i"] == 0:
            raise NotImplementedError("set_axis of row labels is not there yet; use set_index")
        attrs = {"columns": _a.items(_a.label(c) for c in labels)}
        return one("dataframe.set_columns", (self,), attrs, "dataframe")

    def add_prefix(self, prefix, axis=None):
        """The frame with a text before every column label."""
        return self.set_axis([f"{prefix}{n}" for n in self._meta.names], axis=1)

    def add_suffix(self, suffix, axis=None):
        """The frame with a text behind every column label."""
        return self.set_axis([f"{n}{suffix}" for n in self._meta.names], axis=1)

    def select_dtypes(self, include=None, exclude=None):
        """The columns of some dtypes."""
        empty = pd.DataFrame({i: pd.Series(dtype=d) for i, (_, d) in enumerate(self._meta.columns)})
        keep = empty.select_dtypes(include, exclude).columns
        return self[[self._meta.names[i] for i in keep]]

    def join(self, other, on=None, how="left", lsuffix="", rsuffix="", sort=False, validate=None):
        """Columns of another frame, met by row labels."""
        from ._gen import merge

        keys = {"left_index": True} if on is None else {"left_on": on}
        return merge(
            self, other, how, right_index=True, sort=sort, suffixes=(lsuffix, rsuffix), validate=validate, **keys
        )

    def apply(self, func, axis=0, raw=False, result_type=None, args=(), **kwargs):
        """An aggregate by name; Python callables are not there yet."""
        from .groupby import name_of

        if isinstance(func, str) or (_a.axis(axis)["i"] == 0 and not args and not kwargs and _named(func)):
            return getattr(self, name_of(func))(*args, **kwargs)
        raise NotImplementedError(
            "apply of a Python callable is not there yet: functions of Python run in a later version"
        )

    def to_records(self, *args, **kwargs):
        """The frame as a NumPy record array."""
        return self.to_pandas().to_records(*args, **kwargs)

    def iterrows(self):
        """The rows with their labels, fetched."""
        return self.to_pandas().iterrows()

    def itertuples(self, index=True, name="Pandas"):
        """The rows as tuples, fetched."""
        return self.to_pandas().itertuples(index=index, name=name)


class Series(_Rows, SeriesMethods, Entity):
    """One column with row labels, computed on the cluster. Methods are those of pandas."""

    __slots__ = ()
    _kind = "series"

    def __new__(cls, data=None, index=None, dtype=None, name=None, copy=None, chunk_size=None):
        return cls._of(make_series(data, index, dtype, name, chunk_size)._ref)

    @property
    def name(self):
        """The label."""
        return self._meta.name

    @name.setter
    def name(self, name):
        self._move(self.rename(name)._ref)

    @property
    def dtype(self):
        """The dtype of the values."""
        return self._meta.dtype

    dtypes = dtype

    @property
    def str(self):
        """Methods of texts."""
        from .accessors import StringMethods

        return StringMethods(self)

    @property
    def dt(self):
        """Methods of times."""
        from .accessors import DatetimeMethods

        return DatetimeMethods(self)

    def __getattr__(self, name):
        return missing_method(self, name, "dataframe", pd.Series)

    def __getitem__(self, key):
        if callable(key) and not hasattr(key, "_kind"):
            key = key(self)
        if isinstance(key, slice):
            return self._sliced(key)
        if _is_mask(key):
            return self._filtered(key)
        return self.loc[key]

    def __setitem__(self, key, value):
        self.loc[key] = value

    def __iter__(self):
        return iter(self.to_pandas())

    def __contains__(self, key):
        return key in self.to_pandas().index

    def item(self):
        """The one value."""
        return self.to_pandas().item()

    def tolist(self):
        """The values as a list."""
        return self.to_pandas().tolist()

    to_list = tolist

    def rename(self, index=None, *, axis=None, copy=None, inplace=False, level=None, errors="ignore"):
        """The series under another name."""
        if callable(index) or isinstance(index, dict):
            raise NotImplementedError("rename of row labels is not there yet; give a name")
        r = one("dataframe.set_columns", (self,), {"columns": _a.items([_a.label(index)])}, "series")
        return in_place(self, r, "rename") if inplace else r

    def sort_values(
        self,
        *,
        axis=0,
        ascending=True,
        inplace=False,
        kind="quicksort",
        na_position="last",
        ignore_index=False,
        key=None,
    ):
        """The values in order."""
        return SeriesMethods.sort_values(
            self,
            axis=axis,
            ascending=ascending,
            inplace=inplace or no_default,
            kind=kind,
            na_position=na_position,
            ignore_index=ignore_index,
            key=key,
        )

    def nlargest(self, n=5, keep="first"):
        """The greatest values, greatest first."""
        return SeriesMethods.nlargest(self, n, keep=keep)

    def nsmallest(self, n=5, keep="first"):
        """The least values, least first."""
        return SeriesMethods.nsmallest(self, n, keep=keep)

    def drop_duplicates(self, *, keep="first", inplace=False, ignore_index=False):
        """The values without those equal to another."""
        return SeriesMethods.drop_duplicates(self, keep=keep, inplace=inplace or no_default, ignore_index=ignore_index)

    def duplicated(self, keep="first"):
        """Which values are equal to another."""
        return SeriesMethods.duplicated(self, keep=keep)

    def reset_index(self, level=None, *, drop=False, name=no_default, inplace=False, allow_duplicates=False):
        """Row labels as a column, or away."""
        of = self if name is no_default else self.rename(name)
        r = SeriesMethods.reset_index(of, level, drop=drop)
        if inplace:
            if not drop:
                raise TypeError("Cannot reset_index inplace on a Series to create a DataFrame")
            return in_place(self, r, "reset_index")
        return r

    def count(self):
        """Number of values that are not missing."""
        return SeriesMethods.count(self)

    def nunique(self, dropna=True):
        """Number of distinct values."""
        return SeriesMethods.nunique(self, dropna=dropna)

    def idxmax(self, axis=0, skipna=True, *args, **kwargs):
        """Label of the greatest value."""
        return SeriesMethods.idxmax(self, skipna=skipna)

    def idxmin(self, axis=0, skipna=True, *args, **kwargs):
        """Label of the least value."""
        return SeriesMethods.idxmin(self, skipna=skipna)

    def dropna(self, *, axis=0, inplace=False, how=None, ignore_index=False):
        """The values that are not missing."""
        return SeriesMethods.dropna(self, axis=axis, inplace=inplace, ignore_index=ignore_index)

    def between(self, left, right, inclusive="both"):
        """Which values lie between two."""
        low, high = (
            ("ge" if inclusive in ("both", "left") else "gt"),
            ("le" if inclusive in ("both", "right") else "lt"),
        )
        if inclusive not in ("both", "left", "right", "neither"):
            raise ValueError("Inclusive has to be either string of 'both','left', 'right', or 'neither'.")
        return getattr(self, low)(left) & getattr(self, high)(right)

    def to_frame(self, name=no_default):
        """The series as a frame of one column."""
        return SeriesMethods.to_frame(self, name)

    def apply(self, func, args=(), *, by_row="compat", **kwargs):
        """An aggregate by name; Python callables are not there yet."""
        from .groupby import name_of

        if isinstance(func, str):
            return getattr(self, name_of(func))(*args, **kwargs)
        raise NotImplementedError(
            "apply of a Python callable is not there yet: functions of Python run in a later version"
        )

    def map(self, arg, na_action=None):
        """The value of each element in a dict or series; missing where there is none."""
        return SeriesMethods.map(self, arg)

    def to_dict(self, *args, **kwargs):
        """The values by label, fetched."""
        return self.to_pandas().to_dict(*args, **kwargs)

    def items(self):
        """The values with their labels, fetched."""
        return self.to_pandas().items()

    def keys(self):
        """The row labels."""
        return self.index


class Index(Operators, Protocols, Show, IndexMethods, Entity):
    """Row labels as a value of their own, computed on the cluster."""

    __slots__ = ()
    _kind = "index"
    __hash__ = object.__hash__

    def __new__(cls, data=None, dtype=None, copy=None, name=None, tupleize_cols=True, chunk_size=None):
        return cls._of(make_index(data, dtype, name, chunk_size)._ref)

    @property
    def name(self):
        """The name of an index of one level."""
        return self._meta.name

    @property
    def names(self):
        """The names of the levels."""
        return [n for n, _ in self._meta.levels]

    @property
    def dtype(self):
        """The dtype of the labels."""
        return self._meta.dtype if self._meta.dtype is not None else np.dtype(object)

    @property
    def nlevels(self):
        """The number of levels."""
        return len(self._meta.levels)

    def rename(self, name, *, inplace=False):
        """The labels under another name."""
        r = IndexMethods.rename(self, name if isinstance(name, list) else [name])
        return in_place(self, r, "rename") if inplace else r

    set_names = rename

    def to_series(self, index=None, name=None):
        """The labels as a series under themselves."""
        if index is not None:
            raise NotImplementedError("Index.to_series with other labels is not there yet")
        return IndexMethods.to_series(self, name)

    def to_tensor(self, dtype=None):
        """The labels as a tensor."""
        attrs = None if dtype is None else {"dtype": _a.dtype(dtype)}
        return one("dataframe.to_tensor", (self,), attrs)

    def to_frame(self, index=True, name=no_default):
        """The labels as a column."""
        s = self.to_series() if name is no_default else self.to_series(name=name)
        return s.to_frame() if index else s.reset_index(drop=True).to_frame()

    def tolist(self):
        """The labels as a list."""
        return self.to_pandas().tolist()

    to_list = tolist

    def __iter__(self):
        return iter(self.to_pandas())

    def __contains__(self, key):
        return key in self.to_pandas()

    def __getitem__(self, key):
        return self.to_pandas()[key]

    def __getattr__(self, name):
        return missing_method(self, name, "dataframe", pd.Index)


def _tuples(names):
    return bool(names) and all(isinstance(n, tuple) for n in names)


def _named(func):
    """Whether a function is one of NumPy's that has a name here."""
    from .groupby import _names

    try:
        return func in _names
    except TypeError:
        return False


register("dataframe", DataFrame)
register("series", Series)
register("index", Index)

__all__ = ["LISTED", "DataFrame", "Index", "Series", "frame"]
