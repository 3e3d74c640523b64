"""What names of mars mean in a function that is called with pandas' objects and NumPy's arrays: those
libraries themselves."""

import importlib
import operator
import types

from .._core import pickles

_LIBRARIES = {"mars.dataframe": "pandas", "mars.tensor": "numpy"}
_RUNS = {"execute", "fetch", "new_session"}  # who names these computes with Mars where it is called


def bound(func):
    """func, for which mars.dataframe and what it has from there are pandas', and mars.tensor and what it has from
    there NumPy's.

    So a program that imports mars.dataframe as pd may say pd.Series in a function of its rows. A function that
    executes or fetches values itself, or has nothing of these modules, stays what it is. TypeError: it cannot be
    sent.
    """
    exchange = Exchange()
    data = pickles.dump_function(func, None if _runs(getattr(func, "__code__", None)) else exchange)
    return pickles.loads(data) if exchange.done else func


class Exchange:
    """What a pickler writes in place of an object: a function and its arguments, or None. done: it was asked for
    something of mars."""

    def __init__(self):
        self.done = False

    def __call__(self, o):
        made = _module(o.__name__) if isinstance(o, types.ModuleType) else _member(o)
        self.done = self.done or made is not None
        return made


def _module(name):
    top = ".".join(name.split(".")[:2])
    if top not in _LIBRARIES:
        return None
    theirs = _LIBRARIES[top] + name[len(top) :]
    try:
        importlib.import_module(theirs)
    except ImportError:
        return None
    return importlib.import_module, (theirs,)


def _member(o):
    """A class or function that a module of mars shows, where the library shows one of that name."""
    name = getattr(o, "__name__", None)
    top = ".".join(str(getattr(o, "__module__", "")).split(".")[:2])
    if top not in _LIBRARIES or not isinstance(name, str):
        return None
    theirs = importlib.import_module(_LIBRARIES[top])
    if getattr(importlib.import_module(top), name, None) is not o or not hasattr(theirs, name):
        return None
    return operator.attrgetter(name), (theirs,)


def _runs(code):
    """Whether code, or a function that is defined in it, names what computes with Mars."""
    if code is None:
        return False
    return not _RUNS.isdisjoint(code.co_names) or any(_runs(c) for c in code.co_consts if isinstance(c, types.CodeType))
