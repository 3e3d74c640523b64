"""DataFrame, Series and Index: values with labels that are computed on the cluster."""

from .frame import DataFrame
from .labels import Index
from .series import Series

__all__ = ["DataFrame", "Index", "Series"]
