"""The filters of read_parquet, as pyarrow spells them: conditions joined by "and", lists of these joined by "or"."""

import operator
from functools import reduce

import pandas as pd

_compare = {
    "=": operator.eq,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def parse(filters):
    """The filters as a list of lists of conditions (column, operator, value).

    Raises ValueError for another form and for unknown operators, NotImplementedError for what is no list, such as pyarrow's expressions.
    """
    if not isinstance(filters, (list, tuple)):
        raise NotImplementedError(
            f"read_parquet: filters={filters!r} is not there yet, give a list of (column, operator, value)"
        )
    if not filters or not all(filters):
        raise ValueError("Malformed filters")
    lists = [filters] if isinstance(filters[0][0], str) else filters
    for condition in (c for conditions in lists for c in conditions):
        if isinstance(condition, str) or len(condition) != 3 or not isinstance(condition[0], str):
            raise ValueError(f"Malformed filters: {condition!r} is no (column, operator, value)")
        if condition[1] not in _compare and condition[1] not in ("in", "not in"):
            raise ValueError(f'"{condition[1]}" is not a valid operator in predicates.')
    return lists


def names(lists):
    """The columns that conditions look at, in order of appearance."""
    return list(dict.fromkeys(name for conditions in lists for name, _, _ in conditions))


def rows(df, lists):
    """The rows of df for which all conditions of one of the lists hold.

    A comparison with what is missing does not hold; what is missing is not in a list, unless None is.
    """
    return df[reduce(operator.or_, (reduce(operator.and_, (_holds(df[c], op, v) for c, op, v in cs)) for cs in lists))]


def _holds(column, op, value):
    if op in ("in", "not in"):
        values = [v for v in value if v is not None and v == v]
        found = column.isin(values) | column.isna() if None in value else column.isin(values)
        return found if op == "in" else ~found
    if value is None:
        return column.isna() & column.notna()
    if op == "!=":
        return (column != value) & column.notna()
    if op not in ("=", "==") and isinstance(column.dtype, pd.CategoricalDtype):  # by value, not by place
        column = column.astype("str" if isinstance(value, str) else "float64")
    return _compare[op](column, value)
