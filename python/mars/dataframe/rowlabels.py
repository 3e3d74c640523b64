"""Rows chosen, met and named by their labels: what frames and series have alike."""

from .._core import attrs as _a
from .._core.build import one
from ._as import index as _index
from .indextable import same


class RowLabels:
    """Methods that look at row labels."""

    __slots__ = ()

    def reindex_like(self, other, method=None, copy=None, limit=None, tolerance=None):
        """Under the labels of another frame or series."""
        more = {"columns": other.columns} if self._kind == "dataframe" else {}
        return self.reindex(index=other.index, method=method, limit=limit, tolerance=tolerance, **more)

    def truncate(self, before=None, after=None, axis=None, copy=None):
        """The rows between two labels, both included. ValueError for labels that are not sorted."""
        if axis is not None and _a.axis(axis)["i"] == 1:
            return self.loc[:, slice(before, after)]
        if before is not None and after is not None and before > after:
            raise ValueError(f"Truncate: {after} must be after {before}")
        return self.loc[before:after]

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


def with_index(of, labels, names=None):
    """of under other row labels, met by position: a handle, or as many labels as there are rows. What they are named by is kept."""
    labels = labels if getattr(labels, "_kind", None) == "series" else _index(labels)
    attrs = None if names is None else {"names": _a.names(names)}
    return one("dataframe.set_labels", (of, labels), attrs, of._kind)
