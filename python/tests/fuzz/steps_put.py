"""Steps that assign to a frame or series. The text behind "!" is a whole statement, which changes x."""

import pandas as pd

from .draw import NUMBERS, kind_of, source


def _plain(index):
    """Whether single labels of an index stand for one row each."""
    return not isinstance(index, pd.MultiIndex) and index.is_unique and not index.hasnans and len(index) > 0


def _place(d, n):
    return d.int(-n, n - 1)


def _span(d):
    return f"{d.int(-3, 4)}:{d.int(-2, 6)}"


def cells(d, x, f):
    """By label, by place, and by condition, of a frame."""
    i = d.position(f)
    if i is None or f.columns.duplicated().any():
        return None
    s, c = f.iloc[:, i], source(f.columns[i])
    both = d.columns(f, most=2, fewest=2)
    value, cond = d.full_cell(s), f"{x}[{c}].{d.one('notna()', 'isna()')}"
    options = [
        f"{x}.iloc[{_span(d)}, {i}] = {value}",
        f"{x}.iloc[{_span(d)}, [{i}]] = {value}",
        f"{x}.loc[{cond}, [{c}]] = {value}",
        f"{x}.loc[{cond}, 'new'] = {value}",
        f"{x}.loc[{cond}, {c}] = {x}[{c}].shift(1)",
        f"{x}.loc[:, {c}] = {value}",
        f"{x}[{cond}] = {value}" if len({kind_of(t) for t in f.dtypes}) == 1 else None,
        f"{x}[{x}[[{c}]] == {value}] = {value}" if f.shape[1] == 1 else None,
        f"{x}.insert(0, 'first', {x}[{c}])",
        f"del {x}[{c}]" if f.shape[1] > 1 else None,
    ]
    if both:
        a, b = both[1:-1].split(", ", 1) if both.count(",") == 1 else (c, c)
        options += [f"{x}[{both}] = {x}[[{b}, {a}]]", f"{x}[{both}] = {value}"]
    if len(f):
        options += [
            f"{x}.iloc[{_place(d, len(f))}, {i}] = {value}",
            f"{x}.iat[{_place(d, len(f))}, {i}] = {value}",
            f"{x}.iloc[[{_place(d, len(f))}, {_place(d, len(f))}], {i}] = {value}",
        ]
    if _plain(f.index):
        one, other = (source(d.rng.choice(list(f.index[:30]))) for _ in range(2))
        options += [
            f"{x}.loc[{one}, {c}] = {value}",
            f"{x}.at[{one}, {c}] = {value}",
            f"{x}.loc[[{one}, {other}], {c}] = {value}",
            f"{x}.loc[{one}:{other}, {c}] = {value}",
        ]
    text = d.rng.choice(options)
    return text and "!" + text


def value(d, x, f):
    """One cell of a frame."""
    i = d.position(f)
    if i is None or f.columns.duplicated().any() or not len(f):
        return None
    if d.chance(0.5) or not _plain(f.index):
        return f"{x}.iat[{_place(d, len(f))}, {i}]"
    return f"{x}.at[{source(d.rng.choice(list(f.index[:30])))}, {source(f.columns[i])}]"


def elements(d, x, s):
    """By label, by place, and by condition, of a series."""
    value = d.full_cell(s)
    options = [
        f"{x}[{x}.{d.one('notna()', 'isna()')}] = {value}",
        f"{x}[{x} == {value}] = {d.full_cell(s)}",
        f"{x}.iloc[{_span(d)}] = {value}",
        f"{x}.loc[{x}.notna()] = {x}.shift(1)",
    ]
    if len(s):
        options += [f"{x}.iloc[{_place(d, len(s))}] = {value}", f"{x}.iat[{_place(d, len(s))}] = {value}"]
    if _plain(s.index):
        one = source(d.rng.choice(list(s.index[:30])))
        options += [f"{x}.loc[{one}] = {value}", f"{x}.at[{one}] = {value}", f"{x}.loc[[{one}]] = {value}"]
    return "!" + d.rng.choice(options)


def element(d, x, s):
    """One cell of a series."""
    if not len(s):
        return None
    if d.chance(0.5) or not _plain(s.index):
        return f"{x}.iat[{_place(d, len(s))}]"
    return f"{x}.at[{source(d.rng.choice(list(s.index[:30])))}]"


def described(d, x, f):
    """Statistics of a frame or series."""
    kinds = {kind_of(t) for t in (f.dtypes if f.ndim == 2 else [f.dtype])}
    if "object" in kinds or (f.ndim == 2 and not f.shape[1]):
        return None
    q = d.one("0.5", "0.3", "[0.25, 0.75]", "1", "[]")
    how = d.one("", "", ", interpolation={!r}".format(d.one("lower", "higher", "nearest", "midpoint")))
    only = ", numeric_only=True" if f.ndim == 2 and (kinds - set(NUMBERS) or d.chance(0.2)) else ""
    more = d.one("", "", "percentiles=[0.1, 0.6]", "include='all'" if f.ndim == 2 else "")
    return d.one(f"{x}.describe({more})", f"{x}.quantile({q}{only}{how})")
