"""Gangs for libraries that train in several processes: how many members there are, what they are called with, which rows each reads."""

from __future__ import annotations

import json
import os
import pickle
import socket
import time
from collections.abc import Sequence
from typing import Any, Callable

import numpy as np

from ..._core import hooks, pickles
from ..._core.entity import Entity, wrap
from ..._core.node import Ref
from ..._core.site import here
from ..._functions import sent
from ..._functions.placed import Placement
from ...remote import _node


def nodes(session: Any) -> list[int]:
    """The slots of each worker that calls functions of this version of Python. ValueError: there is none."""
    label = f"python:{sent.PYTHON}"
    out = [
        sum(int(b.get("slots", 0)) for b in n.get("bands", ()))
        for n in session.nodes()
        if n.get("role") == "ROLE_WORKER" and n.get("state") == "STATE_READY" and label in n.get("labels", ())
    ]
    if not any(out):
        raise ValueError(f"no worker of the cluster calls functions of Python {sent.PYTHON}")
    return [n for n in out if n]


def call(
    func: Callable[..., Any],
    args: tuple[Any, ...],
    *,
    size: int,
    slots: int = 1,
    ports: int = 1,
    retry: bool = False,
    session: Any = None,
    run_kwargs: dict[str, Any] | None = None,
) -> Any:
    """Calls a function in size processes at the same time, each with slots cores and ports of its own, and returns what rank 0 gives.

    Tensors and frames among args come as handles, which are computed before. An exception of a member ends all and is raised.
    """
    session = session or hooks.ensure()
    attrs: dict[str, Any] = {"size": {"i": size}, "ports": {"i": ports}}
    if retry:
        attrs["retry"] = {"b": True}
    made = wrap(Ref(_node("remote.members", func, args, {}, Placement(slots), attrs, here(3)), 0), kind="object")
    made.execute(session=session, **(run_kwargs or {}))
    return made.fetch(session=session)


def trained(
    func: Callable[..., Any], args: tuple[Any, ...], rows: int, session: Any, run_kwargs: Any, ports: int = 1
) -> Any:
    """call() with a member on each worker, which has all slots that the smallest worker has. No member is without rows."""
    session = session or hooks.ensure()
    slots = nodes(session)
    size = max(1, min(len(slots), rows))
    return call(func, args, size=size, slots=min(slots), ports=ports, session=session, run_kwargs=run_kwargs)


def rank() -> int:
    """Which member this process is."""
    return int(os.environ["RANK"])


def places() -> list[dict[str, Any]]:
    """Of each member, by rank: host, worker, ports."""
    return json.loads(os.environ["MARS_GANG"])  # type: ignore[no-any-return]


def told(say: Callable[[], Any]) -> Any:
    """What rank 0 says, which all members hear: say is called there alone. It takes rank 0's second port, once."""
    here, all_ = rank(), places()
    at = all_[0]["host"], all_[0]["ports"][1]
    if here == 0:
        with socket.create_server(at) as server:
            value = json.dumps(say()).encode() + b"\n"
            for _ in range(len(all_) - 1):
                with server.accept()[0] as c:
                    c.sendall(value)
        return json.loads(value)
    while True:
        try:
            with socket.create_connection(at) as c, c.makefile("rb") as f:
                if line := f.readline():
                    return json.loads(line)
        except ConnectionError:  # it does not listen yet; where it never will the gang ends
            pass
        time.sleep(0.02)


def threads() -> int:
    """How many threads this process may have: its slots."""
    return int(os.environ.get("OMP_NUM_THREADS", 1))


def value(x: Any, what: str) -> Any:
    """A tensor, frame or series of Mars: x itself, or a local array or frame that goes to the cluster. None stays.

    TypeError: x is nothing with rows.
    """
    if x is None or isinstance(x, Entity):
        return x
    import pandas as pd

    from ... import dataframe as md
    from ... import tensor as mt

    if isinstance(x, pd.DataFrame):
        return md.DataFrame(x)
    if isinstance(x, pd.Series):
        return md.Series(x)
    if isinstance(x, (np.ndarray, list, tuple)):
        return mt.tensor(np.asarray(x))
    raise TypeError(f"{what} is a tensor, DataFrame or Series of mars, or an array or frame, not a {type(x).__name__}")


def computed(values: Sequence[Any], session: Any, run_kwargs: Any = None) -> None:
    """Computes values whose lengths have to be known, all at a time. None among them are left out."""
    todo = [v for v in values if v is not None]
    if todo:
        (session or hooks.ensure()).execute(*todo, **(run_kwargs or {}))


def length(x: Any) -> int:
    """How many rows a computed value has."""
    return int(x.shape[0])


def equally_long(named: dict[str, Any]) -> int:
    """How many rows values have, which all have as many. ValueError: they do not."""
    lengths = {k: length(v) for k, v in named.items() if v is not None}
    if len(set(lengths.values())) > 1:
        raise ValueError("these have different numbers of rows: " + ", ".join(f"{k} {n}" for k, n in lengths.items()))
    return next(iter(lengths.values()))


def share(n: int, of: int, size: int) -> slice:
    """The rows of a member, of n that all have together."""
    return slice(n * of // size, n * (of + 1) // size)


def read(x: Any, rows: slice | None = None) -> Any:
    """In a member: a handle's rows as NumPy or pandas have them. None stays, and what is local is sliced."""
    if x is None:
        return None
    if not isinstance(x, Entity):
        return x if rows is None else x[rows]
    session = hooks.ensure()
    return session.fetch(x) if rows is None else session.fetch_slice(x, rows)


def vector(x: Any) -> Any:
    """Labels and weights as libraries take them: one axis."""
    a = np.asarray(x)
    return a.reshape(-1) if a.ndim == 2 and a.shape[1] == 1 else a


def handle(x: Any) -> bool:
    """Whether something is a value of Mars."""
    return isinstance(x, Entity)


def frame_of(x: Any) -> bool:
    return getattr(x, "_kind", "") in ("dataframe", "series")


def mapped(data: Any, func: Callable[..., Any], args: tuple[Any, ...], columns: Any, dtype: Any) -> Any:
    """What a function gives for the rows of data, chunk by chunk: it gets all columns of a chunk as an array, or a DataFrame.

    columns None: one value a row, a series for a frame and a tensor for a tensor; else as many as there are columns, whose names those of a
    DataFrame are. dtype is that of the values.
    """
    from ..._functions import blocks, functions

    if frame_of(data):
        if columns is None:
            types = functions.Types("series", dtype)
        else:
            types = functions.Types("dataframe", dict.fromkeys(columns, dtype))
        how = (func, args, columns)
        return functions.call(data, "predict", _framed, "chunk", how, types=types, aligned=True)
    rows = blocks.part(data if data.ndim == 2 else data.reshape((-1, 1)))
    outs = [(dtype, () if columns is None else (len(columns),))]
    return blocks.call("predict", func, "block", [rows], args, core=(1,), outs=outs)[0]


def sample(data: Any) -> Any:
    """Two made-up rows like those of data, as NumPy or pandas have them."""
    from ..._functions import functions

    if frame_of(data):
        return functions.sampled(data)
    return np.zeros((2, 1 if data.ndim == 1 else int(data.shape[1])), data.dtype)


def _framed(chunk: Any, func: Callable[..., Any], args: tuple[Any, ...], columns: Any) -> Any:
    """The result of a function for a chunk of a frame, under the chunk's labels."""
    import pandas as pd

    made = func(chunk, *args)
    if columns is None:
        return pd.Series(made, index=chunk.index)
    return pd.DataFrame(made, index=chunk.index, columns=list(columns))


def classes(y: Any, session: Any, run_kwargs: Any = None) -> tuple[np.ndarray, np.ndarray]:
    """The distinct labels of a vector, ascending, and how many there are of each."""
    from ... import tensor as mt

    if frame_of(y):
        if y._kind == "dataframe":
            y = y.iloc[:, 0]
        counted = y.value_counts()
        computed([counted], session, run_kwargs)
        counts = counted.fetch(session=session).sort_index()
        return np.asarray(counts.index), counts.to_numpy()
    labels, counts = mt.unique(y.reshape(-1), return_counts=True)
    computed([labels, counts], session, run_kwargs)
    return labels.fetch(session=session), counts.fetch(session=session)


def packed(x: Any) -> bytes:
    """Parameters of a library as bytes, which a worker reads once it knows that it has the library."""
    return pickles.dump_function(x)


def unpacked(data: bytes) -> Any:
    return pickle.loads(data)
