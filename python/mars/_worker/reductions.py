"""Aggregates of a program's own, of chunks of rows and of what came of all chunks."""

from __future__ import annotations

from typing import Any

import pandas as pd


def many(v: Any) -> tuple[Any, ...]:
    """A value, or the values of a tuple."""
    return v if isinstance(v, tuple) else (v,)


def of_chunk(chunk: Any, by: Any) -> pd.DataFrame:
    """What a reduction makes of each column of a chunk: a row, of a column for each value."""
    row = {}
    for i in range(1 if chunk.ndim == 1 else chunk.shape[1]):
        made = many(by.pre(chunk if chunk.ndim == 1 else chunk.iloc[:, i]))
        made = made if by.pre_with_agg else many(by.agg(*made))
        row.update({f"{i}_{k}": [v] for k, v in enumerate(made)})
    return pd.DataFrame(row)


def of_all(parts: pd.DataFrame, by: Any, columns: Any) -> pd.Series:
    """The results, of what came of all chunks, under the labels of the columns."""
    made = []
    for i in range(1 if columns is None else len(columns)):
        values = [parts[c] for c in parts.columns if c.startswith(f"{i}_")]
        made.append(by.post(*many(by.agg(*values))))
    return pd.Series(made, index=columns)
