"""Scripts that members of a gang run: in the process itself as __main__, or in an interpreter below it."""

from __future__ import annotations

import io
import linecache
import os
import pickle
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
import types
from typing import Any

from .._core import hooks
from . import frames

OK = {"status": "ok"}


class ScriptFailed(RuntimeError):
    """A script that ran in an interpreter of its own has ended with another code than 0."""


def run(script: dict[str, Any], data: dict[str, Any]) -> dict[str, str]:
    """Runs a script: its text, name and arguments, and its mode; data are the names that it finds.

    Raises what the script raises, with a note that says which rank it was.
    """
    try:
        if script["mode"] == "process":
            _apart(script, data)
        else:
            _here(script, data)
    except BaseException as e:
        _note(e, script["name"])
        raise
    return dict(OK)


def _rank() -> str:
    return f"rank {os.environ.get('RANK', '0')} of {os.environ.get('WORLD_SIZE', '1')}"


def _note(e: BaseException, name: str) -> None:
    """Says with an exception which member has raised it, and where in the script."""
    lines = [f.lineno for f in traceback.extract_tb(e.__traceback__) if f.filename == name]
    where = f", at {name}, line {lines[-1]}" if lines else f", of {name}"
    e.__notes__ = [*getattr(e, "__notes__", []), _rank() + where]  # type: ignore[attr-defined]


def _here(script: dict[str, Any], data: dict[str, Any]) -> None:
    """Executes a script as __main__ of this process, which runs nothing else."""
    name, text = script["name"], script["text"]
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    main = types.ModuleType("__main__")
    main.__dict__.update(__file__=name, __builtins__=__builtins__, session=_session(), **data)
    sys.modules["__main__"] = main
    sys.argv = [name, *script["argv"]]
    try:
        exec(compile(text, name, "exec"), main.__dict__)
    except SystemExit as e:
        if e.code not in (None, 0):
            raise
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def _session() -> Any:
    """The session that the script runs for; None where functions cannot reach it."""
    if "MARS_ENDPOINT" not in os.environ:
        return None
    import mars

    return mars.new_session()


def _apart(script: dict[str, Any], data: dict[str, Any]) -> None:
    """Runs a script in an interpreter below this process, which waits for it."""
    folder = tempfile.mkdtemp(prefix="script-")
    ours, theirs = socket.socketpair()
    try:
        path, given = os.path.join(folder, os.path.basename(script["name"])), os.path.join(folder, "data")
        with open(path, "w", encoding="utf-8") as f:
            f.write(script["text"])
        with open(given, "wb") as g:
            g.write(_dumped(data))
        env = {
            **os.environ, "MARS_DATA": given, "MARS_TURN": str(theirs.fileno()), "MARS_TASK": hooks.parent,
            "PYTHONUNBUFFERED": "1",
        }  # fmt: skip
        child = subprocess.Popen(
            [sys.executable, path, *script["argv"]], env=env, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL
        )
        theirs.close()
        try:
            code = _serve(ours, child)
        except BaseException:
            child.send_signal(signal.SIGTERM)
            child.kill()
            child.wait()
            raise
        if code:
            what = f"exit code {code}" if code > 0 else signal.Signals(-code).name
            raise ScriptFailed(f"{script['name']} has ended with {what}; {_rank()}: fetch_log() tells what it said")
    finally:
        ours.close()
        theirs.close()
        shutil.rmtree(folder, ignore_errors=True)


def _serve(link: socket.socket, child: subprocess.Popen[bytes]) -> int:
    """Waits for a script, and gives the slot to others while it waits for the cluster. It returns the exit code."""
    end = os.pidfd_open(child.pid)
    try:
        listening, turn = [link], None
        while True:
            ready, _, _ = select.select([*listening, end], [], [])
            if link in ready:
                said = link.recv(1)
                if not said:
                    listening = []
                elif said[0] == frames.WAIT:
                    turn = hooks.blocking()
                    try:
                        turn.__enter__()
                    except RuntimeError as e:
                        turn = None
                        link.sendall(bytes([frames.REFUSE]) + str(e).encode()[:200].ljust(200))
                    else:
                        link.sendall(bytes([frames.GO]))
                elif said[0] == frames.RESUME and turn is not None:
                    turn.__exit__(None, None, None)
                    turn = None
                    link.sendall(bytes([frames.GO]))
            elif end in ready:
                return child.wait()
    finally:
        os.close(end)


def _dumped(data: dict[str, Any]) -> bytes:
    """The data of a script as a file: values of Mars are what describes them."""
    import cloudpickle

    from .._core.entity import Entity

    class Pickler(cloudpickle.Pickler):  # type: ignore[misc]
        def persistent_id(self, o: Any) -> Any:
            if not isinstance(o, Entity):
                return None
            from .._functions import sent

            return sent.described(o)

    out = io.BytesIO()
    Pickler(out, protocol=5).dump(data)
    return out.getvalue()


class _Unpickler(pickle.Unpickler):
    def persistent_load(self, pid: Any) -> Any:
        from .lent import handle

        return handle(pid)


def given() -> dict[str, Any]:
    """The data of the script that this interpreter runs; LookupError: it runs none."""
    path = os.environ.get("MARS_DATA")
    if path is None:
        raise LookupError("mars.remote.data() is for scripts that mars.remote.run_script runs with mode='process'")
    with open(path, "rb") as f:
        out: dict[str, Any] = _Unpickler(f).load()
    return out
