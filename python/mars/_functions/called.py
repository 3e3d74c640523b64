"""The method of tensors that calls a function with each chunk, and NumPy's functions that call one along axes."""

import operator

import numpy as np

from .._core.protocols import functions, numpys
from ..tensor._as import tensor
from ..tensor._gen import expand_dims, moveaxis
from . import blocks
from .module import Export
from .placed import placement_of

__all__ = ["apply_along_axis", "apply_over_axes"]

_axis = operator.index

# Functions that give along an axis what they give for each slice of it.
_along = """all amax amin any argmax argmin argsort count_nonzero cumprod cumsum max mean median min nanmax nanmean nanmedian nanmin nanprod nanstd nansum
nanvar prod ptp sort std sum var"""
_along = frozenset(getattr(np, n) for n in _along.split())


def _named(func):
    """Our function of one of NumPy's; None for others."""
    try:
        return functions().get(func)
    except TypeError:  # it has no hash
        return None


class Blocks:
    """The method of tensors that calls a function with each chunk."""

    __slots__ = ()

    def map_chunk(
        self,
        func,
        args=(),
        kwargs=None,
        *,
        with_chunk_index=False,
        elementwise=False,
        dtype=None,
        shape=None,
        skip_infer=False,
        slots=1,
        memory=None,
        timeout=None,
        where=None,
        env=None,
        **kwds,
    ):
        """What a function gives for each chunk, an array that it must not write to; with_chunk_index gives it chunk_index=(i, j) too.

        Chunks of the result lie as those of the tensor do, and how long they are is known after execution: elementwise=True says that each has the shape of
        its chunk, shape the lengths of the whole. The first axes of the result are those of the tensor. dtype is not inferred where it is given: else
        the function is called here with a made-up array. A chunk with another dtype or other axes is a TypeError of the execution. A chunk without
        elements is not given to the function. Values of mars among the arguments come whole. slots, memory, timeout, where and env are those of
        mars.remote.spawn, for each chunk.
        """
        kwargs = {**(kwargs or {}), **kwds}
        if isinstance(func, Export):
            return func.chunks(
                "map_chunk", self, args, kwargs, with_chunk_index=with_chunk_index, dtype=dtype, shape=shape,
                slots=slots != 1, memory=memory, timeout=timeout, where=where, env=env,
            )  # fmt: skip
        if skip_infer and (dtype is None or not (elementwise or shape is not None)):
            raise TypeError(
                "skip_infer=True calls the function with nothing: pass dtype=, and shape= or elementwise=True"
            )
        args, p = tuple(args) if isinstance(args, (tuple, list)) else (args,), blocks.part(self)
        outs = None
        shape = shape if shape is None or np.ndim(shape) else (shape,)
        if dtype is not None and (elementwise or shape is not None):
            outs = [(dtype, () if elementwise else shape)]
        elif dtype is not None or shape is not None:
            (made,) = blocks.inferred(
                "map_chunk", func, "block", [p], args, kwargs, {}, [blocks.sample(p, 0)], with_chunk_index, "dtype="
            )
            if shape is not None and len(shape) != made.ndim:
                raise ValueError(f"shape {tuple(shape)} has {len(shape)} axes, and the function gives {made.ndim}")
            outs = [(made.dtype if dtype is None else dtype, (-1,) * made.ndim if shape is None else shape)]
        (out,) = blocks.call(
            "map_chunk", func, "block", [p], args, kwargs, outs=outs, free=not elementwise, indexed=with_chunk_index,
            placement=placement_of(slots, memory, timeout, where, env),
        )  # fmt: skip
        return out


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    """What a function gives for each 1-d slice along an axis: its axes take the place of that one.

    Same as numpy.apply_along_axis.

    The axis is in one chunk. What comes out is inferred by a call here with a made-up slice, as long as the axis is.
    """
    arr, axis = tensor(arr), _axis(axis)
    if not -arr.ndim <= axis < arr.ndim:
        raise _axis_error(axis, arr.ndim)
    axis %= arr.ndim
    func1d = numpys(func1d)
    ours = _named(func1d)
    if ours is not None and func1d in _along and not args and not kwargs and 0 not in arr.shape:
        return ours(arr, axis=axis)
    if 0 in arr.shape[:axis] + arr.shape[axis + 1 :]:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    last = blocks.part(moveaxis(arr, axis, -1))
    size = arr._length(axis)

    def lengths(p, k):
        return size if k == p.ndim - 1 else 1

    hint = "a function whose results have one dtype and one shape"
    (out,) = blocks.call(
        "apply_along_axis", func1d, "along", [last], args, kwargs, core=(1,), lengths=lengths, hint=hint
    )
    more = out.ndim - arr.ndim + 1
    return moveaxis(out, range(arr.ndim - 1, out.ndim), range(axis, axis + more)) if more else out


def _axis_error(axis, ndim):
    return getattr(np, "exceptions", np).AxisError(axis, ndim)


def apply_over_axes(func, a, axes):
    """What func(a, axis) gives, applied along one axis after the other; axes that it takes away stay with length 1.

    Same as numpy.apply_over_axes.

    A function of NumPy's runs on the cluster. Any other gets the whole tensor, in one process.
    """
    a = tensor(a)
    axes = [_axis(i) for i in np.atleast_1d(axes).tolist()]
    for i in axes:
        if not -a.ndim <= i < a.ndim:
            raise _axis_error(i, a.ndim)
    func = numpys(func)
    ours = _named(func)
    if ours is None:
        p, primes = blocks.part(a), (2, 3, 5, 7, 11, 13, 17)

        def lengths(p, k):
            return primes[k % 7]

        own = {"axes": axes}
        (made,) = blocks.inferred(
            "apply_over_axes",
            func,
            "over",
            [p],
            (),
            {},
            own,
            [blocks.sample(p, 0, lengths)],
            False,
            "what it is to give",
        )
        shape = [1 if n == 1 else a._length(k) if n == lengths(p, k) else -1 for k, n in enumerate(made.shape)]
        outs = [(made.dtype, shape)]
        return blocks.call(
            "apply_over_axes", func, "over", [p], own=own, outs=outs, free=True, whole=True, hint="what gives one dtype"
        )[0]
    for i in axes:
        made = tensor(ours(a, i % a.ndim))
        if made.ndim != a.ndim:
            made = expand_dims(made, i % a.ndim)
        if made.ndim != a.ndim:
            raise ValueError("function is not returning an array of the correct shape")
        a = made
    return a
