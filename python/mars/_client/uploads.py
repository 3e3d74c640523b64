"""Local arrays and frames on their way to the cluster. What was sent once is not sent again while it lives."""

from __future__ import annotations

import secrets
import threading
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np

from .._core import attrs
from .._core.dtypes import name_of
from .._core.meta import Meta
from .._core.node import Node, Ref
from .._core.pickles import Blob
from . import errors
from .held import Held, keep
from .results import ARROW, PICKLE, RAW, _spans

if TYPE_CHECKING:
    from .session import Session


# As many chunks as are made of what is sent: more would be slivers.
_PARTS = 1 << 10
# How often an upload is sent again whose parts went with their workers.
_TRIES = 4
# Bytes that the server checks and copies in a second at the least, beyond the time of any call.
_COMMIT_RATE = 1 << 20


class Uploads:
    """The uploads of a session."""

    def __init__(self, session: Session) -> None:
        self._session = weakref.ref(session)
        self._sent: dict[int, tuple[weakref.ref[Any], weakref.ref[Node], Any]] = {}
        self._lock = threading.Lock()

    def put(self, value: Any, rows: int | None = None) -> Ref:
        """A core.put node of the value. Arrays, DataFrames, Series and Indexes, these in chunks of so many rows where they are given."""
        known = self._known(value)
        if known is not None:
            return Ref(known, 0)
        session = self._session()
        assert session is not None
        media, described, send = _plan(value)
        if rows is not None:
            described["nsplits"] = [{"lengths": _dims(_cut(len(value), rows))}]
        upload = {"sessionId": session.session_id, "meta": described, "mediaType": media}
        upload["uploadId"] = secrets.token_hex(16)
        for left in range(_TRIES, -1, -1):
            try:
                places = self._places(session, upload)
                done = self._send_all(session, upload, places, send, _nbytes(value))
                break
            except errors.Lost:  # workers went with parts of it
                if left == 0:
                    raise
        node = Node("core.put", (), {"key": {"key": done["key"]}})
        meta = Meta.from_json(done["meta"])
        meta.key = done["key"]
        node.metas = [meta]
        ref = Ref(node, 0)
        keep(ref, Held(session.session_id, done["key"], meta, session._keeper.drops))  # type: ignore[arg-type]
        self._remember(value, node)
        return ref

    def _places(self, session: Session, upload: dict[str, Any]) -> list[dict[str, Any]]:
        """Where the parts of an upload go; one that is over gets another id."""
        try:
            answer = session._call("DataService/CreateUpload", upload)
        except errors.Lost:
            upload["uploadId"] = secrets.token_hex(16)
            answer = session._call("DataService/CreateUpload", upload)
        return answer.get("parts", [])  # type: ignore[no-any-return]

    def _send_all(
        self, session: Session, upload: dict[str, Any], places: Any, send: Any, nbytes: int
    ) -> dict[str, Any]:
        """What the server says of an upload all of whose parts are there. Raises Lost where some went with their workers."""
        session._reader._each(places, lambda p: self._send(session, p, upload["mediaType"], send), size=nbytes)
        ended = {k: upload[k] for k in ("sessionId", "uploadId")}
        return session._call("DataService/CommitUpload", ended, wait=nbytes / _COMMIT_RATE)

    def _send(self, session: Session, part: dict[str, Any], media: str, send: Any) -> None:
        body = send(_spans(part))
        url = part["urls"][0]
        session._transport.put(url, body, media_type=media, ticket=part.get("ticket"))

    def _known(self, value: Any) -> Node | None:
        """The node of a value that was sent before and looks as it did then."""
        with self._lock:
            had = self._sent.get(id(value))
        if had is None or had[0]() is not value or had[2] != _stamp(value):
            return None
        return had[1]()

    def _remember(self, value: Any, node: Node) -> None:
        k = id(value)
        stamp = _stamp(value)
        if stamp is None:
            return
        try:
            w = weakref.ref(value, lambda _: self._sent.pop(k, None))
        except TypeError:
            return
        with self._lock:
            self._sent[k] = (w, weakref.ref(node), stamp)


def _stamp(value: Any) -> Any:
    """A digest that differs when the array was changed in place; None for what is sent anew each time."""
    if not isinstance(value, np.ndarray) or not value.flags.c_contiguous or value.dtype.kind == "O" or not value.size:
        return None
    return value.shape, value.dtype.str, _digest(value.reshape(-1).view(np.uint8))


# Words of a block of _digest, and their weights, drawn anew by every program.
_WORDS = 1 << 14
_weights = np.frombuffer(secrets.token_bytes(16 * _WORDS), np.uint64).reshape(2, _WORDS)


def _digest(data: Any) -> tuple[int, int]:
    """Multilinear hashes of bytes: of their words, and of the upper halves of these, whose bits the first one mixes least.

    It is ten times as fast as SHA-256, and there is no adversary: it tells whether a program changed its own array.
    """
    n = len(data) // 8
    words, a, b = data[: 8 * n].view(np.uint64), 0, 0
    for at in range(0, n, _WORDS):
        block = words[at : at + _WORDS]
        a = a * _ODD + int(np.dot(block, _weights[0, : len(block)])) & _MASK
        b = b * _ODD + int(np.dot(block >> np.uint64(32), _weights[1, : len(block)])) & _MASK
    return a, b ^ hash(data[8 * n :].tobytes())


_ODD, _MASK = 0x9E3779B97F4A7C15, (1 << 64) - 1


def _plan(value: Any) -> tuple[str, dict[str, Any], Any]:
    """Media type, description, and what makes the bytes of a part from its spans."""
    if isinstance(value, Blob):
        return PICKLE, {"kind": "KIND_OBJECT", "nbytes": attrs.whole(value.nbytes)}, lambda _spans: value.data
    if isinstance(value, (np.ndarray, np.generic)):
        a = np.asarray(value)
        if a.dtype.byteorder == ">" or not a.dtype.isnative:
            a = a.astype(a.dtype.newbyteorder("<"))
        described = {"kind": "KIND_TENSOR", "dims": _dims(a.shape), "type": {"dtype": name_of(a.dtype)}}

        def elements(spans: list[tuple[int, int]]) -> Any:
            box = np.ascontiguousarray(a[tuple(slice(lo, hi) for lo, hi in spans)] if spans else a)
            return memoryview(box.reshape(-1).view(np.uint8))

        return RAW, described, elements
    return _plan_frame(value)


def _plan_frame(value: Any) -> tuple[str, dict[str, Any], Any]:
    import pandas as pd

    from .._core import arrow

    kinds = ((pd.DataFrame, "KIND_DATAFRAME"), (pd.Series, "KIND_SERIES"), (pd.Index, "KIND_INDEX"))
    kind = next((k for t, k in kinds if isinstance(value, t)), None)
    if kind is None:
        raise TypeError(f"a {type(value).__name__} cannot be uploaded; arrays, DataFrames, Series and Indexes can")
    described = {"kind": kind, "dims": _dims((len(value),)), "nbytes": attrs.whole(_nbytes(value))}

    def rows(spans: list[tuple[int, int]]) -> Any:
        if not spans:
            return arrow.write(value)
        lo, hi = spans[0]
        return arrow.write(value[lo:hi] if isinstance(value, pd.Index) else value.iloc[lo:hi])

    return ARROW, described, rows


def _nbytes(value: Any) -> int:
    """About how many bytes a value has."""
    if hasattr(value, "nbytes"):
        return int(value.nbytes)
    usage = value.memory_usage()
    return int(usage if isinstance(usage, (int, np.integer)) else usage.sum())


def _cut(n: int, rows: int) -> list[int]:
    """Lengths of chunks of so many rows, or of more where those would be slivers."""
    rows = max(1, rows, -(-n // _PARTS))
    return [min(rows, n - at) for at in range(0, n, rows)] or [0]


def _dims(shape: Any) -> list[dict[str, Any]]:
    return [{"n": attrs.whole(int(n))} for n in shape]
