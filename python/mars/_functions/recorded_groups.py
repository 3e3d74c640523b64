"""Functions of groups of which it is known what they do: they are aggregates by name, and arithmetic before and
behind them."""

from .._core.aggregates import is_named, name_of, pair_of
from .._core.lazily import pandas as pd
from .recorded import EXACT, reduces
from .recorder import Recorded, evaluated, record, reductions
from .recorder_rows import Labelled

_NAMES = frozenset("sum mean min max std var median count nunique prod any all sem skew first last size".split())


def of_groups(of, keys, settings, items):
    """What functions and names make of columns of groups, under the keys, as a frame of a column each; None
    where a function is to be called.

    of is the rows, keys are labels of columns and series, items pairs of a column and a function or a name.
    """
    dtypes = _dtypes(of)
    if dtypes is None:
        return None
    exprs = []
    for column, func in items:
        if isinstance(func, str):
            expr = ("reduce", func, ("column", column), {}) if func in _NAMES else None
        else:
            expr = _expr(func, lambda tape, c=column: _column(tape, c, dtypes))
        if expr is None:
            return None
        exprs.append(expr)
    return _evaluated(of, keys, settings, exprs)


def of_each(of, keys, settings, columns, series, func):
    """What a function makes of the rows of each group, a number, under the keys, as a frame of one column; None
    where it is to be called.

    It gets the columns, or with series the first of them.
    """
    dtypes = _dtypes(of)
    if dtypes is None:
        return None

    def root(tape):
        if series:
            return _column(tape, columns[0], dtypes)

        def made(label):
            return _column(tape, label, dtypes) if label in columns else None

        return Labelled(tape, made, pd.DataFrame, ("column", columns[0]))

    expr = _expr(func, root)
    return None if expr is None else _evaluated(of, keys, settings, [expr])


def _dtypes(of):
    dtypes = dict(of._meta.columns)
    return None if len(dtypes) < len(of._meta.columns) or of._meta.shape[0] == 0 else dtypes


def _column(tape, label, dtypes):
    return Recorded(tape, ("column", label), True, False) if dtypes.get(label) in EXACT else None


def _expr(func, root):
    told = record(func, root)
    return None if told is None or told[1].mixed or told[1].given else reduces(told)


def _evaluated(of, keys, settings, exprs):
    wide, asked = {}, {}

    def column_of(expr):
        """The name of a column with what an expression makes of the rows."""
        if expr[0] == "column":
            return expr[1]
        name = f"__mars_rows_{len(wide)}__"
        wide[name] = evaluated(expr, lambda label: of[label], None)
        return name

    for expr in exprs:
        for name, rows, _ in reductions(expr):
            if (name, rows) not in asked:
                asked[name, rows] = (f"r{len(asked)}", column_of(rows), name)
    frame = of.assign(**wide) if wide else of
    how = {k: settings[k] for k in ("sort", "observed", "dropna") if k in settings}
    found = frame.groupby(keys, **how).agg(**{r: (column, name) for r, column, name in asked.values()})

    def reduced(name, rows, _kwargs):
        return found[asked[name, rows][0]]

    outs = {f"o{i}": evaluated(expr, None, reduced) for i, expr in enumerate(exprs)}
    return found.assign(**outs)[list(outs)]


def items_of(func, named, columns, series):
    """Pairs of a column and a function or a name that agg of groups was asked for, in pandas' order; None for
    what else it takes.

    columns are those that are aggregated.
    """

    def name(f):
        return f if isinstance(f, str) or callable(f) else None

    if func is None:
        pairs = [(columns[0], v) if series else pair_of(v) for v in named.values()]
    elif named:
        return None
    elif isinstance(func, dict):
        if series:
            return None
        pairs = [(c, f) for c, fs in func.items() for f in (fs if isinstance(fs, (list, tuple)) else [fs])]
    elif isinstance(func, (list, tuple)):
        pairs = [(c, f) for c in columns for f in func]
    else:
        pairs = [(c, func) for c in columns]
    if any(len(p) != 2 or name(p[1]) is None or p[0] not in columns for p in pairs):
        return None
    return [(c, name_of(f) if is_named(f) else f) for c, f in pairs]
