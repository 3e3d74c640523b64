"""What calls of a function may take, and where they run: slots, memory, time, labels of workers."""

from __future__ import annotations

import functools
from typing import Any, Callable

from .._core import attrs as _a
from .environment import Environment


class Placement:
    """What was asked for, checked. Names are those of operators."""

    __slots__ = ("env", "memory", "slots", "timeout", "where")

    def __init__(
        self, slots: Any = 1, memory: Any = None, timeout: Any = None, where: Any = None, env: Any = None
    ) -> None:
        if isinstance(slots, bool) or not isinstance(slots, int) or slots < 1:
            raise ValueError(f"slots must be a positive int, not {slots!r}")
        if memory is not None and (isinstance(memory, bool) or not isinstance(memory, int) or memory < 1):
            raise ValueError(f"memory must be a positive number of bytes, not {memory!r}")
        if timeout is not None and (isinstance(timeout, bool) or not timeout > 0):
            raise ValueError(f"timeout must be a positive number of seconds, not {timeout!r}")
        if env is not None and not isinstance(env, Environment):
            raise TypeError(f"env is what mars.env() gives, not a {type(env).__name__}")
        self.slots, self.memory, self.timeout, self.where, self.env = slots, memory, timeout, labels(where), env

    def attrs(self) -> dict[str, Any]:
        """The parameters of an operator that differ from their defaults."""
        out: dict[str, Any] = {}
        if self.slots > 1:
            out["slots"] = _a.integer(self.slots)
        if self.memory is not None:
            out["memory"] = _a.integer(self.memory)
        if self.timeout is not None:
            out["timeout"] = {"f": float(self.timeout)}
        if self.where:
            out["where"] = {"strings": {"v": self.where}}
        if self.env is not None:
            out["env"] = _a.boolean(True)
            if self.env.packages:
                out["packages"] = _a.boolean(True)
        return out

    def inputs(self) -> list[Any]:
        """What a call has behind its other inputs, ahead of arguments that are apart."""
        return [] if self.env is None else [self.env.ref()]

    def over(self, other: Placement | None) -> Placement:
        """This, with what another says where this says nothing."""
        if other is None:
            return self
        return Placement(
            self.slots if self.slots > 1 else other.slots,
            other.memory if self.memory is None else self.memory,
            other.timeout if self.timeout is None else self.timeout,
            self.where or other.where,
            other.env if self.env is None else self.env,
        )


def labels(where: Any) -> list[str]:
    """Labels of workers as texts: a text, several, or a dict."""
    if where is None:
        return []
    if isinstance(where, str):
        where = [where]
    elif isinstance(where, dict):
        where = [f"{k}={v}" for k, v in where.items()]
    where = list(where)
    for w in where:
        if not isinstance(w, str) or not w.partition("=")[0]:
            raise ValueError(f"where takes labels of workers such as 'zone=a', not {w!r}")
    return where


_NOTHING = Placement()


def placement_of(slots: Any, memory: Any, timeout: Any, where: Any, env: Any) -> Placement:
    """What a call asks for; calls that ask for nothing share one."""
    if type(slots) is int and slots == 1 and memory is None and timeout is None and where is None and env is None:
        return _NOTHING
    return Placement(slots, memory, timeout, where, env)


class Optioned:
    """A function with what its calls may take."""

    def __init__(self, func: Callable[..., Any], placement: Placement) -> None:
        functools.update_wrapper(self, func)
        self.func, self.placement = func, placement

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.func(*args, **kwargs)

    def __reduce__(self) -> Any:  # in a process it is the function
        return _itself, (self.func,)


def _itself(func: Any) -> Any:
    return func


def taken(func: Any, placement: Placement | None = None) -> tuple[Any, Placement]:
    """A function without its options, and these with what was said at the call above them."""
    placement = placement or _NOTHING
    while isinstance(func, Optioned):
        func, placement = func.func, placement.over(func.placement)
    return func, placement
