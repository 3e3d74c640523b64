"""Rows chosen, met and named by their labels: what frames and series have alike."""

import secrets

import numpy as np
import pandas as pd

from .._core import attrs as _a
from .._core.build import one
from .._core.call import no_default
from ._as import in_place
from ._as import index as _index
from .indextable import same


class RowLabels:
    """Methods that look at row labels."""

    __slots__ = ()

    def reindex(
        self,
        labels=None,
        *,
        index=None,
        columns=None,
        axis=None,
        method=None,
        copy=None,
        level=None,
        fill_value=None,
        limit=None,
        tolerance=None,
    ):
        """Under other labels; what they have no row or column for is missing, or fill_value. ValueError for labels that come twice."""
        if method is not None or level is not None or limit is not None or tolerance is not None:
            raise NotImplementedError("reindex: method, level, limit and tolerance are not there yet")
        if labels is not None:
            if axis is not None and _a.axis(axis)["i"] == 1:
                columns = labels
            else:
                index = labels
        out = self
        fill = {} if _is_nan(fill_value) else {"fill_value": _a.scalar(fill_value)}
        if columns is not None:
            attrs = {"columns": _a.items(_a.label(c) for c in listed(columns)), **fill}
            out = one("dataframe.reindex_columns", (out,), attrs, "dataframe")
        if index is not None:
            out = one("dataframe.reindex", (_index(index), out), fill, self._kind)
        return out

    def reindex_like(self, other, method=None, copy=None, limit=None, tolerance=None):
        """Under the labels of another frame or series."""
        more = {"columns": other.columns} if self._kind == "dataframe" else {}
        return self.reindex(index=other.index, method=method, limit=limit, tolerance=tolerance, **more)

    def sample(self, n=None, frac=None, replace=False, weights=None, random_state=None, axis=None, ignore_index=False):
        """Rows drawn at random. Equal random_state draws equal rows, which are not those of pandas."""
        methods = self._generated()
        if isinstance(weights, str):
            weights = self[weights]
        state = secrets.randbits(63) if random_state is None else random_state
        return methods.sample(self, n, frac, replace, weights, state, _rows_only(axis, "sample"), ignore_index)

    def truncate(self, before=None, after=None, axis=None, copy=None):
        """The rows between two labels, both included. ValueError for labels that are not sorted."""
        if axis is not None and _a.axis(axis)["i"] == 1:
            return self.loc[:, slice(before, after)]
        if before is not None and after is not None and before > after:
            raise ValueError(f"Truncate: {after} must be after {before}")
        return self.loc[before:after]

    def droplevel(self, level, axis=0):
        """Without some levels of the row or column labels."""
        if _a.axis(axis)["i"] == 1:
            return self._columns_labeled(self.columns.droplevel(level))
        return self._generated().droplevel(self, level)

    def swaplevel(self, i=-2, j=-1, axis=0):
        """With two levels of the row or column labels changed over."""
        if _a.axis(axis)["i"] == 1:
            return self._columns_labeled(self.columns.swaplevel(i, j))
        return self._generated().swaplevel(self, i, j)

    def reorder_levels(self, order, axis=0):
        """With the levels of the row or column labels in another order."""
        if _a.axis(axis)["i"] == 1:
            return self._columns_labeled(self.columns.reorder_levels(order))
        return self._generated().reorder_levels(self, order)

    def _columns_labeled(self, columns):
        """Under these column labels, their names too."""
        out = self.set_axis(list(columns), axis=1)
        return one("dataframe.rename_column_axis", (out,), {"names": _a.label_list(list(columns.names))}, "dataframe")

    def rename_axis(self, mapper=no_default, *, index=no_default, columns=no_default, axis=0, copy=None, inplace=False):
        """Other names for the levels of the row labels (index), or of the column labels (columns): a list, a dict, or a function of the names."""
        if isinstance(mapper, dict) or callable(mapper):
            raise ValueError("Use `.rename` to alter labels with a mapper.")
        if mapper is not no_default:
            index, columns = (index, mapper) if _a.axis(axis)["i"] == 1 else (mapper, columns)
        if columns is not no_default and self._kind == "series":
            raise TypeError("Series.rename_axis() got an unexpected keyword argument 'columns'")
        out = self
        if index is not no_default:
            out = self._generated().rename_axis(out, _renamed(self.index.names, index))
        if columns is not no_default:
            names = _a.names(_renamed(self.columns.names, columns))
            out = one("dataframe.rename_column_axis", (out,), {"names": names}, "dataframe")
        return in_place(self, out, "rename_axis") if inplace else out

    def first_valid_index(self):
        """The label of the first row with a value, None where there is none."""
        return self._valid(0)

    def last_valid_index(self):
        """The label of the last row with a value, None where there is none."""
        return self._valid(-1)

    def _valid(self, at):
        there = self.notna()
        rows = self.loc[there.any(axis=1) if self._kind == "dataframe" else there]
        rows = (rows.head(1) if at == 0 else rows.tail(1)).to_pandas()
        return rows.index[0] if len(rows) else None

    def equals(self, other):
        """Whether the other has the same labels, dtypes and values; missing values are equal."""
        return same(self, other)


def listed(keys):
    """A label, or a list of them, as a list."""
    if hasattr(keys, "_kind"):
        keys = keys.to_pandas()
    return list(keys) if isinstance(keys, (list, np.ndarray, pd.Index, pd.Series, set, range)) else [keys]


def with_index(of, labels, names=None):
    """of under other row labels, met by position: a handle, or as many labels as there are rows. What they are named by is kept."""
    labels = labels if getattr(labels, "_kind", None) == "series" else _index(labels)
    attrs = None if names is None else {"names": _a.names(names)}
    return one("dataframe.set_labels", (of, labels), attrs, of._kind)


def relabeled(of, to, level=None):
    """of under row labels that a dict, a series or a function of labels says; those of several levels one by one, or of one level."""
    index = of.index
    table = index._table()
    if table._kind == "series":
        return with_index(of, index._labels(_changed(table, to)))
    for k in range(index.nlevels) if level is None else [_level_at(index.names, level)]:
        table = table._with(k, _changed(table[k], to))
    return with_index(of, index._labels(table))


def _level_at(names, level):
    """The place of a level by its name or number."""
    return pd.MultiIndex.from_arrays([[] for _ in names], names=names)._get_level_number(level)


def _changed(rows, to):
    """Labels that a dict, a series or a function says."""
    if callable(to):
        return rows.map({v: to(v) for v in rows.drop_duplicates().tolist()})
    return rows.replace(dict(to))


def _renamed(names, to):
    """The names of levels that a list, one name, a dict or a function says."""
    if isinstance(to, dict):
        return [to.get(n, n) for n in names]
    if callable(to):
        return [to(n) for n in names]
    return list(to) if isinstance(to, (list, tuple, pd.Index)) else [to]


def _rows_only(axis, name):
    if axis is not None and _a.axis(axis)["i"] == 1:
        raise NotImplementedError(f"{name} of columns is not there yet")
    return None


def _is_nan(v):
    return v is None or (isinstance(v, float) and v != v)
