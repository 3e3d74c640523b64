"""What read_csv's converters are on a worker: the user's function, whose results that stand for missing values are missing."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

# The texts that pandas takes for missing values.
USUAL = (
    "", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>", "N/A", "NA", "NULL", "NaN",
    "None", "n/a", "nan", "null",
)  # fmt: skip


class Converter:
    """A function of texts; missing are the results that become NaN."""

    def __init__(self, func: Callable[[str], Any], missing: Iterable[Any]) -> None:
        self.func, self.missing = func, frozenset(missing)

    def __call__(self, text: str) -> Any:
        made = self.func(text)
        return math.nan if isinstance(made, (str, int, float)) and made in self.missing else made
