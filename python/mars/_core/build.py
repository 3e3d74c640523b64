"""Building: from a call to a node and its handles. This is the path whose cost every operator pays."""

from . import hooks
from .entity import ExecutableTuple, _classes, wrap
from .node import Node, Ref
from .site import here


def node(op, inputs, attrs=None, n_outputs=1, depth=3):
    """A node whose inputs are handles. depth is how many frames to skip for the user's line; more are skipped as needed."""
    n = Node(op, tuple([x._ref for x in inputs]), attrs, here(depth), n_outputs)
    if hooks.watch is not None:
        hooks.watch(n)
    return n


def one(op, inputs, attrs=None, kind="tensor"):
    """The one output of a call as a handle. Its class follows the description where there is one, else kind."""
    n = Node(op, tuple([x._ref for x in inputs]), attrs, here(2), 1)
    if hooks.watch is not None:
        hooks.watch(n)
        if n.metas is not None:
            kind = n.metas[0].kind
    return _classes[kind]._of(Ref(n, 0))


def described(op, inputs, attrs=None):
    """The one output of a call whose kind follows from what the engine makes of it, which is asked for."""
    ref = Ref(node(op, inputs, attrs), 0)
    return wrap(ref, ref.node.meta(0) or hooks.ensure().describe([ref])[0])


def many(op, inputs, attrs=None, n_outputs=2, kind="tensor"):
    """All outputs of a call as a tuple of handles: so many of a kind, or one of each of several kinds."""
    kinds = n_outputs if isinstance(n_outputs, tuple) else (kind,) * n_outputs
    n = node(op, inputs, attrs, len(kinds))
    kinds = kinds if n.metas is None else [m.kind for m in n.metas]
    return ExecutableTuple([_classes[k]._of(Ref(n, i)) for i, k in enumerate(kinds)])


def along(op, ins, attrs, name):
    """An output for each axis that a parameter names, or that the first input has; one stands alone."""
    named = attrs.get(name)
    n = ins[0].ndim if named is None else len(named["ints"]["v"])
    return one(op, ins, attrs) if n == 1 else many(op, ins, attrs, n)
