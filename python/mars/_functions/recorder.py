"""What a function does with a column, written down: reductions, and arithmetic before and behind them.

The function is called once with a Recorded in place of the column. What it does beyond that is not known, and
poisons the record, also where the function catches the exception: then it is to be called with data.
"""

import operator
import types
import warnings

from .pure import is_pure

_REDUCTIONS = frozenset("sum mean min max std var median count nunique prod any all sem skew".split())
_OF_BOOLS = frozenset("sum mean count nunique any all".split())
_ROWS_ONLY = frozenset(
    "floordiv mod pow".split()
)  # of single numbers NumPy and frames differ where they divide by zero
_BOOLS = frozenset("and_ or_ xor".split())
_TELLS = frozenset("lt le gt ge eq ne".split())
_LIMIT = 1 << 63  # of whole numbers that NumPy takes
_BINARY = {
    "add": "add", "sub": "sub", "mul": "mul", "truediv": "truediv", "floordiv": "floordiv", "mod": "mod", "pow": "pow",
    "and": "and_", "or": "or_", "xor": "xor", "lt": "lt", "le": "le", "gt": "gt", "ge": "ge", "eq": "eq", "ne": "ne",
}  # fmt: skip


class Poisoned(Exception):
    """A function looked at more of a column than is recorded."""


class Tape:
    """One call: whether it is known what it does, whether rows met what they were reduced to, and whether a
    reduction had arguments."""

    __slots__ = ("broken", "given", "mixed")

    def __init__(self):
        self.broken = self.mixed = self.given = False

    def poison(self, *_args, **_kwargs):
        self.broken = True
        raise Poisoned


class Watched:
    """What is not known of an object breaks its record."""

    __slots__ = ("_tape",)

    @property
    def __class__(self):
        return self._tape.poison()  # isinstance asks for it

    __hash__ = None

    def __setattr__(self, name, value):
        self._tape.poison()

    def _counted(self):
        """What has as many rows as len says; None where that is not recorded."""
        return None


_others = """bool len iter array array_ufunc array_function getitem setitem contains str repr format float int index complex round call next reversed
delattr matmul rmatmul divmod rdivmod pos enter bytes reduce_ex"""
for _name in (*_others.split(), *_BINARY, *(f"r{n}" for n in _BINARY if n not in _TELLS), "neg", "abs", "invert"):
    setattr(Watched, f"__{_name}__", lambda self, *args, **kwargs: self._tape.poison())


class Recorded(Watched):
    """A column, what is made of its rows, or a number that they were reduced to."""

    __slots__ = ("_bools", "_expr", "_rows")

    def __init__(self, tape, expr, rows, bools):
        for name, v in (("_tape", tape), ("_expr", expr), ("_rows", rows), ("_bools", bools)):
            object.__setattr__(self, name, v)

    def __getattr__(self, name):
        if self._rows and name in _REDUCTIONS | {"quantile"}:
            return lambda *args, **kwargs: self._reduced(name, args, kwargs)
        if self._rows and name in ("isna", "isnull", "notna", "notnull"):
            return lambda: Recorded(self._tape, ("method", name, self._expr, ()), True, True)
        if self._rows and name in ("abs", "fillna", "astype") and not self._bools:
            return lambda *args: self._method(name, args)
        return self._tape.poison()

    def _counted(self):
        return self._expr if self._rows else None

    def _reduced(self, name, args, kwargs):
        tape, of = self._tape, dict(kwargs)
        if name == "quantile" and len(args) == 1 and not of:
            args, of = (), {"q": args[0]}
        allowed = {"std": {"ddof"}, "var": {"ddof"}, "sem": {"ddof"}, "quantile": {"q"}}.get(name, set())
        if args or not set(of) <= allowed or not all(type(v) in (int, float) for v in of.values()):
            tape.poison()
        if (self._bools and name not in _OF_BOOLS) or (name == "quantile" and not of):
            tape.poison()
        tape.given = tape.given or bool(of)
        return Recorded(tape, ("reduce", name, self._expr, of), False, name in ("any", "all"))

    def _method(self, name, args):
        plain = {"abs": (), "fillna": (int, float), "astype": ()}[name]
        if len(args) != (name != "abs") or (name == "fillna" and type(args[0]) not in plain):
            self._tape.poison()
        if name == "astype" and args[0] not in (float, "float", "float64"):
            self._tape.poison()
        return Recorded(self._tape, ("method", name, self._expr, args), True, False)

    def _with(self, name, other, turned=False):
        tape = self._tape
        rows, bools = self._rows, self._bools
        if type(other) is type(self):
            if other._tape is not tape:
                tape.poison()
            tape.mixed = tape.mixed or rows != other._rows
            rows, of, both = rows or other._rows, other._expr, (bools, other._bools)
        elif type(other) in (int, float, bool) and (type(other) is float or -_LIMIT <= other < _LIMIT):
            of, both = ("number", other), (bools, type(other) is bool)
        else:
            tape.poison()
        if all(both) != (name in _BOOLS) and (any(both) or name in _BOOLS):
            tape.poison()
        if name in _ROWS_ONLY and not rows:
            tape.poison()
        pair = (of, self._expr) if turned else (self._expr, of)
        if name == "truediv" and all(map(_is_counted, pair)) and not (pair[1][0] == "number" and pair[1][1]):
            tape.poison()
        return Recorded(tape, ("apply", name, pair), rows, name in _TELLS or name in _BOOLS)

    def __neg__(self):
        return self._one("neg", False)

    def __abs__(self):
        return self._one("abs", False)

    def __invert__(self):
        return self._one("invert", True)

    def _one(self, name, of_bools):
        if self._bools != of_bools or (of_bools and not self._rows):
            self._tape.poison()
        return Recorded(self._tape, ("apply", name, (self._expr,)), self._rows, of_bools)


def _is_counted(expr):
    """Whether an expression is of numbers of Python alone, which raise where they are divided by zero."""
    if expr[0] == "apply":
        return all(map(_is_counted, expr[2]))
    return expr[0] == "number" or expr[:2] in (("reduce", "nunique"), ("reduce", "size"))


def _length(of):
    """What the function finds under the name len."""
    if not issubclass(type(of), Watched):
        return len(of)
    expr = of._counted()
    return of._tape.poison() if expr is None else Recorded(of._tape, ("reduce", "size", expr, {}), False, False)


def _measuring(func):
    """A function that does the same, and whose len is recorded."""
    if "len" not in func.__code__.co_names:
        return func
    names = {**func.__globals__, "len": _length}
    made = types.FunctionType(func.__code__, names, func.__name__, func.__defaults__, func.__closure__)
    made.__kwdefaults__ = func.__kwdefaults__
    return made


def _binary(name, turned):
    return lambda self, other: self._with(name, other, turned)


for _short, _name in _BINARY.items():
    setattr(Recorded, f"__{_short}__", _binary(_name, False))
    if _name not in _TELLS:
        setattr(Recorded, f"__r{_short}__", _binary(_name, True))


def record(func, root=None):
    """What a function makes of a column, and its tape; None where it does more than is recorded.

    root(tape) is what it is called with, in the place of a column that has no label; None where nothing of
    that is recorded.
    """
    if not is_pure(func):
        return None
    tape = Tape()
    of = Recorded(tape, ("column",), True, False) if root is None else root(tape)
    if of is None:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            made = _measuring(func)(of)
    except Exception:
        return None
    if tape.broken or not issubclass(type(made), Recorded) or made._tape is not tape:
        return None
    return made, tape


def evaluated(expr, column, reduced):
    """An expression: column(label) is a column, one without a label column(), and reduced(name, rows, kwargs)
    makes a number of rows."""
    kind = expr[0]
    if kind == "column":
        return column(*expr[1:])
    if kind == "number":
        return expr[1]
    if kind == "reduce":
        return reduced(expr[1], expr[2], expr[3])
    if kind == "method":
        return getattr(evaluated(expr[2], column, reduced), expr[1])(*expr[3])
    return getattr(operator, expr[1])(*(evaluated(e, column, reduced) for e in expr[2]))


def reductions(expr):
    """The parts of an expression that are reductions: (name, rows, arguments)."""
    if expr[0] == "reduce":
        yield expr[1:]
    elif expr[0] == "apply":
        for e in expr[2]:
            yield from reductions(e)
