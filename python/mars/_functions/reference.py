"""Where there is no operator, or none for a parameter: pandas' and NumPy's own functions, in a process near the data.

A path is a value of the cluster, or a place of names, and steps from it. What it gives is told by a sample; where no sample tells, it runs at once.
"""

import functools
import inspect
import io
import types
import weakref

import numpy as np

from .._core import attrs as _a
from .._core import hooks, pickles
from .._core.call import NotYet
from .._core.coerce import answer, by_label
from .._core.entity import Entity, ExecutableTuple, named, wrap
from .._core.node import Node, Ref
from .._core.npy import NotHeld
from .._core.options import options
from .._core.site import here
from . import near, samples, sent, slow
from ._gen_reference import NAMES

FACTOR = 3.0  # bytes that a call needs for each of its inputs
_NOTE = "Runs on one core: no parallel version yet."
_FRAMES = ("dataframe", "series", "index")
NOTHING = object()
_can = weakref.WeakKeyDictionary()  # whether functions run, by session


def on():
    """Whether calls of the reference run in the session."""
    if options.reference == "error":
        return False
    session = hooks.ensure()
    if session not in _can:
        from .._worker import reference

        probe = _node(reference.nothing, (), ["object"], "", sized=False)[0]
        try:
            session.execute(probe, show_progress=False)
            _can[session] = True
        except (PermissionError, ValueError):  # they are off, or no worker has this interpreter
            _can[session] = False
    return _can[session]


class Path:
    """A value of the cluster or the name of a place, and steps from it: (name, args, kwargs), of an attribute (name, None, None)."""

    __slots__ = ("groups", "of", "steps")

    def __init__(self, of, steps=(), groups=None):
        self.of = of
        self.steps = steps
        self.groups = groups  # those of the client that are on the path, and how many steps led there

    def then(self, name, args=None, kwargs=None):
        """The path that goes a step further."""
        return Path(self.of, (*self.steps, (name, _there(args), _there(kwargs))), self.groups)


def _there(x):
    """Arguments in which functions of mars are those of NumPy that they follow."""
    if type(x) in (list, tuple):
        return type(x)(map(_there, x))
    if type(x) is dict:
        return {k: _there(v) for k, v in x.items()}
    ours = (callable(x) and not isinstance(x, Entity) and getattr(x, "__module__", "")) or ""
    return getattr(np, x.__name__, x) if ours.startswith("mars.tensor") and not isinstance(x, type) else x


def path_of(x):
    """The path to a handle, or to what is made of one and kept here; None where it is not known."""
    path = Path(x) if isinstance(x, Entity) else getattr(x, "_path", None)
    if path is not None and hasattr(x, "_attrs") and hasattr(x, "_ins"):
        return Path(path.of, path.steps, (x, len(path.steps)))
    return path


def attribute(x, name, like, what):
    """What a name of a handle, or of what is made of one, gives that has no operator: a method, or the value of an attribute.

    like is the class of pandas or NumPy. NOTHING: the reference does not answer for it.
    """
    if not listed(like, name) or not on():
        return NOTHING
    path = path_of(x)
    if path is None:
        return NOTHING
    theirs = inspect.getattr_static(like, name, None)
    if callable(theirs) or isinstance(theirs, (classmethod, staticmethod)):
        return _method(path, name, theirs, what)
    return here_now(path.then(name), what)


def here_now(path, what):
    """The value of an attribute. What is no frame and no array is computed: programs ask of it what to do."""
    made = answered(path, what)
    return tuple(map(_value, made)) if isinstance(made, ExecutableTuple) else _value(made)


def _value(x):
    alone = getattr(x, "_kind", None) == "object" or (getattr(x, "_kind", None) == "tensor" and not x.shape)
    return answer(x) if alone else x


def listed(like, name):
    """Whether the list has a name of a class."""
    from .._worker.reference import place_of

    return any(name in NAMES.get(place_of(c), ()) for c in like.__mro__)


def _method(path, name, theirs, what):
    def method(*args, **kwargs):
        return answered(path.then(name, args, kwargs), what)

    return _worded(method, theirs, name, isinstance(theirs, types.FunctionType))


def _worded(ours, theirs, name, bound=False):
    """A function with the words and the signature of that of the reference."""
    ours.__name__ = ours.__qualname__ = name
    doc = (getattr(theirs, "__doc__", None) or "").strip()
    ours.__doc__ = f"{doc}\n\n{_NOTE}" if doc else _NOTE
    ours._reference = True
    try:
        signature = inspect.signature(theirs)
        if bound:
            signature = signature.replace(parameters=list(signature.parameters.values())[1:])
        ours.__signature__ = signature
    except (TypeError, ValueError):
        pass
    return ours


def function(place, name, what):
    """The function of a place that has no operator; None where the reference does not answer for it."""
    theirs = offered(place, name)
    if theirs is None:
        return None

    def call(*args, **kwargs):
        return answered(Path(place).then(name, args, kwargs), what)

    return _worded(call, theirs, name)


def offered(place, name):
    """The function of a place, where the list has it."""
    return _theirs(place, name) if name in NAMES.get(place, ()) else None


def _theirs(place, name):
    import importlib

    try:
        return getattr(importlib.import_module(place), name, None)
    except ImportError:
        return None


def _has_handles(x):
    if isinstance(x, (list, tuple)):
        return any(map(_has_handles, x))
    if isinstance(x, dict):
        return any(map(_has_handles, x.values()))
    return isinstance(x, Entity)


def answered(path, what):
    """What a path gives: a handle, several, what is made of one and kept here, or a value where no handle holds it.

    NotImplementedError: functions do not run in this session.
    """
    if isinstance(path.of, str) and not any(_has_handles((a, k)) for _, a, k in path.steps):
        from .._worker import reference

        return _here(reference.follow(path.of, path.steps))
    if not on():
        raise NotYet(f"{what} is not there yet")
    name, args, kwargs = path.steps[-1]
    if kwargs and kwargs.get("out") is not None:
        from ..tensor._as import into

        rest = {k: v for k, v in kwargs.items() if k != "out"}
        return into(kwargs["out"], answered(Path(path.of, path.steps[:-1], path.groups).then(name, args, rest), what))
    from .._worker import reference

    made = _by_parts(path, what)
    if made is not None:
        return made
    _bounded(path, what)
    found, sample = _told(path)
    if found and type(sample).__name__.endswith(reference._groups):
        return Chained(path, type(sample), what)
    kinds = None
    if found:
        parts = sample if isinstance(sample, tuple) and sample else (sample,)
        kinds = [reference.kind_of(x) for x in parts]
        if any(k in _FRAMES and not reference.held(x) for k, x in zip(kinds, parts)):
            kinds = None
    if not kinds or None in kinds:
        slow.warn(what, _bytes(path), True)
        return _at_once(path, what)
    slow.warn(what, _bytes(path), False)
    if not isinstance(sample, tuple):
        return _node(reference.call, (path.of, path.steps), kinds, what)[0]
    made = _node(reference.call, (path.of, path.steps), kinds, what, len(kinds))
    return _like_tuple(sample, made)


def _by_parts(path, what):
    """What a path gives whose answer is made chunk by chunk, or group by group; None of others."""
    from .._worker import reference
    from . import functions, grouped, local_kinds

    groups, at = path.groups or (None, 0)
    if isinstance(path.of, str) or any(_has_handles((a, k)) for _, a, k in path.steps[at:]):
        return None
    known = path.of._known
    if known is not None and known.shape and known.shape[0] == 0:
        return None  # pandas' own dtypes and labels of nothing are others
    try:
        if groups is not None:
            gives = local_kinds.of_groups(path.steps[at:])
            return None if gives is None else grouped.followed(groups, what, path.steps[at:], gives == "rows")
        if path.of._kind == "series" and local_kinds.of_rows(path.steps, path.of._meta.dtype):
            return functions.call(path.of, what, reference.follow, "steps", (path.steps,), aligned=True)
        around = local_kinds.of_windows(path.steps) if path.of._kind in ("dataframe", "series") else None
        if around is not None:
            return functions.call(path.of, what, reference.follow, "steps", (path.steps,), aligned=True, around=around)
    except (TypeError, NotImplementedError):
        pass  # no sample tells what it gives, or no frame holds it
    return None


def _like_tuple(tuple_, made):
    fields = getattr(tuple_, "_fields", None)
    return named(type(tuple_).__name__, " ".join(fields), made) if fields else ExecutableTuple(made)


def _here(made):
    """A value that was made here as functions of mars give it."""
    from .._worker import reference

    if type(made) in (tuple, list):
        return type(made)(map(_here, made))
    kind = reference.kind_of(made)
    if kind in _FRAMES and reference.held(made):
        from ..dataframe import from_pandas

        return from_pandas(made)
    if kind == "tensor" and isinstance(made, (np.ndarray, np.generic)):
        from ..tensor import tensor

        return tensor(made)
    return made


def _at_once(path, what):
    """What a path gives whose kind no sample tells: it runs, and what came is looked at."""
    from .._worker import reference

    session = hooks.ensure()
    made = _node(reference.follow, (path.of, path.steps), ["object"], what)[0]
    seen = _node(reference.look, (made,), ["object"], what, sized=False)[0]
    session.execute(made, seen, show_progress=False)
    word, *kinds = session.fetch(seen)
    if word == "value":
        return session.fetch(made)
    if word == "kind":
        return _node(reference.same, (made,), kinds, what, sized=False)[0]
    parts = [_node(reference.same, (made, i), [kind], what, sized=False)[0] for i, kind in enumerate(kinds[0])]
    return ExecutableTuple(parts)


def _told(path):
    """Whether a sample tells what a path gives, and what it is."""
    from .._worker import reference

    given = []

    def keep(x):
        given.append(x)

    try:
        data, _ = pickles.dump_arguments(reference.call, (path.of, path.steps), {}, keep, near.Exchange())
        from .._worker import values

        def run():
            (of, steps), _ = values.Arguments(io.BytesIO(data), [_stand_in(x) for x in given]).load()
            return reference.follow(of, steps)

        return True, samples.told("", run, np.empty(0), "")
    except TypeError:
        if not given:
            raise
        return False, None
    except Exception:
        return False, None


def _stand_in(x):
    """What stands for an argument that lies in the cluster."""
    if isinstance(x, np.ndarray):
        return x
    if x._kind in _FRAMES:
        return samples.sample(x)
    if x._kind == "tensor":
        return np.ones([2 if n != n else min(int(n), 2) for n in x.shape], dtype=x.dtype)[()]
    return x._fetched()


def _node(func, args, kinds, what, n_output=None, sized=True):
    """Handles of what a function of module mars._worker.reference gives, of these kinds."""
    data, inputs = pickles.dump_arguments(func, args, {}, _input, near.Exchange())
    attrs = {"python": _a.string(sent.PYTHON), **sent.arguments(data, inputs)}
    if what:
        attrs |= {"name": _a.string(what), "factor": _a.floating(FACTOR)}
    if sized:
        attrs["limit"] = _a.integer(options.reference_bytes)
    if kinds != ["object"]:
        attrs["types"] = _a.strings(kinds)
    if n_output is not None:
        attrs["n_output"] = _a.integer(n_output)
    node = Node("remote.reference", (sent.function(func), *inputs), attrs, here(2), len(kinds))
    attrs["log"] = _a.string(node.id)
    if kinds != ["object"]:
        hooks.guessed.add(node)
    if options.eager_mode and hooks.watch is not None:
        hooks.watch(node)
    return [wrap(Ref(node, i), kind=kind) for i, kind in enumerate(kinds)]


def _input(x):
    return x._ref if isinstance(x, Entity) else hooks.ensure().upload(np.ascontiguousarray(x))


def _handles(path):
    """The values of the cluster in a path."""
    found = [] if isinstance(path.of, str) else [path.of]

    def look(x):
        if isinstance(x, Entity):
            found.append(x)
        elif isinstance(x, (list, tuple)):
            list(map(look, x))
        elif isinstance(x, dict):
            list(map(look, x.values()))

    look([(a, k) for _, a, k in path.steps])
    return found


def _bytes(path):
    """Bytes of what goes in, as far as they are known without asking."""
    total = 0
    for x in _handles(path):
        meta = x._known
        if meta is None or any(n != n for n in meta.shape):
            continue
        if meta.nbytes:
            total += meta.nbytes
        elif meta.kind == "tensor" and meta.dtype is not None:
            total += int(np.prod(meta.shape, dtype=object)) * meta.dtype.itemsize
        else:
            total += int(np.prod(meta.shape, dtype=object)) * 8
    return total


def _bounded(path, what):
    """MemoryError: what goes in is known to have no room on one core. What is not known yet is asked before it moves, in the cluster."""
    from .._core.units import size_text

    need = FACTOR * _bytes(path)
    if need > options.reference_bytes:
        raise MemoryError(
            f"{what} has no parallel version yet: on one core it needs {size_text(need)}, "
            f"and mars.options.reference_bytes is {size_text(options.reference_bytes)}"
        )


_WITH_COLUMNS = {"DataFrameGroupBy", "DatetimeIndexResamplerGroupBy"}  # columns are attributes


class Chained:
    """Groups, windows or bins of a path whose methods run as pandas' own."""

    def __init__(self, path, like, what):
        self._path, self._like, self._what = path, like, what

    def __getattr__(self, name):
        if not name.startswith("_"):
            found = attribute(self, name, self._like, f"{self._like.__name__}.{name}")
            if found is not NOTHING:
                return found
            if self._like.__name__ in _WITH_COLUMNS:
                try:
                    return self[name]
                except KeyError:
                    pass
        raise AttributeError(f"{self._like.__name__!r} object has no attribute {name!r}")

    def __getitem__(self, key):
        return answered(self._path.then("__getitem__", (key,), {}), f"{self._like.__name__}[]")

    def __repr__(self):
        return f"<{self._like.__name__} of {self._what}>"


def _takes(theirs, kwargs):
    """Whether a function has these parameters: those of mars alone are refused by mars."""
    if theirs is None:
        return False
    try:
        parameters = inspect.signature(theirs).parameters
    except (TypeError, ValueError):
        return True
    return set(kwargs) <= set(parameters) or any(p.kind is p.VAR_KEYWORD for p in parameters.values())


def instead(error, path, name, args, kwargs, what, theirs):
    """What the reference gives of a call that was refused with an error, which is raised where the reference does not run.

    theirs is the function of the reference.
    """
    if isinstance(error, NotHeld) and not _has_handles((args, kwargs)) and (path is None or isinstance(path.of, str)):
        raise error
    if path is None or isinstance(error, NotYet) or kwargs.get("inplace") or not _takes(theirs, kwargs) or not on():
        raise error
    return answered(path.then(name, args, kwargs), f"{what} with these arguments")


def _falling(f, place, name, theirs, method):
    """A function or method that leaves to the reference what it refuses. theirs is that of the reference."""
    what = f"{place}.{name}"

    if method:

        @functools.wraps(f)
        def call(self, *args, **kwargs):
            try:
                made = f(self, *args, **kwargs)
            except NotImplementedError as e:
                return instead(e, path_of(self), name, args, kwargs, f"{type(self).__name__}.{name}", theirs)
            if name in _MAKERS and not isinstance(made, (Entity, Chained)):
                _remember(made, self, name, args, kwargs)
            return made

    else:

        @functools.wraps(f)
        def call(*args, **kwargs):
            try:
                return f(*args, **kwargs)
            except NotImplementedError as e:
                return instead(e, Path(place), name, args, kwargs, what, theirs)

    call._falls = True
    return call


# Methods that make what is kept here, not in the cluster.
_MAKERS = ("groupby", "rolling", "expanding", "ewm", "resample", "__getitem__")


def _remember(made, self, name, args, kwargs):
    path = path_of(self)
    if name == "groupby":
        args, kwargs = by_label(self, args), by_label(self, kwargs)
    if path is not None:
        made._path = path.then(name, args, kwargs)


def fall_back(place, at, like=None):
    """Has functions of a module, by its dictionary of names, or methods of a class, of which like is the reference's, leave to the reference what they refuse."""
    method = isinstance(at, type)
    for name in {*NAMES.get(place, ()), *(_MAKERS[-1:] if method and not issubclass(at, Entity) else ())}:
        f = getattr(at, name, None) if method else at.get(name)
        if (
            isinstance(f, types.FunctionType)
            and not hasattr(f, "_falls")
            and (not method or not isinstance(inspect.getattr_static(at, name), staticmethod))
        ):
            g = _falling(f, place, name, getattr(like, name, None) if method else offered(place, name), method)
            if method:
                setattr(at, name, g)
            else:
                at[name] = g
