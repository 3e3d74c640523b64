"""Strict and eager mode: what is done with a node at the moment it is built."""

from __future__ import annotations

import threading
from typing import Any

from .._core import hooks
from .._core.node import Node, Ref
from .._core.options import on_change, options

_busy = threading.local()  # nodes that are built while one is looked at are left alone


def _watch(node: Node) -> None:
    if getattr(_busy, "now", False):
        return
    _busy.now = True
    try:
        if options.eager_mode:
            hooks.ensure().execute(*[_Output(Ref(node, i)) for i in range(node.n_outputs)])
            return
        session = hooks.current()
        if session is not None and _strict(session):
            session.describe([Ref(node, i) for i in range(node.n_outputs)])
    finally:
        _busy.now = False


class _Output:
    """Enough of a handle for execute."""

    __slots__ = ("_ref",)
    _is_entity = True

    def __init__(self, ref: Ref) -> None:
        self._ref = ref


def _strict(session: Any) -> bool:
    strict = options.strict
    return bool(session.loopback) if strict == "auto" else bool(strict)


def refresh() -> None:
    """Sets hooks.watch where somebody may want it, and takes it away where nobody does: building is cheap then."""
    session = hooks.current()
    strict = options.any_of("strict")
    wanted = True in options.any_of("eager_mode") or (
        session is not None and (True in strict or ("auto" in strict and session.loopback))
    )
    hooks.watch = _watch if wanted else None  # type: ignore[assignment]


on_change(refresh)
