"""What is missing among values that are neither a frame nor a series: tensors, and single values of any kind."""

import pandas as pd

from .coerce import local


def isna(x):
    """Whether elements of a tensor, or a single value, are missing."""
    return pd.isna(local(x)) if x._kind == "object" else x != x


def notna(x):
    """Whether elements of a tensor, or a single value, are there."""
    return pd.notna(local(x)) if x._kind == "object" else x == x
