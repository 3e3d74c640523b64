"""What frames and series have in common."""

import numpy as np
import pandas as pd

from .._core import attrs as _a
from .._core.aggregates import name_of, spec
from .._core.build import one
from ._operators import Operators
from ._protocols import Protocols
from ._show import Show
from .indexers import At, IAt, ILoc, Loc
from .shaping import Shaping

_KEEPS_ROWS = set(
    "abs ffill bfill fillna cumsum cumprod cummin cummax shift diff pct_change rank round isna notna clip astype "
    "interpolate replace where mask".split()
)


class Rows(Shaping, Operators, Protocols, Show):
    """What frames and series have in common."""

    __slots__ = ()
    __hash__ = object.__hash__

    @property
    def index(self):
        """The row labels."""
        labels = one("dataframe.index", (self,), None, "index")
        labels._owner = self  # names that are set there are set here
        return labels

    @index.setter
    def index(self, labels):
        self._move(self.set_axis(labels)._ref)

    loc = property(Loc, doc="Selection by label, or by a condition on rows.")
    iloc = property(ILoc, doc="Selection by position.")
    at = property(At, doc="One value by its labels.")
    iat = property(IAt, doc="One value by its position.")

    def __setattr__(self, name, value):
        """Set a column, or a value, whose label is no attribute: df.a = 0."""
        if not name.startswith("_") and not hasattr(type(self), name) and self._labels(name):
            self[name] = value
        else:
            super().__setattr__(name, value)

    def _settle(self):
        """Compute this if which columns it has, and their dtypes, is known to follow from the data."""
        known = self._known
        if known is not None and known.open:
            self.execute()

    def agg(self, func=None, axis=0, *args, **kwargs):
        """An aggregate by name, or several: a list, a dict by column, or name=aggregate."""
        if not isinstance(func, (list, tuple, dict, pd.Series)) and func is not None:
            if axis not in (0, "index", "rows"):
                kwargs["axis"] = axis
            return getattr(self, name_of(func))(*args, **kwargs)
        if axis not in (0, "index", "rows"):
            return self.T.agg(func, 0, *args, **kwargs).T
        asked = spec(func, kwargs)
        kind = "series" if asked["fields"]["fields"]["form"] == _a.string("dict") else self._kind
        return one("dataframe.agg", (self,), {"func": asked}, kind)

    aggregate = agg

    def transform(self, func, axis=0, *args, **kwargs):
        """A function by name that gives as many rows."""
        if not isinstance(func, str):
            raise NotImplementedError("transform of other than a name is not there yet")
        if func not in _KEEPS_ROWS and isinstance(getattr(np, func, None), np.ufunc):
            return getattr(np, func)(self, *args, **kwargs)
        if func not in _KEEPS_ROWS:
            raise ValueError("Function did not transform")
        return getattr(self, func)(*args, **kwargs)

    def pipe(self, func, *args, **kwargs):
        """func of this value."""
        if isinstance(func, tuple):
            func, name = func
            return func(*args, **{**kwargs, name: self})
        return func(self, *args, **kwargs)
