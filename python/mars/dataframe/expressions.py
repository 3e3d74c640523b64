"""Expressions of query and eval in pandas' grammar, read into calls of the methods that a program would make itself.

The grammar is Python's with pandas' changes: & and | bind as and and or do, a name in backticks may hold any text, @name is a
variable of the caller, == with a list means in. Errors keep pandas' classes and words and show the place in the expression.
"""

import ast
import keyword
import operator

import numpy as np
import pandas as pd

from .._client.errors import note

_BACKTICK, _LOCAL = "BACKTICK_QUOTED_STRING_", "__pd_eval_local_"

_binary = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
_compare = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_functions = set(
    "sin cos exp log expm1 log1p sqrt sinh cosh tanh arcsin arccos arctan arccosh arcsinh arctanh abs log10 floor ceil arctan2".split()
)


class Text:
    """An expression as Python reads it, with the place in the original of every character."""

    def __init__(self, source):
        self.source, self.quoted = source, {}
        out, at, i = [], [], 0

        def put(text, where):
            out.append(text)
            at.extend([where] * len(text))

        while i < len(source):
            c = source[i]
            if c in "'\"":
                end = self._string_end(i)
                for k in range(i, end):
                    put(source[k], k)
                i = end
            elif c == "`":
                end = source.find("`", i + 1)
                if end < 0:
                    raise self.error(SyntaxError, f"Failed to parse backticks in '{source}'.", i)
                name = f"{_BACKTICK}{len(self.quoted)}"
                self.quoted[name] = source[i + 1 : end]
                put(name, i)
                i = end + 1
            else:
                put(_LOCAL if c == "@" else {"&": " and ", "|": " or "}.get(c, c), i)
                i += 1
        self.python = "".join(out)
        self._at = [*at, len(source)]

    def _string_end(self, i):
        """The place behind the string that begins at i."""
        quote = self.source[i : i + 3] if self.source[i : i + 3] in ("'''", '"""') else self.source[i]
        k = i + len(quote)
        while k < len(self.source) and not self.source.startswith(quote, k):
            k += 2 if self.source[k] == "\\" else 1
        return min(k + len(quote), len(self.source))

    def parse(self):
        """The statement."""
        lead = len(self.python) - len(self.python.lstrip())
        try:
            body = ast.parse(self.python.lstrip()).body
        except SyntaxError as e:
            words = [w for w in self.python.replace("(", " ").split() if keyword.iskeyword(w) and w not in _words]
            if words:
                raise self.error(SyntaxError, "Python keyword not valid identifier in numexpr query", 0) from None
            raise self.error(SyntaxError, e.msg or "invalid syntax", self._place((e.offset or 1) - 1 + lead)) from None
        if len(body) != 1:
            raise self.error(SyntaxError, "only a single expression is allowed", 0)
        self._lead = lead
        return body[0]

    def _place(self, k):
        return self._at[min(max(k, 0), len(self._at) - 1)]

    def of(self, node):
        """The place of a node in the original."""
        line = self.python.lstrip().encode()[: getattr(node, "col_offset", 0)].decode("utf-8", "ignore")
        return self._place(len(line) + self._lead)

    def error(self, kind, words, place):
        """An exception that shows the place."""
        e = kind(words)
        note(e, f"    {self.source}\n    {' ' * place}^")
        return e


_words = {"and", "or", "not", "in", "is", "True", "False", "None"}


class Reader:
    """Gives the value of an expression over a frame; scope finds the caller's variables."""

    def __init__(self, frame, scope):
        self.frame, self.scope = frame, scope

    def value(self, source):
        """The value of one expression, and the name that it is assigned to or None."""
        self.text = text = Text(source)
        node = text.parse()
        target = None
        if isinstance(node, ast.Assign):
            if len(node.targets) != 1:
                raise text.error(SyntaxError, "can only assign a single expression", text.of(node))
            if not isinstance(node.targets[0], ast.Name):
                raise text.error(
                    SyntaxError, "left hand side of an assignment must be a single name", text.of(node.targets[0])
                )
            target = text.quoted.get(node.targets[0].id, node.targets[0].id)
        elif not isinstance(node, ast.Expr):
            raise self._refused(node)
        return self._of(node.value), target

    def _refused(self, node):
        return self.text.error(
            NotImplementedError, f"'{type(node).__name__}' nodes are not implemented", self.text.of(node)
        )

    def _of(self, node):
        read = getattr(self, f"_read_{type(node).__name__}", None)
        if read is None:
            raise self._refused(node)
        try:
            return read(node)
        except Exception as e:
            if not getattr(e, "_mars_placed", False):
                if not any("^" in n for n in getattr(e, "__notes__", ())):
                    place = self.text.of(node)
                    note(e, f"    {self.text.source}\n    {' ' * place}^")
                e._mars_placed = True
            raise

    def _read_Constant(self, node):
        return node.value

    def _read_List(self, node):
        return [self._of(e) for e in node.elts]

    def _read_Tuple(self, node):
        return [self._of(e) for e in node.elts]

    _read_Set = _read_List

    def _read_Name(self, node):
        name = self.text.quoted.get(node.id, node.id)
        if name.startswith(_LOCAL):
            name = name[len(_LOCAL) :]
            found, value = self.scope(name)
            if not found:
                raise pd.errors.UndefinedVariableError(name, True)
            return value
        found, value = self._resolve(name)
        if not found:
            raise pd.errors.UndefinedVariableError(name)
        return value

    def _resolve(self, name):
        """A column, or the row labels."""
        f = self.frame
        if name in f._names:
            return True, f[name]
        levels = [n for n, _ in f._meta.levels]
        at = levels.index(name) if name in levels else -1
        if at < 0 and name.startswith("ilevel_") and name[7:].isdigit() and int(name[7:]) < len(levels):
            at = int(name[7:])
        if at < 0 and name == "index" and len(levels) == 1:
            at = 0
        if at < 0:
            return False, None
        if len(levels) == 1:
            return True, f.index.to_series()
        raise NotImplementedError("a level of a MultiIndex in an expression is not there yet; use reset_index")

    def _read_BoolOp(self, node):
        out = self._of(node.values[0])
        for v in node.values[1:]:
            other = self._of(v)
            out = out & other if isinstance(node.op, ast.And) else out | other
        return out

    def _read_UnaryOp(self, node):
        v = self._of(node.operand)
        if isinstance(node.op, (ast.Not, ast.Invert)):
            return not v if isinstance(v, bool) else ~v
        return -v if isinstance(node.op, ast.USub) else +v

    def _read_BinOp(self, node):
        if type(node.op) not in _binary:
            raise self.text.error(
                NotImplementedError, f"'{type(node.op).__name__}' nodes are not implemented", self.text.of(node)
            )
        return _binary[type(node.op)](self._of(node.left), self._of(node.right))

    def _read_Compare(self, node):
        out, left, before = None, self._of(node.left), node.left
        for how, after in zip(node.ops, node.comparators):
            right = self._of(after)
            one = self._compared(left, how, right, node, _term(before) and _term(after))
            out, left, before = one if out is None else out & one, right, after
        return out

    def _compared(self, a, how, b, node, terms):
        """One comparison. Equality of what is not computed with a text or a list means membership; an array is compared row by row."""
        if isinstance(how, (ast.Eq, ast.NotEq)):
            if terms:
                a, b = _list_of(a, b), _list_of(b, a)
            if _listed(a) or _listed(b):
                if _listed(a) and not _listed(b):
                    a, b = b, a
                how = ast.In() if isinstance(how, ast.Eq) else ast.NotIn()
        if isinstance(how, (ast.In, ast.NotIn)):
            found = a.isin(b) if hasattr(a, "isin") else a in b if not hasattr(b, "_kind") else None
            if found is None:
                raise NotImplementedError("a single value in a column is not there yet; compare the column with it")
            return found if isinstance(how, ast.In) else not found if isinstance(found, bool) else ~found
        if type(how) not in _compare:
            raise self._refused(how if hasattr(how, "col_offset") else node)
        if isinstance(a, (set, frozenset)) or isinstance(b, (set, frozenset)):
            raise TypeError("a set has no order and no rows to compare; use in or not in")
        return _compare[type(how)](_rows(a), _rows(b))

    def _read_Attribute(self, node):
        v = self._of(node.value)
        return getattr(v, node.attr)

    def _read_Call(self, node):
        if isinstance(node.func, ast.Name) and node.func.id in _functions:
            function = getattr(np, node.func.id)
        elif isinstance(node.func, ast.Name) and not node.func.id.startswith(_LOCAL):
            raise self.text.error(ValueError, f'"{node.func.id}" is not a supported function', self.text.of(node))
        else:
            function = self._of(node.func)
        if not callable(function):
            raise TypeError(f"a {type(function).__name__} cannot be called")
        named = {k.arg: self._of(k.value) for k in node.keywords if k.arg}
        return function(*[self._of(a) for a in node.args], **named)

    def _read_Subscript(self, node):
        v = self._of(node.value)
        return v[self._of(node.slice)]

    def _read_Slice(self, node):
        return slice(*(None if e is None else self._of(e) for e in (node.lower, node.upper, node.step)))


def _term(node):
    """Whether a node is a value that is not computed by operators, as pandas tells what == and != mean."""
    return not isinstance(node, (ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare))


def _list_of(v, beside):
    """A text that a column is compared with as a list of it."""
    return [v] if isinstance(v, str) and hasattr(beside, "isin") else v


def _listed(v):
    return isinstance(v, list)


def _rows(v):
    """Labels as an array, that are compared row by row."""
    return np.asarray(v) if isinstance(v, pd.Index) else v


def scope_of(frames, kwargs):
    """Where names of the caller are looked for."""
    places = [kwargs.pop("local_dict", None), kwargs.pop("global_dict", None)]
    if places == [None, None]:
        places = [frames.f_locals, frames.f_globals]
    for name, usual in (("engine", ("python", "numexpr", None)), ("parser", ("pandas", None))):
        if kwargs.pop(name, None) not in usual:
            raise NotImplementedError(f"query: parameter {name!r} is not there yet, leave it at its default")
    if kwargs:
        raise TypeError(f"eval() got an unexpected keyword argument '{next(iter(kwargs))}'")

    def find(name):
        for p in places:
            if p is not None and name in p:
                return True, p[name]
        return False, None

    return find


def check(expr):
    """Refuse what is no expression."""
    if not isinstance(expr, str):
        raise ValueError(f"expr must be a string to be evaluated, {type(expr)} given")
    if not expr.strip():
        raise ValueError("expr cannot be an empty string")


def query(frame, expr, scope):
    """The rows where an expression is true."""
    check(expr)
    value, target = Reader(frame, scope).value(" ".join(expr.split("\n")))
    if target is not None:
        raise ValueError("cannot assign without a target object")
    if isinstance(value, bool) or (getattr(value, "ndim", 1) == 0 and value.dtype == bool):
        what = value if isinstance(value, bool) else "a single truth value"
        raise KeyError(f"{what}: boolean label can not be used without a boolean index; compare a column")
    return frame.loc[value]


def evaluate(frame, expr, scope):
    """The value of an expression; of assignments, one a line, the frame with the columns set. And whether it is that."""
    check(expr)
    lines = [line.strip() for line in expr.splitlines() if line.strip()]
    assigned = False
    for line in lines:
        value, target = Reader(frame, scope).value(line)
        if target is None and len(lines) > 1:
            raise ValueError("Multi-line expressions are only valid if all expressions contain an assignment")
        if target is None:
            return value, False
        frame, assigned = frame._with(target, value), True
    return frame, assigned
