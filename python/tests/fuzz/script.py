"""Programs in pandas' spelling: one statement a line. They run with pandas and with Mars, and the last value is compared."""

import ast
import atexit
import functools
import hashlib
import itertools
import math
import pathlib
import shutil
import tempfile
import warnings

import numpy as np
import pandas as pd

import mars.dataframe as md

from .compare import difference

# Functions of the module that Mars has itself; all else of "pd" is pandas' own.
_OURS = {n for n in md.__all__ if callable(getattr(md, n)) and not hasattr(pd.api.types, n) and n != "date_range"} - {
    "NA",
    "NaT",
    "Categorical",
    "CategoricalDtype",
    "DateOffset",
    "Interval",
    "NamedAgg",
    "Timedelta",
    "Timestamp",
}


class Pandas:
    """What a program calls pd when Mars runs it."""

    def __getattr__(self, name):
        return getattr(md, name) if name in _OURS or name in ("cut", "qcut") else getattr(pd, name)


class Refused(Exception):
    """Mars does not have what a line asks for, and said so: at is the number of the line."""

    def __init__(self, at, text):
        super().__init__(text)
        self.at = at


class Failed(Exception):
    """A line raised; cause says what."""

    def __init__(self, at, cause):
        super().__init__(f"{type(cause).__name__}: {cause}")
        self.at, self.cause = at, cause


class Program:
    """The lines of a program, which of them make inputs from nothing, and the name that the last one sets."""

    def __init__(self, text):
        self.lines = [line for line in text.strip().splitlines() if line.strip() and not line.startswith("#")]
        self.inputs, self.codes, known = [], [], set()
        for i, line in enumerate(self.lines):
            (node,) = ast.parse(line).body
            reads = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} & known
            if isinstance(node, ast.Expr) and ".insert(" not in line:
                target, code = "_", compile(f"_ = {line}", f"line {i + 1}", "exec")
            else:
                target, code = _target(node), compile(line, f"line {i + 1}", "exec")
            self.inputs.append(not reads and "pd.read_" not in line)
            self.codes.append(code)
            known.add(target)
            self.result = target

    def pandas(self):
        """The value that pandas gives, or the Failed of the line that raised."""
        return self._run(pd, lambda v: v)

    def mars(self, chunk=None):
        """The value that Mars gives, fetched; inputs are cut into chunks of so many rows."""
        value = self._run(Pandas(), lambda v: hand_over(v, chunk))
        try:
            return fetched(value)
        except NotImplementedError as e:
            raise Refused(len(self.lines) - 1, str(e)) from e
        except Exception as e:
            raise Failed(len(self.lines) - 1, e) from e

    def _run(self, module, give):
        names = {"pd": module, "np": np, "nan": np.nan, "text_file": text_file, "written": written, "saved": saved}
        for i, code in enumerate(self.codes):
            try:
                if self.inputs[i]:
                    names["pd"] = pd
                    exec(code, names)
                    names["pd"] = module
                    for k, v in list(names.items()):
                        if isinstance(v, (pd.DataFrame, pd.Series, pd.Index)):
                            names[k] = give(v)
                else:
                    exec(code, names)
            except NotImplementedError as e:
                raise Refused(i, str(e)) from e
            except Exception as e:
                raise Failed(i, e) from e
        return names[self.result]


def text_file(text):
    """The path of a file that holds it."""
    path = pathlib.Path(tempfile.gettempdir()) / f"mars-case-{hashlib.sha256(text.encode()).hexdigest()[:16]}.csv"
    path.write_bytes(text.encode())
    return str(path)


def written(to, **options):
    """The text that a method writes."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "out"
        made = to(str(path), **options)
        if made is not None:
            made.execute()
        return path.read_bytes().decode()


@functools.cache
def _folder():
    """Where programs put their files, until the process ends."""
    path = tempfile.mkdtemp(prefix="mars-fuzz-")
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return pathlib.Path(path)


_numbers = itertools.count()


def saved(to, **options):
    """The path of a new file that a method writes."""
    path = str(_folder() / f"{next(_numbers)}.{to.__name__.removeprefix('to_')}")
    made = to(path, **options)
    if made is not None:
        made.execute()
    return path


def _target(node):
    """The name that a statement changes."""
    if isinstance(node, ast.Expr):
        return node.value.func.value.id
    at = node.targets[0] if isinstance(node, (ast.Assign, ast.Delete)) else node.target
    while not isinstance(at, ast.Name):
        at = at.value
    return at.id


def hand_over(value, chunk):
    """An input of Mars."""
    return md.from_pandas(value, chunk_size=chunk)


def fetched(value):
    """A value of Mars as pandas has it."""
    if hasattr(value, "to_pandas"):
        return value.to_pandas()
    if getattr(value, "_kind", None) is not None:
        value = value.to_numpy()[()]
        if isinstance(value, (np.datetime64, np.timedelta64)):
            return pd.Timestamp(value) if isinstance(value, np.datetime64) else pd.Timedelta(value)
    return value


def same_error(ours, theirs):
    """Whether an except clause for one catches the other."""
    a, b = type(ours), type(theirs)
    if issubclass(b, NotImplementedError):  # pandas does not say what kind of fault it is
        return a in (TypeError, ValueError)
    if a in (Exception, RuntimeError):
        return a is b
    return issubclass(a, b) or issubclass(b, a)


def check(text, chunk=None):
    """What Mars does otherwise than pandas with a program, None where nothing. Refused where Mars says it cannot."""
    program = Program(text)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            want, theirs = program.pandas(), None
        except Failed as e:
            theirs = e
        except Refused as e:
            theirs = Failed(e.at, e.__cause__)
        try:
            got = program.mars(chunk)
        except Refused:
            if theirs is not None and isinstance(theirs.cause, NotImplementedError):
                return None
            raise
        except Failed as e:
            if theirs is None:
                return f"raises {type(e.cause).__name__}: {first_line(e.cause)}"
            if not same_error(e.cause, theirs.cause):
                return f"raises {type(e.cause).__name__}: {first_line(e.cause)}; pandas raises {theirs}"
            return None
        if theirs is not None:
            return f"gives {brief(got)}; pandas raises {theirs}"
        try:
            return difference(got, want)
        except IndexError:  # a frame that pandas itself left broken
            return None


def first_line(e):
    return (str(e).splitlines() or [""])[0][:160]


def brief(v):
    return " ".join(repr(v).split())[:80]


def is_nan(v):
    return isinstance(v, float) and math.isnan(v)
