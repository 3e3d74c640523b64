"""TensorFlow on a cluster: scripts whose processes find each other in TF_CONFIG, and datasets whose rows lie in the cluster.

from mars.learn.contrib.tensorflow import gen_tensorflow_dataset, run_tensorflow_script

run_tensorflow_script("train.py", n_workers=2, data={"X": X, "y": y})  # tensors or frames, which the script finds by name
"""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

from ..._core.site import here
from ..._functions.placed import Placement
from ..._worker import scripts
from ...remote import members
from . import _library, _members
from ._rows import Rows

__all__ = ["MarsDataset", "gen_tensorflow_dataset", "run_tensorflow_script"]


def run_tensorflow_script(
    script: Any,
    n_workers: int,
    n_ps: int = 0,
    data: dict[str, Any] | None = None,
    gpu: bool | None = None,
    command_argv: list[str] | None = None,
    retry_when_fail: bool = False,
    session: Any = None,
    run_kwargs: dict[str, Any] | None = None,
) -> Any:
    """Runs a script in n_workers + n_ps processes at the same time, as mars.remote.run_script does, and returns an Object: {"status": "ok"}.

    TF_CONFIG says where all of them are, and that the first n_workers have the role "worker", the others "ps". These end when the workers have, so
    their script may wait for ever. NotImplementedError: gpu=True.
    """
    if gpu:
        raise NotImplementedError(
            "run_tensorflow_script: gpu=True is not there yet: processes are placed by slots of cores"
        )
    for name, n, least in (("n_workers", n_workers, 1), ("n_ps", n_ps, 0)):
        if isinstance(n, bool) or not isinstance(n, int) or n < least:
            raise ValueError(f"{name} must be an int from {least} on, not {n!r}")
    return members(
        _member, script, data, n_workers + n_ps, command_argv, session, retry_when_fail, run_kwargs,
        more=(n_workers,), placement=Placement(), site=here(2), ports=2,
    )  # fmt: skip


def config(places: list[dict[str, Any]], n_workers: int, rank: int) -> dict[str, Any]:
    """TF_CONFIG of a member: the first port of each is TensorFlow's."""
    at = [f"{p['host']}:{p['ports'][0]}" for p in places]
    cluster = {"worker": at[:n_workers]}
    if len(at) > n_workers:
        cluster["ps"] = at[n_workers:]
    role, index = ("worker", rank) if rank < n_workers else ("ps", rank - n_workers)
    return {"cluster": cluster, "task": {"type": role, "index": index}}


def _member(script: dict[str, Any], data: dict[str, Any], n_workers: int) -> Any:
    """What each process calls."""
    places, rank = _members.places(), _members.rank()
    os.environ["TF_CONFIG"] = json.dumps(config(places, n_workers, rank))
    if rank >= n_workers:
        return _serve(script, data, places[rank], n_workers)
    made = scripts.run(script, data)
    for p in places[n_workers:]:
        _tell(p)
    return made


def _serve(script: dict[str, Any], data: dict[str, Any], place: dict[str, Any], n_workers: int) -> Any:
    """Runs the script of a parameter server until all workers have ended. What it raises is raised."""
    raised: list[BaseException] = []

    def run() -> None:
        try:
            scripts.run(script, data)
        except BaseException as e:
            raised.append(e)

    threading.Thread(target=run, name="mars-parameters", daemon=True).start()
    with socket.create_server((place["host"], place["ports"][1])) as server:
        server.settimeout(0.2)
        while n_workers and not raised:
            try:
                server.accept()[0].close()
                n_workers -= 1
            except TimeoutError:
                pass
    if raised:
        raise raised[0]
    return dict(scripts.OK)


def _tell(place: dict[str, Any]) -> None:
    """Says to a parameter server that this worker has ended."""
    while True:
        try:
            socket.create_connection((place["host"], place["ports"][1])).close()
            return
        except ConnectionError:  # it has not begun to listen; one that has failed ends all
            time.sleep(0.02)


class MarsDataset:
    """Rows of tensors and frames in the cluster, for TensorFlow; see gen_tensorflow_dataset."""

    def __init__(
        self,
        tensors: Any,
        output_shapes: Any = None,
        output_types: Any = None,
        fetch_kwargs: dict[str, Any] | None = None,
    ) -> None:
        self._single = not isinstance(tensors, (tuple, list))
        self._rows = Rows([tensors] if self._single else tensors)
        shapes = (output_shapes,) if self._single and output_shapes is not None else output_shapes
        types = (output_types,) if self._single and output_types is not None else output_types
        self._shapes = [tuple(int(n) for n in v.shape[1:]) for v in self._rows.values] if shapes is None else shapes
        self._types = [_dtype(v) for v in self._rows.values] if types is None else types

    def __len__(self) -> int:
        return len(self._rows)

    def _items(self) -> Iterator[Any]:
        for i in range(len(self._rows)):
            row = self._rows[i]
            yield row[0] if self._single else row

    def to_tf(self) -> Any:
        """A tf.data.Dataset of the rows, in their order."""
        tf = _library.need("tensorflow")
        specs = tuple(tf.TensorSpec(s, t) for s, t in zip(self._shapes, self._types))
        return tf.data.Dataset.from_generator(self._items, output_signature=specs[0] if self._single else specs)


def _dtype(value: Any) -> Any:
    """The dtype of the rows of a value: of a frame the common one of its columns."""
    import numpy as np

    if value._kind == "dataframe":
        return np.result_type(*value.dtypes)
    return value.dtype


def gen_tensorflow_dataset(
    tensors: Any, output_shapes: Any = None, output_types: Any = None, fetch_kwargs: dict[str, Any] | None = None
) -> Any:
    """A tf.data.Dataset whose elements are rows of a tensor or frame in the cluster, or of several, as tuples. They are computed here, and rows are
    brought in blocks while they are read.

    output_shapes and output_types are those of elements, where they are not those of rows; fetch_kwargs is taken for programs of the original.
    ValueError: rows are not equally many. ImportError: this program lacks tensorflow.
    """
    if _library.there("tensorflow") is None:
        _library.lacking("tensorflow", "gen_tensorflow_dataset")()
    return MarsDataset(tensors, output_shapes, output_types, fetch_kwargs).to_tf()
