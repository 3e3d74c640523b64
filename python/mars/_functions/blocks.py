"""Functions of users on blocks of tensors: what they give is inferred here, and where they are called is a matter of operator remote.blocks."""

import io

import numpy as np

from .._core import attrs as _a
from .._core import hooks, pickles
from .._core.dtypes import name_of
from .._core.entity import wrap
from .._core.node import Node, Ref
from .._core.site import here
from . import near, samples, sent
from .functions import _input, _stand_in
from .placed import taken


def part(t):
    """A handle of its own of a tensor that is cut: t may be an argument too, which comes whole."""
    return type(t)._of(t._ref)


def call(
    what,
    func,
    style,
    parts,
    args=(),
    kwargs=None,
    own=None,
    *,
    core=(),
    outs=None,
    lengths=None,
    free=False,
    whole=False,
    indexed=False,
    hint="dtype=",
    tried=None,
    depth=None,
    padded=False,
    placement=None,
):
    """What func gives for the blocks of parts, as a list of handles. Parts, made by part, may stand among args and kwargs, which style passes on.

    style and own are how the process calls it (mars._worker.blocks). core: how many last axes of each part come whole. outs: the dtype and the shape of
    each result behind the axes that are cut, where that is declared; else a sample tells, whose axes have lengths(part, axis), and lengths of results
    are those of the sample. free: all axes of the result are its own, and lengths that are not declared nobody knows. tried is the samples themselves. depth: how many places around a block it gets along each axis; padded:
    the outermost ones are around blocks alone. placement is what calls may take.
    """
    func, placement = taken(func, placement)
    if not callable(func):
        raise TypeError(f"{type(func).__name__!r} object is not callable")
    func = near.bound(func)  # what cannot be sent is wrong at this call
    kwargs, own = dict(kwargs or {}), own or {}
    core = core or (0,) * len(parts)
    guessed = outs is None
    if guessed:
        if tried is None:
            tried = [sample(p, k, lengths) for p, k in zip(parts, core)]
        made = inferred(what, func, style, parts, args, kwargs, own, tried, indexed, hint)
        rank = 0 if free else max(p.ndim - k for p, k in zip(parts, core))
        outs = [(a.dtype, (-1,) * a.ndim if free else a.shape[rank:]) for a in made]
    outs = [(name_of(d), tuple(s)) for d, s in outs]
    loops = 0 if free else max(p.ndim - k for p, k in zip(parts, core))
    how = {
        "what": what, "own": own, "indexed": indexed, "guessed": guessed, "hint": hint,
        "outs": [(d, loops + len(s)) for d, s in outs],
    }  # fmt: skip
    data, inputs = pickles.dump_arguments(func, (tuple(parts), how, args, kwargs), {}, _input, near.Exchange())
    attrs = {
        "python": _a.string(sent.PYTHON),
        "style": _a.string(f"tensor.{style}"),
        "parts": _a.integer(len(parts)),
        "outs": _a.items(_a.fields(d_type=_a.dtype(d), shape=_a.ints(list(s))) for d, s in outs),
    }
    if any(core):
        attrs["core"] = _a.ints(list(core))
    for name, flag in (("free", free), ("whole", whole)):
        if flag:
            attrs[name] = _a.boolean(True)
    inputs += placement.inputs()
    attrs |= placement.attrs() | sent.arguments(data, inputs)
    if depth is not None:
        attrs["depth"] = _a.ints(list(depth))
        if padded:
            attrs["padded"] = _a.boolean(True)
    node = Node(
        "remote.blocks" if depth is None else "remote.overlap",
        (sent.function(func), *inputs),
        attrs,
        here(2),
        len(outs),
    )
    attrs["log"] = _a.string(node.id)
    if hooks.watch is not None:
        hooks.watch(node)
    return [wrap(Ref(node, i), kind="tensor") for i in range(len(outs))]


def sample(p, core, lengths=None):
    """Made-up elements in place of a part: two along each axis, one where it has one, along the last axes as many as there are."""

    def length(axis, n):
        if lengths is not None:
            return lengths(p, axis)
        if n == n and (n == 1 or axis >= p.ndim - core):
            return int(n)
        return 2

    return samples.block(p.dtype, tuple(length(i, n) for i, n in enumerate(p.shape)))


def inferred(what, func, style, parts, args, kwargs, own, tried, indexed, hint):
    """What a function gives for samples of its parts."""
    from .._worker import blocks, values

    places = {id(p): a for p, a in zip(parts, tried)}
    given = []

    def keep(x):
        given.append(places[id(x)] if id(x) in places else _stand_in(x))

    data, _ = pickles.dump_arguments(func, (tuple(parts), args, kwargs), {}, keep, near.Exchange())
    (blocks_of, args, kwargs), _ = values.Arguments(io.BytesIO(data), given).load()
    if indexed:
        kwargs = {**kwargs, "chunk_index": (0,) * parts[0].ndim}

    def run():
        try:
            return blocks.run(style, func, blocks_of, own, args, kwargs)
        except blocks.Unheld as e:
            return e

    made = samples.told(what, run, list(tried), hint, "a sample")
    if isinstance(made, blocks.Unheld):
        raise samples.unknown(what, list(tried), f"{made.said}, which tensors do not hold,", hint, "a sample")
    return [np.asarray(a) for a in made]
