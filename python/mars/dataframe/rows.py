"""What frames and series have in common."""

import numpy as np
import pandas as pd

from .._core.aggregates import name_of
from .._core.build import one
from ._as import constant, same_rows
from ._operators import Operators
from ._protocols import Protocols
from ._show import Show
from .indexers import At, IAt, ILoc, Loc, places
from .rowlabels import RowLabels, with_index
from .shaping import Shaping

_KEEPS_ROWS = set(
    "abs ffill bfill fillna cumsum cumprod cummin cummax shift diff pct_change rank round isna notna clip astype "
    "interpolate replace where mask".split()
)


class Rows(RowLabels, Shaping, Operators, Protocols, Show):
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
        self._move(with_index(self, labels)._ref)

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

    def _settle(self):
        """Compute this if which columns it has, and their dtypes, is known to follow from the data."""
        known = self._known
        if known is not None and known.open:
            self.execute()

    def _filtered(self, mask):
        """The rows where a condition is true."""
        if isinstance(mask, pd.Series):
            mask = constant(mask)
        if getattr(mask, "_kind", None) is None:  # a list or array meets rows by position
            return one("dataframe.iloc", (self,), {"rows": places(np.asarray(mask))[0]}, self._kind)
        return one("dataframe.filter", (self, mask), None, self._kind)

    def _filtered_by_place(self, mask):
        """The rows where a series of as many rows is true, whatever their labels."""
        if same_rows(self, mask):
            return self._filtered(mask)
        whole = mask if mask.dtype == bool else mask.fillna(False).astype(bool)
        return self._filtered(whole.to_tensor())

    def _sliced(self, key):
        """Rows by a slice between the brackets: places where it is of ints, else labels."""
        ends = [e for e in (key.start, key.stop, key.step) if e is not None]
        if all(isinstance(e, (int, np.integer)) for e in ends):
            return one("dataframe.iloc", (self,), {"rows": places(key)[0]}, self._kind)
        return self.loc[key]

    def pad(self, **kwargs):
        """Missing values filled with the last one before them."""
        return self.ffill(**kwargs)

    def backfill(self, **kwargs):
        """Missing values filled with the next one behind them."""
        return self.bfill(**kwargs)

    def agg(self, func=None, axis=0, *args, **kwargs):
        """An aggregate by name, or several: a list, a dict by column, or name=aggregate."""
        from .aggregates import several

        if not isinstance(func, (list, tuple, dict, pd.Series)) and func is not None:
            if axis not in (0, "index", "rows"):
                kwargs["axis"] = axis
            return getattr(self, name_of(func))(*args, **kwargs)
        if axis not in (0, "index", "rows"):
            return self.T.agg(func, 0, *args, **kwargs).T
        return several(self, func, kwargs)

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
