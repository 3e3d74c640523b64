"""What is the same on the client as in pandas: iterators over what is fetched a chunk at a time, and constructors."""

import functools

from .._core.iterate import chunks


def by_chunks(like, names):
    """Iterators of a class of pandas, over what is fetched a chunk at a time."""

    def method(self, name, args, kwargs):
        return (row for part in chunks(self) for row in getattr(part, name)(*args, **kwargs))

    return _each(like, names, method)


def made(like, names):
    """Constructors of a class of pandas, from what is in memory here."""
    out = _each(like, names, lambda cls, name, args, kwargs: cls(getattr(like, name)(*args, **kwargs)))
    return {name: classmethod(f) for name, f in out.items()}


def _each(like, names, method):
    def one(name):
        of = getattr(like, name)

        @functools.wraps(getattr(of, "__func__", of))
        def call(self, *args, **kwargs):
            return method(self, name, args, kwargs)

        return call

    return {name: one(name) for name in names.split()}
