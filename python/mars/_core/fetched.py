"""Methods that fetch the value and leave the rest to NumPy or pandas: a table of names, with the signatures and words of these."""

import functools


def fetched(like, names, fetch="_fetched"):
    """The methods of a class by name, called on what was fetched by a method."""
    return {n: _method(getattr(like, n), n, fetch) for n in names.split() if hasattr(like, n)}


def _method(f, name, fetch):
    @functools.wraps(f)
    def method(self, *args, **kwargs):
        return getattr(getattr(self, fetch)(), name)(*args, **kwargs)

    return method
