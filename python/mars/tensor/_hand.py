"""Functions whose arguments have another form than the parameters of their operator. Their signatures are in _gen.py."""

from .._core import attrs as _a
from .._core.build import one
from ._as import constant, lies, ordered, scalars, tensor
from ._views import read, view


def array(object, dtype, copy, order, subok, ndmin, like, chunk_size):
    t = constant(object, dtype, chunk_size)
    again = copy and t is object
    if again or not lies(t, order):
        t = ordered(type(t)._of(t._ref) if again else t, order, t)
    if ndmin:
        t = t[(None,) * max(0, ndmin - t.ndim)]
    return t


def reshape(a, shape, order, copy):
    a, other = tensor(a), read(a, order)
    if other is not a and order not in ("C", None):
        back = shape[::-1] if isinstance(shape, (tuple, list)) else shape
        return reshape(other, back, "C", copy).T
    t = view("tensor.reshape", (a,), {"shape": _a.ints(shape)})
    if copy is False and t._detached():
        raise ValueError("Unable to avoid creating a copy while reshaping.")
    return type(t)._of(t._ref) if copy else t


def where(condition, x, y):
    if (x is None) != (y is None):
        raise ValueError("either both or neither of x and y should be given")
    if x is None:
        return tensor(condition).nonzero()
    ins, args = scalars((tensor(condition), x, y))
    return one("tensor.where", ins, None if args is None else {"args": args})
