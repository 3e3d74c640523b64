"""Values of the server as NumPy and pandas have them: parts are read in parallel, straight into the array they belong to."""

from __future__ import annotations

import binascii
import concurrent.futures
import json
import math
import mmap
import os
import threading
import time
from collections.abc import Iterable
from typing import Any, Callable

import numpy as np

from .._core import labels
from .._core.meta import Meta
from .._core.options import options
from . import errors
from .transport import Transport

RAW = "application/x-mars-raw"
NPY = "application/x-npy"
ARROW = "application/vnd.apache.arrow.stream"
JSON = "application/json"
PICKLE = "application/x-mars-pickle"

# What the client reads, best first.
ACCEPT = [RAW, NPY, ARROW, JSON, PICKLE]

# Seconds for which a worker that could not be reached is not tried again.
_AVOID = 60.0
# Seconds that connecting to a worker may take, where its parts can be read elsewhere.
_PATIENCE = 2.0
# Bytes below which parts are read one after the other.
_SMALL = 256 << 10
# Bytes from which a buffer is memory of its own.
_MAPPED = 1 << 20


class Reader:
    """Reads parts. It remembers which workers cannot be reached from here, and reads through the web port what they have."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._avoid: dict[str, float] = {}
        self._lock = threading.Lock()
        self._pool: concurrent.futures.ThreadPoolExecutor | None = None
        self._mine = (0, 0)

    def value(self, manifest: dict[str, Any], op: str = "", meta: Meta | None = None) -> Any:
        """The value of a manifest: an array, DataFrame, Series, Index, or an object. op has made it: of functions of this program pickles are
        read. meta is what the manifest says of it, where that was read before."""
        meta = meta or Meta.from_json(manifest["meta"])
        parts = manifest.get("parts", [])
        if meta.kind == "tensor":
            return self._array(meta, parts)
        if meta.kind == "object":
            return self._object(parts, op)
        return self._frame(meta, parts)

    def _array(self, meta: Meta, parts: list[dict[str, Any]]) -> Any:
        dtype = meta.dtype if isinstance(meta.dtype, np.dtype) else np.dtype(object)
        shape = _shape(meta, parts)
        if any(p.get("mediaType") == JSON for p in parts):
            return self._cells(shape, parts)
        out = np.empty(shape, dtype)
        self._each(parts, lambda p: self._fill(out, p))
        return out[()] if out.ndim == 0 else out

    def _fill(self, out: Any, part: dict[str, Any]) -> None:
        """Reads a part into its box of out."""
        box = out[_box(part)]
        inline = part.get("inline")
        if inline is not None:
            box[...] = _elements(unb64(inline), part["mediaType"], box)
            return
        if box.size == 0:
            return
        with self._open(part) as d:
            if d.media_type == NPY:
                box[...] = np.lib.format.read_array(d, allow_pickle=False)  # type: ignore[arg-type]
                return
            direct = box.flags.c_contiguous
            to = box if direct else np.empty(box.shape, box.dtype)
            d.readinto(memoryview(to.reshape(-1).view(np.uint8)))
            if not direct:
                box[...] = to

    def _cells(self, shape: tuple[int, ...], parts: list[dict[str, Any]]) -> Any:
        out = np.empty(shape, dtype=object)
        for p in parts:
            cells = [labels.from_json(v) for v in json.loads(self._bytes(p))]
            box = out[_box(p)]
            flat = np.empty(box.size, dtype=object)
            flat[:] = cells
            box[...] = flat.reshape(box.shape)
        return out

    def _object(self, parts: list[dict[str, Any]], op: str) -> Any:
        if len(parts) != 1:
            raise errors.Lost(f"an object of {len(parts)} parts")
        p = parts[0]
        media = p.get("mediaType", JSON)
        if media == PICKLE and not (op.startswith("remote.") and options.allow_pickle):
            raise PermissionError(
                "the value is a Python object, which may run code of others: it is read where its function was spawned, "
                "with mars.options.allow_pickle"
            )
        data = self._bytes(p)
        if media == PICKLE:
            return _unpickled(data, op)
        if media == JSON:
            return labels.from_json(json.loads(data))
        if media == NPY:
            from .._core import npy

            return npy.loads(data)
        if media == ARROW:
            from .._core import arrow

            return arrow.read(data)
        return data

    def _frame(self, meta: Meta, parts: list[dict[str, Any]]) -> Any:
        import pyarrow as pa

        tables: list[Any] = [None] * len(parts)

        def read(k: int) -> None:
            with pa.ipc.open_stream(pa.py_buffer(self._bytes(parts[k]))) as stream:
                tables[k] = stream.read_all()

        order = sorted(range(len(parts)), key=lambda k: _spans(parts[k])[:1] or [(0, 0)])
        self._each(parts, read, range(len(parts)))
        return _join([tables[k] for k in order], meta)

    def _bytes(self, part: dict[str, Any]) -> Any:
        inline = part.get("inline")
        if inline is not None:
            return unb64(inline)
        with self._open(part) as d:
            n = d.size
            if n is None:
                return _whole(d, 2 * int(part.get("nbytes", 0)))
            view = _room(n)
            d.readinto(view)
            return view

    def _open(self, part: dict[str, Any]) -> Any:
        """Opens a part at the first of its addresses that answers."""
        urls = part.get("urls", [])
        last: BaseException | None = None
        for k, url in enumerate(urls):
            host = _host(url)
            if k + 1 < len(urls) and self._avoided(host):
                continue
            try:
                patience = None if k + 1 == len(urls) else _PATIENCE
                return self._transport.get(
                    url, ticket=part.get("ticket"), accept=part.get("mediaType"), patience=patience
                )
            except errors.Unreachable as e:
                last = e
                if host:
                    with self._lock:
                        self._avoid[host] = time.monotonic() + _AVOID
        raise last or errors.Lost("a part of the value is nowhere")

    def _avoided(self, host: str) -> bool:
        with self._lock:
            return self._avoid.get(host, 0.0) > time.monotonic()

    def _each(
        self,
        parts: list[dict[str, Any]],
        f: Callable[[Any], None],
        args: Iterable[Any] | None = None,
        size: int | None = None,
    ) -> None:
        """f of every part, several at once when they are large, of size bytes together."""
        args = list(parts if args is None else args)
        if size is None:
            size = sum(int(p.get("nbytes", 0)) for p in parts if "inline" not in p)
        n = options.fetch_threads
        if min(n, len(args)) < 2 or size < _SMALL:
            for a in args:
                f(a)
            return
        futures = [self._threads(n).submit(f, a) for a in args]
        try:
            for done in concurrent.futures.as_completed(futures):
                done.result()
        except BaseException:
            for w in futures:
                w.cancel()
            concurrent.futures.wait(futures)
            raise

    def _threads(self, n: int) -> concurrent.futures.ThreadPoolExecutor:
        """Threads that keep their connections; others after a fork."""
        with self._lock:
            mine = (os.getpid(), n)
            if self._pool is None or self._mine != mine:
                self._pool, self._mine = concurrent.futures.ThreadPoolExecutor(n, "mars-fetch"), mine
            return self._pool

    def close(self) -> None:
        with self._lock:
            if self._pool is not None and self._mine[0] == os.getpid():
                self._pool.shutdown(wait=False)
            self._pool = None


def _unpickled(data: Any, op: str) -> Any:
    from .._core import pickles

    try:
        return pickles.unpack(data)
    except Exception as e:
        errors.note(e, f"the result of {op}, {len(data)} bytes, cannot be unpickled here")
        raise


def _room(n: int) -> memoryview:
    """n bytes to write in. Much goes back to the system as soon as nobody has it: of what is taken in a thread, the C library keeps up to 64 MiB."""
    if n < _MAPPED or os.name != "posix":
        return memoryview(np.empty(n, np.uint8))
    room = mmap.mmap(-1, n, mmap.MAP_PRIVATE | getattr(mmap, "MAP_ANONYMOUS", mmap.MAP_ANON))
    if hasattr(mmap, "MADV_HUGEPAGE"):
        try:
            room.madvise(mmap.MADV_HUGEPAGE)
        except OSError:  # the kernel has none
            pass
    return memoryview(room)


def _whole(d: Any, guess: int) -> memoryview:
    """All of a download whose size is not known; twice what is guessed takes no memory that is not written."""
    view, n = _room(max(guess, _SMALL)), 0
    while True:
        n += d.upto(view[n:])
        if n < len(view):
            return view[:n]
        more = _room(2 * n)
        more[:n] = view
        view = more


def unb64(text: str) -> bytes:
    """bytes as protojson writes them, with or without padding, in either alphabet."""
    if "-" in text or "_" in text:
        text = text.replace("-", "+").replace("_", "/")
    if len(text) % 4:
        text += "=" * (-len(text) % 4)
    return binascii.a2b_base64(text)


def _host(url: str) -> str:
    return "" if url.startswith("/") else url.partition("://")[2].partition("/")[0]


def _spans(part: dict[str, Any]) -> list[tuple[int, int]]:
    return [(int(s.get("start", 0)), int(s.get("stop", 0))) for s in part.get("into", ())]


def _box(part: dict[str, Any]) -> Any:
    """Where a part goes; a view also of an array without axes."""
    return (*(slice(lo, hi) for lo, hi in _spans(part)), Ellipsis)


def _shape(meta: Meta, parts: list[dict[str, Any]]) -> tuple[int, ...]:
    """The lengths, from the parts where the description does not know them."""
    shape = []
    for a, n in enumerate(meta.shape):
        if math.isnan(n):
            n = max((_spans(p)[a][1] for p in parts), default=0)
        shape.append(int(n))
    return tuple(shape)


def _elements(data: bytes, media: str, box: Any) -> Any:
    if media == NPY:
        from .._core import npy

        return npy.loads(data)
    return np.frombuffer(data, box.dtype).reshape(box.shape)


def _join(tables: list[Any], meta: Meta) -> Any:
    """One pandas value of the tables of all parts."""
    import pyarrow as pa

    from .._core import arrow

    if not tables:
        raise errors.Lost("a frame without parts")
    first = tables[0].schema
    if len(tables) == 1:
        value = arrow.from_table(tables[0], meta.kind)
    elif all(t.schema.equals(first) for t in tables[1:]) and (_ranged(meta) or arrow.follow(tables)):
        joined = pa.concat_tables([t.replace_schema_metadata(first.metadata) for t in tables]).unify_dictionaries()
        value = arrow.from_table(joined, meta.kind)
    else:
        value = _concat([arrow.from_table(t, meta.kind) for t in tables])
    return _labeled(value, meta)


def _concat(values: list[Any]) -> Any:
    """Parts whose columns have other Arrow types (objects that are numbers here and text there), or labels that start anew."""
    import pandas as pd

    first = values[0]
    if isinstance(first, pd.Index):
        return first.append(values[1:])
    if isinstance(first, pd.Series):
        if isinstance(first.dtype, pd.CategoricalDtype):
            whole = pd.api.types.union_categoricals([v.array for v in values])
            return pd.Series(whole, index=first.index.append([v.index for v in values[1:]]), name=first.name)
        return pd.concat(values)
    whole = pd.concat(values)
    for i, dtype in enumerate(first.dtypes):
        if isinstance(dtype, pd.CategoricalDtype):
            whole.isetitem(i, pd.api.types.union_categoricals([v.iloc[:, i].array for v in values]))
    return whole


def _ranged(meta: Meta) -> bool:
    """Whether the description tells the labels of all rows."""
    return bool(meta.index.get("kind") == "KIND_RANGE")


def _labeled(value: Any, meta: Meta) -> Any:
    """The value with the labels of a range, which stand in the description and not in the parts."""
    import pandas as pd

    if not _ranged(meta):
        return value
    start, step = int(meta.index.get("start", 0)), int(meta.index.get("step", 1) or 1)
    name = meta.levels[0][0] if meta.levels else None
    index = pd.RangeIndex(start, start + len(value) * step, step, name=name)
    if isinstance(value, pd.Index):
        return index
    value.index = index
    return value
