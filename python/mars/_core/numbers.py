"""A value without axes as a number of Python's: float(x), int(x), round(x), x in an index."""

import operator


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
