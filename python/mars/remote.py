"""Python functions on the cluster: they run in processes of the workers, near their arguments.

import mars.remote as mr

def count(n): ...

total = mr.spawn(sum, args=([mr.spawn(count, args=(10_000,)) for _ in range(200)],))
print(total.execute().fetch())
"""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from ._client.errors import WorkerCrash
from ._core import hooks, pickles
from ._core.call import absent, unexpected
from ._core.entity import ExecutableTuple, Object, wrap
from ._core.node import Node, Ref
from ._core.options import options
from ._core.site import here
from ._functions import sent

__all__ = ["ExecutableTuple", "WorkerCrash", "run_script", "spawn"]


def spawn(
    func: Callable[..., Any],
    args: Any = (),
    kwargs: dict[str, Any] | None = None,
    retry_when_fail: bool = False,
    resolve_tileable_input: bool = False,
    n_output: int | None = None,
    *,
    output_types: Any = None,
    once: bool = False,
    slots: int = 1,
    timeout: float | None = None,
    **kw: Any,
) -> Any:
    """A value that a function makes, which runs when the value is executed. It is an Object; with n_output several, as an ExecutableTuple.

    args that is no tuple is one argument. Values of Mars may stand anywhere in args and kwargs: other spawns come as what they gave; tensors and
    frames are computed first and come as handles, with which the function goes on computing, or with resolve_tileable_input=True whole, as arrays,
    DataFrames, Series and Indexes. Arrays of the program of 64 KiB and more are sent once, and are read-only in the function.

    A function that executes or fetches values does so in the session of this program, which is its default session. While it waits its slot is for
    others. At most 8 functions for each slot of a worker wait at a time, and 16 for each other. What it waits for is canceled with it.

    The function, and what it takes from around it, is sent as it is when the value is executed. It runs in a process with the version of Python of
    this program; modules of the program's own folders are sent with it.

    output_types says what the results are: "tensor", "dataframe", "series", "index" or "object", one for all or a list. Those that are no objects
    are values of one chunk that operators take. Axes, labels and dtypes are known once they are computed, so what is built on them computes them
    first; mars.tensor.from_remote says what a tensor is.

    An exception of the function is raised by execute() as it is; retry_when_fail=True calls the function up to three times. A function whose
    process or worker ends is called again, unless once=True: then it never begins twice, and the value is lost. timeout is how many seconds it
    may run.

    TypeError: func cannot be called, or it or an argument cannot be sent; at execution: a result is not what output_types says.
    NotImplementedError: a parameter that is not there yet.
    """
    if kw:
        unexpected("mars.remote.spawn", kw)
    if not callable(func):
        raise TypeError(f"func of spawn is a {type(func).__name__}, which cannot be called")
    if kwargs is None:
        kwargs = {}
    if not isinstance(kwargs, dict):
        raise TypeError("kwargs has to be a dict")
    if n_output is not None and (isinstance(n_output, bool) or not isinstance(n_output, int) or n_output < 1):
        raise ValueError(f"n_output must be a positive int, not {n_output!r}")
    kinds = _kinds(output_types, n_output)
    if once and retry_when_fail:
        raise ValueError("once=True never calls the function twice, and retry_when_fail=True does: give one of them")
    if isinstance(slots, bool) or not isinstance(slots, int) or slots < 1:
        raise ValueError(f"slots must be a positive int, not {slots!r}")
    if slots > 1:
        raise NotImplementedError("mars.remote.spawn: parameter 'slots' is not there yet, leave it at its default")
    if not isinstance(args, tuple):
        args = tuple(args) if isinstance(args, list) else (args,)

    lent: dict[int, Any] = {}

    def value(o: Any) -> Any:
        if isinstance(o, np.ndarray):
            return hooks.ensure().upload(np.ascontiguousarray(o))
        if not resolve_tileable_input and o._kind != "object":
            mine = lent.setdefault(id(o), type(o)._of(o._ref))  # what it points at now
            return pickles.Handle(sent.described(mine))
        return o._ref

    data, inputs = pickles.dump_arguments(func, args, kwargs, value)
    attrs: dict[str, Any] = {"python": {"s": sent.PYTHON}}
    if not lent:
        attrs.update(sent.arguments(data, inputs))
    if retry_when_fail:
        attrs["retry"] = {"b": True}
    if once:
        attrs["once"] = {"b": True}
    if any(k != "object" for k in kinds):
        attrs["types"] = {"strings": {"v": kinds}}
    if n_output is not None:
        attrs["n_output"] = {"i": n_output}
    if timeout is not None:
        attrs["timeout"] = {"f": float(timeout)}
    called = (sent.function(func), *inputs)
    if lent:
        node: Node = sent.Lending(
            "remote.spawn", called, attrs, here(2), n_output or 1, tuple(lent.values()),
            lambda: pickles.dump_arguments(func, args, kwargs, value)[0],
        )  # fmt: skip
    else:
        node = Node("remote.spawn", called, attrs, here(2), n_output or 1)
    attrs["log"] = {"s": node.id}
    if any(k != "object" for k in kinds):
        hooks.guessed.add(node)
    if options.eager_mode and hooks.watch is not None:  # nothing else is to be asked: the call is good
        hooks.watch(node)
    made = [wrap(Ref(node, i), kind=kind) for i, kind in enumerate(kinds)]
    return made[0] if n_output is None else ExecutableTuple(made)


def promised(obj: Any, kind: str, said: dict[str, Any]) -> Any:
    """The value of from_remote in mars.tensor and mars.dataframe: of a kind, of which it is said what it is."""
    if not isinstance(obj, Object) or obj._ref.node.op != "remote.spawn":
        raise TypeError(f"from_remote takes what mars.remote.spawn gives, not {type(obj).__name__}")
    data, inputs = pickles.dump_arguments(_same, (obj,), {}, lambda o: o._ref)
    attrs: dict[str, Any] = {"python": {"s": sent.PYTHON}, **sent.arguments(data, inputs)}
    attrs |= {"types": {"strings": {"v": [kind]}}, **said}
    return wrap(Ref(Node("remote.spawn", (sent.function(_same), *inputs), attrs, here(3)), 0), kind=kind)


_same = lambda x: x  # noqa: E731 - a lambda travels by value: workers need not import this module

_KINDS = ("tensor", "dataframe", "series", "index", "object")


def _kinds(output_types: Any, n_output: int | None) -> list[str]:
    """What each output is. One type is that of all."""
    given = [output_types or "object"] if output_types is None or isinstance(output_types, str) else list(output_types)
    n = n_output or 1
    if len(given) == 1:
        given *= n
    if len(given) != n:
        raise ValueError(
            f"output_types has {len(given)} types, and there {'is 1 output' if n == 1 else f'are {n} outputs'}"
        )
    for k in given:
        if k not in _KINDS:
            raise ValueError(f"output_types says {k!r}; there are {', '.join(_KINDS)}")
    if set(given) != {"object"}:
        from . import dataframe, tensor  # noqa: F401  # they bring the classes of handles
    return given


run_script = absent("mars.remote.run_script")
