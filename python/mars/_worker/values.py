"""Values as a worker and a process tell each other of them: a description, and buffers."""

from __future__ import annotations

import gc
import json
import pickle
import sys
from typing import Any, Callable

import numpy as np

from .._core import labels
from .._core.lazily import pandas3
from .arenas import Arena

INLINE = 1 << 16  # smaller buffers travel in the frame
_HELD = 2  # references to a base that nobody else holds: its list's, and that of who counts
_SIMPLE = frozenset(
    (type(None), bool, int, float, str, bytes)
)  # what pickles of cloudpickle and of Python are the same of
_PLAIN = "biufcmM"  # kinds of dtypes whose elements are bytes


class Inputs:
    """What a call reads: views of shared memory, which its function must not keep."""

    def __init__(self, arenas: list[Arena], described: list[dict[str, Any]]) -> None:
        self._bases: list[tuple[int, np.ndarray]] = []
        self._lenders: list[Any] = []
        self.values = [self._value(arenas, i, d) for i, d in enumerate(described)]

    def _value(self, arenas: list[Arena], i: int, d: dict[str, Any]) -> Any:
        views = [np.frombuffer(arenas[a].view(at, n), "u1") for a, at, n in d["places"]]
        self._bases += [(i, v) for v in views]
        if d["kind"] == "array":
            a = np.frombuffer(views[0], d["dtype"]) if views else np.empty(0, d["dtype"])
            if "shape" not in d:
                return a[0]  # without axes: a scalar
            a = a.reshape(d["shape"])
            return a.copy() if d.get("writable") else a
        if d["kind"] == "table":
            value = _table(views[0], d["what"])
            if not pandas3():
                return value.copy() if d["what"] == "series" else value
            self._lenders.append(value)  # while it is there, what changes the other copies before
            return value.copy(deep=False)
        if d["kind"] == "label":
            return labels.from_json(json.loads(views[0].tobytes()))
        return pickle.loads(views[0], buffers=views[1:])

    def kept(self) -> list[int]:
        """The inputs of which somebody has a view still. It forgets all of them."""
        self.values.clear()
        if not self._bases:
            return []
        self._lenders.clear()
        if self._seen():
            gc.collect()  # what views them may be garbage
        kept = self._seen()
        self._bases.clear()
        return kept

    def _seen(self) -> list[int]:
        """The inputs whose memory somebody views: whatever does refers to its base."""
        counts = [sys.getrefcount(self._bases[k][1]) for k in range(len(self._bases))]
        return sorted({i for (i, _), n in zip(self._bases, counts) if n > _HELD})


def _table(view: np.ndarray, kind: str) -> Any:
    """A DataFrame, Series or Index of an Arrow stream."""
    import pyarrow as pa

    from .._core import arrow

    with pa.ipc.open_stream(pa.py_buffer(view)) as stream:
        return arrow.from_table(stream.read_all(), kind, lent=pandas3())


class Arguments(pickle.Unpickler):
    """Arguments of a call, in which inputs are persistent ids."""

    def __init__(self, file: Any, inputs: list[Any]) -> None:
        super().__init__(file)
        self._inputs = inputs

    def persistent_load(self, pid: Any) -> Any:
        if isinstance(pid, dict):
            from .lent import handle

            return handle(pid)
        return self._inputs[pid]


class Results:
    """What a call made: descriptions, and the buffers that they name by number."""

    def __init__(self, dumps: Callable[..., bytes]) -> None:
        self.values: list[dict[str, Any]] = []
        self.buffers: list[memoryview] = []
        self._dumps = dumps

    def add(self, value: Any, kind: str) -> None:
        """kind is what the call promised: "object", "tensor", "dataframe", "series", "index". TypeError: it is something else."""
        if kind == "object":
            self._pickle(value)
        elif kind == "tensor":
            if isinstance(value, (bool, int, float, complex, np.generic)):
                value = np.asarray(value)
            if not isinstance(value, np.ndarray) or value.dtype.kind not in _PLAIN:
                raise TypeError(
                    f"a tensor of numbers, bools or times was promised, and the function returned {_named(value)}"
                )
            a = np.ascontiguousarray(value, value.dtype.newbyteorder("="))
            self._array(a.reshape(value.shape))
        else:
            self._table(value, kind)

    def _array(self, a: np.ndarray) -> None:
        at = self._buffer(memoryview(a.reshape(-1).view("u1"))) if a.size else -1
        self.values.append(
            {"kind": "array", "dtype": str(a.dtype), "shape": a.shape, "buffers": [at] if at >= 0 else []}
        )

    def _table(self, value: Any, kind: str) -> None:
        pandas = sys.modules.get("pandas")
        classes = {"dataframe": "DataFrame", "series": "Series", "index": "Index"}
        if pandas is None or not isinstance(value, getattr(pandas, classes[kind])):
            raise TypeError(
                f"{'an' if kind == 'index' else 'a'} {kind} was promised, and the function returned {_named(value)}"
            )
        from .._core import arrow

        self.values.append({"kind": "table", "buffers": [self._buffer(arrow.written(value))]})

    def _pickle(self, value: Any) -> None:
        if type(value) in _SIMPLE:
            self.values.append({"kind": "pickle", "buffers": [self._buffer(memoryview(pickle.dumps(value, 5)))]})
            return
        apart: list[pickle.PickleBuffer] = []

        def keep(b: pickle.PickleBuffer) -> bool:
            small = b.raw().nbytes < INLINE
            if not small:
                apart.append(b)
            return small

        try:
            head = self._dumps(value, protocol=5, buffer_callback=keep)
        except MemoryError:
            raise
        except Exception as e:
            raise TypeError(f"the function returned {_named(value)}, which cannot be sent: {e}") from e
        at = [self._buffer(memoryview(head))] + [self._buffer(b.raw()) for b in apart]
        self.values.append({"kind": "pickle", "buffers": at})

    def _buffer(self, b: memoryview) -> int:
        self.buffers.append(b)
        return len(self.buffers) - 1

    def large(self) -> list[memoryview]:
        return [b for b in self.buffers if b.nbytes >= INLINE]

    def inline(self) -> bytes:
        return b"".join(b for b in self.buffers if b.nbytes < INLINE)


def _named(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype}"
    if value is None:
        return "None"
    name = f"{type(value).__module__}.{type(value).__qualname__}".removeprefix("builtins.")
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
