"""The ways in which a function of a user's is called with a chunk: pandas' own method runs it where there is one.

The client calls samples in the same ways, so what is told of a result and what is made are of one piece of code.
"""

from __future__ import annotations

from typing import Any, Callable

from .._core.lazily import pandas3
from . import blocks, groups, promises, rows


def bound(style: str, function: Callable[..., Any], at: Any) -> Callable[..., Any]:
    """What calls a function with a chunk, and brings its result to what was promised; at is the place of the chunk."""
    if style.startswith("tensor."):
        return blocks.bound(style.removeprefix("tensor."), function, at)

    def call(chunk: Any, how: dict[str, Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if how.get("indexed"):
            kwargs = {**kwargs, "chunk_index": tuple(at) + (0,) * (chunk.ndim - len(at))}
        length = len(chunk)
        mine = chunk if pandas3() else chunk.copy()  # what a function changes is its own
        result = run(style, function, mine, how.get("own", {}), args, kwargs)
        promise = how["promise"]
        if how.get("around"):
            result, length = _own(result, promise["what"], length, *at[1:])
        if style == "groups" and promise["kind"] == "series":
            result = groups.upright(result, [name for name, _ in promise["levels"]])
        return promises.kept(result, promise, length, at[0] if at else 0)

    return call


def _own(result: Any, what: str, rows: int, ahead: int, behind: int) -> tuple[Any, int]:
    """The rows of a result that are those of its chunk, and how many there are: it has one for each of so many rows."""
    if not hasattr(result, "iloc") or len(result) != rows:
        said = f"{len(result)} rows" if hasattr(result, "iloc") else f"a {type(result).__name__}"
        raise TypeError(f"the function of {what} returned {said} for {rows} rows: it must return a row for each")
    return result.iloc[ahead : rows - behind], rows - ahead - behind


def run(
    style: str,
    function: Callable[..., Any],
    chunk: Any,
    own: dict[str, Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> Any:
    """What a function gives for a chunk: args and kwargs are the user's, own those of the method."""
    if style == "chunk":
        return function(chunk, *args, **kwargs)
    if style == "elements":
        return chunk.map(function, **own, **kwargs)
    if style == "apply":
        if own.get("axis") == 1:
            return rows.apply(chunk, function, args, own, kwargs)
        return chunk.apply(function, args=args, **own, **kwargs)
    if style == "transform":
        return chunk.transform(function, own["axis"], *args, **kwargs)
    if style == "steps":
        return function(chunk, *args)
    if style == "groups":
        return groups.run(function, chunk, own, args, kwargs)
    raise ValueError(f"style {style!r}")
