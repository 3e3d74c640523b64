"""What is missing, of handles and of what is here."""

import pandas as pd

from . import _gen

__all__ = ["isna", "isnull", "notna", "notnull"]


def isna(obj):
    """Which elements are missing, as bools in a handle of the same kind.

    Of a single value that is here it is a bool, of a list or an array an array.
    """
    if hasattr(obj, "_kind") or isinstance(obj, (pd.DataFrame, pd.Series)):
        return _gen.isna(obj)
    return pd.isna(obj)


def notna(obj):
    """Which elements are there, as bools in a handle of the same kind.

    Of a single value that is here it is a bool, of a list or an array an array.
    """
    if hasattr(obj, "_kind") or isinstance(obj, (pd.DataFrame, pd.Series)):
        return _gen.notna(obj)
    return pd.notna(obj)


isnull, notnull = isna, notna
