"""Frames, series and indexes: pandas' API, computed on the cluster."""

import pandas as _pd

from .._core.call import names_of, theirs
from .._core.hints import take_hints
from .._core.names import HERE
from .._functions.reduction import CustomReduction
from .._functions.reference import fall_back
from ._gen import *  # noqa: F403
from ._gen import __all__ as _generated
from .accessors import CategoryMethods, DatetimeMethods, StringMethods
from .core import DataFrame, Index, Series
from .groupby import DataFrameGroupBy, Resampler, SeriesGroupBy
from .local import cartesian_chunk, from_pandas, from_records, from_remote, here, unique
from .window import Ewm, Expanding, Rolling

__all__ = [
    *_generated,
    "CustomReduction",
    "DataFrame",
    "Index",
    "Series",
    "cartesian_chunk",
    "from_pandas",
    "from_records",
    "from_remote",
    "unique",
]

for _name in HERE:
    if hasattr(_pd, _name):
        globals()[_name] = here(getattr(_pd, _name))
        __all__ += [_name]
theirs("pandas", globals())

take_hints("dataframe", globals(), DataFrame, Series, Index)

# What these refuse, pandas' own do, on one core.
_classes = {
    "DataFrame": DataFrame, "Series": Series, "Index": Index, "DataFrameGroupBy": DataFrameGroupBy, "SeriesGroupBy": SeriesGroupBy,
    "DatetimeIndexResampler": Resampler, "Rolling": Rolling, "Expanding": Expanding, "ExponentialMovingWindow": Ewm,
    "StringMethods": StringMethods, "DatetimeProperties": DatetimeMethods, "CategoricalAccessor": CategoryMethods,
}  # fmt: skip
for _name, _class in _classes.items():
    fall_back(f"pandas.{_name}", _class, _class._like)
fall_back("pandas", globals())

__getattr__, __dir__ = names_of(__name__, "pandas", __all__)
