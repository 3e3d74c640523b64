"""Methods of an index that are those of the table of its labels: a series of one level, a frame of several."""

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

    @property
    def levels(self):
        """The distinct labels of each level, ascending."""
        return [self.get_level_values(k).dropna().unique().sort_values() for k in range(self.nlevels)]
