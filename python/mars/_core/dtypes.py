"""Names of dtypes, as the engine writes them, and the dtypes of NumPy and pandas behind them."""

import sys
from functools import lru_cache

import numpy as np

from .lazily import pandas3

_builtin = {
    bool: "bool",
    int: "int64",
    float: "float64",
    complex: "complex128",
    str: "str",
    bytes: "bytes",
    object: "object",
}


def name_of(dtype):
    """The engine's name of what NumPy or pandas take as a dtype. TypeError for what is none."""
    if isinstance(dtype, str):
        return dtype if dtype in _plain or not dtype else _spelled(dtype)
    if isinstance(dtype, type) and dtype in _builtin:
        return _builtin[dtype]
    if isinstance(dtype, np.dtype):
        return _numpy_name(dtype)
    if isinstance(dtype, type) and issubclass(dtype, np.generic):
        return _numpy_name(np.dtype(dtype))
    if hasattr(dtype, "name") and hasattr(dtype, "na_value"):
        return _extension_name(dtype)
    return _numpy_name(np.dtype(dtype))


_plain = frozenset(
    [
        "bool",
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "float16",
        "float32",
        "float64",
        "complex64",
        "complex128",
        "str",
        "bytes",
        "object",
        "boolean",
        "Int8",
        "Int16",
        "Int32",
        "Int64",
        "UInt8",
        "UInt16",
        "UInt32",
        "UInt64",
        "Float32",
        "Float64",
        "string",
        "category",
        "category[ordered]",
    ]
)


def _spelled(text):
    """A spelling of NumPy's ('f8', 'double') or pandas' ('datetime64[ns, UTC]')."""
    if text in ("string[python]", "string[pyarrow]"):
        return "string"
    try:
        return _numpy_name(np.dtype(text))
    except TypeError:
        if text.startswith(("datetime64[", "string", "category")):
            return text
        raise


def _numpy_name(dtype):
    if dtype.byteorder == ">":
        raise TypeError(f"data type {dtype} is big-endian")
    if dtype.kind in "US":
        return "str" if dtype.kind == "U" else "bytes"
    if dtype.kind == "T":
        return "str"
    if dtype.fields is not None or dtype.kind == "V" or dtype.itemsize > 16 or dtype.name in ("longdouble", "float128"):
        raise TypeError(f"data type {dtype} is not supported")
    return dtype.name


def _extension_name(dtype):
    if getattr(dtype, "categories", None) is not None or dtype.name == "category":
        return "category[ordered]" if getattr(dtype, "ordered", False) else "category"
    if dtype.name in ("string", "str", "string[python]", "string[pyarrow]"):
        na = dtype.na_value
        return "str" if isinstance(na, float) else "string"
    if dtype.name.endswith("[pyarrow]"):
        return _numpy_name(dtype.numpy_dtype)
    return dtype.name


@lru_cache(maxsize=256)
def from_name(name):
    """The NumPy or pandas dtype of an engine's name; None for an empty one."""
    if not name:
        return None
    if name == "bytes":
        return np.dtype(object)
    if name in _numpy or (name.startswith(("datetime64[", "timedelta64[")) and "," not in name):
        return np.dtype(name)
    import pandas as pd

    if name == "str":
        return _text(pd)
    if name.startswith("category"):
        return pd.CategoricalDtype(ordered=name != "category")
    return pd.api.types.pandas_dtype(name)


_numpy = frozenset(n for n in _plain if n[0].islower() and n not in ("str", "bytes", "boolean", "string")) - {
    "category",
    "category[ordered]",
}


def _text(pd):
    """pandas' dtype of text: str from pandas 3 on, object before."""
    if pandas3():
        return pd.StringDtype(na_value=np.nan)
    return np.dtype(object)


def is_pandas(value):
    """Whether value is of a class of pandas; pandas is not imported for the question."""
    return "pandas" in sys.modules and type(value).__module__.split(".")[0] == "pandas"
