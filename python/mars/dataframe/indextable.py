"""Methods of an index that are those of the table of its labels: a series of one level, a frame of several."""

import functools
import operator

from .._core.build import one

# What gives an index, a tensor, or what the table gives.
_INDEX = "astype fillna dropna drop_duplicates shift round where mask repeat infer_objects map sample"
_TENSOR = "isna notna isnull notnull duplicated argsort"
_VALUE = "min max any all argmin argmax value_counts"


def _method(name, give):
    def method(self, *args, **kwargs):
        return give(self, getattr(self._table(), name)(*args, **kwargs))

    method.__name__ = method.__qualname__ = name
    method.__doc__ = f"{name} of the labels, as of a series of them."
    return method


class IndexTable:
    """Methods that an index has from its series."""

    __slots__ = ()
    T = property(lambda self: self, doc="The index itself.")

    def _table(self):
        """The labels under 0, 1, ...: a series, of several levels a frame."""
        if self.nlevels == 1:
            return self.to_series().reset_index(drop=True)
        return self.to_frame(index=False, name=list(range(self.nlevels)))

    def _labels(self, table):
        """An index of a table's rows, named as this one."""
        if table._kind == "series":
            return one("dataframe.as_index", (table.rename(self.name),), None, "index")
        return table.set_index(list(range(self.nlevels))).rename_axis(self.names).index

    for _n in _INDEX.split():
        locals()[_n] = _method(_n, lambda self, r: self._labels(r))
    for _n in _TENSOR.split():
        locals()[_n] = _method(_n, lambda self, r: r if r._kind == "tensor" else r.to_tensor())
    for _n in _VALUE.split():
        locals()[_n] = _method(_n, lambda self, r: r)
    del _n

    def unique(self, level=None):
        """The distinct labels, or those of one level."""
        return (self if level is None else self.get_level_values(level)).drop_duplicates()

    def nunique(self, dropna=True):
        """How many distinct labels there are."""
        return self._table().nunique(dropna) if self.nlevels == 1 else len(self.unique())

    def isin(self, values, level=None):
        """Whether labels are among values, or those of one level; labels of several levels are tuples."""
        table = (self if level is None else self.get_level_values(level))._table()
        if table._kind == "series":
            return table.isin(values).to_tensor()
        out = table[0].isin([])
        for row in values:
            out = out | functools.reduce(operator.and_, [table[k] == v for k, v in enumerate(row)])
        return out.to_tensor()

    def sort_values(self, **kwargs):
        """The labels in order."""
        table = self._table()
        keys = () if table._kind == "series" else (list(range(self.nlevels)),)
        return self._labels(table.sort_values(*keys, **kwargs))

    @property
    def levels(self):
        """The distinct labels of each level, ascending."""
        return [self.get_level_values(k).dropna().unique().sort_values() for k in range(self.nlevels)]
