"""What Python, NumPy and Arrow ask of frames: conversions, and NumPy's functions on them."""

import numpy as np
import pandas as pd

from .._core import protocols
from .._core.operators import METHODS
from ._gen import _ufunc
from ._numpy import _is_tensor, labelled

# The methods that answer a ufunc: Python's operators', and some more.
_methods = {k: v for k, v in METHODS.items() if k not in ("matmul", "left_shift", "right_shift", "positive")} | {
    "isnan": ("isna",)
}
_reduce = dict(add="sum", multiply="prod", maximum="max", minimum="min", logical_and="all", logical_or="any")


class Protocols(protocols.Protocols):
    """Conversions, and NumPy's functions on frames."""

    __slots__ = ()
    _module, _conversion = "dataframe", "to_pandas"
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
        a = np.asarray(self)
        a.flags.writeable = False
        return a

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        if method == "reduce" and ufunc.__name__ in _reduce and len(inputs) == 1:
            return getattr(self, _reduce[ufunc.__name__])()
        if method != "__call__" or kwargs.get("out") is not None:
            return NotImplemented
        methods = _methods.get(ufunc.__name__, ())
        if len(methods) != len(inputs):
            return _ufunc(ufunc.__name__, list(inputs), **kwargs)
        k = next(k for k, x in enumerate(inputs) if getattr(x, "_kind", None) in protocols.FRAMES)
        return getattr(inputs[k], methods[k])(*inputs[1 - k : len(inputs) - k])

    _labelled = staticmethod(labelled)

    def _bytes(self):
        self.execute()
        return self._meta.nbytes

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

    empty = property(lambda self: 0 in self.shape or len(self) == 0, doc="Whether there are no elements.")

    def copy(self, deep=True):
        """Copy: assignment to it leaves this value as it is."""
        return type(self)._of(self._ref)
