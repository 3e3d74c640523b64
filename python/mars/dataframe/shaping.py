"""Frames and series chosen, met and put together: compositions of other methods."""

import numpy as np
import pandas as pd

from .._core.coerce import SCALAR, TUPLE, classify

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
        label = classify(key).kind in (SCALAR, TUPLE) and level is None and axis not in (1, "columns")
        if label and (drop_level or not self._meta.multi):
            return self.loc[key]
        return super().xs(key, axis, level, drop_level)

    def __matmul__(self, other):
        return self.dot(other)

    def asfreq(self, freq, method=None, how=None, normalize=False, fill_value=None):
        """The rows at the times of a frequency; missing where there is none."""
        ends = self.index.to_series().agg(["min", "max"]).to_pandas()
        at = pd.date_range(ends.iloc[0], ends.iloc[1], freq=freq, name=self.index.name).as_unit(
            self.index.dtype.unit if hasattr(self.index.dtype, "unit") else np.datetime_data(self.index.dtype)[0]
        )
        if normalize or how is not None or method is not None:
            raise NotImplementedError("asfreq: method, how and normalize are not there yet")
        return self.reindex(at, fill_value=fill_value)
