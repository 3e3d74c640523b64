"""df.describe(): counts, means, quantiles, put together of other operators."""

import numpy as np
import pandas as pd
from pandas.io.formats.format import format_percentiles

from .._core import attrs as _a
from .._core.build import one


def describe(of, percentiles, include, exclude):
    """The statistics of a frame, as a frame with a row for each, or of a series."""
    series = of._kind == "series"
    if of._meta.open:  # what is told of a column depends on its dtype
        of.execute()
    df = of.to_frame("values") if series else of
    names = [of.name] if series else df._names
    if not names:
        raise ValueError("Cannot describe a DataFrame without columns")
    dtypes = [d for _, d in df._meta.columns]
    quantiles = _quantiles(percentiles)
    places = [0] if series else _places(dtypes, include, exclude)
    kinds = [_kind(dtypes[i]) for i in places]
    ins = []
    for kind in ("number", "time", "other"):
        at = [i for i, k in zip(places, kinds) if k == kind]
        if not at:
            continue
        part = df.iloc[:, at]
        if kind == "other":
            ins += [part.count(), part.nunique(), *(df.iloc[:, i].value_counts().head(1) for i in at)]
            continue
        spread = [part.std()] if kind == "number" else []
        ins += [part.count(), part.mean(), *spread, part.min(), part.quantile(quantiles), part.max()]
    attrs = {
        "names": _a.items(_a.label(names[i]) for i in places),
        "kinds": _a.strings(kinds),
        "between": _a.strings(format_percentiles(quantiles) if quantiles else []),
    }
    if series and of.name is None:  # a row of a frame learns its name when it runs
        ins.append(of.head(0))
    if series:
        attrs["series"] = _a.boolean(True)
    return one("dataframe.described", ins, attrs, of._kind)


def _quantiles(percentiles):
    if percentiles is None:
        return [0.25, 0.5, 0.75]
    qs = np.asarray(percentiles, dtype=float)
    if not ((qs >= 0) & (qs <= 1)).all():
        raise ValueError("percentiles should all be in the interval [0, 1]")
    if len(np.unique(qs)) < len(qs):
        raise ValueError("percentiles cannot contain duplicates")
    return np.unique(qs).tolist()


def _places(dtypes, include, exclude):
    """The columns that are described."""
    empty = pd.DataFrame({i: pd.Series(dtype=d) for i, d in enumerate(dtypes)})
    if include is None and exclude is None:
        found = empty.select_dtypes(include=[np.number, "datetime"]).columns
        return list(found if len(found) else empty.columns)
    if isinstance(include, str) and include == "all":
        if exclude is not None:
            raise ValueError("exclude must be None when include is 'all'")
        return list(empty.columns)
    found = empty.select_dtypes(include=include, exclude=exclude).columns
    if not len(found):
        raise ValueError("No columns match the specified include or exclude data types")
    return list(found)


def _kind(dtype):
    """Which statistics a column has."""
    if pd.api.types.is_bool_dtype(dtype):
        return "other"
    if pd.api.types.is_numeric_dtype(dtype) or dtype.kind == "m":
        return "number"
    return "time" if dtype.kind == "M" else "other"
