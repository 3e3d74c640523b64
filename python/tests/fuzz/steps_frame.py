"""Steps from a frame."""

from . import steps_files, steps_put
from .draw import NUMBERS, kind_of, source
from .steps_series import LATER, REDUCE, _with_skipna, timed

AGGREGATES = "sum mean min max count size first last nunique std var median prod any all sem".split()


def column(d, x, f):
    c = d.column(f)
    return c and f"{x}[{c}]"


def columns(d, x, f):
    c = d.columns(f, most=4)
    return c and d.one(f"{x}[{c}]", f"{x}.drop(columns={c})", f"{x}.loc[:, {c}]")


def condition(d, x, f):
    """A condition on the rows, as source."""
    i = d.position(f)
    if i is None:
        return None
    s, c = f.iloc[:, i], f"{x}[{source(f.columns[i])}]"
    k = kind_of(s.dtype)
    if k == "bool" and d.chance(0.5) and str(s.dtype) == "bool":
        return d.one(c, f"~{c}")
    return d.one(
        f"{c} {d.one('==', '!=', '<', '>=', '>')} {d.full_cell(s)}"
        if k not in ("category", "object")
        else f"{c} == {d.full_cell(s)}",
        f"{c}.notna()",
        f"{c}.isin([{d.cell(s)}, {d.cell(s)}])",
        f"~{c}.duplicated()",
    )


def filtered(d, x, f):
    c = condition(d, x, f)
    if c is None:
        return None
    if d.chance(0.3) and (more := condition(d, x, f)):
        c = f"({c}) {d.one('&', '|')} ({more})"
    return d.one(f"{x}[{c}]", f"{x}.loc[{c}]", f"{x}[{c}]")


def query(d, x, f):
    """A condition as text."""
    i = d.position(f, ("int", "float", "str", "time"))
    if i is None or not isinstance(f.columns[i], str) or f.columns.duplicated().any():
        return None
    s, c = f.iloc[:, i], f"`{f.columns[i]}`"
    value = d.full_cell(s)
    if "Timestamp" in value or not isinstance(f.index.name, (str, type(None))):
        return None
    j = d.position(f, (kind_of(s.dtype),))
    other = f"`{f.columns[j]}`" if j is not None and isinstance(f.columns[j], str) else value
    if d.chance(0.3):
        op = d.one("+", "-", "*", "/") if kind_of(s.dtype) in ("int", "float") else d.one("==", "<", "!=")
        return f"{x}.eval({d.one('', 'new = ') + f'{c} {op} {other}'!r})"
    text = d.one(
        f"{c} {d.one('==', '!=', '<', '>=', '>')} {value}",
        f"{c} {d.one('==', '<', '>=')} {other}",
        f"{c} in [{value}, {value}]",
        f"{c} == [{value}] | not {c} >= {value}",
        f"{c}.isna() or {c} not in [{value}]",
        f"{value} <= {c} <= {value}",
    )
    return f"{x}.query({text!r})"


def rows(d, x, f):
    n, m = d.int(-3, 6), d.int(-6, 8)
    return d.one(
        f"{x}.head({n})",
        f"{x}.tail({n})",
        f"{x}[{n}:{m}]",
        f"{x}.iloc[{n}:{m}:{d.one(1, 2, -1, -2)}]",
        f"{x}.iloc[[{', '.join(str(d.int(-len(f), len(f) - 1)) for _ in range(d.int(1, 4)))}]]" if len(f) else None,
        f"{x}.iloc[{d.int(-3, 4)}]" if f.shape[1] else None,
        f"{x}.iloc[:, {d.int(0, 2)}]",
        f"{x}.iloc[{n}:, [{d.int(0, 2)}]]",
    )


def labels(d, x, f):
    rows = d.one(
        f"[{', '.join(d.label(f.index) for _ in range(d.int(1, 3)))}]",
        f"{d.label(f.index)}:{d.label(f.index)}",
        d.label(f.index) if f.index.is_unique and f.index.nlevels == 1 else ":",
    )
    c = d.one("", "", d.column(f), d.columns(f))
    return f"{x}.loc[{rows}, {c}]" if c else f"{x}.loc[{rows}]"


def order(d, x, f):
    flags = (", na_position='first'" if d.chance(0.25) else "") + d.flag("ignore_index", False)
    if d.chance(0.25):
        return f"{x}.sort_index(kind='stable'{d.flag('ascending')}{flags})"
    c = d.columns(f, most=2)
    if c is None:
        return None
    n = c.count(",") + 1
    up = (
        f", ascending=[{', '.join(d.one('True', 'False') for _ in range(n))}]"
        if d.chance(0.4) and "(" not in c
        else d.flag("ascending")
    )
    return f"{x}.sort_values({c}, kind='stable'{up}{flags})"


def group(d, x, f):
    if "object" in {kind_of(t) for t in f.dtypes}:
        return None
    by = d.columns(f, most=2) if d.chance(0.7) else d.column(f)
    if by is None:
        return None
    if d.chance(0.12):
        by = f"level={d.one('0', '-1')}" if f.index.nlevels > 1 or d.chance(0.7) else by
    more = d.flag("sort") + d.flag("dropna") + d.flag("as_index")
    value = ""
    i = d.position(f, NUMBERS if d.chance(0.6) else None)
    if i is not None and d.chance(0.6):
        c = source(f.columns[i])
        value = d.one(f"[{c}]", f"[[{c}]]")
    name = d.one(*AGGREGATES)
    call = f"{name}()"
    if name in ("sum", "mean", "std", "var", "median", "prod", "sem", "min", "max") and not value and d.chance(0.5):
        call = f"{name}(numeric_only=True)"
    how = d.chance(0.3)
    if how and value:
        call = d.one(
            f"agg([{', '.join(repr(d.one(*AGGREGATES)) for _ in range(2))}])",
            f"agg({d.one(*AGGREGATES)!r})",
            "quantile(0.3)",
            "quantile([0.9, 0.3])",
            "nth([0, -1])",
            f"agg(u={d.one(*AGGREGATES)!r})" if not value.startswith("[[") else "agg('sum')",
        )
    elif how and i is not None:
        c = source(f.columns[i])
        call = d.one(
            f"agg({{{c}: {d.one(*AGGREGATES)!r}}})",
            f"agg({{{c}: ['min', {d.one('max', 'sum', 'count')!r}]}})",
            f"agg(u=({c}, {d.one(*AGGREGATES)!r}))",
        )
    if d.chance(0.25):
        call = d.one(*LATER)
    return f"{x}.groupby({by}{more}){value}.{call}"


def reduce(d, x, f):
    if not f.shape[1] or "object" in {kind_of(t) for t in f.dtypes}:
        return None
    name = d.one(*REDUCE)
    more = _with_skipna(d, name)
    if d.chance(0.35) and name not in ("any", "all", "nunique", "count"):
        more += (", " if more else "") + "numeric_only=True"
    if d.chance(0.12):
        more += (", " if more else "") + "axis=1"
    return f"{x}.{name}({more})"


def merge(d, x, f):
    """With another frame of the program, or with itself."""
    c = d.columns(f, most=2)
    if c is None:
        return None
    if d.chance(0.08):
        return f"{x}.merge({x}.head(2), how='cross')" if len(f) < 40 else None
    if d.chance(0.1) and (near := nearest(d, x, f)):
        return near
    how = d.one("inner", "left", "right", "outer", "inner", "left", "left_anti", "right_anti")
    other = d.one(f"{x}.iloc[::-1]", f"{x}.head(3)", f"{x}.tail(4)", x, f"{x}.drop_duplicates({c})")
    more = d.flag("sort", False) + d.flag("indicator", False) + (", suffixes=('_l', None)" if d.chance(0.15) else "")
    return f"{x}.merge({other}, on={c}, how={how!r}{more})"


def nearest(d, x, f):
    """Rows that meet the nearest of the frame itself."""
    on, by, v = d.column(f, ("int", "float", "time")), d.column(f), d.column(f)
    if on is None or len({on, by, v}) < 3:
        return None
    whole = f"{x}.dropna(subset=[{on}]).sort_values({on}, kind='stable')"
    more = d.one("", f", by={by}", ", allow_exact_matches=False") + d.one(
        "", ", direction='forward'", ", direction='nearest'"
    )
    return f"pd.merge_asof({whole}, {whole}[[{on}, {by}, {v}]].iloc[::2], on={on}{more})"


def join_index(d, x, f):
    how = d.one("inner", "left", "right", "outer")
    return d.one(
        f"{x}.join({x}.tail(4).add_suffix('_o'), how={how!r})" if all(isinstance(c, str) for c in f.columns) else None,
        f"{x}.merge({x}.head(4), left_index=True, right_index=True, how={how!r})",
    )


def concat(d, x, f):
    c = d.columns(f)
    if c is None:
        return None
    other = d.one(f"{x}.head(2)", f"{x}.iloc[::-1]", f"{x}[{c}]", f"{x}[{c}].astype('object')", f"{x}.isna()")
    return f"pd.concat([{x}, {other}]{d.one('', ', ignore_index=True', ', axis=1', ', join={!r}'.format('inner'), ', keys=[1, 2]', ', sort=True')})"


def missing(d, x, f):
    c = d.position(f)
    if c is None:
        return None
    s, name = f.iloc[:, c], source(f.columns[c])
    return d.one(
        f"{x}.isna()",
        f"{x}.notna()",
        f"{x}.dropna()",
        f"{x}.dropna(subset=[{name}])",
        f"{x}.dropna({d.one('how={!r}'.format('all'), 'thresh=1', 'thresh=2')})",
        f"{x}.fillna({{{name}: {d.full_cell(s)}}})",
        f"{x}.fillna({d.full_cell(s)})",
        f"{x}.ffill()",
        f"{x}.bfill()",
        f"{x}.ffill(limit={d.int(1, 3)})",
        f"{x}.cumsum(numeric_only=True)",
        f"{x}.cummax(numeric_only=True, skipna=False)",
    )


def distinct(d, x, f):
    keep = d.one("", ", keep='last'", ", keep=False")
    c = d.columns(f)
    if c and "category" in {kind_of(t) for t in f.dtypes} and d.chance(0.9):
        return f"{x}.duplicated({c}{keep})"
    return c and d.one(
        f"{x}.drop_duplicates({c}{keep})",
        f"{x}.drop_duplicates()",
        f"{x}.duplicated({c}{keep})",
        f"{x}.value_counts({c}{d.one('', ', sort=False', ', dropna=False', ', normalize=True')})",
        f"{x}.drop_duplicates({c}, ignore_index=True)",
    )


def index(d, x, f):
    c = d.columns(f, most=2)
    if c is None:
        return None
    return d.one(
        f"{x}.set_index({c}{d.flag('drop')})",
        f"{x}.set_index({d.column(f)}{d.flag('append', False)})",
        f"{x}.reset_index()",
        f"{x}.reset_index(drop=True)",
        f"{x}.rename_axis('ax')",
        f"{x}.rename(columns={{{d.column(f)}: 'new'}})",
        f"{x}.add_prefix('p_')",
        f"{x}.index",
    )


def assign(d, x, f):
    i = d.position(f)
    if i is None:
        return None
    s, c = f.iloc[:, i], f"{x}[{source(f.columns[i])}]"
    value = d.one(
        d.cell(s),
        f"{c}.isna()",
        f"{c}.shift(1)",
        f"{c}.head(2)",
        f"{c}.iloc[::-1]",
        f"{c} == {d.full_cell(s)}",
        f"{c}.sum()" if kind_of(s.dtype) in NUMBERS else "1.5",
    )
    return f"{x}.assign({d.one('new', 'new', 'a')}={value})"


def arithmetic(d, x, f):
    c = d.columns(f, NUMBERS, most=4)
    if c is None:
        return None
    op = d.one("+", "-", "*", "/", "//", "%", "==", "!=", "<", ">=")
    other = d.one("2", "1.5", "0", x + f"[{c}]", x + f"[{c}].head(3)", x + f"[{c}].iloc[::-1]")
    return f"{x}[{c}] {op} {other}"


def between_columns(d, x, f):
    a, b = d.column(f, ("int", "float")), d.column(f, ("int", "float"))
    return a and b and f"{x}[{a}] {d.one('+', '-', '*', '/', '//', '%', '<', '==', '>=')} {x}[{b}]"


def window(d, x, f):
    c = d.columns(f, NUMBERS, most=4)
    if c is None:
        return None
    n = d.int(1, 4)
    return d.one(
        timed(d, f"{x}[{c}]", f),
        f"{x}[{c}].rolling({n}{d.one('', ', min_periods=1', ', center=True', ', min_periods=0', ', closed={!r}'.format(d.one('left', 'both', 'neither')))}).{d.one('sum', 'mean', 'min', 'max', 'std', 'var', 'count')}()",
        f"{x}[{c}].ewm({d.one('span=3', 'alpha=0.4', 'com=1.0', 'halflife=2')}{d.one('', ', adjust=False', ', ignore_na=True')}).mean()",
        f"{x}[{c}].diff({d.one(1, -1)})",
        f"{x}[{c}].{d.one('cumsum', 'cummax', 'rank', 'pct_change')}()",
        f"{x}[{c}].round({d.int(-1, 2)})",
        f"{x}[{c}].abs()",
    )


def shift(d, x, f):
    if not len(f):  # pandas then keeps the dtypes
        return None
    return f"{x}.shift({d.one(1, 2, -1, 0, 50)})"


def choose(d, x, f):
    cond = condition(d, x, f)
    i = d.position(f)
    if cond is None or i is None:
        return None
    other = "" if d.chance(0.6) else f", {d.full_cell(f.iloc[:, i])}"
    return d.one(f"{x}.where({cond}{other})", f"{x}.mask({cond}{other})", f"{x}.where({x}.notna(){other})")


def member(d, x, f):
    i = d.position(f)
    return None if i is None else f"{x}.isin([{d.cell(f.iloc[:, i])}, {d.cell(f.iloc[:, i])}])"


def cast(d, x, f):
    c = d.column(f)
    to = d.one(
        "'float64'",
        "'int64'",
        "'str'",
        "'bool'",
        "'category'",
        "'object'",
        "'int8'",
        "'float32'",
        "'Int64'",
        "'string'",
        "'datetime64[ns]'",
    )
    return c and f"{x}.astype({{{c}: {to}}})"


def greatest(d, x, f):
    c = d.columns(f, ("int", "float", "time"), most=2)
    return (
        c
        and f"{x}.{d.one('nlargest', 'nsmallest')}({d.int(0, 4)}, {c}{d.one('', ', keep={!r}'.format(d.one('last', 'all')))})"
    )


def pivot(d, x, f):
    v, i, c = d.column(f, NUMBERS), d.column(f), d.column(f)
    if not (v and i and c) or len({v, i, c}) < 3:
        return None
    more = d.one("", "", ", fill_value=0")
    return f"{x}.pivot_table(values={v}, index={i}, columns={c}, aggfunc={d.one('sum', 'mean', 'count', 'max', 'size', 'min', 'first', 'median')!r}{more})"


def dummies(d, x, f):
    c = d.columns(f, ("str", "category", "object", "bool"), most=2)
    return c and f"pd.get_dummies({x}, columns={c}{d.one('', ', drop_first=True', ', dummy_na=True', ', dtype=int')})"


def chosen_dtypes(d, x, f):
    return f"{x}.select_dtypes({d.one('number', 'bool', 'str', 'object', 'category', 'datetime')!r})"


def put(d, x, f):
    """Assignment, which changes x: the text is a whole statement."""
    i = d.position(f)
    cond = condition(d, x, f)
    if i is None or cond is None:
        return None
    s, c = f.iloc[:, i], source(f.columns[i])
    return "!" + d.one(
        f"{x}[{c}] = {d.cell(s)}",
        f"{x}['new'] = {x}[{c}]",
        f"{x}['new'] = {x}[{c}].head(3)",
        f"{x}.loc[{cond}, {c}] = {d.full_cell(s)}",
        f"{x}[{c}] = {x}[{c}].shift(1)",
    )


def unstack(d, x, f):
    return f"{x}.unstack({d.one('', '0')})" if f.index.nlevels == 2 else None


def transposed(d, x, f):
    kinds = {kind_of(t) for t in f.dtypes}
    return f"{x}.T" if len(kinds) == 1 and "category" not in kinds and len(f) < 20 and f.index.is_unique else None


STEPS = [
    (column, 14), (columns, 6), (filtered, 10), (query, 5), (rows, 6), (labels, 4), (order, 8), (group, 16), (reduce, 8), (merge, 8), (join_index, 3), (concat, 4), (missing, 8), (distinct, 6),
    (index, 6), (assign, 5), (arithmetic, 5), (between_columns, 5), (window, 5), (shift, 2), (choose, 4), (member, 2), (cast, 5), (greatest, 3), (pivot, 3), (dummies, 2),
    (chosen_dtypes, 1), (put, 4), (unstack, 3), (steps_put.cells, 8), (steps_put.value, 2), (steps_put.described, 5), (transposed, 2), *steps_files.STEPS,
]  # fmt: skip
