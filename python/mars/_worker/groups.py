"""Functions with the groups of a chunk: pandas' own methods of groups."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np
import pandas as pd

from . import reference


def run(
    function: Callable[..., Any],
    chunk: pd.DataFrame,
    own: dict[str, Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> Any:
    """What a method of groups gives of a function. own says how they are grouped, and which method it is."""
    keys: list[Any] = []
    apart = []
    for label, name in own["by"]:
        if label == name and not (isinstance(label, str) and label.startswith("__mars_key_")):
            keys.append(label)
        else:
            keys.append(
                chunk[label].rename(name).copy()
            )  # what lies in one block with a column of its name passes for it
            apart.append(label)
    rows: Any = chunk.drop(columns=apart) if apart else chunk
    if own["single"]:
        rows = rows.iloc[:, 0]
        if own["unnamed"]:
            rows = rows.rename(None)
    by: Any = keys if own["listed"] or len(keys) != 1 else keys[0]
    groups = rows.groupby(by if keys else None, level=_plain(own["level"]), **own["settings"])
    if own["chosen"] is not None:
        groups = groups[own["chosen"][0] if own["series"] else list(own["chosen"])]
    if "steps" in own:
        return reference.follow(groups, own["steps"])
    if own["method"] == "filter":
        if own["chosen"] is not None:
            rows = rows[own["chosen"][0] if own["series"] else list(own["chosen"])]
        return _stay(function, rows, groups, args, kwargs)
    if own.get("several"):
        return groups.agg(*args, **kwargs)
    return getattr(groups, own["method"])(function, *args, **kwargs)


def upright(result: Any, names: list[Any]) -> Any:
    """What a function gave for groups: the rows of a single one, which pandas lays across, stand below each other
    again.

    names are those of the levels of its labels.
    """
    if not isinstance(result, pd.DataFrame) or len(result) != 1 or len(names) != result.index.nlevels + 1:
        return result
    return pd.concat([result.iloc[0]], keys=[result.index[0]], names=names)


def _plain(level: Any) -> Any:
    return level[0] if isinstance(level, list) and len(level) == 1 else level


def _stay(
    function: Callable[..., Any], rows: Any, groups: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> pd.Series:
    """Which rows are of groups for which a function is true; pandas has the rows alone."""
    stay = np.zeros(len(rows), dtype=bool)
    for name, at in groups.indices.items():
        group = rows.iloc[at]
        if isinstance(group, pd.DataFrame):
            object.__setattr__(group, "name", name)
        says = function(group, *args, **kwargs)
        if not (isinstance(says, (bool, np.bool_)) or (np.isscalar(says) and pd.isna(says))):
            raise TypeError(f"filter function returned a {type(says).__name__}, but expected a scalar bool")
        stay[at] = not pd.isna(says) and bool(says)
    return pd.Series(stay, index=rows.index)
