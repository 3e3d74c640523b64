"""Functions of blocks that look at places around them."""

import numpy as np

from ..tensor._as import tensor
from ..tensor._gen import broadcast_to, pad
from . import blocks

__all__ = ["map_overlap"]

_PADS = {"reflect": "symmetric", "periodic": "wrap", "nearest": "edge"}


def map_overlap(func, *arrays, depth, boundary="reflect", trim=True, dtype=None, **kwargs):
    """What a function gives for each chunk of tensors and the places around it, without these.

    The tensors broadcast, and the result has their shape. depth is how many places on either side the function gets: a number, or one for each axis, as a sequence or a dict. At the edges of the tensor these
    are made up as boundary says: "reflect" turns back at the edge, "periodic" goes on at the other end, "nearest" repeats the last place, a number is that
    number, and with "none" or None there are none. The function gives a block of the shape of what it gets, and the places around are trimmed; with
    trim=False it gives what has the shape of the chunk. Keywords are those of the function. dtype is that of the result; else the function is called
    here with a made-up array.

    ValueError: a depth that is negative or of other axes, another boundary; at execution: a result of another shape.
    """
    if not arrays:
        raise TypeError("map_overlap wants a tensor behind the function")
    parts = [tensor(a) for a in arrays]
    shape = np.broadcast_shapes(*(tuple(p._length(k) for k in range(p.ndim)) for p in parts))
    parts = [p if p.shape == shape else broadcast_to(p, shape) for p in parts]
    depth = _depths(depth, len(shape))
    padded = boundary not in (None, "none")
    if padded and not isinstance(boundary, (int, float, complex, np.number)) and boundary not in _PADS:
        raise ValueError(f"boundary is 'reflect', 'periodic', 'nearest', a number or 'none', not {boundary!r}")
    if padded and 0 not in shape:
        how = (
            {"mode": _PADS[boundary]}
            if isinstance(boundary, str)
            else {"mode": "constant", "constant_values": boundary}
        )
        parts = [pad(p, [(d, d) for d in depth], **how) for p in parts] if any(depth) else parts
    elif padded:
        padded = False
    parts = [blocks.part(p) for p in parts]
    hint = "dtype="
    if dtype is None:
        tried = [blocks.sample(p, 0, lambda _p, k: 2 * depth[k] + 2) for p in parts]
        (made,) = blocks.inferred("map_overlap", func, "overlap", parts, (), kwargs, {}, tried, False, hint)
        want = tried[0].shape if trim else tuple(n - 2 * d for n, d in zip(tried[0].shape, depth))
        if made.shape != want:
            raise ValueError(
                f"map_overlap: the function gave a block of shape {made.shape}, not {want}, for one of {tried[0].shape}"
            )
        dtype = made.dtype
    return blocks.call(
        "map_overlap", func, "overlap", parts, (), kwargs, {"trim": bool(trim)}, outs=[(dtype, ())], hint=hint, depth=depth,
        padded=padded,
    )[0]  # fmt: skip


def _depths(depth, ndim):
    """The depth along each axis."""
    if isinstance(depth, dict):
        if any(not -ndim <= k < ndim for k in depth):
            raise ValueError(f"depth is of axes {sorted(depth)}, and the tensor has {ndim}")
        depth = {k % ndim: d for k, d in depth.items()}
        depth = [depth.get(k, 0) for k in range(ndim)]
    depth = [depth] * ndim if np.ndim(depth) == 0 else list(depth)
    if len(depth) != ndim:
        raise ValueError(f"depth has {len(depth)} numbers, and the tensor has {ndim} axes")
    for d in depth:
        if isinstance(d, bool) or not isinstance(d, (int, np.integer)) or d < 0:
            raise ValueError(f"depth is a number of places, not {d!r}")
    return [int(d) for d in depth]
