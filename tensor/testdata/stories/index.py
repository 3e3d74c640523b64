"""Writes stories of indexing and assignment that NumPy has played: index.json, read by Go and by the Python client.

A story is a list of steps: let NAME be an array; get NAME from OF by an index; set an index of NAME to a value; want NAME to be an
array; fail: the step before raises. show NAME from OF by a function. An index is a list: a number, {"slice": [start, stop, step]}, "...", null for a new axis, or
{"array": ...}.
"""
import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../marstest"))
import golden
import json

S = slice


def entry(i):
    if i is None or isinstance(i, int):
        return i
    if i is Ellipsis:
        return "..."
    if isinstance(i, slice):
        return {"slice": [i.start, i.stop, i.step]}
    return {"array": golden.array(i)}


def index(ix):
    return [entry(i) for i in (ix if isinstance(ix, tuple) else (ix,))]


class Story:
    def __init__(self):
        self.steps, self.vars = [], {}

    def let(self, name, a):
        self.vars[name] = np.array(a)
        self.steps.append({"let": name, "array": golden.array(a)})
        return self

    def get(self, name, of, ix):
        return self._try({"get": name, "of": of, "index": index(ix)}, lambda: self.vars.__setitem__(name, self.vars[of][ix]))

    def set(self, name, ix, value):
        v = self.vars[value] if isinstance(value, str) else value
        enc = {"name": value} if isinstance(value, str) else {"array": golden.array(v)} if isinstance(v, np.ndarray) else {"number": "nan" if v != v else v}
        return self._try({"set": name, "index": index(ix), "value": enc}, lambda: self.vars[name].__setitem__(ix, v))

    def show(self, name, of, call, *args):
        """A view, or what becomes a copy: a method or function of NumPy with numbers as arguments."""
        a = self.vars[of]
        f = getattr(np, call) if call in ("moveaxis", "expand_dims", "flip", "rollaxis", "atleast_3d") else None
        attr = getattr(a, call, None)
        self.vars[name] = f(a, *args) if f else attr(*args) if callable(attr) else attr
        self.steps.append({"show": name, "of": of, "call": call, "args": list(args)})
        return self

    def want(self, *names):
        for n in names:
            self.steps.append({"want": n, "array": golden.array(self.vars[n])})
        return self

    def _try(self, step, f):
        self.steps.append(step)
        try:
            f()
        except Exception as e:
            self.steps.append({"fail": type(e).__name__, "text": str(e)})
        return self


def story():
    return Story()


def count(*shape, d="f8"):
    return np.arange(int(np.prod(shape))).reshape(shape).astype(d)


def arr(*v):
    return np.array(v, "i8")


a = count(20, 13, d="i4")
m = count(20, 13) % 3 == 0
rows = np.arange(20) % 4 == 1
q = count(6, 5, 4, d="i8")
stories = {
    "set a slice": story().let("a", a).set("a", S(3, 9), -1).want("a"),
    "set with steps": story().let("a", a).set("a", (S(18, 1, -3), S(None, None, 2)), -1.5).want("a"),
    "set an int": story().let("a", a).set("a", (5, -1), 100).want("a"),
    "set a row": story().let("a", a).set("a", -2, count(13, d="i4") * 10).want("a"),
    "set a column": story().let("a", a).set("a", (S(None), 4), count(20) * 10).want("a"),
    "set a box": story().let("a", a).set("a", (S(2, 12, 3), S(10, 2, -2)), count(4, 4) - 99).want("a"),
    "set by broadcast": story().let("a", a).set("a", (S(1, 15), S(1, 4)), count(14, 1)).want("a"),
    "set with extra ones": story().let("a", a).set("a", (S(1, 3), S(1, 4)), count(1, 1, 2, 3)).want("a"),
    "set through a new axis": story().let("a", a).set("a", (S(1, 15), None, 3), count(14, 1)).want("a"),
    "set everything": story().let("a", a).set("a", Ellipsis, count(13)).want("a"),
    "set an int in floats": story().let("a", count(5)).set("a", 1, 7).set("a", -1, 2.5).want("a"),
    "set an int in floats of two axes": story().let("a", count(3, 4)).set("a", (0, 0), 9).set("a", (S(None), 1), 8).want("a"),
    "set ints in short floats": story().let("a", count(6, d="f4")).set("a", 1, 7).set("a", S(2, 4), -1).want("a"),
    "a bool without axes": story().let("a", q).get("v", "a", np.array(True)).want("v"),
    "a false bool without axes": story().let("a", q).get("v", "a", np.array(False)).want("v"),
    "a bool without axes behind a slice": story().let("a", q).get("v", "a", (S(1, 3), np.array(True), 2)).want("v"),
    "a bool without axes beside arrays": story().let("a", q).get("v", "a", (np.array(True), arr(1, 3), S(None), arr(0, 2))).want("v"),
    "set by a bool without axes": story().let("a", q).set("a", np.array(True), -1).want("a"),
    "set by a false bool without axes": story().let("a", q).set("a", np.array(False), -1).want("a"),
    "set rows by a bool without axes": story().let("a", a).set("a", (3, np.array(True)), count(13) * 7).want("a"),
    "through T": story().let("a", a).show("v", "a", "T").set("v", (0, 1), 99).set("a", (3, 2), -5).want("a", "v"),
    "through a reshape": story().let("a", q).show("v", "a", "reshape", 12, 10).set("v", S(2, 5), -1).want("a", "v"),
    "through what is ravelled": story().let("a", q).show("v", "a", "reshape", -1).set("v", S(None, None, 7), -1).set("a", 2, 0).want("a", "v"),
    "through swapped axes": story().let("a", q).show("v", "a", "swapaxes", 0, 2).get("w", "v", 1).set("w", (2, S(1, 4)), -1).want("a", "v", "w"),
    "through moved axes": story().let("a", q).show("v", "a", "moveaxis", 0, 2).set("v", (1, 2), count(6)).want("a", "v"),
    "through a rolled axis": story().let("a", q).show("v", "a", "rollaxis", 2, 0).set("v", (1, 2), count(5)).want("a", "v"),
    "through transposed axes": story().let("a", q).show("v", "a", "transpose", 2, 0, 1).set("v", (1, 2), count(5)).want("a", "v"),
    "through axes of length 1": story().let("a", count(1, 5, 1)).show("v", "a", "squeeze").set("v", 2, -1).want("a", "v"),
    "through new axes": story().let("a", count(5)).show("v", "a", "expand_dims", 0).set("v", (0, 2), -1).want("a", "v"),
    "through three axes": story().let("a", count(5, 2)).show("v", "a", "atleast_3d").set("v", (0, 1), -1).want("a", "v"),
    "through reverse order": story().let("a", a).show("v", "a", "flip").set("v", (0, S(1, 4)), -1).set("a", (0, 0), 1234).want("a", "v"),
    "through reverse columns": story().let("a", a).show("v", "a", "flip", 1).set("v", (0, S(1, 4)), -1).want("a", "v"),
    "a diagonal follows": story().let("a", a).show("v", "a", "diagonal").set("a", (2, 2), -9).want("v"),
    "through views of views": story().let("a", a).get("w", "a", S(2, 14)).show("v", "w", "T").get("x", "v", S(None, None, 3)).set("x", (1, S(0, 5)), -1)
    .want("a", "w", "v", "x"),
    "a reshape of a transposed one is a copy": story().let("a", a).show("w", "a", "T").show("v", "w", "reshape", -1).set("v", S(0, 9), -1).set("a", 3, 0).want("a", "w", "v"),
    "a reshape of rows is a view": story().let("a", a).get("w", "a", S(2, 10)).show("v", "w", "reshape", -1).set("v", S(0, 9), -1).set("a", 3, 0).want("a", "w", "v"),
    "a reshape of columns is a copy": story().let("a", a).get("w", "a", (S(None), S(2, 10))).show("v", "w", "reshape", -1).set("a", 3, 0).set("v", S(0, 9), -1)
    .want("a", "w", "v"),
    "a reshape that keeps columns apart is a view": story().let("a", a).get("w", "a", (S(None), S(2, 10))).show("v", "w", "reshape", 4, 5, 8).set("v", (1, 2), -1)
    .want("a", "w", "v"),
    "a reshape of steps is a view": story().let("a", count(30)).get("w", "a", S(None, None, 3)).show("v", "w", "reshape", 2, 5).set("v", 1, -1).want("a", "v"),
    "a reshape back of a transposed one": story().let("a", q).show("w", "a", "T").show("x", "w", "T").show("v", "x", "reshape", -1).set("v", S(0, 9), -1).want("a", "v"),
    "real parts of real numbers": story().let("a", a).show("v", "a", "real").set("v", 3, -1).want("a"),
    "set nothing": story().let("a", a).set("a", S(9, 3), 7).want("a"),
    "set casts": story().let("a", count(9, 4, d="i4")).set("a", S(2, 5), 2.9).set("a", 7, count(4) + 0.7).want("a"),
    "set bools": story().let("a", np.zeros((9, 4), bool)).set("a", S(2, 5), 3).set("a", (S(None), 1), count(9)).want("a"),
    "set what was read": story().let("a", a).get("v", "a", S(0, 10)).set("a", S(10, 20), "v").set("a", (S(0, 9), S(1, None)), 0).want("a", "v"),
    "a view sees its base": story().let("a", a).get("v", "a", S(2, 8)).set("a", S(None, 4), 0).want("v", "a"),
    "a base sees its view": story().let("a", a).get("v", "a", S(2, 8)).set("v", (S(1, 3), S(2, 5)), -7).want("a", "v"),
    "views see each other": story().let("a", a).get("v", "a", S(2, 8)).get("w", "a", (S(None), 3)).set("v", (0, S(1, 5)), count(4) * -1).want("w", "v", "a"),
    "a view of a view": story().let("a", a).get("v", "a", S(2, 18, 2)).get("w", "v", (S(None, None, -1), S(1, 9))).get("x", "w", (3, None)).set("x", (0, S(2, 4)), -1)
    .want("a", "v", "w", "x"),
    "set twice through views": story().let("a", a).get("v", "a", S(2, 18)).set("v", 0, 1).set("a", 3, 2).set("v", 2, "v" if False else 3).want("a", "v"),
    "a row added to another": story().let("a", a).get("v", "a", 4).set("a", 5, "v").set("v", S(None), 0).want("a"),
    "a copy is no view": story().let("a", a).get("v", "a", arr(1, 2)).set("v", 0, -1).want("a", "v"),
    "set to itself backwards": story().let("a", count(30)).get("v", "a", S(None, None, -1)).set("a", S(None), "v").want("a", "v"),
    "mask": story().let("a", a).get("v", "a", m).want("v"),
    "mask rows": story().let("a", a).get("v", "a", rows).want("v"),
    "mask columns": story().let("a", a).get("v", "a", (S(3, 15), np.arange(13) % 2 == 0)).want("v"),
    "mask inner axes": story().let("a", q).get("v", "a", (S(1, 4), count(5, 4) % 3 == 1)).want("v"),
    "mask outer axes": story().let("a", q).get("v", "a", count(6, 5) % 7 == 1).want("v"),
    "mask of nothing": story().let("a", a).get("v", "a", np.zeros(20, bool)).want("v"),
    "mask and int": story().let("a", q).get("v", "a", (2, np.arange(5) > 1)).want("v"),
    "int, slice and mask": story().let("a", q).get("v", "a", (2, S(None), np.arange(4) > 1)).want("v"),
    "mask and array": story().let("a", q).get("v", "a", (arr(0, 5), S(None), np.arange(4) > 1)).want("v"),
    "mask that misfits": story().let("a", a).get("v", "a", np.ones(19, bool)),
    "mask of too many axes": story().let("a", a).get("v", "a", np.ones((20, 13, 1), bool)),
    "set by a mask": story().let("a", a).set("a", m, -1).want("a"),
    "set rows by a mask": story().let("a", a).set("a", rows, count(13, d="i4") * 100).want("a"),
    "set values by a mask": story().let("a", a).set("a", m, count(int(m.sum())) * 100).want("a"),
    "set rows of values by a mask": story().let("a", a).set("a", rows, count(5, 13) * 100).want("a"),
    "set part of columns by a mask": story().let("a", a).set("a", (S(2, 9), np.arange(13) % 2 == 0), -2).want("a"),
    "set inner axes by a mask": story().let("a", q).set("a", (S(1, 4), count(5, 4) % 3 == 1), 0).want("a"),
    "set outer axes by a mask": story().let("a", q).set("a", count(6, 5) % 7 == 1, count(4)).want("a"),
    "set a view by a mask": story().let("a", a).get("v", "a", S(4, 12)).set("v", m[4:12], 0).want("a", "v"),
    "set by a mask of nothing": story().let("a", a).set("a", np.zeros(20, bool), -1).want("a"),
    "array": story().let("a", a).get("v", "a", arr(3, -1, 3, 0, 19, -20)).want("v"),
    "array of a row": story().let("a", count(50)).get("v", "a", (np.arange(50) * 7 + 3) % 50).want("v"),
    "array of columns": story().let("a", a).get("v", "a", (S(1, 9, 2), arr(12, 0, 5))).want("v"),
    "matrix of rows": story().let("a", a).get("v", "a", arr(3, 4, 17, 2, 0, 9).reshape(2, 3)).want("v"),
    "two arrays": story().let("a", a).get("v", "a", (arr(3, 4, 17), arr(-1, 0, 5))).want("v"),
    "two arrays broadcast": story().let("a", a).get("v", "a", (arr(3, 4, 17).reshape(3, 1), arr(-1, 0, 5, 6))).want("v"),
    "arrays beside each other": story().let("a", q).get("v", "a", (S(1, 5), arr(4, 0, 2), arr(3, 3, 0))).want("v"),
    "arrays apart": story().let("a", q).get("v", "a", (arr(5, 0, 2), S(1, 4), arr(3, 3, 0))).want("v"),
    "array and int": story().let("a", q).get("v", "a", (S(None), 3, arr(3, 0))).want("v"),
    "array and int apart": story().let("a", q).get("v", "a", (1, S(None), arr(3, 0))).want("v"),
    "array after a new axis": story().let("a", q).get("v", "a", (None, arr(1, 3), Ellipsis, S(0, 2))).want("v"),
    "array before a new axis": story().let("a", q).get("v", "a", (arr(1, 3), None, arr(0, 2))).want("v"),
    "array without axes": story().let("a", q).get("v", "a", np.array(3)).want("v"),
    "array of nothing": story().let("a", q).get("v", "a", np.zeros(0, "i8")).want("v"),
    "array of small ints": story().let("a", q).get("v", "a", np.array([5, 0, 1], "u1")).want("v"),
    "all axes": story().let("a", q).get("v", "a", (arr(1, 3), arr(0, 2), arr(3, 3))).want("v"),
    "array out of bounds": story().let("a", a).get("v", "a", arr(3, 20)),
    "array out of bounds below": story().let("a", a).get("v", "a", (S(None), arr(3, -14))),
    "arrays that misfit": story().let("a", a).get("v", "a", (arr(1, 2), arr(1, 2, 3))),
    "too many arrays": story().let("a", a).get("v", "a", (arr(1), arr(1), arr(1))),
    "array of floats": story().let("a", a).get("v", "a", np.array([1.0, 2.0])),
    "set by an array": story().let("a", a).set("a", arr(3, -1, 3, 0), -1).want("a"),
    "set rows by an array": story().let("a", a).set("a", arr(3, -1, 7), count(3, 13) * 10).want("a"),
    "set rows by an array to a row": story().let("a", a).set("a", arr(3, -1, 7), count(13, d="i4") * 10).want("a"),
    "set twice by an array": story().let("a", count(30)).set("a", (np.arange(30) * 7) % 20, count(60) + 100).want("a"),
    "set columns by an array": story().let("a", a).set("a", (S(1, 9, 2), arr(12, 0, 5)), count(4, 3) * 10).want("a"),
    "set by two arrays": story().let("a", a).set("a", (arr(3, 4, 17), arr(-1, 0, 5)), count(3) * 10).want("a"),
    "set by arrays apart": story().let("a", q).set("a", (arr(5, 0, 2), S(1, 4), arr(3, 3, 0)), count(3, 3) * -1).want("a"),
    "set by arrays that broadcast": story().let("a", a).set("a", (arr(3, 4, 17).reshape(3, 1), arr(-1, 0, 5, 6)), count(3, 1) * -1).want("a"),
    "set a view by an array": story().let("a", a).get("v", "a", S(4, 12)).set("v", (arr(0, 7), S(2, 5)), count(2, 3) * -1).want("a", "v"),
    "set by an array casts": story().let("a", count(9, 4, d="i2")).set("a", arr(1, 8), 2.9).want("a"),
    "set by an array of nothing": story().let("a", a).set("a", np.zeros(0, "i8"), 5).want("a"),
    "set by an array out of bounds": story().let("a", a).set("a", arr(3, 20), 0),
    "set by a mask and an int": story().let("a", q).set("a", (2, S(None), np.arange(4) > 1), count(2, 1) - 9).want("a"),
    "set a value that misfits": story().let("a", a).set("a", (S(0, 4), S(0, 3)), count(4)),
    "set a value that misfits arrays": story().let("a", a).set("a", (arr(0, 4), arr(0, 3)), count(3)),
    "set an int out of bounds": story().let("a", a).set("a", 20, 0),
    "set too large a number": story().let("a", count(4, d="i1")).set("a", 0, 300),
    "set NaN in ints": story().let("a", count(4, d="i1")).set("a", 0, float("nan")),
}


def random_index(r, shape):
    """An index for a shape, and no index array twice as long as needed."""
    n = r.integers(0, len(shape) + 1)
    out, at, b = [], 0, tuple(r.integers(1, 4, r.integers(0, 3)))
    fancy = r.random() < 0.6
    for k in range(n):
        d, c = shape[at], r.random()
        if d == 0:
            out.append(slice(None))
        elif c < 0.15:
            out.append(int(r.integers(-d, d)))
        elif c < 0.6 or not fancy:
            lim = [None if r.random() < 0.4 else int(r.integers(-d - 2, d + 3)) for _ in range(2)]
            out.append(slice(lim[0], lim[1], r.choice([None, 1, 2, 3, -1, -2])))
        elif c < 0.72:
            out.append(r.random(d) < 0.5)
            b = None
        elif b is not None:
            s = tuple(1 if r.random() < 0.2 else x for x in b)
            out.append(r.integers(-d, d, s))
        else:
            out.append(slice(None))
        at += 1
        if r.random() < 0.12:
            out.append(None)
    if r.random() < 0.25:
        left = len(shape) - at
        out.insert(0, Ellipsis) if left == 0 else out.append(Ellipsis)
    return tuple(slice(i.start, i.stop, None if i.step is None else int(i.step)) if isinstance(i, slice) else i for i in out)


def random_story(r):
    s = story()
    shape = tuple(int(x) for x in r.integers(1, [9, 7, 5][: r.integers(1, 4)]))
    a = r.permutation(int(np.prod(shape))).reshape(shape).astype(r.choice(["f8", "i4", "f4", "i8"]))
    s.let("a", a)
    views = ["a"]
    for k in range(r.integers(1, 4)):
        of = str(r.choice(views))
        ix = random_index(r, s.vars[of].shape)
        kinds = [i for i in ix if isinstance(i, np.ndarray)]
        if sum(i.dtype == bool for i in kinds) and len(kinds) > 1:
            continue
        sel = s.vars[of][ix]
        basic = not kinds
        if r.random() < 0.5:
            s.get("v%d" % k, of, ix)
            if basic and sel.ndim > 0:
                views.append("v%d" % k)
            elif basic:
                s.vars["v%d" % k] = np.array(sel)
            s.want("v%d" % k)
        else:
            v = [int(r.integers(-99, 0)), r.integers(-99, 0, [1 if r.random() < 0.3 else x for x in np.shape(sel)])][r.integers(0, 2)]
            s.set(of, ix, v)
            s.want(*views)
    return s


for k in range(30):
    stories["random %d" % k] = random_story(np.random.default_rng(k))
out = {k: s.steps for k, s in stories.items()}
json.dump(out, sys.stdout, separators=(",", ":"), sort_keys=True)
print()
