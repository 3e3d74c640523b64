"""The ways in which a function of a user's is called with blocks of tensors: NumPy's own function runs it where there is one.

The client calls samples in the same ways, so what is told of a result and what is made are of one piece of code.
"""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

_PLAIN = "biufcmM"  # kinds of dtypes that tensors hold


class Unheld(TypeError):
    """A function gave what no tensor holds."""

    def __init__(self, said: str) -> None:
        super().__init__(f"the function gave {said}, and tensors hold bools, numbers and times")
        self.said = said


def bound(style: str, function: Callable[..., Any], at: Any) -> Callable[..., Any]:
    """What calls a function with blocks, and brings its results to the dtypes that were promised; at is the place of the block."""

    if style == "overlap":
        return _around(function, at)

    def call(parts: tuple[Any, ...], how: dict[str, Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if how["indexed"]:
            kwargs = {**kwargs, "chunk_index": tuple(at)}
        try:
            made = run(style, function, parts, how["own"], args, kwargs)
        except Unheld as e:
            raise TypeError(f"{e}; {how['what']} was called in chunk {_place(at)}") from None
        if len(made) != len(how["outs"]):
            raise ValueError(f"{how['what']} promised {len(how['outs'])} results and the function gave {len(made)}")
        outs = [_kept(a, how, dtype, rank, at) for a, (dtype, rank) in zip(made, how["outs"])]
        return outs if len(outs) > 1 else outs[0]

    return call


def _around(function: Callable[..., Any], at: Any) -> Callable[..., Any]:
    """What calls a function with blocks and what lies around them, which it trims from the result; at is the place, and how much lies on each side."""

    def call(parts: tuple[Any, ...], how: dict[str, Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        of = parts[0]
        place, sides = at[: of.ndim], at[of.ndim :]

        def trimmed(*blocks: Any, **named: Any) -> Any:
            a = np.asarray(function(*blocks, **named))
            if not how["own"]["trim"]:
                return a
            if a.shape != of.shape:
                raise ValueError(
                    f"map_overlap: the function gave a block of shape {a.shape} for one of {of.shape}, which cannot be trimmed"
                )
            return a[tuple(slice(sides[2 * i], n - sides[2 * i + 1]) for i, n in enumerate(a.shape))]

        return bound("block", trimmed, place)(parts, how, args, kwargs)

    return call


def run(
    style: str,
    function: Callable[..., Any],
    parts: tuple[Any, ...],
    own: dict[str, Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> list[np.ndarray]:
    """What a function gives for blocks, as arrays: args and kwargs are those that it is to be called with."""
    if style in ("block", "overlap"):
        return [_plain(function(*parts, *args, **kwargs))]
    if style == "along":
        return [_plain(np.apply_along_axis(function, -1, parts[0], *args, **kwargs))]
    if style == "over":
        return [_plain(np.apply_over_axes(function, parts[0], own["axes"]))]
    if style == "piecewise":
        return [np.piecewise(parts[0], list(parts[1:]), *args, **kwargs)]
    if style == "vectorize":
        return _vectorized(function, own, args, kwargs)
    ufunc = np.frompyfunc(function, own["nin"], own["nout"], **own["identity"])
    if style == "ufunc":
        return [_plain(a) for a in _several(ufunc(*args))]
    if style == "at":
        a = np.array(args[0], dtype=object)
        ufunc.at(a, *args[1:])
        return [_plain(a)]
    return [_plain(getattr(ufunc, style)(parts[0], *args, **kwargs))]  # reduce, accumulate


def _several(made: Any) -> tuple[Any, ...]:
    return made if isinstance(made, tuple) else (made,)


def _vectorized(
    function: Callable[..., Any], own: dict[str, Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> list[np.ndarray]:
    """What numpy.vectorize gives. Without otypes what comes is told from all elements, not from the first one."""
    otypes, n = own["otypes"], own["nout"]
    v = np.vectorize(function, otypes or [object] * n, excluded=own["excluded"], signature=own["signature"])
    made = _several(v(*args, **kwargs))
    if otypes:
        return list(made)
    if own["signature"] is None and n == 1:
        cells = made[0].ravel().tolist()
        if cells and all(isinstance(c, tuple) for c in cells):  # one call gives several results
            if len({len(c) for c in cells}) > 1:
                raise ValueError("the function gave tuples of different lengths")
            made = tuple(_objects([c[i] for c in cells]).reshape(made[0].shape) for i in range(len(cells[0])))
    return [_plain(a) for a in made]


def _objects(cells: list[Any]) -> np.ndarray:
    a = np.empty(len(cells), dtype=object)
    a[:] = cells
    return a


def _plain(made: Any) -> np.ndarray:
    """What a function gave as an array of a dtype that tensors hold. Unheld: it is something else."""
    a = np.asarray(made)
    if a.dtype == object and a.size:
        cells = a.ravel().tolist()
        try:
            told = np.array(cells)
        except ValueError:  # sequences of several lengths
            told = a
        if told.shape != (a.size,) or told.dtype.kind not in _PLAIN:
            raise Unheld(_named(next((c for c in cells if np.ndim(c) or np.asarray(c).dtype.kind not in _PLAIN), None)))
        a = told.reshape(a.shape)
    if a.dtype == object:
        return np.empty(a.shape)
    if a.dtype.kind not in _PLAIN:
        raise Unheld("texts" if a.dtype.kind in "US" else f"an array of {a.dtype}")
    return a


def _named(v: Any) -> str:
    if v is None:
        return "None"
    return "texts" if isinstance(v, (str, bytes)) else f"a {type(v).__name__}"


def _kept(a: np.ndarray, how: dict[str, Any], dtype: str, rank: int, at: Any) -> np.ndarray:
    """A result with the dtype that was promised, as far as that loses nothing. TypeError: it is something else."""
    of = "inferred from a sample" if how["guessed"] else "declared"
    said = None
    if a.dtype != dtype and not np.can_cast(a.dtype, dtype, "safe") and a.size:
        said = f"{dtype} ({of}) and returned {a.dtype}", f" (first value {_first(a, dtype)!r})"
    elif a.ndim != rank:
        said = f"a result of {rank} axes ({of}) and returned one of {a.ndim}", ""
    if said is not None:
        raise TypeError(f"{how['what']} promised {said[0]} in chunk {_place(at)}{said[1]}; pass {how['hint']}")
    return np.asarray(a, dtype=dtype)


def _place(at: Any) -> Any:
    return at[0] if len(at) == 1 else tuple(at)


def _first(a: np.ndarray, dtype: str) -> Any:
    """The first element that does not fit."""
    for v in a.ravel().tolist():
        if not np.can_cast(np.min_scalar_type(v) if not isinstance(v, float) else np.dtype(float), dtype, "safe"):
            return v
    return a.ravel()[0].item()
