"""Functions of mars.tensor that are called with frames and series: these answer, and keep their labels."""

import functools

_labeled = frozenset(("dataframe", "series", "index"))


def framed(f, ufunc):
    """An element-wise function f that hands frames and series on to what they answer to NumPy's ufunc of the name."""

    @functools.wraps(f)
    def either(*args, **kwargs):
        for x in args[:2]:
            if getattr(x, "_kind", None) in _labeled:
                return x.__array_ufunc__(ufunc, "__call__", *args, **kwargs)
        return f(*args, **kwargs)

    return either
