"""One line: what the reference gives, what Mars gives, and which of equal, refused and wrong that is."""

import ast
import collections.abc
import contextlib
import datetime
import functools
import io
import itertools
import json
import math
import operator
import re
import shutil
import signal
import sqlite3
import tempfile
import warnings
import zlib

import numpy as np
import pandas as pd
from fuzz.script import brief, first_line, same_error

import mars.dataframe as md
import mars.tensor as mt
from mars.config import option_context

from .answer import difference

# Seconds that a line may take.
LIMIT = 20
_always = {
    m.__name__: m for m in (collections, datetime, functools, io, itertools, json, math, operator, re, sqlite3)
} | {"StringIO": io.StringIO, "BytesIO": io.BytesIO}
_not_there = re.compile(
    r"(module 'mars[\w.]*'|type object '\w+'|'(DataFrame|Series|Index|MultiIndex|Tensor|\w*GroupBy|Rolling|Expanding"
    r"|Resampler|StringMethods|DatetimeProperties|CategoricalAccessor|Generator|RandomState)' object) has no attribute"
)


class Hangs(BaseException):
    """A line took too long."""


def outcome(block, line):
    """A word and what it means: ("equal", ""), ("refused", "CLASS: message"), or ("wrong", how the answers differ)."""
    chunk = 2 + zlib.crc32(line.code.encode()) % 8
    with warnings.catch_warnings(), np.errstate(all="ignore"), contextlib.redirect_stdout(io.StringIO()), _alarm():
        warnings.simplefilter("ignore")
        want, theirs = _run(block, line.code, None)
        try:
            got, ours = _run(block, line.code, chunk)
        except Hangs:
            return "wrong", f"no answer in {LIMIT} s"
    if isinstance(ours, NotImplementedError) or (isinstance(ours, AttributeError) and _not_there.search(str(ours))):
        if theirs is not None and same_error(ours, theirs):
            return "equal", ""
        return "refused", f"{type(ours).__name__}: {first_line(ours)}"
    if theirs is None and ours is None:
        found = difference(got, want)
    elif theirs is None:
        found = f"raises {type(ours).__name__}: {first_line(ours)}"
    elif ours is None:
        found = f"gives {brief(got)}; the reference raises {type(theirs).__name__}: {first_line(theirs)}"
    elif not same_error(ours, theirs):
        found = f"raises {type(ours).__name__}: {first_line(ours)}; the reference {type(theirs).__name__}: {first_line(theirs)}"
    else:
        found = None
    return ("equal", "") if found is None else ("wrong", f"{found} (chunks of {chunk})")


def _run(block, code, chunk):
    """The value of a line and None, or None and what it raised. Without a chunk the reference runs it."""
    tmp = tempfile.mkdtemp(prefix="mars-idiom-")
    more = (
        {} if chunk is None else {"chunk_bytes": 16 * chunk, "eager_mode": block.eager}
    )  # cuts values without a chunk size
    try:
        with option_context(more):
            names = {"tmp": tmp, **_set_up(block, chunk)}
            for node in ast.parse(code).body:
                if isinstance(node, ast.Expr):
                    value = plain(eval(compile(ast.Expression(node.value), "line", "eval"), names), block.reference)
                else:
                    exec(compile(ast.Module([node], []), "line", "exec"), names)
        return value, None
    except Exception as e:
        if chunk is None and isinstance(e, (NameError, SyntaxError)):  # a fault of the file
            raise
        return None, e
    finally:
        shutil.rmtree(tmp, ignore_errors=True)


def _set_up(block, chunk):
    """The names of a block. What comes from nothing is made by the reference and handed over, the rest is computed from that."""
    real = {"np": np, "pd": pd}
    ours = real if chunk is None else {"np": mt, "pd": pd} if block.reference == "numpy" else {"np": np, "pd": md}
    names, lazy = {**_always, **real}, set()
    for text in block.setup:
        tree = ast.parse(text)
        fresh = not {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} & lazy
        names.update(real if fresh else ours)
        before = dict(names)
        try:
            exec(compile(tree, "set-up", "exec"), names)
        except Exception as e:
            if chunk is None:
                raise SyntaxError(f"{block.path.name}: {text}: {e}") from e
            raise
        if chunk is None:
            continue
        for k, v in list(names.items()):
            if v is not before.get(k):
                names[k] = _handed(v, chunk, block.reference) if fresh else v
                if names[k] is not v or not fresh:
                    lazy.add(k)
    names.update(ours)
    return names


def _handed(v, chunk, reference):
    """An input of Mars, cut into chunks of so many rows."""
    if isinstance(v, (pd.DataFrame, pd.Series, pd.Index)):
        return md.from_pandas(v, chunk_size=chunk)
    if isinstance(v, np.ndarray) and reference == "numpy":
        return mt.tensor(v, chunk_size=chunk)
    return v


def plain(v, reference):
    """A value as NumPy and pandas have it: handles are fetched, iterators are read."""
    if isinstance(v, (list, tuple)):
        return (list if isinstance(v, list) else tuple)(plain(x, reference) for x in v)
    if isinstance(v, dict):
        return {plain(k, reference): plain(x, reference) for k, x in v.items()}
    if isinstance(v, collections.abc.Iterator):
        return [plain(x, reference) for x in v]
    if hasattr(v, "_kind"):
        if hasattr(v, "to_pandas"):
            return v.to_pandas()
        if hasattr(v, "to_numpy"):
            v = v.to_numpy()[()]
            if reference == "numpy":
                return v
            if isinstance(v, np.datetime64):
                return pd.Timestamp(v)
            return pd.Timedelta(v) if isinstance(v, np.timedelta64) else v
        if hasattr(v, "execute"):
            return v.execute()
    return v


@contextlib.contextmanager
def _alarm():
    """Raises Hangs after LIMIT seconds."""

    def ring(*_):
        raise Hangs

    old = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, LIMIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
