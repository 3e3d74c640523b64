"""A value without axes as a number of Python's: float(x), int(x), round(x), x in an index."""

import operator

from .coerce import local


def _of(convert):
    def method(self, *args):
        return convert(self._number(), *args)

    return method


# A class gives _number(), which computes the value. What is no number is refused by Python's own conversion.
Numbers = type(
    "Numbers",
    (),
    {
        "__slots__": (),
        "__doc__": "What Python asks of a number.",
        **{f"__{f.__name__}__": _of(f) for f in (float, int, complex, round, operator.index)},
    },
)


def _between(f, mine_first=True):
    def method(self, other):
        mine, other = self._number(), local(other)
        return f(mine, other) if mine_first else f(other, mine)

    return method


_two = (operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod)
_compared = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)

# Values that no tensor holds, as times of a zone and texts: operators compute them, and give what Python's own do.
Values = type(
    "Values",
    (),
    {
        "__slots__": (),
        "__doc__": "What operators of Python make of a single value.",
        "__hash__": object.__hash__,
        **{f"__{f.__name__}__": _between(f) for f in (*_two, *_compared)},
        **{f"__r{f.__name__}__": _between(f, False) for f in _two},
    },
)
