"""Index tricks: grids and joins that are written with brackets."""

from .._core import attrs as _a
from .._core.build import many, one
from .._core.forms import mixed

__all__ = ["c_", "mgrid", "ogrid", "r_"]


class _Brackets:
    """What stands between brackets, for an operator to read."""

    def __init__(self, op, several=False, **attrs):
        self._op, self._several, self._attrs = op, several, attrs

    def __getitem__(self, key):
        ins = []
        attrs = {"key": mixed(key, ins), **self._attrs}
        if self._several and isinstance(key, tuple):
            return many(self._op, ins, attrs, len(key))
        return one(self._op, ins, attrs)


mgrid, ogrid = _Brackets("tensor.grid"), _Brackets("tensor.grid", True, sparse=_a.boolean(True))
r_ = _Brackets("tensor.joined_by", axis=_a.integer(0), ndmin=_a.integer(1), trans=_a.integer(-1))
c_ = _Brackets("tensor.joined_by", axis=_a.integer(-1), ndmin=_a.integer(2), trans=_a.integer(0))
