"""Functions and their arguments as bytes: pickles, in which values of Mars are places among the inputs of a call."""

import contextlib
import io
import pickle
import struct
import sys
import sysconfig
import threading

import numpy as np

from .coerce import is_expression
from .entity import Entity

LIMIT = 15 << 20  # bytes of a function, and of arguments
APART = 1 << 16  # from so many bytes on an array is a value of its own
_WARN = 1 << 20


class Handle:
    """A value of Mars that a function gets as a handle: what of it travels with the arguments, as JSON has it."""

    __slots__ = ("described",)

    def __init__(self, described):
        self.described = described


class Blob:
    """A pickled object on its way to the cluster."""

    __slots__ = ("__weakref__", "data")

    def __init__(self, data):
        self.data = data

    @property
    def nbytes(self):
        return len(self.data)


def pack(parts):
    """The parts of an object as they travel: how many, the bytes of each, and themselves."""
    parts = [memoryview(p).cast("B") for p in parts]
    head = struct.pack(f"<I{len(parts)}Q", len(parts), *(p.nbytes for p in parts))
    return b"".join([head, *parts])


def unpack(data):
    """The object that pack has written. It runs what the pickle says."""
    view = memoryview(data)
    (n,) = struct.unpack_from("<I", view)
    sizes = struct.unpack_from(f"<{n}Q", view, 4)
    at, parts = 4 + 8 * n, []
    for size in sizes:
        parts.append(view[at : at + size])
        at += size
    return pickle.loads(parts[0], buffers=parts[1:])


def _pickler():
    """The class of cloudpickle, which only programs need that send functions."""
    try:
        import cloudpickle
    except ImportError:
        raise ImportError("functions are sent with cloudpickle, which is not there: pip install cloudpickle") from None
    return cloudpickle


def _exchanged(pickler, o):
    """What stands for an object in a pickle: that of an exchange, or what cloudpickle says."""
    if is_expression(o):
        return type(o), (o._func, o._repr_str, o._needs_parentheses)
    made = None if pickler._exchange is None else pickler._exchange(o)
    return _pickler().Pickler.reducer_override(pickler, o) if made is None else made


_classes = {}


def _of_arguments():
    """A pickler for which values of Mars, and large arrays, are inputs."""
    cls = _classes.get("arguments")
    if cls is None:

        class Arguments(_pickler().Pickler):
            def __init__(self, file, value, exchange=None):
                super().__init__(file, protocol=5)
                self.inputs, self._places, self._value, self._exchange = [], {}, value, exchange

            reducer_override = _exchanged

            def persistent_id(self, o):
                if not isinstance(o, (Entity, np.ndarray)):
                    return None
                if isinstance(o, np.ndarray) and (o.nbytes < APART or o.dtype.kind not in "biufcmM"):
                    return None
                at = self._places.get(id(o))
                if at is None:
                    value = self._value(o)
                    if isinstance(value, Handle):
                        return value.described
                    at = self._places[id(o)] = len(self.inputs)
                    self.inputs.append(value)
                return at

        cls = _classes["arguments"] = Arguments
    return cls


def _of_functions():
    """A pickler that refuses values of Mars: a function gets them as arguments."""
    cls = _classes.get("functions")
    if cls is None:

        class Functions(_pickler().Pickler):
            def __init__(self, file, exchange=None):
                super().__init__(file, protocol=5)
                self._exchange = exchange

            def persistent_id(self, o):
                if isinstance(o, Entity):
                    raise TypeError(f"a {type(o).__name__} of mars is in it: pass it as an argument")
                return None

            reducer_override = _exchanged

        cls = _classes["functions"] = Functions
    return cls


def dump_function(f, exchange=None):
    """The pickle of a function. TypeError: it cannot be sent, with the name of what is wrong about it.

    exchange tells of an object what makes another in its place, and of what, or None.
    """
    try:
        with _by_value():
            out = io.BytesIO()
            _of_functions()(out, exchange).dump(f)
    except ImportError:
        raise
    except Exception as e:
        raise TypeError(f"{_name(f)} cannot be sent: {_culprit(f) or e}") from e
    data = out.getvalue()
    if len(data) > LIMIT:
        raise ValueError(
            f"{_name(f)} has {len(data)} bytes{_largest(f)}; a function has at most {LIMIT}: pass large values as arguments"
        )
    return data


def loads(data):
    """The function that dump_function has written."""
    return pickle.loads(data)


_plain = frozenset([bool, int, float, complex, str, bytes, type(None)])  # of which a pickle tells all


def dump_arguments(f, args, kwargs, value, exchange=None):
    """The pickle of arguments, and the inputs that it names by their places. value makes an input, or a Handle, of a handle or a large array.

    exchange is that of dump_function.
    """
    if not kwargs and all(type(a) in _plain for a in args):
        data = pickle.dumps((args, kwargs), protocol=5)
        if len(data) <= LIMIT:
            return data, []
    out = io.BytesIO()
    try:
        with _by_value():
            p = _of_arguments()(out, value, exchange)
            p.dump((args, kwargs))
    except (ImportError, NotImplementedError):
        raise
    except Exception as e:
        raise TypeError(f"an argument of {_name(f)} cannot be sent: {e}") from e
    data = out.getvalue()
    if len(data) > LIMIT:
        raise ValueError(
            f"arguments of {_name(f)} have {len(data)} bytes, at most {LIMIT} are taken: give large ones as arrays or tensors"
        )
    return data, p.inputs


def _name(f):
    return getattr(f, "__qualname__", None) or repr(f)


def _variables(f):
    """What a function takes from around it, by name."""
    code = getattr(f, "__code__", None)
    if code is None:
        return {}
    out = {}
    for name, cell in zip(code.co_freevars, f.__closure__ or ()):
        try:
            out[name] = cell.cell_contents
        except ValueError:  # it has none yet
            pass
    out.update({n: f.__globals__[n] for n in code.co_names if n in f.__globals__})
    return out


def _culprit(f):
    for name, v in _variables(f).items():
        try:
            _of_functions()(io.BytesIO()).dump(v)
        except Exception:
            if isinstance(v, Entity):
                return f'its variable "{name}" is a {type(v).__name__} of mars: pass it as an argument'
            return f'its variable "{name}" is a {type(v).__module__}.{type(v).__qualname__}'.replace("builtins.", "")
    return None


def _largest(f):
    """The largest of the variables of a function, in words."""
    sizes = {n: getattr(v, "nbytes", sys.getsizeof(v)) for n, v in _variables(f).items()}
    if not sizes:
        return ""
    name = max(sizes, key=sizes.get)
    return f', of which "{name}" has {sizes[name]}'


_lock = threading.RLock()  # cloudpickle has one list of modules for the program
_seen = (0, ())


@contextlib.contextmanager
def _by_value():
    """While modules are pickled by value that workers do not have: those of the user's own folders."""
    global _seen
    cp, mine = _pickler(), []
    with _lock:
        if _seen[0] != len(sys.modules):
            _seen = (len(sys.modules), tuple({id(m): m for m in list(sys.modules.values()) if _own(m)}.values()))
        there = cp.list_registry_pickle_by_value()
        try:
            for m in _seen[1]:
                if m.__name__ not in there and m.__name__ in sys.modules:
                    cp.register_pickle_by_value(m)
                    mine.append(m)
            yield
        finally:
            for m in mine:
                cp.unregister_pickle_by_value(m)


_installed = tuple({p for n in ("stdlib", "platstdlib", "purelib", "platlib") if (p := sysconfig.get_paths().get(n))})
_here = __file__.rpartition("_core")[0]


def _own(m):
    """Whether a module is neither of Python, nor installed, nor of this package."""
    name, file = getattr(m, "__name__", ""), getattr(m, "__file__", None)
    if (
        not file
        or not isinstance(name, str)
        or name == "__main__"
        or sys.modules.get(name) is not m
        or not file.endswith(".py")
    ):
        return False
    return not file.startswith((*_installed, _here)) and "site-packages" not in file
