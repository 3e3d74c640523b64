"""Views: functions whose result shows elements of their first argument, as NumPy's views do.

A view remembers its base and how it was made. When the base is assigned to, the view is derived again; assigning to a view rewrites its base. Where
NumPy makes a copy instead, the view lets go of its base: that follows from strides, which NumPy itself computes here for arrays without elements.
"""

import numpy as np
from numpy.lib.stride_tricks import as_strided

from .._core import attrs as _a
from .._core.build import many, node, one
from .._core.entity import ExecutableTuple
from .._core.node import Ref
from ._as import tensor

_parts, _flat = {"real", "imag"}, {"reshape", "ravel"}
_cut = {"split", "array_split", "hsplit", "vsplit", "dsplit", "unstack"}


def view(op, ins, attrs=None):
    """The one output of an operator that shows its first input."""
    return bound(one(op, ins, attrs), ins[0], View(op, attrs))


def each(op, values):
    """Views that an operator makes, one of each value: alone, or as a tuple."""
    out = tuple(view(op, (tensor(v),)) for v in values)
    return out[0] if len(out) == 1 else out


def parts(op, ins, attrs, at):
    """All outputs of an operator that cuts its first input: at is how many they are, or where they end; None for none."""
    if at is None:
        return ExecutableTuple()
    n = max(1, int(at) if np.ndim(at) == 0 else len(at) + 1)
    out = many(op, ins, attrs, n)
    return type(out)(bound(t, ins[0], View(op, attrs, i, n)) for i, t in enumerate(out))


def bound(t, base, key):
    """t as the view of a base, made in the way of key."""
    t._base, t._seen, t._key = base, t._cell.node.inputs[0], key
    return t


class View:
    """How a view was made."""

    __slots__ = ("attrs", "count", "name", "op", "place")

    def __init__(self, op, attrs, place=0, count=1):
        self.op = op
        self.name = op.rpartition(".")[2]
        self.attrs = attrs
        self.place = place  # among the outputs, of which there are so many
        self.count = count

    def again(self, base):
        """The view of a base."""
        return Ref(node(self.op, (base,), self.attrs, self.count), self.place)

    def show(self, a):
        """What the function gives of an array without elements. ValueError where that is a copy."""
        given = {k: _a.decode(v) for k, v in (self.attrs or {}).items()}
        if self.name in _flat:
            v = a.view()
            v.shape = tuple(given.get("shape", (-1,)))
            return v
        if "axis" in given and isinstance(given["axis"], list):
            given["axis"] = tuple(given["axis"])
        shown = getattr(np, self.name)(a, **given)
        return shown[self.place] if self.name in _cut else shown

    def back(self, base, value):
        """The new value of the base, given that of what the view shows. ValueError for a view that is only read."""
        if self.name in _cut:
            which = {"of": _a.string(self.name), "part": _a.integer(self.place)}
            return one("tensor.with_split", (base, value), {**self.attrs, **which})
        return one(f"core.back.{self.op}", (base, value), self.attrs)

    def copies(self, base):
        """Whether NumPy would have made a copy."""
        if self.name == "unstack":
            return base.ndim == 1
        if self.name not in _flat or base._base is None:
            return False
        a = layout(base)
        if a is None or self.name == "ravel":  # which copies what does not lie in one piece
            return a is None or not a.flags.c_contiguous
        try:
            return self.show(a) is None
        except AttributeError:  # what NumPy says of strides that do not allow it
            return True


class Part(View):
    """How a basic index was made: rows, columns, single elements."""

    __slots__ = ("key",)

    def __init__(self, attrs, key):
        super().__init__("tensor.getitem", attrs)
        self.key = key if isinstance(key, tuple) else (key,)

    def show(self, a):
        return a[self.key if Ellipsis in self.key else (*self.key, Ellipsis)]

    def copies(self, base):
        """Whether it turns out to be a single element, which is a copy as NumPy's scalars are."""
        return base.ndim == len(self.key) and all(isinstance(k, (int, np.integer)) for k in self.key)


def layout(t):
    """An array without elements that has the shape and, in elements, the strides of a tensor; None where lengths are not known.

    Tensors that are no views lie in C order.
    """
    *views, t = t, *t._bases()
    shape = t.shape
    if any(n != n for n in shape):
        return None
    a = as_strided(np.empty(1, bool), shape, [int(np.prod(shape[k + 1 :])) for k in range(len(shape))])
    for v in reversed(views):
        if v._key.name not in _parts:
            a = v._key.show(a)
        elif v._base.dtype.kind == "c":
            a = as_strided(a, a.shape, [2 * s for s in a.strides])
    return a


def read(a, order):
    """A tensor whose elements come in C order as those of a come in another memory order."""
    a = tensor(a)
    if order in ("A", "K"):
        order = "F" if is_fortran(a) else "C"
    if order not in ("C", "F", None):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got '{order}')")
    return a.T if order == "F" else a


def is_fortran(t):
    """Whether NumPy would hold the elements in Fortran's order, and not in C's."""
    if t._base is None:
        return False
    a = layout(t)
    return a is not None and a.flags.fnc
