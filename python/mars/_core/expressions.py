"""What an expression of query and eval takes from the program: the variables that it names as @name. The grammar is the engine's."""

import re
import sys

import numpy as np

from . import attrs as _a
from .call import unexpected
from .lazily import pandas as pd
from .site import outside

# Texts and names in backticks, in which @ means nothing; variables, with what follows them.
_words = re.compile(r"'''.*?'''|\"\"\".*?\"\"\"|'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|`[^`]*`|@([^\W\d]\w*)", re.S)
_step = re.compile(r"\.([^\W\d]\w*)(\(\))?(?!\w|\s*\()|\[('[^']*'|\"[^\"]*\"|-?\d+)\]")
_INLINE = 10_000  # so many values are no parameter: they are stored


def expression(attrs, ins, name, expr, kwargs):
    """An expression, and the variables that it names; handles among them become inputs. kwargs says where they are looked for."""
    if not isinstance(expr, str):
        raise ValueError(f"expr must be a string to be evaluated, {type(expr)} given")
    expr, found = _variables(expr, _places(kwargs))
    attrs[name] = _a.string(expr)
    rows = [_a.fields(name=_a.string(k), **_sent(k, v, ins)) for k, v in found.items()]
    if rows:
        attrs["vars"] = _a.items(rows)


def _places(kwargs):
    """Where names of the caller are looked for."""
    level = kwargs.pop("level", 0)
    places = [kwargs.pop("local_dict", None), kwargs.pop("global_dict", None)]
    for name, usual in (("engine", ("python", "numexpr", None)), ("parser", ("pandas", None))):
        if kwargs.pop(name, None) not in usual:
            raise NotImplementedError(f"query: parameter {name!r} is not there yet, leave it at its default")
    if kwargs:
        unexpected("query", kwargs)
    if places == [None, None]:
        caller = outside(sys._getframe(1), level)
        places = [caller.f_locals, caller.f_globals]
    return [p for p in places if p is not None]


def _variables(expr, places):
    """The expression, and its variables by name. Attributes and items of what the engine does not know are read here, and get a name of their own."""
    out, found, end = [], {}, 0
    for m in _words.finditer(expr):
        name = m.group(1)
        place = next((p for p in places if name in p), None) if name else None
        if place is None or m.start() < end:
            continue  # the engine says what is missing, and where
        value, at = _read(place[name], expr, m.end())
        called = name if at == m.end() else f"{name}_{len(found)}"
        if at > m.end():
            out += [expr[end : m.start()], "@", called]
            end = at
        found[called] = value
    return "".join([*out, expr[end:]]), found


def _read(value, expr, at):
    """The value of a variable of Python with the attributes, items and calls without arguments behind it, and where these end. Those of handles are the engine's."""
    best = value, at
    while not hasattr(value, "_kind") and (s := _step.match(expr, at)):
        name, called, key = s.groups()
        value = getattr(value, name) if name else value[key[1:-1] if key[0] in "'\"" else int(key)]
        value, at = value() if called else value, s.end()
        if _sendable(value):
            best = value, at
    return best


def _sendable(value):
    if isinstance(value, dict) or (callable(value) and not hasattr(value, "_kind")):
        return False
    return _is_scalar(value) or hasattr(value, "__iter__") or hasattr(value, "_kind")


def _is_scalar(value):
    return value is None or (not hasattr(value, "_kind") and pd.api.types.is_scalar(value))


def _sent(name, value, ins):
    """A variable as fields; handles join the inputs."""
    if getattr(value, "_kind", None) == "object":
        value = value._fetched()
    if _is_scalar(value) or (isinstance(value, np.ndarray) and not value.ndim):
        return {"value": _a.scalar(value)}
    if not _sendable(value):
        raise TypeError(f"variable '{name}' is a {type(value).__name__}, which expressions do not know")
    listed = isinstance(value, (list, tuple, set, frozenset, range, np.ndarray, pd.Index))
    if not listed or (len(value) > _INLINE and not isinstance(value, (list, set, frozenset))):
        from ..dataframe._as import frame

        ins.append(frame(value))
        return {"local": _a.ref(len(ins) - 1)}
    kind = "list" if isinstance(value, list) else "set" if isinstance(value, (set, frozenset)) else "rows"
    values = value.tolist() if hasattr(value, "tolist") else list(value)
    return {"as": _a.string(kind), "items": _a.items(_a.label(v) for v in values)}
