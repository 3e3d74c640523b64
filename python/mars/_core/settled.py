"""Data of a program in which single values may be handles: what constructors of frames take."""

from . import hooks
from .coerce import answer, is_lazy_scalar
from .entity import Entity


def settled(data):
    """Lists, tuples and dicts in which handles of single values are these values, which are computed together."""
    found = []

    def look(x):
        if is_lazy_scalar(x):
            found.append(x)
        elif isinstance(x, (list, tuple)):
            for v in x:
                if isinstance(v, (Entity, list, tuple, dict)):
                    look(v)
        elif type(x) is dict:
            look(list(x.values()))

    def put(x):
        if is_lazy_scalar(x):
            return answer(x)
        if hasattr(x, "_fields"):
            return type(x)(*map(put, x))
        if isinstance(x, (list, tuple)):
            return (list if isinstance(x, list) else tuple)(map(put, x))
        return {k: put(v) for k, v in x.items()} if type(x) is dict else x

    look(data)
    if not found:
        return data
    hooks.ensure().execute(*found, show_progress=False)
    return put(data)
