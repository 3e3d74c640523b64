"""Handles of values: what the user holds. A handle is a cell that points at an output of a node; assignment moves the cell."""

from operator import itemgetter

from . import hooks
from .node import Ref
from .numbers import Numbers, Values
from .show import Show

_classes = {}
_frames = {"dataframe", "series", "index"}


def register(kind, cls):
    """The class of handles of a kind: "tensor", "dataframe", "series", "index", "object"."""
    _classes[kind] = cls


def wrap(ref, meta=None, kind=None):
    """A handle of ref. Its class follows meta, kind where nothing is known, and else the kind that the node's description has."""
    meta = meta or ref.node.meta(ref.output)
    return _classes[meta.kind if meta is not None else kind or "object"]._of(ref)


def refs_of(values):
    """What the handles point at now."""
    return [v._ref for v in values]


def outputs(node):
    """Handles of all outputs of a node, of which only execution asks."""
    return [Entity._of(Ref(node, i)) for i in range(node.n_outputs)]


class Entity:
    """What all handles have in common."""

    __slots__ = ("__weakref__", "_cell", "_owner")
    _is_entity = True
    _kind = "object"

    @classmethod
    def _of(cls, ref):
        self = object.__new__(cls)
        self._cell = ref
        return self

    @property
    def _ref(self):
        """What the cell points at now."""
        return self._cell

    def _move(self, ref):
        """Point at another value; what was built from the old one keeps it."""
        self._cell = ref

    @property
    def _meta(self):
        """The description. One Analyze where it is not known yet; the call that is wrong raises here. What can only be guessed is computed."""
        ref = self._ref
        meta = ref.node.meta(ref.output)
        if meta is None:
            meta = hooks.ensure().describe([ref])[0]
        if meta.guessed:
            hooks.ensure().execute(*outputs(ref.node))
            meta = ref.node.meta(ref.output)
        if meta.kind != self._kind and {meta.kind, self._kind} <= _frames:
            self.__class__ = _classes[meta.kind]  # what the parameters made of it is known only now
        return meta

    @property
    def _known(self):
        """The description if it is known, else None. Never asks."""
        ref = self._ref
        return ref.node.meta(ref.output)

    @property
    def key(self):
        """The identity on the server, None before execution."""
        meta = self._known
        return meta.key if meta is not None else None

    @property
    def op(self):
        """The name of the operator that made the value."""
        return self._ref.node.op

    def execute(self, session=None, wait=True, **kw):
        """Compute the value and keep it in the cluster. With wait=False a future comes back at once."""
        return (session or hooks.ensure()).execute(self, wait=wait, **kw)

    def fetch(self, session=None, **kw):
        """The computed value as NumPy or pandas have it. It must have been executed."""
        return (session or hooks.ensure()).fetch(self, **kw)

    def fetch_log(self, session=None, offsets=None, sizes=None):
        """What functions have written while they made the value; see Session.fetch_log."""
        return (session or hooks.ensure()).fetch_log(self, offsets=offsets, sizes=sizes)

    def explain(self, session=None):
        """How the value would be made: a text, shown as a tree of operators. Nothing runs."""
        return (session or hooks.ensure()).explain(self)

    def _ready(self, session):
        """Called before the value is fetched."""

    def _laid(self, value):
        """The value that was fetched as the user is to have it."""
        return value

    def _fetched(self, session=None):
        """execute and fetch in one: what conversions to NumPy and pandas use."""
        session = session or hooks.ensure()
        session.execute(self)
        return session.fetch(self)


class ExecutableTuple(tuple):
    """Several values that one call gives: they are executed and fetched together."""

    __slots__ = ()

    def execute(self, session=None, wait=True, **kw):
        """Compute all of them; a future with wait=False."""
        out = (session or hooks.ensure()).execute(*self, wait=wait, **kw)
        return self if wait else out

    def fetch(self, session=None, **kw):
        """All of them as NumPy or pandas have them. They must have been executed."""
        return type(self)._plain((session or hooks.ensure()).fetch(list(self), **kw))

    def fetch_log(self, session=None, offsets=None, sizes=None):
        """What functions have written while they made them; see Session.fetch_log."""
        return (session or hooks.ensure()).fetch_log(self, offsets=offsets, sizes=sizes)

    @staticmethod
    def _plain(values):
        return tuple(values)


def named(name, fields, values):
    """Several values as a tuple of a class with a name, whose entries have names too."""
    fields = fields.split()
    cls = type(name, (ExecutableTuple,), {f: property(itemgetter(i)) for i, f in enumerate(fields)})
    return cls(values)


def asked(values, *wanted):
    """The first of several values, and of the others those that are wanted: alone, or as a tuple."""
    some = [v for v, w in zip(values, (True, *wanted)) if w]
    return some[0] if len(some) == 1 else ExecutableTuple(some)


class Object(Numbers, Values, Show, Entity):
    """A value that is neither tensor nor frame: a text, or another single value of a frame."""

    __slots__ = ()

    def item(self):
        """The value: execute and fetch in one."""
        return self._fetched()

    _number = item

    def to_numpy(self):
        """The value as an array without axes."""
        import numpy as np

        out = np.empty((), dtype=object)
        out[()] = self._fetched()
        return out


register("object", Object)


def ref_of(node, output=0):
    """A reference to an output of a node."""
    return Ref(node, output)
