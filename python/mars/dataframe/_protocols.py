"""What Python, NumPy and Arrow ask of frames: conversions, and NumPy's functions on them."""

import numpy as np
import pandas as pd

from .._core.options import options
from .._core.units import size_text
from ._numpy import _is_tensor, call, elementwise

_ufuncs = {
    "add": ("__add__", "__radd__"),
    "subtract": ("__sub__", "__rsub__"),
    "multiply": ("__mul__", "__rmul__"),
    "divide": ("__truediv__", "__rtruediv__"),
    "true_divide": ("__truediv__", "__rtruediv__"),
    "floor_divide": ("__floordiv__", "__rfloordiv__"),
    "remainder": ("__mod__", "__rmod__"),
    "power": ("__pow__", "__rpow__"),
    "equal": ("__eq__", "__eq__"),
    "not_equal": ("__ne__", "__ne__"),
    "less": ("__lt__", "__gt__"),
    "less_equal": ("__le__", "__ge__"),
    "greater": ("__gt__", "__lt__"),
    "greater_equal": ("__ge__", "__le__"),
    "bitwise_and": ("__and__", "__rand__"),
    "bitwise_or": ("__or__", "__ror__"),
    "bitwise_xor": ("__xor__", "__rxor__"),
    "logical_and": ("__and__", "__rand__"),
    "logical_or": ("__or__", "__ror__"),
}
_unary = {
    "absolute": "__abs__",
    "negative": "__neg__",
    "invert": "__invert__",
    "logical_not": "__invert__",
    "isnan": "isna",
}
_reduce = {
    "add": "sum",
    "multiply": "prod",
    "maximum": "max",
    "minimum": "min",
    "logical_and": "all",
    "logical_or": "any",
}


class Protocols:
    """Conversions, and NumPy's functions on frames."""

    __slots__ = ()
    __array_priority__ = 1000.0
    __pandas_priority__ = 5000  # pandas' own frames leave arithmetic with these to these

    def to_pandas(self, session=None):
        """The value as pandas has it: execute and fetch in one."""
        return self._fetched(session)

    def to_numpy(self, dtype=None, copy=False, na_value=None):
        """The values as a NumPy array: execute and fetch in one."""
        kw = {} if na_value is None else {"na_value": na_value}
        return self._fetched().to_numpy(dtype=dtype, copy=copy, **kw)

    @property
    def values(self):
        """The values as a tensor. What no tensor holds, such as texts beside numbers, is fetched as an array of objects."""
        if _is_tensor(self):
            return self.to_tensor()
        a = np.asarray(self._small().to_numpy())
        a.flags.writeable = False
        return a

    def __array__(self, dtype=None, copy=None):
        a = np.asarray(self._small().to_numpy())
        return a if dtype is None else a.astype(dtype, copy=False)

    def _small(self):
        """The value here, unless it is larger than what conversions may fetch by themselves."""
        limit = options.max_implicit_fetch_bytes
        self.execute()
        size = self._meta.nbytes
        if limit is not None and size > limit:
            raise MemoryError(
                f"{size_text(size)} would be fetched where {size_text(limit)} is the limit; "
                "call to_pandas(), or raise mars.config.options.max_implicit_fetch_bytes"
            )
        return self.fetch()

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        if method == "reduce" and ufunc.__name__ in _reduce and len(inputs) == 1:
            return getattr(self, _reduce[ufunc.__name__])()
        if method != "__call__" or kwargs.get("out") is not None:
            return NotImplemented
        if len(inputs) == 1 and ufunc.__name__ in _unary:
            return getattr(self, _unary[ufunc.__name__])()
        if len(inputs) == 2 and ufunc.__name__ in _ufuncs:
            forward, reflected = _ufuncs[ufunc.__name__]
            a, b = inputs
            if getattr(a, "_kind", None) in ("dataframe", "series", "index"):
                return getattr(a, forward)(b)
            return getattr(b, reflected)(a)
        return elementwise(ufunc, inputs, kwargs)

    def __array_function__(self, func, types, args, kwargs):
        return call(func, args, kwargs)

    def __arrow_c_stream__(self, requested_schema=None):
        import pyarrow as pa

        value = self._small()
        if isinstance(value, pd.Index):
            value = value.to_frame(index=False)
        if isinstance(value, pd.Series):
            value = value.to_frame()
        return pa.Table.from_pandas(value).__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self):
        import pyarrow as pa

        return pa.table(self).schema.__arrow_c_schema__()

    def __bool__(self):
        raise ValueError(
            f"The truth value of a {type(self).__name__} is ambiguous. Use a.empty, a.bool(), a.item(), a.any() or a.all()."
        )

    def __len__(self):
        n = self._meta.shape[0]
        if n != n:
            self.execute()
            n = self._meta.shape[0]
        return int(n)

    @property
    def shape(self):
        """The lengths of the axes; nan where one is known only after execution."""
        return self._meta.shape

    @property
    def ndim(self):
        """The number of axes."""
        return 2 if self._kind == "dataframe" else 1

    @property
    def size(self):
        """The number of elements."""
        n = 1
        for d in self.shape:
            n *= d
        return n

    @property
    def empty(self):
        """Whether there are no elements."""
        return 0 in self.shape or len(self) == 0

    @property
    def nsplits(self):
        """The lengths of the chunks by axis, None before they are known."""
        return self._meta.nsplits

    def copy(self, deep=True):
        """Copy: assignment to it leaves this value as it is."""
        return type(self)._of(self._ref)

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        raise TypeError(f"a {type(self).__name__} lives on the cluster and cannot be pickled; fetch it first")
