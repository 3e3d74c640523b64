"""Several aggregates of a frame or series: df.agg(["sum", "max"]), df.agg({"a": "sum"}), df.agg(x=("a", "max"))."""

import pandas as pd

from .._core.aggregates import spec
from .._core.build import one


def several(of, func, named):
    """What agg gives for a list, a dict or named aggregates."""
    if of._kind == "series" and isinstance(func, (dict, pd.Series)):
        if any(isinstance(f, (list, tuple, dict)) for f in dict(func).values()):
            raise pd.errors.SpecificationError("nested renamer is not supported")
        func, named = None, dict(func)
    by_column = isinstance(func, (dict, pd.Series)) and not any(
        isinstance(f, (list, tuple)) for f in dict(func).values()
    )
    kind = "series" if of._kind == "series" or by_column else "dataframe"
    return one("dataframe.agg", (of,), {"func": spec(func, named)}, kind)
