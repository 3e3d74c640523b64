"""Python functions on the cluster: they run in processes of the workers, near their arguments.

import mars.remote as mr

def count(n): ...

total = mr.spawn(sum, args=([mr.spawn(count, args=(10_000,)) for _ in range(200)],))
print(total.execute().fetch())
"""

from __future__ import annotations

import os
from typing import Any, Callable

import numpy as np

from ._client.errors import WorkerCrash
from ._core import hooks, pickles
from ._core.call import unexpected
from ._core.entity import ExecutableTuple, Object, wrap
from ._core.node import Node, Ref
from ._core.options import options as _options
from ._core.site import here
from ._functions import module as _module
from ._functions import sent
from ._functions.placed import Optioned, Placement, placement_of, taken
from ._worker import scripts

__all__ = ["ExecutableTuple", "WorkerCrash", "data", "options", "run_script", "spawn", "wasm"]


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
    memory: int | None = None,
    timeout: float | None = None,
    where: Any = None,
    env: Any = None,
    **kw: Any,
) -> Any:
    """A value that a function makes, which runs when the value is executed. It is an Object; with n_output
    several, as an ExecutableTuple.

    args that is no tuple is one argument. Values of Mars may stand anywhere in args and kwargs: other spawns
    come as what they gave; tensors and frames are computed first and come as handles, with which the function
    goes on computing, or with resolve_tileable_input=True whole, as arrays, DataFrames, Series and Indexes.
    Arrays of the program of 64 KiB and more are sent once, and are read-only in the function.

    A function that executes or fetches values does so in the session of this program, which is its default
    session. While it waits its slot is for others. At most 8 functions for each slot of a worker wait at a
    time, and 16 for each other. What it waits for is canceled with it.

    The function, and what it takes from around it, is sent as it is when the value is executed. It runs in a
    process with the version of Python of this program; modules of the program's own folders are sent with it.

    output_types says what the results are: "tensor", "dataframe", "series", "index" or "object", one for all
    or a list. Those that are no objects are values of one chunk that operators take. Axes, labels and dtypes
    are known once they are computed, so what is built on them computes them first; mars.tensor.from_remote
    says what a tensor is.

    An exception of the function is raised by execute() as it is; retry_when_fail=True calls the function up
    to three times. A function whose process or worker ends is called again, unless once=True: then it never
    begins twice, and the value is lost. timeout is how many seconds it may run.

    slots is how many cores of one worker it has while it runs, and how many threads its libraries may use:
    above 1 its process is an interpreter of its own. memory is how many bytes it takes beside its inputs: the
    worker keeps them free for it. What it allocates, its results among it, may be as much as memory and its
    inputs together, and 64 MiB for what libraries keep: a MemoryError is raised at the line that goes beyond
    that, and its process ends. Inputs as they lie are not counted, and what it starts is for itself. Without
    memory it may take as much as its worker has in all. where says which labels its worker has: "zone=a", several, or
    {"zone": "a"}; "zone" is that label with whatever value (mars worker --label zone=a). env is what
    mars.env() gives: variables, modules and a folder that its process has.

    TypeError: func cannot be called, or it or an argument cannot be sent; at execution: a result is not what
    output_types says. ValueError at execution: no worker has what was asked for.
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
    kinds = _kinds(output_types, n_output) if output_types is not None or n_output is not None else _OBJECT
    if once and retry_when_fail:
        raise ValueError("once=True never calls the function twice, and retry_when_fail=True does: give one of them")
    func, placement = taken(func, placement_of(slots, memory, timeout, where, env))
    if not isinstance(args, tuple):
        args = tuple(args) if isinstance(args, list) else (args,)

    attrs: dict[str, Any] = {}
    if retry_when_fail:
        attrs["retry"] = {"b": True}
    if once:
        attrs["once"] = {"b": True}
    typed = kinds is not _OBJECT and any(k != "object" for k in kinds)
    if typed:
        attrs["types"] = {"strings": {"v": kinds}}
    if n_output is not None:
        attrs["n_output"] = {"i": n_output}
    node = _node("remote.spawn", func, args, kwargs, placement, attrs, here(2), n_output or 1, resolve_tileable_input)
    if typed:
        hooks.guessed.add(node)
    if hooks.watch is not None and _options.eager_mode:  # nothing else is to be asked: the call is good
        hooks.watch(node)
    if n_output is None:
        return wrap(Ref(node, 0), kind=kinds[0])
    made = [wrap(Ref(node, i), kind=kind) for i, kind in enumerate(kinds)]
    return ExecutableTuple(made)


def options(
    *, slots: int = 1, memory: int | None = None, timeout: float | None = None, where: Any = None, env: Any = None
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """What makes a function one whose calls on workers take slots, memory and time as said, where it is said;
    see spawn.

    mars.remote.options(slots=2, timeout=60)(func) is called as func is, and is taken wherever a function is:
    by spawn, map_chunk, apply, groups and the others. What such a call says itself counts first. ValueError:
    what no worker can have.
    """
    placement = placement_of(slots, memory, timeout, where, env)

    def optioned(func: Callable[..., Any]) -> Callable[..., Any]:
        if not callable(func):
            raise TypeError(f"options are of functions, and a {type(func).__name__} cannot be called")
        if isinstance(func, _module.Export):
            raise TypeError("options are of functions: memory= and timeout= of an export are said to mars.remote.wasm")
        return Optioned(func, placement)

    return optioned


def wasm(
    module: Any, export: str, *, dtype: Any = None, memory: int | None = None, timeout: float | None = None
) -> _module.Export:
    """A function of a WebAssembly module, its bytes or the path of a file, by the name that it is exported
    under.

    What it is called with are numbers and arrays, tensors among them, and what it makes is a tensor: without
    axes where the export gives a number, as i32, i64, f32 and f64 are int32, int64, float32 and float64.
    dtype says that it gives an array of that: as an i64, the address << 32, and how many elements there are.
    An array as an argument is two i32, its address and how many elements it has, in C order; the module gives
    the memory by an export mars_alloc(bytes i32) -> i32, or malloc, and exports its own under the name
    memory.

    Methods map, apply (of frames with axis=1) and map_chunk of tensors, series and frames take it for a
    function: an export of numbers is called with each element, or with the columns of each row, one of arrays
    with the columns of each chunk, for which it gives an array as long.

    It runs on a worker, in a process of its own, and has nothing but its memory: no files, no network, no
    clock, and no randomness. A module that imports WASI finds a machine that is empty; what it prints is in
    fetch_log(). Each call and each chunk has a fresh instance, so equal calls give equal results and are
    computed once. memory is up to how many bytes a call may have, 512 MiB by default, and timeout how many
    seconds it may run.

    ValueError: it is no module. AttributeError: it has no such export. TypeError: the export takes or gives
    something else. At execution: RuntimeError where it traps, TimeoutError where it is not at an end in time.
    """
    return _module.Export(module, export, dtype, memory, timeout)


def promised(obj: Any, kind: str, said: dict[str, Any]) -> Any:
    """The value of from_remote in mars.tensor and mars.dataframe: of a kind, of which it is said what it is."""
    if not isinstance(obj, Object) or obj._ref.node.op != "remote.spawn":
        raise TypeError(f"from_remote takes what mars.remote.spawn gives, not {type(obj).__name__}")
    data, inputs = pickles.dump_arguments(_same, (obj,), {}, lambda o: o._ref)
    attrs: dict[str, Any] = {"python": {"s": sent.PYTHON}, **sent.arguments(data, inputs)}
    attrs |= {"types": {"strings": {"v": [kind]}}, **said}
    return wrap(Ref(Node("remote.spawn", (sent.function(_same), *inputs), attrs, here(3)), 0), kind=kind)


def _node(
    op: str,
    func: Any,
    args: Any,
    kwargs: Any,
    placement: Placement,
    attrs: dict[str, Any],
    site: str,
    n: int = 1,
    resolve: bool = False,
) -> Node:
    """The node of a call. Tensors and frames among its arguments are lent, unless they are resolved."""
    lent: dict[int, Any] = {}

    def value(o: Any) -> Any:
        if isinstance(o, np.ndarray):
            return hooks.ensure().upload(np.ascontiguousarray(o))
        if not resolve and o._kind != "object":
            mine = lent.setdefault(id(o), type(o)._of(o._ref))  # what it points at now
            return pickles.Handle(sent.described(mine))
        return o._ref

    data, inputs = pickles.dump_arguments(func, args, kwargs, value)
    inputs += placement.inputs()
    attrs = {"python": {"s": sent.PYTHON}, **placement.attrs(), **attrs}
    if not lent:
        attrs.update(sent.arguments(data, inputs))
    called = (sent.function(func), *inputs)
    if lent:
        node: Node = sent.Lending(
            op,
            called,
            attrs,
            site,
            n,
            tuple(lent.values()),
            lambda: pickles.dump_arguments(func, args, kwargs, value)[0],
        )
    else:
        joins = op == "remote.spawn" and "args" in attrs and "types" not in attrs and "n_output" not in attrs
        node = (sent.Call if joins else Node)(op, called, attrs, site, n)
    attrs["log"] = {"s": node.id}
    return node


_same = lambda x: x  # noqa: E731 - a lambda travels by value: workers need not import this module

_OBJECT = ["object"]
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


def run_script(
    script: Any,
    data: dict[str, Any] | None = None,
    n_workers: int = 1,
    command_argv: list[str] | None = None,
    session: Any = None,
    retry_when_fail: bool = False,
    run_kwargs: dict[str, Any] | None = None,
    *,
    mode: str = "exec",
    slots: int = 1,
    memory: int | None = None,
    timeout: float | None = None,
    where: Any = None,
    env: Any = None,
) -> Any:
    """Runs a script in n_workers processes of the cluster at the same time, and returns an Object: {"status":
    "ok"}, once all have ended.

    script is the path of a file of this program, or an open file. Each process is a member with variables
    RANK, WORLD_SIZE, LOCAL_RANK (among those of its worker), MASTER_ADDR and MASTER_PORT, which is a port of
    rank 0's machine that nobody else uses meanwhile: what torch.distributed and its kin look for. All members
    begin, or none does: while too few slots are free the script waits. Members have their slots for
    themselves.

    With mode="exec" the script is executed as __main__ of a process that runs nothing else, with sys.argv[1:]
    as command_argv says. It finds the names of data, and session. With mode="process" it runs in an
    interpreter of its own, and mars.remote.data() gives data. Tensors and frames of data are handles, as
    those of spawn; a member that waits for values lends its slots to what makes them.

    When a member fails, all end, and its exception is raised with its rank and the script's line; with
    retry_when_fail=True all begin again, with another port, up to three times. What the members print, and
    slots, memory, timeout, where and env of each, are as those of spawn. session is where it runs, run_kwargs
    are those of execute().

    ValueError: parameters that cannot be; more members than the cluster has slots for. TypeError: script is
    neither path nor file.
    """
    placement = placement_of(slots, memory, timeout, where, env)
    return members(
        scripts.run, script, data, n_workers, command_argv, session, retry_when_fail, run_kwargs,
        mode=mode, placement=placement, site=here(2),
    )  # fmt: skip


def members(
    func: Callable[..., Any],
    script: Any,
    data: dict[str, Any] | None,
    size: int,
    command_argv: list[str] | None,
    session: Any,
    retry: bool,
    run_kwargs: dict[str, Any] | None,
    *,
    placement: Placement,
    site: str,
    mode: str = "exec",
    ports: int = 1,
    more: tuple[Any, ...] = (),
) -> Any:
    """What run_script and its kin do: each of size members calls func with the script, data and more, and has so many ports."""
    name, text = _script(script)
    if isinstance(size, bool) or not isinstance(size, int) or size < 1:
        raise ValueError(f"n_workers must be a positive int, not {size!r}")
    if mode not in ("exec", "process"):
        raise ValueError(f"mode must be 'exec' or 'process', not {mode!r}")
    data = {} if data is None else data
    if not isinstance(data, dict) or not all(isinstance(k, str) and k.isidentifier() for k in data):
        raise TypeError("data is a dict of names of variables and their values")
    argv = [str(a) for a in command_argv or ()]
    attrs: dict[str, Any] = {"size": {"i": size}, "ports": {"i": ports}}
    if retry:
        attrs["retry"] = {"b": True}
    how = {"name": name, "text": text, "argv": argv, "mode": mode}
    node = _node("remote.members", func, (how, data, *more), {}, placement, attrs, site)
    return wrap(Ref(node, 0), kind="object").execute(session=session, **(run_kwargs or {}))


def _script(script: Any) -> tuple[str, str]:
    """The name and the text of a script."""
    if hasattr(script, "read"):
        text, name = script.read(), getattr(script, "name", None)
        name = name if isinstance(name, str) else "script.py"
    elif isinstance(script, (str, os.PathLike)):
        name = os.fspath(script)
        with open(name, "rb") as f:
            text = f.read()
    else:
        raise TypeError(f"script is a path or an open file, not a {type(script).__name__}")
    return str(name), text.decode() if isinstance(text, bytes) else text


def data() -> dict[str, Any]:
    """In a script that run_script runs with mode="process": its data, by name. LookupError: anywhere else."""
    return scripts.given()
