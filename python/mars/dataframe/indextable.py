"""Methods of an index that are those of the series of its labels: one table."""

import numpy as np
import pandas as pd

from .._core.build import one
from .rowlabels import as_index, listed

# What gives an index, a tensor, a single value, or what the series gives.
_INDEX = "astype fillna dropna drop_duplicates shift round sort_values where mask repeat infer_objects map sample"
_TENSOR = "isna notna isnull notnull isin duplicated argsort"
_VALUE = "min max any all nunique argmin argmax"
_SERIES = "value_counts"


def _method(name, give):
    def method(self, *args, **kwargs):
        return give(self, getattr(self._values_only(), name)(*args, **kwargs))

    method.__name__ = method.__qualname__ = name
    method.__doc__ = f"{name} of the labels, as of a series of them."
    return method


class IndexTable:
    """Methods that an index has from its series."""

    __slots__ = ()

    def _values_only(self):
        """The labels as a series under 0, 1, ..."""
        return self.to_series().reset_index(drop=True)

    def _named(self, series):
        return one("dataframe.as_index", (series.rename(self.name),), None, "index")

    for _n in _INDEX.split():
        locals()[_n] = _method(_n, lambda self, r: self._named(r))
    for _n in _TENSOR.split():
        locals()[_n] = _method(_n, lambda self, r: r if r._kind == "tensor" else r.to_tensor())
    for _n in _VALUE.split() + _SERIES.split():
        locals()[_n] = _method(_n, lambda self, r: r)
    del _n

    def unique(self, level=None):
        """The distinct labels, of one level where it is named, in order of appearance."""
        if level is not None and self.nlevels > 1:
            return self.get_level_values(level).unique()
        return self.drop_duplicates()

    @property
    def hasnans(self):
        """Whether a label is missing; this computes it."""
        return bool(self._values_only().isna().any())

    @property
    def is_unique(self):
        """Whether no label comes twice; this computes it."""
        return self._rows_of_labels().is_unique

    @property
    def has_duplicates(self):
        """Whether a label comes twice; this computes it."""
        return not self.is_unique

    def _rows_of_labels(self):
        if self.nlevels == 1:
            return self._values_only()
        return _Levels([self.get_level_values(k)._values_only() for k in range(self.nlevels)])

    @property
    def is_monotonic_increasing(self):
        """Whether no label is less than the one before it; this computes it."""
        return self._values_only().is_monotonic_increasing

    @property
    def is_monotonic_decreasing(self):
        """Whether no label is greater than the one before it; this computes it."""
        return self._values_only().is_monotonic_decreasing

    @property
    def T(self):
        """The index itself."""
        return self

    def take(self, indices, **kwargs):
        """The labels at places."""
        return self._named(self._values_only().iloc[list(np.asarray(indices))])

    def delete(self, loc):
        """Without the labels at places."""
        n = len(self)
        gone = {int(i) % n for i in np.atleast_1d(loc)}
        return self.take([i for i in range(n) if i not in gone])

    def append(self, other):
        """These labels, then those of another index or of several."""
        from ._gen import concat

        others = [as_index(o) for o in (other if isinstance(other, (list, tuple)) else [other])]
        names = {self.name, *(o.name for o in others)}
        rows = concat([self._values_only(), *(o._values_only() for o in others)], ignore_index=True)
        return one("dataframe.as_index", (rows.rename(self.name if len(names) == 1 else None),), None, "index")

    def insert(self, loc, item):
        """With one more label before the one at a place."""
        rows, n = self._values_only(), len(self)
        loc = loc + n if loc < 0 else loc
        first, last = self._named(rows.iloc[:loc]), self._named(rows.iloc[loc:])
        return first.append([pd.Index([item], name=self.name), last])

    def drop(self, labels, errors="raise"):
        """Without some labels. KeyError for those that there are not, unless errors is "ignore"."""
        return self.to_series().drop(listed(labels), errors=errors).index

    def union(self, other, sort=None):
        """The labels of both, each as often as the side has it that has it more often; ascending unless sort is False."""
        from ._gen import concat

        other = as_index(other)
        rows = concat([self._counted(), other._counted()], ignore_index=True).drop_duplicates()["label"]
        rows = rows.rename(self.name if self.name == other.name else None)
        both = one("dataframe.as_index", (rows,), None, "index")
        return both if sort is False else both.sort_values()

    def _counted(self):
        """The labels, each beside how often it stood before."""
        rows = self._values_only().rename("label")
        return rows.to_frame()._with("before", rows.groupby(rows, dropna=False).cumcount())

    def intersection(self, other, sort=False):
        """The labels that both have, in the order of the left ones."""
        return self._among(other, True, sort)

    def difference(self, other, sort=None):
        """The labels that the other has not, ascending unless sort is False."""
        return self._among(other, False, sort is not False)

    def symmetric_difference(self, other, result_name=None, sort=None):
        """The labels that only one of both has."""
        other = as_index(other)
        r = self.difference(other, sort=False).append(other.difference(self, sort=False))
        r = r if sort is False else r.sort_values()
        return r if result_name is None else r.rename(result_name)

    def _among(self, other, keep, sort):
        other = as_index(other)
        rows = self._values_only().drop_duplicates()
        is_there = rows.isin(other._values_only())
        rows = rows[is_there if keep else ~is_there]
        out = one("dataframe.as_index", (rows.rename(self.name if self.name == other.name else None),), None, "index")
        return out.sort_values() if sort else out

    def get_loc(self, key):
        """The place of a label, a slice or mask where it comes several times, as pandas says it; fetches the labels."""
        return self._small().get_loc(key)

    def get_indexer(self, target, method=None, limit=None, tolerance=None):
        """The places of labels, -1 where there is none; fetches the labels."""
        return self._small().get_indexer(target, method, limit, tolerance)

    def searchsorted(self, value, side="left", sorter=None):
        """The places where values go into sorted labels."""
        from ..tensor import searchsorted

        return searchsorted(self.to_tensor(), value, side=side, sorter=sorter)

    def identical(self, other):
        """Whether labels, dtype and names are equal."""
        return self.equals(other) and self.names == other.names

    def equals(self, other):
        """Whether the labels are equal, missing ones too; names do not count."""
        if getattr(other, "_kind", None) != "index" or self.nlevels != other.nlevels or len(self) != len(other):
            return False
        return self.to_series().reset_index(drop=True).rename(None).equals(other._values_only().rename(None))

    def droplevel(self, level=0):
        """Without some levels."""
        gone = {self._level_at(v) for v in listed(level)}
        left = [k for k in range(self.nlevels) if k not in gone]
        if not left:
            raise ValueError(
                f"Cannot remove {len(gone)} levels from an index with {self.nlevels} levels: at least one level must be left."
            )
        if len(left) == 1:
            return self.get_level_values(left[0])
        return self.to_frame_of_nothing().reset_index(level=sorted(gone), drop=True).index

    def to_frame_of_nothing(self):
        """A frame of one constant column under these labels."""
        return self.get_level_values(0)._values_only().to_frame(0).set_axis(self)

    def _level_at(self, level):
        names = self.names
        if level in names and not (isinstance(level, int) and level < len(names) and names[level] != level):
            return names.index(level)
        if not isinstance(level, (int, np.integer)):
            raise KeyError(f"Level {level} not found")
        if not -len(names) <= level < len(names):
            raise IndexError(f"Too many levels: Index has only {len(names)} levels, not {level + 1}")
        return level % len(names)


class _Levels:
    """Rows of several levels."""

    def __init__(self, levels):
        self._levels = levels

    @property
    def is_unique(self):
        from ._gen import concat

        rows = concat([s.rename(i) for i, s in enumerate(self._levels)], axis=1)
        return not bool(rows.duplicated().any())
