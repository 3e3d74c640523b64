"""What Python's operators make of frames, series and indexes."""

import pandas as pd

from .._core import attrs as _a
from .._core import operators as _o
from .._core.build import one
from .._core.coerce import local
from .._core.written import written
from .._functions.reference import Path, instead
from ._as import frame, operands, wider

_lacking = {"lshift", "rshift"}
_turned = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
_same_turned = {"eq", "ne", "and", "or", "xor"}


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
        if self._kind == "series" and (getattr(other, "_kind", None) == "dataframe" or isinstance(other, pd.DataFrame)):
            if how == _o.FORWARD and name not in _same_turned:
                how, name = (_o.FORWARD, _turned[name]) if compares else (_o.REFLECTED, name)
            else:
                how = _o.FORWARD
            return frame(other)._operate(name, self, how)  # labels of the series are columns of the frame
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
