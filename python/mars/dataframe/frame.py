"""DataFrame: a table of named columns with row labels."""

import numpy as np
import pandas as pd

from .._core import attrs as _a
from .._core import hooks
from .._core.aggregates import is_named, name_of
from .._core.build import one
from .._core.call import missing_method, no_default
from .._core.coerce import FRAME, FUNCTION, LIST, MASK, SLICE, classify, listed
from .._core.entity import Entity, register
from .._core.fetched import fetched
from .._core.hints import named
from .._core.iterate import chunks
from . import _query
from ._as import LISTED, column_value, in_place, is_scalar, same_rows
from ._categorical import public
from ._gen import DataFrameMethods
from .local import make_frame, make_series
from .rowlabels import relabeled, with_index
from .rows import Rows
from .shaping import PRINTED


class DataFrame(Rows, DataFrameMethods, Entity):
    """A table of named columns with row labels, computed on the cluster. Methods are those of pandas.

    data is what pandas' DataFrame takes, a tensor, or a dict of series and tensors. Assigning a column moves this handle to another
    value; what was made of it before keeps the old one.
    """

    __slots__ = ()
    _kind = "dataframe"
    locals().update(fetched(pd.DataFrame, f"to_records {PRINTED}"))

    def __new__(cls, data=None, index=None, columns=None, dtype=None, copy=None, chunk_size=None):
        return cls._of(make_frame(data, index, columns, dtype, chunk_size)._ref)

    @property
    def _names(self):
        """The labels of the columns. Where they follow from the data, this computes the frame."""
        if self._meta.open:
            self.execute()
        return self._meta.names

    @property
    def columns(self):
        """The column labels."""
        names, axis = self._names, self._meta.axis
        if _tuples(names):
            return pd.MultiIndex.from_tuples(names, names=axis)
        return pd.Index(names, name=axis[0] if axis else None)

    @columns.setter
    def columns(self, labels):
        self._move(self.set_axis(labels, axis=1)._ref)

    @property
    def dtypes(self):
        """The dtypes of the columns."""
        labels = self.columns
        of = [public(d, lambda i=i: self.iloc[:, i]) for i, (_, d) in enumerate(self._meta.columns)]
        return pd.Series(of, index=labels, dtype=object)

    @property
    def T(self):
        """Rows as columns."""
        return self.transpose()

    def transpose(self, *args, copy=None):
        """Rows as columns; row labels label columns."""
        return one("dataframe.transpose", (self,), None, "dataframe")

    @property
    def axes(self):
        """The labels of rows and of columns."""
        return [self.index, self.columns]

    @staticmethod
    def _generated():
        return DataFrameMethods

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
        if not name.startswith("_") and not hasattr(pd.DataFrame, name):
            names = self._names
            if name in names or name in _firsts(names):
                return self[name]
        return missing_method(self, name, "dataframe", pd.DataFrame)

    def __getitem__(self, key):
        kind, key = classify(key)
        if kind == FUNCTION:
            return self[key(self)]
        if kind == SLICE:
            return self._sliced(key)
        if kind == FRAME:
            return self.where(key)
        if kind == MASK:
            return self._filtered(key)
        if kind == LIST:
            self._settle()
            return one(
                "dataframe.select", (self,), {"columns": _a.items(_a.label(k) for k in listed(key))}, "dataframe"
            )
        self._settle()
        known = self._known
        if known is not None and known.names and key not in known.names and _tuples(known.names):
            first = [_a.label(k) for k in (key if isinstance(key, tuple) else (key,))]
            return one("dataframe.column_part", (self,), {"first": _a.items(first)}, "dataframe")
        if known is not None and known.names.count(key) > 1:  # several columns of one label are a frame
            return one("dataframe.select", (self,), {"columns": _a.items([_a.label(key)])}, "dataframe")
        return one("dataframe.column", (self,), {"column": _a.label(key)}, "series")

    def __setitem__(self, key, value):
        kind, key = classify(key)
        if kind == FUNCTION:
            self[key(self)] = value
        elif kind == FRAME:
            self._move(self.mask(key, value)._ref)
        elif kind == MASK:
            self.loc[key] = value
        elif kind == SLICE:
            self._put_rows(key, value)
        elif kind == LIST:
            self._set_many(listed(key), value)
        else:
            self._move(self._assigned(key, value)._ref)

    def _put_rows(self, key, value):
        """Set the rows of a slice between the brackets: places where it is of ints, else labels."""
        ends = (key.start, key.stop, key.step)
        by = self.iloc if all(isinstance(e, (int, np.integer)) for e in ends if e is not None) else self.loc
        by[key] = value

    def _with(self, key, value):
        """This frame with a column set."""
        if getattr(value, "_kind", None) == "dataframe":
            raise ValueError(f"Cannot set a DataFrame with multiple columns to the single column {key}")
        ins, args = column_value(value)
        attrs = {"column": _a.label(key)}
        if args is not None:
            attrs["args"] = args
        return one("dataframe.assign", [self, *ins], attrs, "dataframe")

    def _assigned(self, key, value):
        """This frame with a column set; the rows are those of the column if the frame is known to have none. Without a session nobody is asked."""
        if is_scalar(value):
            return self._with(key, value)
        meta = self._known if self._ref.node.inputs or hooks.current() is None else self._meta
        if meta is None or meta.shape[:1] != (0,) or getattr(value, "_kind", None) == "dataframe":
            return self._with(key, value)
        ins, _ = column_value(value)
        if not ins or (ins[0]._kind != "series" and not ins[0].ndim):
            return self._with(key, value)
        names, value = self._names, ins[0]
        if value._kind != "series":
            value = make_series(value, None, None, None, None)
        out = value.to_frame(key)
        for n in names:
            if n != key:
                out = one("dataframe.assign", [out, self[n]], {"column": _a.label(n)}, "dataframe")
        return out[names if key in names else [*names, key]]

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
            out = out._assigned(k, v(out) if callable(v) and not hasattr(v, "_kind") else v)
        return out

    def insert(self, loc, column, value, allow_duplicates=False):
        """Set a new column at a place."""
        names = self._names
        if column in names:
            raise ValueError(f"cannot insert {column}, already exists")
        if not 0 <= loc <= len(names):
            raise IndexError(f"index {loc} is out of bounds for axis 0 with size {len(names)}")
        out = self._assigned(column, value)
        names = out._names  # a label of fewer levels than the others is filled up
        self._move(out[[*names[:loc], names[-1], *names[loc:-1]]]._ref)

    def query(self, expr, *, inplace=False, **kwargs):
        """The rows where an expression is true: df.query("a > @low and b in ['x', 'y']"). The grammar is pandas'."""
        r = _query.call("dataframe.query", self, expr, kwargs)
        return in_place(self, r, "query") if inplace else r

    def eval(self, expr, *, inplace=False, **kwargs):
        """The value of an expression over the columns; with assignments, one a line, the frame with these columns."""
        r = _query.call("dataframe.eval", self, expr, kwargs, **({"inplace": _a.boolean(True)} if inplace else {}))
        return in_place(self, r, "eval") if inplace else r

    def pop(self, item):
        """Take a column out of this frame."""
        column = self[item]
        del self[item]
        return column

    def get(self, key, default=None):
        """A column, default where there is none."""
        return self[key] if key in self._names else default

    def rename(
        self, mapper=None, *, index=None, columns=None, axis=None, copy=None, inplace=False, level=None, errors="ignore"
    ):
        """The frame with other column labels: a dict of old to new, or a function of labels. Of labels of several levels each is renamed."""
        if mapper is not None:
            if axis is None or _a.axis(axis)["i"] == 0:
                index = mapper
            else:
                columns = mapper
        if level is not None and columns is not None:
            raise NotImplementedError("rename of columns by level is not there yet; rename them by their whole labels")
        if index is not None:
            renamed = relabeled(self, index, level)
            if columns is not None:
                renamed = renamed.rename(columns=columns, errors=errors)
            return in_place(self, renamed, "rename") if inplace else renamed
        if columns is None:
            raise TypeError("must pass an index to rename")
        if callable(columns):
            columns = {e: columns(e) for e in self._parts()}
        columns = dict(columns)
        if errors == "raise":
            parts = self._parts()
            missing = [k for k in columns if k not in parts]
            if missing:
                raise KeyError(f"{missing} not found in axis")
        rows = [_a.fields(**{"from": _a.label(k), "to": _a.label(v)}) for k, v in columns.items()]
        r = one("dataframe.rename", (self,), {"columns": _a.items(rows)}, "dataframe")
        return in_place(self, r, "rename") if inplace else r

    def _parts(self):
        """The column labels, those of several levels one by one."""
        return [e for n in self._names for e in (n if isinstance(n, tuple) else (n,))]

    def set_axis(self, labels, *, axis=0, copy=None):
        """The frame with these labels of columns or rows."""
        if _a.axis(axis)["i"] == 0:
            return with_index(self, labels)
        attrs = {"columns": _a.items(_a.label(c) for c in labels)}
        return one("dataframe.set_columns", (self,), attrs, "dataframe")

    def stack(self, level=-1, dropna=no_default, sort=no_default, future_stack=True):
        """The columns of every row below each other, under their labels as another level; of labels of several levels the last."""
        for name, given in (("dropna", dropna), ("sort", sort)):
            if given is not no_default:
                raise ValueError(f"Cannot specify {name}, this argument will be removed in a future version of pandas.")
        if level not in (-1, len(self.columns.names) - 1, self.columns.names[-1]):
            raise NotImplementedError(
                "stack of another level than the last one is not there yet; swap the levels of columns"
            )
        return DataFrameMethods.stack(self)

    def set_index(self, keys, *, drop=True, append=False, inplace=False, verify_integrity=False):
        """Columns as row labels. Among the keys may be series, indexes and arrays of as many rows, which are met by place."""
        if verify_integrity:
            raise NotImplementedError(
                "DataFrame.set_index: parameter 'verify_integrity' is not there yet, leave it at its default"
            )
        listed_keys = keys if isinstance(keys, list) else [keys]
        if not any(has_rows(k) for k in listed_keys):
            return DataFrameMethods.set_index(self, keys, drop=drop, append=append, inplace=inplace)
        out, labels, names, gone = self, [], [], []
        for i, k in enumerate(listed_keys):
            if has_rows(k):
                out, label = out._with(("level", i, ""), _by_place(out, k)), ("level", i, "")
                names.append(getattr(k, "name", None))
            else:
                label = k
                names.append(k)
                gone += [k] if drop else []
            labels.append(label)
        kept = [n for n, _ in self._meta.levels] if append else []
        out = DataFrameMethods.set_index(out, labels, drop=False, append=append)
        out = out.drop(columns=[n for n in labels if n not in self._names] + gone).rename_axis([*kept, *names])
        return in_place(self, out, "set_index") if inplace else out

    def apply(self, func, axis=0, raw=False, result_type=None, args=(), **kwargs):
        """An aggregate by name; Python callables are not there yet."""
        along = _a.axis(axis)["i"]
        if isinstance(func, str) or (not along and not args and not kwargs and is_named(func)):
            return getattr(self, name_of(func))(*args, **({"axis": along} if along else {}), **kwargs)
        raise NotImplementedError(
            "apply of a Python callable is not there yet: functions of Python run in a later version"
        )

    @classmethod
    def from_dict(cls, data, orient="columns", dtype=None, columns=None):
        """A frame of a dict in memory here."""
        return cls(pd.DataFrame.from_dict(data, orient, dtype, columns))

    @classmethod
    def from_records(cls, data, index=None, exclude=None, columns=None, coerce_float=False, nrows=None):
        """A frame of records in memory here."""
        return cls(pd.DataFrame.from_records(data, index, exclude, columns, coerce_float, nrows))

    def corrwith(self, other, axis=0, drop=False, method="pearson", numeric_only=False, min_periods=None):
        """The correlation of every column with that of the same label, or with a series."""
        from ._gen import concat

        if method != "pearson" or min_periods is not None or _a.axis(axis)["i"] == 1:
            raise NotImplementedError("corrwith: axis, other methods and min_periods are not there yet")
        this = self.select_dtypes(["number", "bool"]) if numeric_only else self
        names = this._names
        if other._kind == "series":
            right = (this * 0).add(other, axis=0)
        else:
            right = other.select_dtypes(["number", "bool"]) if numeric_only else other
            lost = [n for n in names if n not in right._names] + [n for n in right._names if n not in names]
            names = [n for n in names if n in right._names]
            this, right = this[names], right[names]
        left, right = this + right * 0, right + this * 0
        a, b = left - left.mean(), right - right.mean()
        out = (a * b).sum() / ((left.count() - 1) * left.std() * right.std())
        if other._kind == "series" or drop or not lost:
            return out
        from .series import Series

        return concat([out, Series([float("nan")] * len(lost), index=lost)])

    def isetitem(self, loc, value):
        """Set the column at a place; it keeps its label."""
        names = self._names
        at = range(len(names))[loc]
        flat = self.set_axis(range(len(names)), axis=1)._with(at, value)
        self._move(flat.set_axis(names, axis=1)._ref)

    def iterrows(self):
        """The rows with their labels, fetched a chunk at a time."""
        return (row for part in chunks(self) for row in part.iterrows())

    def itertuples(self, index=True, name="Pandas"):
        """The rows as tuples, fetched a chunk at a time."""
        return (row for part in chunks(self) for row in part.itertuples(index=index, name=name))


def has_rows(key):
    """Whether a key has a value for each row."""
    return getattr(key, "_kind", None) in ("series", "index", "tensor") or isinstance(
        key, (pd.Series, pd.Index, np.ndarray)
    )


def _by_place(df, key):
    """A key whose values meet the rows by place."""
    if getattr(key, "_kind", None) == "tensor":
        return key
    if getattr(key, "_kind", None) is None:
        return np.asarray(key) if isinstance(key, np.ndarray) else pd.Series(key.array, name=LISTED)
    if key._kind == "series" and same_rows(df, key):
        return key
    return (key.to_series() if key._kind == "index" else key).rename(LISTED)


def _tuples(names):
    return bool(names) and all(isinstance(n, tuple) for n in names)


def _firsts(names):
    """What labels of several levels begin with."""
    return {n[0] for n in names} if _tuples(names) else ()


named(DataFrameMethods, "DataFrame")
register("dataframe", DataFrame)
