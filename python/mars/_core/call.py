"""What generated functions share: defaults that are no values, and refusals by name."""

from importlib import import_module

import numpy as np

from .names import MISSING, THEIRS
from .options import options


class _Default:
    """A default that means "not given"."""

    def __init__(self, text):
        self._text = text

    def __repr__(self):
        return self._text

    def __bool__(self):
        return False

    def __reduce__(self):
        return "no_default" if self is no_default else "no_value"


no_default = _Default("<no_default>")
no_value = _Default("<no value>")

# What says "down the rows" where pandas has a parameter axis.
rows = (None, 0, "index", "rows")


def refuse(function, parameter):
    """Raise for an argument that is taken at its default only."""
    raise NotImplementedError(f"{function}: parameter {parameter!r} is not there yet, leave it at its default")


def unexpected(function, kwargs):
    """Raise for keyword arguments that a function does not have."""
    name = next(iter(kwargs))
    raise TypeError(f"{function.rpartition('.')[2]}() got an unexpected keyword argument '{name}'")


class Absent:
    """A name that is not there yet, so that programs can be imported: calling it, reading from it or subscripting it says so."""

    def __init__(self, full, hint=""):
        self._words = f"{full} is not there yet{hint}"
        self.__name__ = self.__qualname__ = full.rpartition(".")[2]
        self.__doc__ = f"{full} is not there yet."

    def _say(self, *args, **kwargs):
        raise NotYet(self._words)

    __call__ = __getitem__ = __iter__ = __contains__ = __len__ = __enter__ = __mro_entries__ = __instancecheck__ = _say

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise NotYet(self._words)

    def __repr__(self):
        return f"<{self._words}>"


class Indexed:
    """A method that may be indexed as well as called."""

    def __init__(self, method):
        self._method = method

    def __call__(self, *args, **kwargs):
        return self._method(*args, **kwargs)

    def __getitem__(self, key):
        return self._method(key)


def absent(full, hint=""):
    """A name that is not there yet: using it says so."""
    return Absent(full, hint)


def names_of(module, other, there):
    """The __getattr__ and the __dir__ of a module, of which some names are there.

    Names of the original Mars, and of the NumPy or pandas module other, that are not there yet are objects that say so when they are used; anything
    else is an AttributeError.
    """
    names = frozenset(MISSING.get(module.partition("mars.")[2], ()))

    def __getattr__(name):
        if not name.startswith("_") and options.reference != "error":
            from .._functions.reference import function

            found = function(other, name, f"{module}.{name}")
            if found is not None:
                return found
        if not name.startswith("_") and (name in names or hasattr(_other(other), name)):
            return absent(f"{module}.{name}", f"; {other}.{name} takes what .{_here.get(other, 'to_numpy')}() gives")
        raise AttributeError(f"module {module!r} has no attribute {name!r}")

    return __getattr__, lambda: sorted(there)


def theirs(module, at):
    """Put names of a module of NumPy or pandas that programs hand to functions, or look at, into a dictionary of names, and into its __all__."""
    there = vars(import_module(module))  # asked by name NumPy 1 warns of names that it had once
    dtypes = [n for n, v in there.items() if module == "numpy" and isinstance(v, type) and issubclass(v, np.generic)]
    found = {n: there[n] for n in (*THEIRS[module], *dtypes) if n in there and n not in at["__all__"]}
    at.update(found)
    at["__all__"] += found


_here = {"pandas": "to_pandas"}


def _other(name):
    """The module that ours follows."""
    try:
        return import_module(name)
    except ImportError:
        return None


class NotYet(NotImplementedError, AttributeError):
    """An attribute that is not there yet: hasattr says so too."""


class Lacking:
    """What has the methods of a class of pandas, _like, of which some are not there yet."""

    __slots__ = ()
    _name = ""  # of an accessor
    _said = property(lambda self: f"Series.{self._name}" if self._name else "")

    def __getattr__(self, name):
        if not name.startswith("_") and options.reference != "error":
            from .._functions.reference import NOTHING, attribute

            found = attribute(self, name, self._like, f"{self._said or type(self).__name__}.{name}")
            if found is not NOTHING:
                return found
        if not name.startswith("_") and hasattr(self._like, name):
            full, end = f"{type(self).__name__}.{name}", "that of .to_pandas()"
            if self._name:
                full, end = f"Series.{self._name}.{name}", f".to_pandas().{self._name}.{name}"
            raise NotYet(f"{full} is not there yet; use {end}")
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")


def missing_method(value, name, domain, like):
    """What __getattr__ of a handle answers for a name that is no attribute: a method that is not there yet, or AttributeError."""
    cls = type(value).__name__
    if not name.startswith("_") and options.reference != "error":
        from .._functions.reference import NOTHING, attribute

        found = attribute(value, name, like, f"{cls}.{name}")
        if found is not NOTHING:
            return found
    if not name.startswith("_") and (name in MISSING.get(domain, ()) or hasattr(like, name)):
        hint = f"; use .{'to_numpy' if domain == 'tensor' else 'to_pandas'}().{name}"
        raise NotYet(f"{cls}.{name} is not there yet{hint}")
    raise AttributeError(f"'{cls}' object has no attribute '{name}'")
