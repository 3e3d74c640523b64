"""sort_values with a function of keys: it gets the column itself, as a handle, and what it gives is what rows are ordered by."""

import functools
import inspect

from . import samples

_KEY = "__mars_key_{}__"


def keyed(generated):
    """The method sort_values of a class of which the generated one takes no key."""
    signature = inspect.signature(generated)

    @functools.wraps(generated)
    def sort_values(self, *args, key=None, **kwargs):
        if key is None:
            return generated(self, *args, **kwargs)
        given = signature.bind(self, *args, **kwargs)
        given.apply_defaults()
        how = {k: v for k, v in given.arguments.items() if k not in ("self", "by", "axis", "inplace", "key")}
        frame = self._kind == "dataframe"
        by = given.arguments.get("by", self)
        columns = [self[c] for c in _labels(self, by)] if frame else [self]
        rows = given.arguments["axis"] in (0, "index", "rows")
        made = [_mapped(c, key) for c in columns] if rows else []
        if not made or any(k is None for k in made):
            return generated(self, *args, key=key, **kwargs)  # which says that it is not there: pandas' own is called
        names = [_KEY.format(i) for i in range(len(made))]
        rows = (self if frame else self.to_frame(0)).assign(**dict(zip(names, made)))
        rows = rows.sort_values(names if len(names) > 1 else names[0], **how)
        out = rows.drop(columns=names) if frame else rows[0].rename(self.name)
        return self._move(out._ref) if given.arguments["inplace"] is True else out

    return sort_values


def _labels(frame, by):
    """The columns that rows are ordered by; none where something else is named."""
    by = by if isinstance(by, list) else [by]
    meta = frame._meta
    there = [] if meta.open or len(set(meta.names)) < len(meta.names) else meta.names
    return by if by and all(c in there for c in by) else []


def _mapped(column, key):
    """What a function makes of a column that keeps its rows where they are; None where it is to be called with data."""
    try:
        tried = samples.sample(column)
        made = samples.told("sort_values", lambda: key(tried.copy()), tried, "another key")
        if getattr(made, "index", None) is None or not made.index.equals(tried.index):
            return None
        found = key(column)
        return found if getattr(found, "_kind", None) == "series" else None
    except Exception:  # pandas' own says what it is
        return None
