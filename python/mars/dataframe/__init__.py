"""Frames, series and indexes: pandas' API, computed on the cluster."""

from pandas import NA, Categorical, CategoricalDtype, DateOffset, Interval, NamedAgg, NaT, Timedelta, Timestamp

from .._core.call import missing_from
from ._gen import *  # noqa: F403
from ._gen import __all__ as _generated
from .binning import cut, qcut
from .core import DataFrame, Index, Series
from .local import date_range, from_pandas, from_records
from .tables import MultiIndex, crosstab, factorize, unique


def isnull(obj):
    """Which elements are missing."""
    return isna(obj)  # noqa: F405


def notnull(obj):
    """Which elements are there."""
    return notna(obj)  # noqa: F405


__all__ = [
    *_generated,
    "NA",
    "Categorical",
    "CategoricalDtype",
    "DataFrame",
    "DateOffset",
    "Index",
    "Interval",
    "MultiIndex",
    "NaT",
    "NamedAgg",
    "Series",
    "Timedelta",
    "Timestamp",
    "crosstab",
    "cut",
    "date_range",
    "factorize",
    "from_pandas",
    "from_records",
    "isnull",
    "notnull",
    "qcut",
    "unique",
]

__getattr__ = missing_from(__name__, "pandas")


def __dir__():
    return sorted(__all__)
