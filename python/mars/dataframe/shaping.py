"""Frames and series chosen, met and put together: compositions of other methods."""

import numpy as np
import pandas as pd

from .._core import attrs as _a
from .._core.build import one
from ._as import frame
from .rowlabels import with_index

# What pandas writes of a frame or series that is here.
PRINTED = "to_dict to_string to_html to_latex to_markdown to_pickle to_clipboard to_excel to_xarray info memory_usage"


class Shaping:
    """Compositions that frames and series have alike."""

    __slots__ = ()

    def squeeze(self, axis=None):
        """Axes of one label taken away: a frame of one column is a series, a series of one row a value."""
        if self._kind == "series":
            return self.iloc[0] if len(self) == 1 else type(self)._of(self._ref)
        columns = len(self._names) == 1 and axis in (None, 1, "columns")
        rows = axis in (None, 0, "index", "rows") and len(self) == 1
        if rows and columns:
            return self.iloc[0, 0]
        return self.iloc[:, 0] if columns else self.iloc[0] if rows else type(self)._of(self._ref)

    def xs(self, key, axis=0, level=None, drop_level=True):
        """The rows of a label, or of a label in one level."""
        if axis in (1, "columns") and level is None:
            return self[key]
        if axis in (1, "columns"):
            out = self.iloc[:, np.flatnonzero(self.columns.get_level_values(level) == key).tolist()]
            if not len(out.columns):
                raise KeyError(key)
            return out.droplevel(level, axis=1) if drop_level else out
        if level is None:
            return self.loc[key]
        keys = list(key) if isinstance(level, (list, tuple)) else [key]
        attrs = {
            "key": _a.items(_a.label(k) for k in keys),
            "level": _a.label_list(level),
            "drop_level": _a.boolean(drop_level),
        }
        return one("dataframe.xs", (self,), attrs, self._kind)

    def update(self, other, *args, **kwargs):
        """Put the values of the other that are not missing in the place of these, in this handle."""
        if args or kwargs:
            raise NotImplementedError("update: only the other is taken yet")
        self._move(one("dataframe.updated", (self, frame(other)), None, self._kind)._ref)

    def dot(self, other):
        """The matrix product: labels of columns and of the rows of the other are the same."""
        from ..tensor import matmul
        from ._gen import dataframe_from_tensor, series_from_tensor

        other = frame(other)
        if self._kind == "series":
            if len(self) != len(other) or not self.index.equals(other.index):
                raise ValueError("matrices are not aligned")
            return (self * other).sum() if other._kind == "series" else (other.mul(self, axis=0)).sum()
        names = self._names
        there = other.index.tolist()
        if len(there) != len(names) or set(there) != set(names):
            raise ValueError("matrices are not aligned")
        product = matmul(self.to_tensor(), other.reindex(names).to_tensor())
        if other._kind == "series":
            return with_index(series_from_tensor(product, None), self.index)
        return with_index(dataframe_from_tensor(product, None, other._names), self.index)

    __matmul__ = dot

    def resample(
        self,
        rule,
        closed=None,
        label=None,
        convention=None,
        on=None,
        level=None,
        origin="start_day",
        offset=None,
        group_keys=False,
    ):
        """Bins of time: an offset of pandas."""
        from .resample import resample

        return resample(self, rule, closed, label, on, level, origin, offset)

    def asfreq(self, freq, method=None, how=None, normalize=False, fill_value=None):
        """The rows at the times of a frequency; missing where there is none."""
        ends = self.index.to_series().agg(["min", "max"]).to_pandas()
        at = pd.date_range(ends.iloc[0], ends.iloc[1], freq=freq, name=self.index.name).as_unit(
            self.index.dtype.unit if hasattr(self.index.dtype, "unit") else np.datetime_data(self.index.dtype)[0]
        )
        if normalize or how is not None or method is not None:
            raise NotImplementedError("asfreq: method, how and normalize are not there yet")
        return self.reindex(at, fill_value=fill_value)
