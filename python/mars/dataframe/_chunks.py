"""What is the same on the client as in pandas: iterators over what is fetched a chunk at a time."""

import functools

from .._core.iterate import chunks


def by_chunks(like, names):
    """Iterators of a class of pandas, over what is fetched a chunk at a time."""
    return {name: _iterator(getattr(like, name)) for name in names.split()}


def _iterator(f):
    @functools.wraps(f)
    def iterate(self, *args, **kwargs):
        return (row for part in chunks(self) for row in getattr(part, f.__name__)(*args, **kwargs))

    return iterate
