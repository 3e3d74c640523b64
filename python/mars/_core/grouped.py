"""Functions of users on groups: rows of a group meet in one chunk, and a function is called with the groups of a chunk in one call of its process."""

import numpy as np
import pandas as pd

from . import attrs as _a
from . import functions
from .build import one
from .functions import Types

_KEY = "__mars_key_{}__"  # columns of keys that are none of the frame
_SETTINGS = ("as_index", "sort", "group_keys", "observed", "dropna")


def _call(groups, what, func, args, kwargs, types, aligned=False):
    """What a function gives for groups, under their keys, or with aligned for the rows of the input."""
    if hasattr(groups, "_times"):
        raise NotImplementedError(f"{what} of bins of time with a Python callable is not there yet; name an aggregate")
    attrs, of = groups._attrs, groups._ins[0]
    if of._kind == "series":
        of = of.to_frame()
    keys, by = [], []
    for item in _a_items(attrs):
        if "label" in item:
            keys.append(_a.decode(item["label"]))
            by.append((keys[-1], keys[-1]))
        else:
            key = groups._ins[item["in"]["input"]]
            of = of.assign(**{_KEY.format(len(by)): key})
            by.append((_KEY.format(len(by)), key.name))
    settings = {k: attrs[k]["b"] for k in _SETTINGS if k in attrs}
    level = _a.decode(attrs["level"]) if "level" in attrs else None
    own = {
        "by": by, "level": level, "listed": groups._listed, "chosen": groups._chosen, "series": groups._series,
        "single": groups._ins[0]._kind == "series", "settings": settings, "method": what,
    }  # fmt: skip
    columns = [label for label, _ in by]

    def laid(schema):
        """Whether rows are sent by their keys, else all of them come to one process."""
        meta = dict(of._meta.columns)
        met = by and not any(isinstance(meta.get(c), pd.CategoricalDtype) for c in columns)
        if met and not aligned:
            met = settings.get("sort", True) and settings.get("as_index", True) and settings.get("group_keys", True)
            met = met and not isinstance(schema, pd.Index) and list(schema.index.names[: len(by)]) == [n for _, n in by]
        return {"by": columns} if met else {"whole": True}

    return functions.call(of, what, func, "groups", args, kwargs, own, types, aligned=aligned, laid=laid)


def _a_items(attrs):
    return [i["fields"]["fields"] for i in attrs["by"]["list"]["items"]] if "by" in attrs else []


def apply(
    self, func, *args, output_type=None, dtypes=None, dtype=None, name=None, index=None, skip_infer=False, **kwargs
):
    """What a function gives for each group, under the keys, or an aggregate by name.

    Rows of a group meet in one process. Where the result is not in the order of its keys (sort=False, as_index=False, group_keys=False), and for groups
    of categories and of levels, all rows come to one process. What comes out is inferred by a call here with made-up groups; output_type, dtypes,
    dtype, name and index say it instead; with skip_infer=True the first rows are tried, which are computed.
    """
    if isinstance(func, str):
        return getattr(self, func)(*args, **kwargs)
    return _call(
        self,
        "apply",
        func,
        args,
        kwargs,
        Types(output_type, dtypes if dtype is None else dtype, name, index, skip_infer),
    )


def agg(self, func, args, kwargs):
    """An aggregate that a function makes of each column of a group."""
    return _call(self, "agg", func, args, kwargs, Types())


def transform(self, func, args, kwargs):
    """What a function gives for each column of a group, in the rows of the input."""
    return _call(self, "transform", func, args, kwargs, Types(), aligned=True)


def filter(self, func, dropna=True, *args, **kwargs):
    """The rows of the groups for which a function is true."""
    if not dropna:
        raise NotImplementedError("groupby.filter: parameter 'dropna' is not there yet, leave it at its default")
    stay = _call(self, "filter", func, args, kwargs, Types(dtypes=np.dtype(bool)), aligned=True)
    of = self._ins[0]
    if self._chosen is not None:
        of = of[self._chosen[0] if self._series else self._chosen]
    return one("dataframe.filter", (of, stay), None, of._kind)
