"""Joins by row labels that are several merges: of lists of frames, and of indexes that have some of their levels in common."""

import numpy as np
import pandas as pd

from ._as import LISTED, frame

_LEVEL = "_mars_level_of_"  # before the names of levels while they are columns


def many(df, others, how, sort, validate):
    """df with the columns of several frames: labels that are unique meet all at once, as in pandas."""
    from ._gen import concat

    frames = [df, *map(frame, others)]
    if how in ("left", "outer", "inner"):
        unique = all(f.index.to_pandas().is_unique for f in frames)
        if unique:
            out = concat(frames, axis=1, join="inner" if how == "inner" else "outer", sort=sort)
            return out.loc[df.index.to_pandas()] if how == "left" else out
    out = frames[0]
    for f in frames[1:]:
        out = out.join(f, how=how, sort=sort, validate=validate)
    return out


_KEY = "_mars_key_"  # before the numbers of keys that are no columns


def by_values(merge, left, right, on, left_on, right_on, **kwargs):
    """A merge some of whose keys have a value for each row: they are columns while it is made, and named as the other side's key, or key_0, key_1."""
    theirs = [on] if on is not None else [left_on, right_on]
    left_on, right_on = ([k] if not isinstance(k, list) else k for k in (theirs[0], theirs[-1]))
    if len(left_on) != len(right_on):
        raise ValueError("len(right_on) must equal len(left_on)")
    sides, keys, names = [left, right], ([], []), {}
    for i, pair in enumerate(zip(left_on, right_on)):
        if not any(has_rows(k) for k in pair):
            keys[0].append(pair[0])
            keys[1].append(pair[1])
            continue
        key = f"{_KEY}{i}"
        names[key] = next((k for k in pair if not has_rows(k)), f"key_{i}")
        for side, k in enumerate(pair):
            values = k if has_rows(k) else sides[side][k]
            sides[side] = sides[side]._with(key, values.rename(LISTED) if hasattr(values, "rename") else values)
            keys[side].append(key)
    out = merge(*sides, left_on=keys[0], right_on=keys[1], **kwargs)
    for i, (key, name) in enumerate(names.items()):
        if name in out._names:
            out[name] = out[key]
        else:
            out.insert(i, name, out[key])
    return out.drop(columns=list(names))


def has_rows(key):
    """Whether a key has a value for each row."""
    return getattr(key, "_kind", None) in ("series", "index", "tensor") or isinstance(
        key, (pd.Series, pd.Index, np.ndarray)
    )


def by_levels(left, right, how, suffixes, sort, validate):
    """The join of frames whose indexes have some levels in common; None where labels meet whole.

    The result has the levels of the left index and those that only the right one has; for how="right" the other way about.
    """
    from ._gen import merge

    right = frame(right)
    if not (left._meta.multi or right._meta.multi):
        return None
    ours, theirs = ([n for n, _ in f._meta.levels] for f in (left, right))
    if set(ours) == set(theirs) or None in ours or None in theirs:
        return None
    both = [n for n in ours if n in theirs]
    if not both:
        raise ValueError("cannot join with no overlapping index names")
    flat = [_flat(f, names) for f, names in ((left, ours), (right, theirs))]
    out = merge(*flat, how, on=[_LEVEL + n for n in both], sort=sort, suffixes=suffixes, validate=validate)
    order = (
        [*theirs, *(n for n in ours if n not in both)]
        if how == "right"
        else [*ours, *(n for n in theirs if n not in both)]
    )
    if len(ours) == 1 or len(theirs) == 1:
        order = max(ours, theirs, key=len)
    return out.set_index([_LEVEL + n for n in order]).rename_axis(order)


def _flat(f, names):
    """A frame with its levels as columns."""
    f = f.to_frame() if f._kind == "series" else f
    return f.rename_axis([_LEVEL + n for n in names]).reset_index()
