"""One process of a worker: it calls users' functions, one call at a time."""

from __future__ import annotations

import collections
import faulthandler
import io
import json
import os
import pickle
import signal
import struct
import sys
import threading
from typing import Any, Callable

import cloudpickle

from .._core import hooks
from . import frames, raised, styles, turns, values
from .arenas import Arena
from .frames import Link
from .memory import Memory
from .output import Output

_KEY = 16
_LINK, _PERMITS = 3, 4  # descriptors: of the link, and of permits to begin calls, one each
_LENGTH = struct.Struct("<I")
_FRACTION = struct.Struct("<d")


class Process:
    """Answers the frames of a link until that ends."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._arenas: list[Arena] = []
        self._pickles: dict[bytes, bytes] = {}
        self._functions: dict[bytes, Callable[..., Any]] = {}
        self._later: collections.deque[frames.Frame] = collections.deque()
        self._running = False
        self._call_now, self._told = 0, 0.0  # the call that runs, and how far it has said that it is
        self._read: tuple[bytes, dict[str, Any]] = b"", {}  # what was said of the last call: it is the same of most
        self._said: tuple[Any, bytes] = None, b""  # what was answered last
        self._turn = turns.Turn(self._ask)
        self._output = Output()
        self._pid = os.getpid()
        self._cwd = os.getcwd()
        self._fds = _which()
        self._memory = Memory(int(os.environ.get("MARS_MEMORY") or 0))

    def serve(self) -> None:
        faulthandler.enable()
        hooks.blocking = lambda: self._turn
        hooks.far = self._far
        signal.signal(signal.SIGINT, self._interrupted)
        self._link.send(frames.HELLO, 0, json.dumps(about()).encode())
        while True:
            f = self._later.popleft() if self._later else self._link.receive()
            if f.kind == frames.CALL:
                if self._may():
                    self._call(f)
                else:
                    self._link.send(frames.PASSED, f.call)
            elif f.kind == frames.LOAD:
                self._pickles[f.body[:_KEY]] = f.body[_KEY:]
            elif f.kind == frames.ARENA:
                self._map()
            elif f.kind == frames.END:
                return
            else:
                raise ValueError(f"a frame of kind {f.kind}")

    def _may(self) -> bool:
        """Takes a permit for the next call. The worker has taken back the calls for which there is none."""
        try:
            return bool(os.read(_PERMITS, 8))
        except BlockingIOError:
            return False

    def _interrupted(self, _number: int, _frame: Any) -> None:
        """A signal that comes too late finds another call, or none: the worker ends the process after it."""
        if self._running:
            raise KeyboardInterrupt

    def _far(self, fraction: float) -> None:
        """Says how far the call is that runs; not again what differs by less than a thousandth."""
        if self._running and os.getpid() == self._pid and abs(fraction - self._told) >= 1e-3:
            self._told = fraction
            self._link.send(frames.FAR, self._call_now, _FRACTION.pack(fraction))

    def _map(self) -> None:
        self._arenas += map(Arena, self._link.fds)
        self._link.fds.clear()

    def _function(self, key: bytes) -> Callable[..., Any]:
        f = self._functions.get(key)
        if f is None:
            f = self._functions[key] = pickle.loads(self._pickles[key])
        return f

    def _call(self, f: frames.Frame) -> None:
        at = _KEY + _LENGTH.size
        (n,) = _LENGTH.unpack_from(f.body, _KEY)
        text = f.body[at : at + n]
        if text != self._read[0]:
            self._read = text, json.loads(text)
        about = self._read[1]
        inputs = None
        try:
            self._turn = turns.Turn(self._ask)
            hooks.parent = about.get("task", "")
            self._call_now, self._told = f.call, 0.0
            self._running = True
            try:
                if "memory" in about:
                    self._memory.begin(about["memory"], sum(n for d in about["ins"] for _, _, n in d["places"]))
                inputs = values.Inputs(self._arenas, about["ins"])
                args, kwargs = values.Arguments(io.BytesIO(f.body[at + n :]), inputs.values).load()
                function = self._function(f.body[:_KEY])
                if "style" in about:
                    function = styles.bound(about["style"], function, about.get("at", ()))
                made = function(*args, **kwargs)
                del args, kwargs, function
                results = values.Results(cloudpickle.dumps)
                outs = about["outs"]
                if about["many"]:
                    _spread(results, made, outs)
                else:
                    results.add(made, outs[0])
                del made
            finally:
                if "memory" in about:
                    self._memory.end()
                self._running = False
                self._turn.end()
        except BaseException as e:
            self._parted(1)
            self._restored()
            self._failed(f.call, self._memory.told(e), inputs)
        else:
            self._parted(0)
            self._restored()
            self._done(f.call, results, inputs)

    def _parted(self, code: int) -> None:
        """Ends a child that a function has forked and that comes out of it too: the call is its parent's."""
        if os.getpid() != self._pid:
            self._output.end()
            os._exit(code)

    def _restored(self) -> None:
        """Takes back what the function has changed and would harm the next call, or be its fault. A process without its descriptors
        ends here, in the call that has closed them."""
        for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
            signal.setitimer(timer, 0)
        if _which() != self._fds:
            os._exit(1)  # it cannot say so: the worker finds it in the call
        try:
            if os.getcwd() == self._cwd:
                return
        except OSError:
            pass  # it is gone
        os.chdir(self._cwd)

    def _failed(self, call: int, e: BaseException, inputs: values.Inputs | None) -> None:
        about = raised.described(e) | self._left() | {"short": isinstance(e, MemoryError)}
        body = raised.pickled(e, cloudpickle.dumps)
        if len(body) > frames.LIMIT // 2:
            body = b""
        e.__traceback__ = None  # it holds the views
        about["kept"] = inputs.kept() if inputs else []
        text = json.dumps(about).encode()
        self._link.send(frames.ERROR, call, _LENGTH.pack(len(text)), text, body)

    def _done(self, call: int, results: values.Results, inputs: values.Inputs) -> None:
        self._bring(call, results.large())
        about = {"values": results.values, "sizes": [b.nbytes for b in results.buffers]} | self._left()
        inline = results.inline()
        results.buffers.clear()  # they may be views of inputs
        about["kept"] = inputs.kept()
        if about != self._said[0]:
            self._said = about, json.dumps(about).encode()
        text = self._said[1]
        self._link.send(frames.DONE, call, _LENGTH.pack(len(text)), text, inline)

    def _bring(self, call: int, large: list[memoryview]) -> None:
        """Copies large buffers to where the worker wants them."""
        if large:
            self._link.send(frames.ROOM_FOR, call, json.dumps([b.nbytes for b in large]).encode())
            for b, (arena, at) in zip(large, self._answer(frames.ROOM).json()):
                self._arenas[arena].fill(at, b)

    def _ask(self, kind: int) -> frames.Frame:
        """What the worker says to one that waits, or wants to go on."""
        self._link.send(kind, 0)
        return self._answer(frames.GO, frames.REFUSE)

    def _answer(self, *kinds: int) -> frames.Frame:
        """The next frame of some kinds. The worker may send other things before it."""
        while True:
            f = self._link.receive()
            if f.kind in kinds:
                return f
            if f.kind == frames.ARENA:
                self._map()
            else:
                self._later.append(f)

    def _left(self) -> dict[str, Any]:
        """What a function has left behind."""
        threads = 0
        if threading.active_count() > 1:
            threads = sum(not t.name.startswith("mars-") for t in threading.enumerate()) - 1
        return {"threads": threads, "log": self._output.end(), "grown": self._memory.grown()}


def _which() -> list[tuple[int, int] | None]:
    """Which files the descriptors are of; None: of none."""
    out: list[tuple[int, int] | None] = []
    for fd in (_LINK, _PERMITS):
        try:
            st = os.fstat(fd)
        except OSError:
            out.append(None)
        else:
            out.append((st.st_dev, st.st_ino))
    return out


def _spread(results: values.Results, made: Any, outs: list[str]) -> None:
    try:
        parts = list(made)
    except TypeError:
        raise TypeError(f"Specifying n_output={len(outs)}, but result is not iterable, got {made!r}") from None
    if len(parts) != len(outs):
        raise ValueError(f"Length of return value should be {len(outs)}, got {len(parts)}")
    for part, kind in zip(parts, outs):
        results.add(part, kind)


def about() -> dict[str, Any]:
    """The interpreter and the versions of what it has."""
    have = {n: m.__version__ for n in ("numpy", "pandas", "cloudpickle", "pyarrow") if (m := sys.modules.get(n))}
    python = f"{sys.version_info[0]}.{sys.version_info[1]}"
    return {"pid": os.getpid(), "python": python, "executable": sys.executable, "packages": have, "protocol": 1}
