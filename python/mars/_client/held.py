"""What keeps values on the server: handles, which hang at the nodes of the graph."""

from __future__ import annotations

import queue
from typing import Any

from .._core.node import Node, Ref


class Held:
    """A handle of a value on the server. When it is collected, its key is queued; no call is made here."""

    __slots__ = ("__weakref__", "_drops", "key", "manifest", "meta", "session")

    def __init__(self, session: str, key: str, meta: Any, drops: queue.SimpleQueue[str], manifest: Any = None) -> None:
        self.session, self.key, self.meta, self.manifest = session, key, meta, manifest
        self._drops = drops

    def __del__(self) -> None:
        self._drops.put(self.key)  # SimpleQueue.put may be called by the garbage collector at any moment


class Stored:
    """What hangs at Node.stored: the handles of its outputs by session, and the node's copy without handles."""

    __slots__ = ("bare", "held")

    def __init__(self) -> None:
        self.held: dict[tuple[str, int], Held] = {}
        self.bare: Node | None = None


def held(ref: Ref, session: str) -> Held | None:
    """The handle of a value in a session, None when it was not executed there."""
    s = ref.node.stored
    return None if s is None else s.held.get((session, ref.output))


def keep(ref: Ref, h: Held) -> None:
    """Hangs a handle at its node. The value lives until the node is collected, or its session is closed."""
    node = ref.node
    if node.stored is None:
        node.stored = Stored()
    node.stored.held[h.session, ref.output] = h
    if node.n_outputs == 1 or all((h.session, i) in node.stored.held for i in range(node.n_outputs)):
        _loosen(node)


def uploaded(node: Node) -> bool:
    """Whether a value was uploaded, or is computed from one that was."""
    seen, todo = {node}, [node]
    while todo:
        n = todo.pop()
        if n.op == "core.put":
            return True
        new = {r.node for r in n.inputs} - seen
        seen |= new
        todo.extend(new)
    return False


def _loosen(node: Node) -> None:
    """Lets go of the values that node was computed from: its inputs become copies that hold no data.

    They are still there to compute it again, in another session. So x = f(x).execute() in a loop keeps one x on the server.
    """
    node.inputs = tuple(Ref(_bare(r.node), r.output) for r in node.inputs)


def _bare(node: Node) -> Node:
    """The copy of node, and of all that it needs, without handles."""
    todo = [node]
    while todo:
        n = todo[-1]
        if n.stored is None:
            n.stored = Stored()
        if n.stored.bare is not None:
            todo.pop()
            continue
        missing = [r.node for r in n.inputs if r.node.stored is None or r.node.stored.bare is None]
        if missing:
            todo.extend(missing)
            continue
        todo.pop()
        c = Node(n.op, tuple(Ref(r.node.stored.bare, r.output) for r in n.inputs), n.attrs, n.site, n.n_outputs)
        c.metas = n.metas
        c.stored = Stored()
        c.stored.bare = c
        n.stored.bare = c
    return node.stored.bare  # type: ignore[no-any-return, union-attr]
