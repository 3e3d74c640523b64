"""Index: row labels as a value of their own."""

import numpy as np
import pandas as pd

from .._core import attrs as _a
from .._core.build import one
from .._core.call import missing_method
from .._core.coerce import MASK, SCALAR, classify
from .._core.entity import Entity, register, wrap
from .._core.fetched import fetched
from .._core.hints import named
from .._core.written import keyed
from .._functions import applied
from ._chunks import by_chunks
from ._gen import IndexMethods
from ._operators import Operators
from ._protocols import Protocols
from ._show import Show
from .accessors import StringMethods
from .local import make


class Index(Operators, Protocols, Show, IndexMethods, Entity):
    """Row labels as a value of their own, computed on the cluster."""

    __slots__ = ()
    _kind, _like = "index", pd.Index
    __hash__ = object.__hash__
    T = property(lambda self: self, doc="The index itself.")
    str = property(StringMethods, doc="Methods of texts.")

    def __new__(cls, data=None, dtype=None, copy=None, name=None, tupleize_cols=True, chunk_size=None):
        return cls._of(make("index", data, chunk_size, dtype, name=name)._ref)

    name = property(lambda self: self._meta.name, doc="The name of an index of one level.")

    @name.setter
    def name(self, name):
        self.names = [name]

    names = property(lambda self: [n for n, _ in self._meta.levels], doc="The names of the levels.")

    @names.setter
    def names(self, names):
        self.set_names(list(names), inplace=True)

    @property
    def dtype(self):
        """The dtype of the labels."""
        return self._meta.dtype if self._meta.dtype is not None else np.dtype(object)

    nlevels = property(lambda self: len(self._meta.levels), doc="The number of levels.")

    @property
    def levels(self):
        """The distinct labels of each level, ascending."""
        return [self.get_level_values(k).dropna().unique().sort_values() for k in range(self.nlevels)]

    def to_tensor(self, dtype=None):
        """The labels as a tensor."""
        return self.to_series().to_tensor(dtype)

    locals().update(
        fetched(pd.Index, "tolist to_list"),
        **fetched(pd.Index, "get_loc get_indexer", "_small"),
        **by_chunks(pd.Index, "__iter__"),
    )

    map = applied.mapping(IndexMethods.map)

    def copy(self, name=None, deep=False):
        """Copy, under another name where one is given."""
        return super().copy() if name is None else self.rename(name)

    def __contains__(self, key):
        return key in self.to_pandas()

    def __getitem__(self, key):
        """One label by its place, which is computed; of a slice, a condition or a list of places the labels."""
        kind, key = classify(key)
        ins = [self._rows()]
        by = "place" if kind == MASK and getattr(key, "_kind", None) == "series" else "iloc"
        attrs = {"by": _a.string(by), "key": keyed([key] if kind == SCALAR else key, ins)}
        found = one("dataframe.located", ins, attrs, ins[0]._kind).index
        return found.to_pandas()[0] if kind == SCALAR else found

    def _rows(self):
        """A frame or series under these labels."""
        node = self._ref.node
        return wrap(node.inputs[0]) if node.op == "dataframe.index" else self.to_series()

    def __getattr__(self, name):
        return missing_method(self, name, "dataframe", pd.Index if hasattr(pd.Index, name) else self._class())

    def _class(self):
        """The class of pandas that such labels have."""
        if self._meta.multi:
            return pd.MultiIndex
        if self._meta.index.get("kind") == "KIND_RANGE":
            return pd.RangeIndex
        if isinstance(self._meta.dtype, pd.CategoricalDtype):
            return pd.CategoricalIndex
        return {"M": pd.DatetimeIndex, "m": pd.TimedeltaIndex}.get(getattr(self._meta.dtype, "kind", ""), pd.Index)


named(IndexMethods, "Index")
register("index", Index)
