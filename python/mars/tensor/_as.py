"""What a user gives where a tensor is wanted, as a tensor."""

import datetime

import numpy as np

from .._core import attrs as _a
from .._core import hooks
from .._core.build import one
from .._core.entity import _classes

# Arrays up to so many bytes travel in graphs; larger ones are uploaded when they become tensors.
INLINE_BYTES = 1 << 16

WEAK = frozenset((int, float, bool, complex))  # the numbers of Python, which give way in promotion
_low, _high = -(1 << 63), 1 << 63


def tensor(x):
    """x as a tensor: itself, a frame's values, or a constant of an array, a nested list or a number."""
    return x if getattr(x, "_kind", None) == "tensor" else constant(x)


def tensors(xs):
    """A sequence of tensors; a tensor is taken apart along its first axis."""
    return [tensor(x) for x in xs]


def constant(x, dtype=None, chunk_size=None):
    """A tensor of local data, which is copied. TypeError for data that no dtype of tensors holds."""
    kind = getattr(x, "_kind", None)
    if kind == "tensor":
        t = x if dtype is None else x.astype(dtype, copy=False)
        return t if chunk_size is None else t.rechunk(chunk_size)
    if kind is not None:
        return constant(x.to_tensor(dtype), chunk_size=chunk_size)
    if isinstance(x, (list, tuple)) and _holds(x):
        from ._gen import stack

        return constant(stack([constant(e) for e in x]), dtype, chunk_size)
    a = np.asarray(_time(x) if dtype is None else x, dtype=dtype)
    if a.ndim > 1 and a.flags.fnc and isinstance(x, np.ndarray):
        cut = chunk_size if chunk_size is None or np.ndim(chunk_size) == 0 else tuple(chunk_size)[::-1]
        return constant(a.T, chunk_size=cut).T
    if a.nbytes > INLINE_BYTES:
        t = _classes["tensor"]._of(hooks.ensure().upload(np.ascontiguousarray(a)))
        return t if chunk_size is None else t.rechunk(chunk_size)
    attrs = {"object": _a.array(a)}
    if chunk_size is not None:
        attrs["chunk_size"] = _a.ints(chunk_size)
    return one("tensor.array", (), attrs)


def _time(x):
    """A time or a span of Python's or pandas' as one of NumPy's; anything else as it is."""
    if isinstance(x, datetime.datetime) and x.tzinfo is None:
        return x.to_datetime64() if hasattr(x, "to_datetime64") else np.datetime64(x)
    if isinstance(x, datetime.timedelta):
        return x.to_timedelta64() if hasattr(x, "to_timedelta64") else np.timedelta64(x)
    return x


def _holds(xs):
    """Whether a nested list holds handles."""
    return any(getattr(x, "_kind", None) is not None or (isinstance(x, (list, tuple)) and _holds(x)) for x in xs)


def weak(x):
    """Whether x is a number of Python's, which gives way in promotion (NEP 50); NumPy's scalars do not."""
    t = type(x)
    return t in WEAK and (t is not int or _low <= x < _high)


def scalars(values):
    """Inputs and the parameter "args" of an operator some of whose inputs may be numbers; args is None where none is."""
    ins, args = [], None
    for i, v in enumerate(values):
        if weak(v):
            if args is None:
                args = [_a.NONE] * i
            args.append(_a.scalar(v))
            continue
        if args is not None:
            args.append(_a.NONE)
        ins.append(v if getattr(v, "_kind", None) == "tensor" else constant(v))
    if not ins and values:
        return scalars((constant(values[0]), *values[1:]))
    return ins, None if args is None else _a.items(args)


def ordered(t, order, like=None, copy=True):
    """t as NumPy holds what has that memory order: Fortran's is the order of a tensor that shows another one, which lies in C's, transposed.

    like is the tensor whose order "K" and "A" keep. Without copy it is given itself where it has that order, and the dtype of t.
    """
    if not copy and t.dtype == like.dtype and lies(like, order):
        return like
    if order in ("K", "A", None):
        from ._views import is_fortran

        order = "F" if like is not None and like._base is not None and is_fortran(like) else "C"
    if order == "C":
        return t if t._base is None else type(t)._of(t._ref)
    if order != "F":
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got '{order}')")
    return type(t)._of(t.T._ref).T


def lies(t, order):
    """Whether a tensor has a memory order as it is; "K" is the one it has."""
    if order in ("K", "A", None):
        return True
    if t._base is None and order == "C":
        return True
    if order not in ("C", "F"):
        return False
    from ._views import layout

    a = layout(t)
    return a is not None and (a.flags.c_contiguous if order == "C" else a.flags.f_contiguous)


def draws(values):
    """scalars, for parameters of distributions: all of them may be numbers, those of NumPy too."""
    values = [v.item() if isinstance(v, np.number) else v for v in values]
    if all(weak(v) for v in values):
        return [], _a.items(_a.scalar(v) for v in values)
    return scalars(values)


def into(out, r, casting="same_kind", ufunc=None, where=True):
    """Store r in the tensor or array out, and give out: the parameter out of NumPy's functions. Without out r, and zeros where a condition is false.

    TypeError where casting does not allow it.
    """
    if isinstance(out, tuple):
        (out,) = out
    if out is None and where is True:
        return r
    if out is None:
        out = one("tensor.broadcast_with", (one("tensor.zeros_like", (r,)), tensor(where)))
    if isinstance(out, np.ndarray):
        rule = casting if ufunc else "unsafe"  # reductions store in arrays of any dtype
        np.copyto(out, r.to_numpy(), rule, where if where is True else np.asarray(where))
        return out
    if getattr(out, "_kind", None) != "tensor":
        raise TypeError("return arrays must be of ArrayType")
    ins, attrs = [out, r], {"casting": _a.string(casting)}
    if ufunc:
        attrs["ufunc"] = _a.string(ufunc)
    if where is not True:
        attrs["where"] = _a.ref(2)
        ins.append(tensor(where))
    r = one("tensor.put_out", ins, attrs)
    if hooks.current() is not None:  # who can be asked: a float must not be cut to an int without a word
        _ = r._meta
    out._move(r._ref)
    return out


def into_all(out, results):
    """into, for functions of several results; places that are None stay free."""
    out = out if isinstance(out, tuple) else (out,)
    if all(o is None for o in out):
        return results
    return tuple(into(o, r) for o, r in zip(out + (None,) * (len(results) - len(out)), results))
