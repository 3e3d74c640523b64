"""Operators of frames and series: a + b, a < b, a & b."""

from .._core import attrs as _a
from .._core.build import one
from .._core.coerce import local
from ._as import operands, wider

_compares = {"eq", "ne", "lt", "le", "gt", "ge"}


def _binary(name):
    compares = name in _compares

    def method(self, other):
        if isinstance(other, (dict, set)) or (other is None and not compares):
            return NotImplemented
        if getattr(other, "_kind", None) == "object":
            other = local(other)
        if self._kind == "index":
            if not compares:
                return _of_labels(name, self, other)
            labels = self.to_series().reset_index(drop=True)
            other = other.to_series().reset_index(drop=True) if getattr(other, "_kind", None) == "index" else other
            return getattr(labels, f"__{name}__")(other).to_tensor()
        ins, args = operands(self, other)
        attrs = None if args is None else {"args": args}
        if compares and len(ins) == 2 and ins[1]._kind != "tensor":
            attrs = {"identical": {"b": True}}  # labels that differ are an error, as in pandas; eq and the others align
        return one(f"dataframe.{name}", ins, attrs, wider(ins))

    return method


def _of_labels(name, index, other):
    """Arithmetic of labels, which meet by place."""
    a = index.to_series().reset_index(drop=True)
    if getattr(other, "_kind", None) == "index":
        other = other.to_series().reset_index(drop=True)
    ins, args = operands(a, other)
    r = one(f"dataframe.{name}", ins, None if args is None else {"args": args}, "series")
    attrs = {"name": _a.label(index.name), "named": _a.boolean(True)}
    return one("dataframe.as_index", (r,), attrs, "index")


def _changed_over(name):
    """b op a where the operator does not care which comes first."""
    return _binary(name)


class Operators:
    """Operators of frames and series."""

    __slots__ = ()

    __add__, __radd__ = _binary("add"), _binary("radd")
    __sub__, __rsub__ = _binary("sub"), _binary("rsub")
    __mul__, __rmul__ = _binary("mul"), _binary("rmul")
    __truediv__, __rtruediv__ = _binary("truediv"), _binary("rtruediv")
    __floordiv__, __rfloordiv__ = _binary("floordiv"), _binary("rfloordiv")
    __mod__, __rmod__ = _binary("mod"), _binary("rmod")
    __pow__, __rpow__ = _binary("pow"), _binary("rpow")
    __and__, __rand__ = _binary("and"), _changed_over("and")
    __or__, __ror__ = _binary("or"), _changed_over("or")
    __xor__, __rxor__ = _binary("xor"), _changed_over("xor")
    __eq__, __ne__ = _binary("eq"), _binary("ne")
    __lt__, __le__ = _binary("lt"), _binary("le")
    __gt__, __ge__ = _binary("gt"), _binary("ge")

    def __divmod__(self, other):
        return self // other, self % other

    def __rdivmod__(self, other):
        return other // self, other % self

    def __neg__(self):
        return one("dataframe.neg", (self,), None, self._kind)

    def __pos__(self):
        return type(self)._of(self._ref)

    def __abs__(self):
        return one("dataframe.abs", (self,), None, self._kind)

    def __invert__(self):
        return one("dataframe.invert", (self,), None, self._kind)
