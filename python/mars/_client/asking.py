"""What execute, fetch and describe make of their arguments."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .._core import graph, hooks
from .._core.entity import outputs
from .._core.node import Node, Ref
from .._core.options import options
from .._version import __version__


def flat(entities: Sequence[Any]) -> list[Any]:
    """The handles among the arguments of execute and fetch, lists of them opened."""
    if not entities:
        raise ValueError("nothing was given to execute or fetch")
    out: list[Any] = []
    for e in entities:
        if isinstance(e, (list, tuple)):
            out.extend(flat(e) if e else ())
        elif getattr(e, "_is_entity", False):
            out.append(e)
        else:
            raise TypeError(
                f"a {type(e).__name__} is not a value of Mars; execute and fetch take tensors, frames and the like"
            )
    return out


def undescribed(refs: Iterable[Ref]) -> list[Node]:
    """The nodes that are not described yet among those that refs need, inputs first."""
    out: list[Node] = []
    seen: set[int] = set()
    stack = [(r.node, False) for r in refs]
    while stack:
        node, ready = stack.pop()
        if ready:
            out.append(node)
            continue
        if id(node) in seen or node.metas is not None:
            continue
        seen.add(id(node))
        stack.append((node, True))
        stack.extend((r.node, False) for r in node.inputs)
    return out


def guessed(refs: Iterable[Ref], known: Callable[[Ref], Any]) -> list[Any]:
    """What is to be computed before others are built on it, for what it is follows from its data. Functions take what comes."""
    found: dict[Node, None] = {}
    seen: set[Node] = set()
    stack = [r.node for r in refs]
    while stack:
        node = stack.pop()
        for r in node.inputs:
            if r.node in seen or known(r) is not None:
                continue
            if r.node in hooks.guessed and node.op not in ("remote.spawn", "remote.reference"):
                found[r.node] = None
            else:
                seen.add(r.node)
                stack.append(r.node)
    return [x for n in found for x in outputs(n)]


def lent(refs: Iterable[Ref], known: Callable[[Ref], Any]) -> list[Any]:
    """Values that calls of functions get as handles, and that are not computed yet."""
    found: dict[Ref, Any] = {}
    seen: set[Node] = set()
    stack = [r.node for r in refs]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        for x in getattr(node, "lent", ()):
            if known(x._ref) is None:
                found[x._ref] = x
        stack.extend(r.node for r in node.inputs if known(r) is None)
    return list(found.values())


def task_options(timeout: float | None, fuse: bool, priority: int) -> dict[str, Any]:
    out: dict[str, Any] = {}
    if timeout is not None:
        out["timeoutMs"] = max(1, int(timeout * 1000))
    if not fuse:
        out["noFusion"] = True
    if priority:
        out["priority"] = priority
    if options.chunk_bytes:
        out["chunkBytes"] = options.chunk_bytes
    return out


def warn_duplicates(refs: list[Ref], todo: list[Ref]) -> None:
    import warnings

    again = [r.node.op for r in refs if r not in todo]
    if again:
        warnings.warn(f"executed before: {', '.join(again)}", RuntimeWarning, stacklevel=4)


def client_name() -> str:
    """Who calls, for people."""
    import sys

    libs = [
        f"{n} {sys.modules[n].__version__}" for n in ("numpy", "pandas") if hasattr(sys.modules.get(n), "__version__")
    ]
    return f"mars-python/{__version__} (python {platform.python_version()}; {'; '.join(libs)})"


def check_version(info: dict[str, Any], url: str) -> None:
    """Raises RuntimeError where the server reads no graphs of this client's version."""
    newest = int(info.get("graphVersion", graph.VERSION))
    if newest < graph.VERSION:
        raise RuntimeError(
            f"the server at {url} is version {info.get('version')} and reads graphs of version {newest}; mars {__version__} "
            f"writes version {graph.VERSION}: install the mars of that version, or a newer server"
        )
