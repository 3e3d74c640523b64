"""What goes to the cluster of a call of a user's function: the function, its arguments, and the version of Python that has pickled them."""

from __future__ import annotations

import base64
import sys
import weakref
from typing import Any, Callable

from .._core import hooks, pickles
from .._core.node import Node, Ref

PYTHON = f"{sys.version_info[0]}.{sys.version_info[1]}"


class _Function(Node):
    """A function among the nodes. It is pickled when the graph is written."""

    __slots__ = ("_attrs", "_func")

    def __init__(self, func: Callable[..., Any]) -> None:
        self._func, self._attrs = func, None
        super().__init__("remote.function")

    @property
    def sent(self) -> bool:
        return self._attrs is not None

    @property  # type: ignore[override]
    def attrs(self) -> dict[str, Any]:
        if self._attrs is None:
            self._attrs = {"pickle": {"raw": base64.b64encode(pickles.dump_function(self._func)).decode()}}
        return self._attrs

    @attrs.setter
    def attrs(self, _value: Any) -> None:
        pass


class Call(Node):
    """A call that gives one object, and stands with others in a graph."""

    __slots__ = ()
    joins = True


class Lending(Node):
    """A call whose arguments have handles of values that are computed before it: they are pickled when the graph is written."""

    __slots__ = ("_args", "_own", "lent")

    def __init__(
        self,
        op: str,
        inputs: Any,
        attrs: dict[str, Any],
        site: str,
        n_outputs: int,
        lent: Any,
        args: Callable[[], bytes],
    ) -> None:
        self._own, self._args, self.lent = attrs, args, lent
        super().__init__(op, inputs, None, site, n_outputs)
        hooks.lent.add(self)

    @property  # type: ignore[override]
    def attrs(self) -> dict[str, Any]:
        return {**self._own, "args": {"raw": base64.b64encode(self._args()).decode()}}

    @attrs.setter
    def attrs(self, _value: Any) -> None:
        pass


def described(value: Any) -> dict[str, Any]:
    """A value as a function finds it that gets it as a handle. It has a key once it is computed."""
    stored = value._ref.node.stored
    held = [h for (_, i), h in (stored.held.items() if stored else ()) if i == value._ref.output]
    if not held:
        return {"kind": value._kind}
    return {"kind": value._kind, "key": held[-1].key, "meta": held[-1].meta.raw}


_known: weakref.WeakValueDictionary[int, Node] = weakref.WeakValueDictionary()


def function(func: Callable[..., Any]) -> Ref:
    """The node of a function. Calls of one that were built since it was sent last share it."""
    node = _known.get(id(func))
    if isinstance(node, _Function) and not node.sent:
        return Ref(node, 0)
    data = pickles.dump_function(func)  # what cannot be sent is wrong at this call
    if len(data) >= pickles.APART:
        ref: Ref = hooks.ensure().upload(pickles.Blob(pickles.pack([data])))
        return ref
    if node is None or node.attrs["pickle"]["raw"] != base64.b64encode(data).decode():  # type: ignore[index]
        node = _known[id(func)] = _Function(func)
    return Ref(node, 0)


def arguments(data: bytes, inputs: list[Ref]) -> dict[str, Any]:
    """The parameters for pickled arguments. Large ones become the last of the inputs."""
    if len(data) < pickles.APART:
        return {"args": {"raw": base64.b64encode(data).decode()}}
    inputs.append(hooks.ensure().upload(pickles.Blob(pickles.pack([data]))))
    return {"apart": {"b": True}}
