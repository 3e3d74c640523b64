"""numpy.vectorize: a function of single elements as one of tensors."""

import numpy as np

from .._core.entity import ExecutableTuple
from ..tensor._as import tensor
from ..tensor._gen import broadcast_to
from . import blocks

__all__ = ["vectorize"]

_HINT = "otypes="


class vectorize:
    """A function of single elements, or with a signature of arrays of a few axes, as a function of tensors, which broadcast.

    Same as numpy.vectorize.

    The function runs in processes of the workers, once for each element. Without otypes the dtypes of the results are inferred by calls here with two
    made-up elements, and an element of another dtype is a TypeError of the execution. Arguments that are excluded come whole.
    """

    def __init__(self, pyfunc=np._NoValue, otypes=None, doc=None, excluded=None, cache=False, signature=None):
        self._like = np.vectorize(pyfunc, otypes, doc, excluded, cache, signature)  # it checks them
        self._take()

    def _take(self):
        like = self._like
        self.pyfunc, self.otypes, self.excluded, self.signature = (
            like.pyfunc, like.otypes, like.excluded, like.signature,
        )  # fmt: skip
        self.__doc__ = like.__doc__
        for name in ("__name__", "__wrapped__"):
            if hasattr(like, name):
                setattr(self, name, getattr(like, name))
        for code in like.otypes or "":
            if np.dtype(code).kind not in "biufcmM":
                raise TypeError(f"otypes has {np.dtype(code)}, and tensors hold bools, numbers and times")

    def __call__(self, *args, **kwargs):
        if self.pyfunc is np._NoValue:  # a decorator with parameters
            self._like(*args, **kwargs)
            self._take()
            return self
        args, parts = list(args), []
        for at, values in ((range(len(args)), args), (list(kwargs), kwargs)):
            for k in at:
                if k not in self.excluded and (
                    self.signature is not None or getattr(values[k], "_kind", None) or np.ndim(values[k])
                ):
                    values[k] = blocks.part(tensor(values[k]))
                    parts.append(values[k])
        if not parts and args and 0 not in self.excluded:  # of single values alone
            args[0] = blocks.part(tensor(args[0]))
            parts.append(args[0])
        if not parts:
            raise ValueError(
                "args can not be empty" if not args else "vectorize of mars wants a tensor, an array or a number"
            )
        own = {
            "otypes": self.otypes or None,
            "nout": len(self.otypes or "1"),
            "excluded": self.excluded,
            "signature": self.signature,
        }
        if self.signature is not None:
            made = self._cores(args, kwargs, parts, own)
        else:
            if self.otypes is None and any(p.size == 0 for p in parts):
                raise ValueError("cannot call `vectorize` on size 0 inputs unless `otypes` is set")
            outs = [(np.dtype(c), ()) for c in self.otypes] if self.otypes else None
            made = blocks.call(
                "vectorize", self.pyfunc, "vectorize", parts, tuple(args), kwargs, own, outs=outs, hint=_HINT
            )
            if outs is None:
                own["nout"] = len(made)
        return made[0] if len(made) == 1 else ExecutableTuple(made)

    def _cores(self, args, kwargs, parts, own):
        """The results of a function with a signature, whose axes of each part come whole."""
        ins, outs = self._like._in_and_out_core_dims
        if len(args) != len(ins):
            raise TypeError(f"wrong number of positional arguments: expected {len(ins)!r}, got {len(args)!r}")
        own["nout"] = len(outs)
        sizes, loops = {}, ()
        for p, core in zip(parts, ins):
            if p.ndim < len(core):
                raise ValueError(
                    f"{p.ndim}-dimensional argument does not have enough dimensions for all core dimensions {core!r}"
                )
            for name, k in zip(core, range(p.ndim - len(core), p.ndim)):
                n = p._length(k)
                if sizes.setdefault(name, n) != n:
                    raise ValueError(f"inconsistent size for core dimension {name!r}: {n!r} vs {sizes[name]!r}")
            loops = np.broadcast_shapes(loops, tuple(p._length(k) for k in range(p.ndim - len(core))))
        for p, core in zip(parts, ins):
            shape = (*loops, *(sizes[n] for n in core))
            if p.shape != shape:
                p._move(broadcast_to(p, shape)._ref)
        if 0 in loops and self.otypes is None:
            raise ValueError("cannot call `vectorize` on size 0 inputs unless `otypes` is set")
        told = [(np.dtype(c), tuple(sizes.get(n, -1) for n in core)) for c, core in zip(self.otypes or "", outs)]
        if not self.otypes or any(-1 in s for _, s in told):
            told = None
            if 0 in loops:
                raise ValueError(
                    "cannot call `vectorize` with a signature including new output dimensions on size 0 inputs"
                )
        core = tuple(map(len, ins))
        return blocks.call(
            "vectorize", self.pyfunc, "vectorize", parts, tuple(args), kwargs, own, core=core, outs=told, hint=_HINT
        )
