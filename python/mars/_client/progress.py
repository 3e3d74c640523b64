"""The progress bar: one line on a terminal or in a notebook, by tqdm where it is installed."""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import Any, TextIO

from .._core.together import called

# Seconds before a bar appears.
DELAY = 0.5

_one = threading.Lock()  # one bar at a time: others stay silent


def _notebook() -> bool:
    """Whether output goes to a Jupyter kernel's front end."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None and hasattr(ipython, "get_ipython") else None
    return shell is not None and hasattr(shell, "kernel")


def wanted(show: Any) -> bool:
    """Whether to draw: show is True, False, or 'auto' for terminals and notebooks."""
    if show == "auto":
        return _notebook() or bool(getattr(sys.stderr, "isatty", lambda: False)())
    return bool(show)


class Bar:
    """A bar for one task. Nothing is drawn in the first half second."""

    def __init__(self, show: bool, file: TextIO | None = None, delay: float | None = None) -> None:
        self._show = show
        self._file = file
        self._begin = time.monotonic()
        self._delay = DELAY if delay is None else delay
        self._bar: Any = None
        self._mine = False

    def update(self, task: dict[str, Any]) -> None:
        """Shows how far a task is, as protojson of Task says it."""
        if not self._show or time.monotonic() - self._begin < self._delay:
            return
        if self._bar is None:
            self._mine = _one.acquire(blocking=False)
            if not self._mine:
                self._show = False
                return
            self._bar = _make(self._file)
        done, total = int(task.get("subtasksDone", 0)), int(task.get("subtasks", 0))
        part = float(task.get("progress", 0.0))
        if total:  # subtasks that were planned meanwhile count as well
            part = min(part, (done + sum(c.get("progress", 0) for c in task.get("calls", ()))) / total)
        said = task.get("waiting", "")
        self._bar.show(part, done, total, task.get("name", ""), f"waits: {said}" if said else _slow(task))

    def close(self, failed: bool = False) -> None:
        """Takes the bar away; that of a failed task stays."""
        if self._bar is not None:
            self._bar.close(failed)
            self._bar = None
        if self._mine:
            self._mine = False
            _one.release()


def _make(file: TextIO | None) -> Any:
    try:
        return _Tqdm(file)
    except ImportError:
        return _Plain(file or sys.stderr)


# Seconds after which a bar says that a call of a function goes on.
_LONG = 10


def _slow(task: dict[str, Any]) -> str:
    """What is said of the call of a function that runs longest; nothing where it has not run for long."""
    for call in task.get("calls", ())[:1]:
        seconds = int(call.get("seconds", 0))
        if seconds >= _LONG:
            took = f"{seconds} s" if seconds < 120 else f"{seconds // 60} min"
            site = call.get("site", "")
            what = called(call.get("op", "")) or "a function"
            return f"{what}{f' of {site}' if site else ''} runs {took} on {call.get('worker', '')}"
    return ""


def _words(done: int, total: int, note: str) -> str:
    text = f"{done}/{total}" if total else "planning"
    return f"{text}, {note}" if note else text


def _columns() -> int | None:
    """The width of a bar where the terminal says that it has none; None leaves it to tqdm."""
    try:
        return None if os.get_terminal_size(sys.stderr.fileno()).columns else 80
    except (OSError, ValueError, AttributeError):
        return None


class _Tqdm:
    def __init__(self, file: TextIO | None) -> None:
        if _notebook() and "ipywidgets" in sys.modules:
            from tqdm.notebook import tqdm
        else:
            from tqdm import tqdm
        self._t = tqdm(
            total=100,
            file=file,
            leave=False,
            bar_format="{desc}{percentage:3.0f}%|{bar}| {unit} [{elapsed}<{remaining}]",
            mininterval=0,
            ncols=_columns(),
        )

    def show(self, fraction: float, done: int, total: int, name: str, note: str) -> None:
        self._t.set_description_str(name + " " if name else "", refresh=False)
        self._t.unit = _words(done, total, note)
        self._t.n = round(100 * fraction, 1)
        self._t.refresh()

    def close(self, failed: bool) -> None:
        self._t.leave = failed
        self._t.close()


class _Plain:
    def __init__(self, file: TextIO) -> None:
        self._f = file
        self._begin = time.monotonic()
        self._width = 0

    def show(self, fraction: float, done: int, total: int, name: str, note: str) -> None:
        full = round(20 * fraction)
        text = f"{name} [{'#' * full}{'-' * (20 - full)}] {100 * fraction:3.0f}%  {_words(done, total, note)}"
        text = f"{text.strip()}  {time.monotonic() - self._begin:.0f} s"
        self._f.write("\r" + text.ljust(self._width))
        self._width = len(text)
        self._f.flush()

    def close(self, failed: bool) -> None:
        self._f.write("\n" if failed else "\r" + " " * self._width + "\r")
        self._f.flush()
