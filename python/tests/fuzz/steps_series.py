"""Steps from a series."""

from . import steps_put
from .draw import NUMBERS, kind_of

REDUCE = "sum mean min max count std var median prod nunique any all sem idxmax idxmin".split()

# What groups give for every row, or rows of groups.
LATER = [
    "cumsum()", "cumprod()", "cummax()", "cummin()", "cumcount()", "cumcount(ascending=False)", "rank()", "rank(method='min', ascending=False)",
    "rank(method='dense', na_option='bottom')", "rank(method='first')", "rank(method='max', pct=True)", "shift()", "shift(-1)", "shift(2, fill_value=0)", "head(2)", "tail(1)", "head(-1)",
    "tail(2)", "transform('mean')", "transform('sum')", "transform('count')", "transform('max')", "transform('nunique')", "transform('first')",
]  # fmt: skip


def _with_skipna(d, name):
    more = d.one("", "", "", "skipna=False")
    if name in ("count", "nunique", "any", "all"):
        more = "dropna=False" if name == "nunique" and d.chance(0.3) else ""
    if name in ("std", "var", "sem") and d.chance(0.3):
        more = "ddof=0"
    if name in ("sum", "prod") and d.chance(0.2):
        more = f"min_count={d.int(1, 4)}"
    return more


def reduce(d, x, s):
    if kind_of(s.dtype) == "object":  # what cells give follows from their types, one by one
        return None
    name = d.one(*REDUCE)
    return f"{x}.{name}({_with_skipna(d, name)})"


def arithmetic(d, x, s):
    op = d.one("+", "-", "*", "/", "//", "%", "**", "==", "!=", "<", "<=", ">", ">=")
    k = kind_of(s.dtype)
    if k == "object":
        return f"{x} == {d.full_cell(s)}"
    if k in ("str", "category") and op not in ("==", "!=", "<", ">", "<=", ">="):
        op = "+" if d.chance(0.9) else op
    if k in ("time", "delta") and op in ("*", "/", "//", "%", "**"):
        op = d.one("+", "-", "<", "==") if k == "time" else d.one("+", "-", "*", "/", "//")
    other = d.cell(s)
    if k == "time" and op in ("+", "-"):
        other = d.one("pd.Timedelta('1h')", "pd.Timedelta('-1 days')", other)
    if k == "delta" and op in ("*", "/", "//"):
        other = d.one("2", "1.5", "pd.Timedelta('1h')")
    if op == "**":
        other = d.one("2", "0.5", "0", "3")
    if d.chance(0.2):
        other = d.one(x, f"{x}.shift(1)", f"{x}.head(3)", f"{x}.iloc[::-1]")
    return f"{other} {op} {x}" if d.chance(0.2) and other != "None" else f"{x} {op} {other}"


def method_arith(d, x, s):
    if kind_of(s.dtype) not in ("int", "float"):
        return None
    name = d.one(
        *"add sub mul truediv floordiv mod pow radd rsub rmul rtruediv rfloordiv rmod rpow eq ne lt le gt ge".split()
    )
    other = d.one("2", "1.5", f"{x}.head(3)", f"{x}.iloc[::-1]", x, "0")
    fill = f", fill_value={d.one('0', '1.5')}" if d.chance(0.3) else ""
    return f"{x}.{name}({other}{fill})"


def logic(d, x, s):
    if kind_of(s.dtype) not in ("bool", "int"):
        return None
    op = d.one("&", "|", "^")
    return d.one(
        f"{x} {op} {x}.shift(1, fill_value=False)",
        f"~{x}",
        f"{x} {op} {d.one('True', 'False')}",
        f"{x} {op} {x}.iloc[::-1]",
    )


def missing(d, x, s):
    return d.one(
        f"{x}.isna()",
        f"{x}.notna()",
        f"{x}.dropna()",
        f"{x}.fillna({d.full_cell(s)})",
        f"{x}.ffill()",
        f"{x}.bfill()",
        f"{x}.bfill(limit={d.int(1, 3)})",
        f"{x}.{d.one('cumsum', 'cumprod', 'cummin', 'cummax')}({d.one('', 'skipna=False')})",
        f"{x}.fillna({d.full_cell(s)})",
    )


def order(d, x, s):
    flags = d.flag("ascending") + (", na_position='first'" if d.chance(0.25) else "") + d.flag("ignore_index", False)
    if d.chance(0.3):
        return f"{x}.sort_index(kind='stable'{flags})"
    return f"{x}.sort_values(kind='stable'{flags})"


def rows(d, x, s):
    n = d.int(-3, 6)
    m = d.int(-6, 8)
    return d.one(
        f"{x}.head({n})",
        f"{x}.tail({n})",
        f"{x}[{n}:{m}]",
        f"{x}.iloc[{n}:{m}:{d.one(1, 2, -1, -2)}]",
        f"{x}.iloc[[{', '.join(str(d.int(-len(s), len(s) - 1)) for _ in range(d.int(1, 4)))}]]" if len(s) else None,
        f"{x}.iloc[{d.int(-3, 4)}]",
    )


def labels(d, x, s):
    if d.chance(0.4):
        return f"{x}.loc[[{', '.join(d.label(s.index) for _ in range(d.int(1, 3)))}]]"
    if d.chance(0.5) or s.index.nlevels > 1:
        return f"{x}.loc[{d.label(s.index)}:{d.label(s.index)}]"
    return f"{x}.loc[{d.label(s.index)}]"


def distinct(d, x, s):
    keep = d.one("", "keep='last'", "keep=False")
    return d.one(
        f"{x}.drop_duplicates({keep})",
        f"{x}.duplicated({keep})",
        f"{x}.unique()",
        f"{x}.value_counts({d.one('', 'normalize=True', 'dropna=False', 'sort=False', 'ascending=True')})",
    )


def timed(d, x, f):
    """A window of time of x, whose labels are those of f."""
    if f.index.nlevels > 1 or f.index.dtype.kind not in "mM":
        return None
    more = d.one("", ", min_periods=2", ", closed={!r}".format(d.one("left", "both", "neither")))
    return f"{x}.sort_index().rolling({d.one('1s', '2D', '36h', '0s', '400D')!r}{more}).{d.one('sum', 'mean', 'min', 'max', 'std', 'count')}()"


def window(d, x, s):
    if kind_of(s.dtype) not in NUMBERS and d.chance(0.9):
        return None
    n = d.int(1, 4)
    return d.one(
        timed(d, x, s),
        f"{x}.rolling({n}{d.one('', ', min_periods=1', ', center=True', ', closed={!r}'.format(d.one('left', 'both', 'neither')))}).{d.one('sum', 'mean', 'min', 'max', 'std', 'var', 'count', 'median')}()",
        f"{x}.ewm({d.one('span=3', 'alpha=0.4', 'com=1.0', 'halflife=2')}{d.one('', ', adjust=False', ', ignore_na=True')}).{d.one('mean', 'std', 'var')}()",
        f"{x}.diff({d.one(1, 2, -1)})",
        f"{x}.pct_change()" if kind_of(s.dtype) != "bool" else None,
        f"{x}.{d.one('cumsum', 'cummax', 'cummin', 'cumprod')}()",
        f"{x}.rank({d.one('', 'method={!r}'.format(d.one('min', 'max', 'first', 'dense')), 'ascending=False')})",
    )


def shift(d, x, s):
    fill = f", fill_value={d.full_cell(s)}" if d.chance(0.2) and kind_of(s.dtype) != "object" else ""
    return f"{x}.shift({d.one(1, 2, -1, 0, 40)}{fill})"


def choose(d, x, s):
    cond = d.one(f"{x}.notna()", f"{x}.isna()", f"{x} == {d.full_cell(s)}")
    other = "" if d.chance(0.4) else f", {d.full_cell(s)}"
    return d.one(f"{x}.where({cond}{other})", f"{x}.mask({cond}{other})", f"{x}[{cond}]")


def member(d, x, s):
    inside = ", ".join(d.cell(s) for _ in range(d.int(0, 3)))
    return d.one(f"{x}.isin([{inside}])", f"{x}.isin([{inside}])", f"{x}.between({d.full_cell(s)}, {d.full_cell(s)})")


def cast(d, x, s):
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
        "'uint8'",
        "'datetime64[ns]'",
        "'datetime64[s]'",
        "'string'",
        "'timedelta64[ms]'",
    )
    return f"{x}.astype({to})"


def rename(d, x, s):
    return d.one(
        f"{x}.rename('r')",
        f"{x}.to_frame({d.one('', repr('t'))})",
        f"{x}.reset_index({d.one('', 'drop=True')})",
        f"{x}.rename_axis('ax')",
        f"{x}.index",
    )


def greatest(d, x, s):
    return f"{x}.{d.one('nlargest', 'nsmallest')}({d.int(0, 4)}{d.one('', ', keep={!r}'.format(d.one('last', 'all')))})"


def group(d, x, s):
    by = (
        d.one("level=0", f"{x}", f"{x}.isna()") if s.index.nlevels == 1 else d.one("level=0", "level=1", "level=[0, 1]")
    )
    if kind_of(s.dtype) == "object":
        return None
    more = d.flag("sort") + d.flag("dropna")
    name = d.one(
        "sum", "mean", "min", "max", "count", "size", "first", "last", "nunique", "any", "median", "std", "prod", "var"
    )
    call = d.one(*LATER) if d.chance(0.3) else f"{name}()"
    return f"{x}.groupby({by}{more}).{call}"


def mapped(d, x, s):
    pairs = ", ".join(f"{d.cell(s)}: {d.one('1', '2.5', repr('u'), 'None')}" for _ in range(d.int(1, 3)))
    return f"{x}.map({{{pairs}}})"


def rounded(d, x, s):
    return (
        d.one(f"{x}.round({d.int(-1, 2)})", f"abs({x})", f"-{x}") if kind_of(s.dtype) in NUMBERS + ("delta",) else None
    )


def concat(d, x, s):
    other = d.one(x, f"{x}.head(2)", f"{x}.iloc[::-1]", f"{x}.astype('object')", f"{x}.isna()")
    return f"pd.concat([{x}, {other}]{d.one('', ', ignore_index=True', ', axis=1', ', keys=[1, 2]')})"


TEXT = [
    "len()", "upper()", "lower()", "title()", "capitalize()", "swapcase()", "strip()", "contains('a')", "contains('[ab]', na=False)", "startswith('a')",
    "endswith('b', na=True)", "replace('a', 'Q')", "replace('[0-9]', '#', regex=True)", "slice(0, 2)", "[0]", "[-1]", "[1:]", "find('b')", "count('a')", "zfill(4)",
    "pad(5, 'both', '*')", "center(6)", "split(' ', expand=True)", "split(' ')", "partition(' ')", "extract('([a-z])([0-9]*)')", "repeat(2)", "isdigit()", "isalpha()",
    "islower()", "isspace()", "match('a')", "fullmatch('ab?')", "findall('a')", "get(1)", "cat(sep='-')", "removeprefix('a')", "casefold()", "isupper()", "isnumeric()", "istitle()",
]  # fmt: skip


def text(d, x, s):
    if kind_of(s.dtype) not in ("str", "object", "category"):
        return None
    call = d.one(*TEXT)
    return f"{x}.str{'' if call.startswith('[') else '.'}{call}"


TIME = [
    "year", "month", "day", "hour", "minute", "second", "microsecond", "dayofweek", "dayofyear", "quarter", "is_month_end", "is_leap_year", "date", "time",
    "day_name()", "month_name()", "floor('D')", "ceil('h')", "round('min')", "normalize()", "strftime('%Y-%m-%d %H:%M')", "isocalendar()", "days_in_month", "is_year_start",
    "tz_localize('UTC')", "tz_convert('Asia/Tokyo')", "tz_localize(None)", "as_unit('ms')", "tz_localize('America/New_York', ambiguous='NaT', nonexistent='shift_forward')",
]  # fmt: skip
DELTA = ["days", "seconds", "microseconds", "total_seconds()", "components", "floor('h')", "as_unit('ns')"]


def times(d, x, s):
    k = kind_of(s.dtype)
    if k == "time":
        return f"{x}.dt.{d.one(*TIME)}"
    return f"{x}.dt.{d.one(*DELTA)}" if k == "delta" else None


def parse(d, x, s):
    k = kind_of(s.dtype)
    if k == "str":
        return d.one(
            f"pd.to_numeric({x}, errors='coerce')", f"pd.to_datetime({x}, errors='coerce')", f"pd.to_numeric({x})"
        )
    if k == "int":
        return d.one(f"pd.to_datetime({x}, unit='s')", f"pd.to_timedelta({x}, unit='s')", f"pd.to_numeric({x})")
    return None


def dummies(d, x, s):
    return (
        f"pd.get_dummies({x}{d.one('', ', drop_first=True', ', dummy_na=True', ', dtype=int')})"
        if kind_of(s.dtype) in ("str", "category", "bool", "int")
        else None
    )


def unstack(d, x, s):
    return f"{x}.unstack({d.one('', '0')})" if s.index.nlevels == 2 else None


STEPS = [
    (reduce, 10), (arithmetic, 10), (method_arith, 4), (logic, 3), (missing, 8), (order, 6), (rows, 6), (labels, 4), (distinct, 6), (window, 6), (shift, 3), (choose, 6),
    (member, 4), (cast, 6), (rename, 4), (greatest, 3), (group, 6), (mapped, 3), (rounded, 3), (concat, 4), (text, 14), (times, 14), (parse, 4), (dummies, 2), (unstack, 4),
    (steps_put.elements, 7), (steps_put.element, 2), (steps_put.described, 5),
]  # fmt: skip
