"""Settings of the client: mars.config.options, and option_context for a block of code."""

from __future__ import annotations

import contextvars
from collections.abc import Iterator, Mapping
from typing import Any, Callable

__all__ = ["Options", "on_change", "option_context", "options"]


def _is_bool(v: Any) -> bool:
    return isinstance(v, bool)


def _is_bool_or(*words: Any) -> Callable[[Any], bool]:
    return lambda v: isinstance(v, bool) or v in words


def _is_count(v: Any) -> bool:
    return v is None or (isinstance(v, int) and not isinstance(v, bool) and v > 0)


def _is_seconds(v: Any) -> bool:
    return isinstance(v, (int, float)) and not isinstance(v, bool) and v > 0


# Name: default, what it may be, in words, what it is for.
_KNOWN: dict[str, tuple[Any, Callable[[Any], bool], str, str]] = {
    "eager_mode": (False, _is_bool, "True or False", "Compute every value when it is built."),
    "show_progress": (
        "auto",
        _is_bool_or("auto"),
        "True, False or 'auto'",
        "A progress bar while tasks run; 'auto': on terminals and notebooks.",
    ),
    "strict": (
        "auto",
        _is_bool_or("auto"),
        "True, False or 'auto'",
        "Find bad calls when they are made, by asking the server; 'auto': when it is on this host.",
    ),
    "chunk_bytes": (
        None,
        _is_count,
        "None or a positive int",
        "Bytes of a chunk where no size is given; None: as the server likes.",
    ),
    "warn_duplicated_execution": (
        False,
        _is_bool,
        "True or False",
        "Warn when a value is executed that was executed before.",
    ),
    "progress_update_interval": (
        0.25,
        _is_seconds,
        "a positive number",
        "Seconds between two looks at the progress of a task.",
    ),
    "max_implicit_fetch_bytes": (
        1 << 30,
        _is_count,
        "None or a positive int",
        "Largest value that np.asarray and float() fetch by themselves.",
    ),
    "chunk_size": (
        None,
        _is_count,
        "None or a positive int",
        "A name of the original's: taken, while chunk_bytes says how values are cut.",
    ),
    "chunk_store_limit": (
        None,
        _is_count,
        "None or a positive int",
        "A name of the original's: taken, while chunk_bytes says how values are cut.",
    ),
    "combine_size": (
        None,
        _is_count,
        "None or a positive int",
        "A name of the original's: taken, while the planner chooses how many partial results are combined at once.",
    ),
    "allow_pickle": (
        True,
        _is_bool,
        "True or False",
        "Unpickle what functions that this program has spawned give and raise.",
    ),
    "reference": (
        "warn",
        lambda v: v in ("warn", "silent", "error"),
        "'warn', 'silent' or 'error'",
        "Calls without a parallel version run as pandas' or NumPy's own, on one core: 'warn' says so once for a line; 'error' refuses them.",
    ),
    "reference_bytes": (
        8 << 30,
        lambda v: _is_count(v) and v is not None,
        "a positive int",
        "Most bytes that a call without a parallel version may need on its core.",
    ),
    "eager_writers": (
        False,
        _is_bool,
        "True or False",
        "to_csv and the other writers write when they are called, not when what they give is executed.",
    ),
    "fetch_threads": (
        4,
        lambda v: _is_count(v) and v is not None,
        "a positive int",
        "Connections that one fetch or upload reads with.",
    ),
}

_none: Mapping[str, Any] = {}
_overlay: contextvars.ContextVar[Mapping[str, Any]] = contextvars.ContextVar("mars_options", default=_none)
_active: list[Mapping[str, Any]] = []  # the overlays of all threads
_listeners: list[Callable[[], None]] = []


def on_change(f: Callable[[], None]) -> None:
    """Calls f whenever a setting changes, in any thread."""
    _listeners.append(f)


def _changed() -> None:
    for f in _listeners:
        f()


class Options:
    """The settings. Assigning changes one for the whole program; inside option_context, for its block."""

    def __init__(self) -> None:
        object.__setattr__(self, "_values", {k: v[0] for k, v in _KNOWN.items()})

    def __getattr__(self, name: str) -> Any:
        over = _overlay.get()
        if name in over:
            return over[name]
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(f"there is no option {name!r}; the options are {', '.join(_KNOWN)}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        _check(name, value)
        over = _overlay.get()
        if name in over:
            over[name] = value  # type: ignore[index]
        else:
            self._values[name] = value
        _changed()

    def __dir__(self) -> list[str]:
        return [*_KNOWN, "describe", "reset", "to_dict"]

    def __repr__(self) -> str:
        return "\n".join(f"{k} = {v!r}" for k, v in self.to_dict().items())

    def __iter__(self) -> Iterator[str]:
        return iter(_KNOWN)

    def to_dict(self) -> dict[str, Any]:
        """All settings as they are here and now."""
        return {**self._values, **_overlay.get()}

    def any_of(self, name: str) -> list[Any]:
        """The values that a setting has now, in any thread."""
        return [self._values[name], *(o[name] for o in list(_active) if name in o)]

    def describe(self, name: str) -> str:
        """What a setting is for."""
        if name not in _KNOWN:
            raise AttributeError(f"there is no option {name!r}")
        default, _, words, text = _KNOWN[name]
        return f"{name}: {words}. {text} The default is {default!r}."

    def register_option(self, name: str, default: Any, validator: Callable[[Any], Any] | None = None) -> None:
        """Adds a setting of a program's own; validator gets a new value, and raises or gives False for one that is wrong."""
        if name in _KNOWN:
            raise ValueError(f"there is an option {name!r} already")
        good = validator or (lambda v: True)
        _KNOWN[name] = (default, lambda v: good(v) is not False, "what its validator takes", "A program's own.")
        self._values[name] = default

    def reset(self, name: str | None = None) -> None:
        """Gives one setting its default again, or all of them."""
        for k in [name] if name else list(_KNOWN):
            setattr(self, k, _KNOWN[k][0])


class _Here:
    """The settings of a block: assigning changes them until its end."""

    def __init__(self, over: dict[str, Any]) -> None:
        object.__setattr__(self, "_over", over)

    def __getattr__(self, name: str) -> Any:
        return getattr(options, name)

    def __setattr__(self, name: str, value: Any) -> None:
        _check(name, value)
        self._over[name] = value
        _changed()

    def __dir__(self) -> list[str]:
        return dir(options)


class option_context:
    """Settings for a with block, in this thread or coroutine: option_context({'eager_mode': True}) or option_context(eager_mode=True)."""

    def __init__(self, settings: Mapping[str, Any] | None = None, /, **more: Any) -> None:
        self._settings = {**(settings or {}), **more}
        for k, v in self._settings.items():
            _check(k, v)
        self._entered: list[tuple[contextvars.Token[Mapping[str, Any]], Mapping[str, Any]]] = []

    def __enter__(self) -> _Here:
        over = {**_overlay.get(), **self._settings}
        _active.append(over)
        self._entered.append((_overlay.set(over), over))
        _changed()
        return _Here(over)

    def __exit__(self, *_: Any) -> None:
        token, over = self._entered.pop()
        _overlay.reset(token)
        for i, o in enumerate(_active):
            if o is over:
                del _active[i]
                break
        _changed()


def _check(name: str, value: Any) -> None:
    if name not in _KNOWN:
        raise AttributeError(f"there is no option {name!r}; the options are {', '.join(_KNOWN)}")
    _, good, words, _ = _KNOWN[name]
    if not good(value):
        raise ValueError(f"option {name} must be {words}, not {value!r}")


options = Options()
