"""Groups one by one: for key, rows in df.groupby(keys)."""

import pandas as pd

from .._core import attrs as _a
from .._core.build import one


def pairs(groups):
    """Pairs of a key and the rows of its group, in the order of the aggregates. Keys of a list are tuples."""
    attrs = {k: v for k, v in groups._attrs.items() if k not in ("as_index", "group_keys")}
    sizes = type(groups)(groups._ins, attrs, groups._chosen).size()
    keys, values = sizes.index.to_pandas(), _keys(groups)
    listed = groups._listed
    for key in keys:
        parts = key if isinstance(keys, pd.MultiIndex) else (key,)
        which = None
        for column, part in zip(values, parts):
            same = column.isna() if _missing(part) else column == part
            which = same if which is None else which & same
        rows = groups._ins[0]._filtered(which)
        if groups._chosen is not None:
            rows = rows[groups._chosen[0] if groups._series else groups._chosen]
        yield (parts if listed else key), rows


def _missing(v):
    return v is None or v is pd.NaT or v is pd.NA or v != v


def _keys(groups):
    """The keys as series with the rows of what is grouped."""
    of, out = groups._ins[0], []
    for k in groups._attrs.get("by", {"list": {"items": []}})["list"]["items"]:
        k = k["fields"]["fields"]
        if "in" in k:
            out.append(groups._ins[k["in"]["input"]])
            continue
        label = _a.decode(k["label"])
        out.append(of[label] if of._kind == "dataframe" and label in of._names else _level(of, label))
    for k in groups._attrs.get("level", {"list": {"items": []}})["list"]["items"]:
        out.append(_level(of, _a.decode(k)))
    return out


def _level(of, level):
    """The labels of a level as a series under the same labels."""
    if len(of._meta.levels) > 1:
        raise NotImplementedError("iteration over groups by one of several levels is not there yet; reset_index first")
    return one("dataframe.to_series", (of.index,), None, "series")
