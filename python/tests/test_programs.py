"""Programs of programs/*.txt give with mars.tensor what they give with NumPy: values, dtypes, shapes, and kinds of errors.

A line is a program: statements between semicolons, the last of which is the answer. m is numpy or mars.tensor, f makes an array of what it is given.
"""

import ast
import pathlib
import warnings

import numpy as np
import pytest

import mars.tensor as mt

_folder = pathlib.Path(__file__).parent / "programs"


def _lines():
    for path in sorted(_folder.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                yield pytest.param(line, id=f"{path.stem}: {line}")


def answer(line, m, f):
    """What a program gives, or the error that it raises."""
    *first, last = ast.parse(line).body
    names = {"m": m, "f": f, "np": np, "S": np.s_}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(ast.Module(first, []), line, "exec"), names)
            if not isinstance(last, ast.Expr):
                raise SyntaxError("the last statement of a program is its answer")
            return plain(eval(compile(ast.Expression(last.value), line, "eval"), names))
    except SyntaxError:
        raise
    except Exception as e:
        return e


def maker(chunk):
    """What makes tensors that are cut after so many elements."""
    return lambda x, *args, **kwargs: mt.tensor(np.array(x, *args, **kwargs), chunk_size=chunk)


def plain(v):
    """A value as NumPy has it."""
    if getattr(v, "_kind", None) is not None:
        return v.to_numpy()
    if isinstance(v, (list, tuple)):
        return [plain(e) for e in v]
    return v


def public(e):
    """The type of an error that programs may name: of NumPy's errors of ufuncs, which all show themselves by one name, their base."""
    kinds = [t for t in type(e).__mro__ if t.__name__ == "UFuncTypeError"]
    return kinds[-1] if kinds else type(e)


def same(got, want):
    """Whether two answers are equal; floats within a few ulp."""
    if isinstance(want, Exception) or isinstance(got, Exception):
        return isinstance(got, public(want))
    if isinstance(want, list):
        return isinstance(got, list) and len(got) == len(want) and all(same(g, w) for g, w in zip(got, want))
    if isinstance(want, str) or want is None:
        return got == want
    g, w = np.asarray(got), np.asarray(want)
    if g.dtype != w.dtype or g.shape != w.shape:
        return False
    if w.dtype.kind in "fc":
        return np.allclose(g, w, rtol=1e-5 if w.dtype in (np.float32, np.complex64) else 1e-12, atol=0, equal_nan=True)
    return np.array_equal(g, w) or (w.dtype.kind in "mM" and np.array_equal(g, w, equal_nan=True))


@pytest.mark.modern
@pytest.mark.parametrize("line", list(_lines()))
def test_program(session, line):
    want = answer(line, np, np.array)
    for chunk in (None, 2):
        got = answer(line, mt, maker(chunk))
        assert same(got, want), f"{got!r}, not {want!r}, in chunks of {chunk}"
