"""What Python's operators make of tensors."""

from .._core import operators as _o
from .._core.build import many, one
from ._as import WEAK, into, scalars


class Operators(_o.Operators):
    """Operators of tensors."""

    __slots__ = ()

    def _operate(self, name, other, how):
        if type(other) not in WEAK:
            if name in ("eq", "ne") and (other is None or isinstance(other, (str, bytes))):  # unlike every element
                from ._gen import full_like

                return full_like(self, name == "ne", dtype=bool)
            if isinstance(other, (str, bytes, dict, set, type(None))):
                return NotImplemented
            if how == _o.FORWARD and getattr(other, "_kind", "tensor") != "tensor":
                return NotImplemented
        op = "raised" if name == "pow" and how != _o.REFLECTED else _o.BINARY[name]
        ins, args = scalars((other, self) if how == _o.REFLECTED else (self, other))
        r = (many if name == "divmod" else one)(f"tensor.{op}", ins, None if args is None else {"args": args})
        return into(self, r) if how == _o.IN_PLACE else r

    def _altered(self, name):
        return one(f"tensor.{_o.UNARY[name]}", (self,))
