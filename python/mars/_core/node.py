"""Nodes of the lazy graph: an operator, its inputs and its parameters. They are immutable but for what the server told of them."""

from itertools import count
from os import register_at_fork, urandom
from typing import NamedTuple


class Ref(NamedTuple):
    """An output of a node: what a handle points at."""

    node: "Node"
    output: int

    def held(self, session):
        """Whether a session keeps the value."""
        stored = self.node.stored
        return stored is not None and (session.session_id, self.output) in stored.held


_prefix = urandom(4).hex()
_number = count(1)


def _renew():
    """A child of this process names its nodes by itself."""
    global _prefix, _number
    _prefix, _number = urandom(4).hex(), count(1)


register_at_fork(after_in_child=_renew)


class Node:
    """One call of an operator.

    op, inputs, attrs, site and n_outputs never change. attrs holds protojson of Attr by name. The rest is what is known by now:
    metas is a Meta for each output or None, problem the exception of a call that is wrong, stored belongs to the session that
    executed the node, asked says that somebody wanted it executed. Nodes of a class that joins stand together in a graph where
    they differ in their arguments alone; see together.py.
    """

    joins = False

    __slots__ = (
        "__weakref__",
        "_id",
        "asked",
        "attrs",
        "inputs",
        "metas",
        "n_outputs",
        "op",
        "problem",
        "site",
        "stored",
    )

    def __init__(self, op, inputs=(), attrs=None, site="", n_outputs=1):
        self.op = op
        self.inputs = inputs
        self.attrs = attrs
        self.site = site
        self.n_outputs = n_outputs
        self.metas = None
        self.problem = None
        self.stored = None
        self.asked = False
        self._id = None

    @property
    def id(self):
        """The name of the node in problems and progress, unique among the clients of a session."""
        if self._id is None:
            self._id = f"{_prefix}.{next(_number)}"
        return self._id

    def meta(self, output):
        """What is known of an output, None for nothing."""
        return None if self.metas is None else self.metas[output]

    def __repr__(self):
        return f"<{self.op} {self.id}>"
