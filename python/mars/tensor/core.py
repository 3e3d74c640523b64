"""Tensor: an array that is computed on the cluster."""

import numpy as np

from .._core.build import one
from .._core.call import missing_method
from .._core.entity import Entity, register
from .._core.forms import brackets
from .._functions.called import Blocks
from ._as import constant, scalars
from ._gen import TensorMethods
from ._operators import Operators
from ._protocols import Protocols
from ._show import Show
from ._views import Part, bound, is_fortran, layout


class Tensor(Operators, Protocols, Show, Blocks, TensorMethods, Entity):
    """An array that is computed on the cluster. Functions of mars.tensor, and of NumPy, make tensors of tensors.

    A tensor is a cell: assigning to a part of it (a[1:] = 0) makes it another value, while what was built from it before keeps the
    old one. A slice of a tensor is a view, as in NumPy: assigning to it assigns to the tensor it came from.
    """

    __slots__ = ("_base", "_key", "_seen")
    _kind = "tensor"
    __array_priority__ = 100.0
    __hash__ = object.__hash__

    @classmethod
    def _of(cls, ref):
        self = object.__new__(cls)
        self._cell = ref
        self._base = None
        return self

    def __init__(self, data=None, dtype=None, chunk_size=None):
        self._cell = constant(data, dtype, chunk_size)._ref
        self._base = None

    @property
    def _ref(self):
        """What the cell points at now. A view of a tensor that was assigned to is derived again."""
        if self._base is None:
            return self._cell
        views = [self]
        while views[-1]._base._base is not None:
            views.append(views[-1]._base)
        now = views[-1]._base._cell
        for v in reversed(views):
            if now != v._seen and not v._detached():
                v._cell = v._key.again(Tensor._of(now))
                v._seen = now
            now = v._cell
        return now

    def _bases(self):
        """The tensor that a view shows, the one that this shows, and so on."""
        t = self
        while t._base is not None and not t._detached():
            t = t._base
            yield t

    def _move(self, ref):
        """Point at another value; of a view, assign it to what the view shows."""
        t = self
        for base in self._bases():
            ref = t._key.back(base, Tensor._of(ref))._ref
            t = base
        t._cell = ref

    def _detached(self):
        """Whether a view turns out to be a copy, as NumPy's are: a single element, or a reshape that no strides show."""
        if not self._key.copies(self._base):
            return False
        self._base = None
        return True

    def __getitem__(self, key):
        ins = [self]
        attrs = {"key": brackets(key, ins)}
        t = one("tensor.getitem", ins, attrs)
        return t if len(ins) > 1 else bound(t, self, Part(attrs, key))

    def __setitem__(self, key, value):
        ins, args = scalars((self, value))
        attrs = {"key": brackets(key, ins)}
        if args is not None:
            attrs["args"] = args
        self._move(one("tensor.setitem", ins, attrs)._ref)

    @Protocols.shape.setter
    def shape(self, shape):
        self._move(self.reshape(shape)._ref)

    @property
    def dtype(self):
        """The dtype of the elements."""
        return self._meta.dtype

    @property
    def itemsize(self):
        """Bytes of an element."""
        return self.dtype.itemsize

    @property
    def nbytes(self):
        """Bytes of all elements."""
        return self.size * self.itemsize

    @property
    def base(self):
        """The tensor whose elements this one shows; None for one with elements of its own."""
        return [None, *self._bases()][-1]

    @property
    def flags(self):
        """How NumPy would hold the elements: whether in C order, in Fortran's, and as its own. The lengths must be known."""
        a = layout(self)
        if a is None:
            raise ValueError("the flags of a tensor of unknown shape are not known; execute it first")
        return a.flags

    @property
    def device(self):
        """Where elements live, as the array API asks: the cluster counts as one."""
        return "cpu"

    def to_device(self, device, /, *, stream=None):
        """The tensor itself; there is one device."""
        if device != "cpu":
            raise ValueError(f"unsupported device {device!r}")
        return self

    def view(self, dtype=None):
        """The tensor again: assigning to either assigns to both. NotImplementedError for another dtype."""
        if dtype is not None and np.dtype(dtype) != self.dtype:
            raise NotImplementedError("Tensor.view of another dtype is not there yet; use .to_numpy().view")
        return self[...]

    def _ready(self, session):
        """What shows a tensor that was executed is computed when it is fetched."""
        if self._base is not None and not self._ref.held(session):
            t = self._base
            while t is not None and not t._ref.held(session):
                t = t._base
            if t is not None:
                session.execute(self, show_progress=False)

    def _laid(self, value):
        """The elements that were fetched, in the memory order that NumPy gives them. A single time of a frame is pandas' own."""
        if isinstance(value, (np.datetime64, np.timedelta64)) and self._ref.node.op.startswith("dataframe."):
            import pandas as pd

            return pd.Timestamp(value) if isinstance(value, np.datetime64) else pd.Timedelta(value)
        return np.asfortranarray(value) if isinstance(value, np.ndarray) and is_fortran(self) else value

    def to_dataframe(self, *args, **kwargs):
        """The tensor as a frame."""
        from ..dataframe import dataframe_from_tensor

        return dataframe_from_tensor(self, *args, **kwargs)

    def __getattr__(self, name):
        return missing_method(self, name, "tensor", np.ndarray)


register("tensor", Tensor)
