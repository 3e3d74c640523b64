"""What Python's operators make of frames, series and indexes."""

from .._core import attrs as _a
from .._core import operators as _o
from .._core.build import one
from .._core.coerce import local
from ._as import operands, wider

_lacking = {"matmul", "lshift", "rshift"}


class Operators(_o.Operators):
    """Operators of frames and series."""

    __slots__ = ()

    def _operate(self, name, other, how):
        compares = name in _o.COMPARISONS
        if how == _o.IN_PLACE or name in _lacking or isinstance(other, (dict, set)) or (other is None and not compares):
            return NotImplemented
        if name == "divmod":
            return (self // other, self % other) if how == _o.FORWARD else (other // self, other % self)
        if getattr(other, "_kind", None) == "object":
            other = local(other)
        a = self
        if self._kind == "index":  # labels meet by place
            a, other = _rows(self), _rows(other)
            if compares:
                return a._operate(name, other, how).to_tensor()
        ins, args = operands(a, other)
        attrs = None if args is None else {"args": args}
        if compares and len(ins) == 2 and ins[1]._kind != "tensor":
            attrs = {
                "identical": _a.boolean(True)
            }  # labels that differ are an error, as in pandas; eq and the others align
        op = name if name in ("and", "or", "xor") else how.format(name)
        r = one(f"dataframe.{op}", ins, attrs, wider(ins))
        return (
            r
            if a is self
            else one("dataframe.as_index", (r,), {"name": _a.label(self.name), "named": _a.boolean(True)}, "index")
        )

    def _altered(self, name):
        return type(self)._of(self._ref) if name == "pos" else one(f"dataframe.{name}", (self,), None, self._kind)


def _rows(x):
    """The labels of an index as a series."""
    return x.to_series().reset_index(drop=True) if getattr(x, "_kind", None) == "index" else x
