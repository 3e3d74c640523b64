"""What keeps values on the server, and the thread that tells the server which ones nobody needs any more."""

from __future__ import annotations

import queue
import threading
import time
import weakref
from collections.abc import Iterable
from typing import Any, Callable, Union

from .._core.node import Node, Ref

# Seconds that released keys are gathered for before they are sent.
_GATHER = 0.1
_BATCH = 4096


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
    if all((h.session, i) in node.stored.held for i in range(node.n_outputs)):
        _loosen(node)


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


_Touch = Callable[[], None]
_Release = Callable[[list[str]], None]


class Keeper:
    """A daemon thread of one session: it sends queued keys, and keeps an idle session alive."""

    def __init__(self, release: _Release, touch: _Touch, every: float, gone: Callable[[], bool]) -> None:
        self.drops: queue.SimpleQueue[Union[str, None]] = queue.SimpleQueue()
        self._release, self._touch, self._gone = release, touch, gone
        self.every = every
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Starts the thread; again in a process that was forked, where it is not there."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._run, name="mars-keeper", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        self.drops.put(None)

    def _run(self) -> None:
        last = time.monotonic()
        while True:
            keys: list[str] = []
            try:
                first = self.drops.get(timeout=max(0.01, last + self.every - time.monotonic()))
            except queue.Empty:
                first = ""
            if first is None or self._gone():
                return
            if first:
                keys = [first]
                time.sleep(_GATHER)
                if self._gather(keys):
                    return
                self._release(keys)
            else:
                self._touch()
            last = time.monotonic()

    def _gather(self, keys: list[str]) -> bool:
        """Takes what is queued; true when the session is over."""
        while len(keys) < _BATCH:
            try:
                k = self.drops.get_nowait()
            except queue.Empty:
                return False
            if k is None:
                return True
            keys.append(k)
        return False


def forget(nodes: Iterable[weakref.ref[Node]], session: str) -> None:
    """Takes the handles of a session off its nodes, when the session is over."""
    for w in nodes:
        n = w()
        if n is not None and n.stored is not None:
            for k in [k for k in n.stored.held if k[0] == session]:
                del n.stored.held[k]
