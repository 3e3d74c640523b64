"""What Python's operators make of frames, series and indexes."""

from .._core import attrs as _a
from .._core import operators as _o
from .._core.build import one
from .._core.coerce import local
from .._core.written import written
from .._functions.reference import Path, instead
from ._as import operands, wider

_lacking = {"lshift", "rshift"}


class Operators(_o.Operators):
    """Operators of frames and series."""

    __slots__ = ()

    def _operate(self, name, other, how):
        compares = name in _o.COMPARISONS
        if how == _o.IN_PLACE or name in _lacking or isinstance(other, (dict, set)) or (other is None and not compares):
            return NotImplemented
        if name == "matmul":
            return self.dot(other) if how == _o.FORWARD and hasattr(self, "dot") else NotImplemented
        if name == "divmod":
            return (self // other, self % other) if how == _o.FORWARD else (other // self, other % self)
        other = local(other)
        op = name if name in ("and", "or", "xor") else how.format(name)
        if self._kind == "index":
            if getattr(other, "_kind", None) in ("series", "dataframe"):
                return NotImplemented  # theirs are the labels
            ins = [self]
            attrs = {"func": _a.string(op), "other": written(other, ins)}
            return one("dataframe.over_labels", ins, attrs, "tensor" if compares else "index")
        try:
            ins, args = operands(self, other)
        except NotImplementedError as e:  # offsets of calendars
            theirs = getattr(self._like, f"__{op}__", None)
            return instead(e, Path(self), f"__{op}__", (other,), {}, f"{type(self).__name__}.{op}", theirs)
        attrs = None if args is None else {"args": args}
        if compares and len(ins) == 2 and ins[1]._kind != "tensor":
            # labels that differ are an error, as in pandas; eq and the others align
            attrs = {"identical": _a.boolean(True)}
        return one(f"dataframe.{op}", ins, attrs, wider(ins))

    def _altered(self, name):
        if name == "pos":
            return type(self)._of(self._ref)
        return one(f"dataframe.{name}", (self,), None, self._kind)
