"""Frames, series and indexes: pandas' API, computed on the cluster."""

import pandas as _pd

from .._core.call import names_of
from .._core.hints import take_hints
from .._functions.reduction import CustomReduction
from .._functions.reference import fall_back
from ._gen import *  # noqa: F403
from ._gen import __all__ as _generated
from .accessors import CategoryMethods, DatetimeMethods, StringMethods
from .core import DataFrame, Index, Series
from .groupby import DataFrameGroupBy, Resampler, SeriesGroupBy
from .local import (
    bdate_range,
    cartesian_chunk,
    date_range,
    from_pandas,
    from_records,
    from_remote,
    timedelta_range,
    unique,
)
from .window import Ewm, Expanding, Rolling

__all__ = [
    *_generated,
    "CustomReduction",
    "DataFrame",
    "Index",
    "Series",
    "bdate_range",
    "cartesian_chunk",
    "date_range",
    "from_pandas",
    "from_records",
    "from_remote",
    "timedelta_range",
    "unique",
]

# Classes and functions of pandas' own that programs hand to these, or look at: dtypes, kinds of indexes and offsets, settings of what is printed.
_of_pandas = """ArrowDtype BooleanDtype Categorical CategoricalDtype CategoricalIndex DateOffset DatetimeIndex DatetimeTZDtype Flags Float32Dtype
Float64Dtype Grouper IndexSlice Int16Dtype Int32Dtype Int64Dtype Int8Dtype Interval IntervalDtype IntervalIndex MultiIndex NA NaT NamedAgg
Period PeriodDtype PeriodIndex RangeIndex SparseDtype StringDtype Timedelta TimedeltaIndex Timestamp UInt16Dtype UInt32Dtype UInt64Dtype
UInt8Dtype api array describe_option errors get_option infer_freq offsets option_context options reset_option set_option"""
for _name in _of_pandas.split():
    if hasattr(_pd, _name):
        globals()[_name] = getattr(_pd, _name)
        __all__ += [_name]

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
