"""WebAssembly modules: what they export is read here, and what an export gives is a matter of operator
remote.wasm.
"""

from __future__ import annotations

import base64
import json
import os
import weakref
from typing import Any, NamedTuple

import numpy as np

from .._core import attrs as _a
from .._core import hooks, pickles
from .._core.dtypes import name_of
from .._core.entity import Entity, wrap
from .._core.node import Node, Ref
from .._core.site import here

_HEAD = b"\0asm\1\0\0\0"
_TYPES = {0x7F: "i32", 0x7E: "i64", 0x7D: "f32", 0x7C: "f64"}
_NUMBERS = {"i32": "int32", "i64": "int64", "f32": "float32", "f64": "float64"}


class _Reader:
    """Reads the parts of a module. IndexError: it breaks off."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        n = shift = 0
        while True:
            b = self.byte()
            n |= (b & 0x7F) << shift
            shift += 7
            if b < 0x80:
                return n
            if shift > 28:
                raise IndexError

    def bytes(self) -> bytes:
        n = self.number()
        if n > len(self.data) - self.at:
            raise IndexError
        self.at += n
        return self.data[self.at - n : self.at]

    def types(self) -> list[str]:
        return [_TYPES.get(t, "a reference") for t in self.bytes()]

    def limits(self) -> None:
        if self.byte() & 1:
            self.number()
        self.number()


def exports(data: bytes) -> dict[str, tuple[list[str], list[str]]]:
    """The functions that a module exports: the types of what they take and give. ValueError: it is no module."""
    if not data.startswith(_HEAD):
        raise ValueError(f"this is no WebAssembly module of version 1: it begins with {data[:8]!r}")
    types: list[tuple[list[str], list[str]]] = []
    functions: list[int] = []
    named: dict[str, int] = {}
    r = _Reader(data[len(_HEAD) :])
    try:
        while r.at < len(r.data):
            section, body = r.byte(), _Reader(r.bytes())
            if section == 1:
                for _ in range(body.number()):
                    if body.byte() != 0x60:
                        raise IndexError
                    types.append((body.types(), body.types()))
            elif section == 2:
                for _ in range(body.number()):
                    body.bytes(), body.bytes()
                    _imported(body, functions)
            elif section == 3:
                functions += [body.number() for _ in range(body.number())]
            elif section == 7:
                for _ in range(body.number()):
                    name, kind, at = body.bytes().decode(), body.byte(), body.number()
                    if kind == 0:
                        named[name] = at
        return {name: types[functions[at]] for name, at in named.items()}
    except (IndexError, UnicodeDecodeError):
        raise ValueError("the WebAssembly module breaks off, or speaks of what it does not have") from None


def _imported(r: _Reader, functions: list[int]) -> None:
    kind = r.byte()
    if kind == 0:
        functions.append(r.number())
    elif kind == 1:
        r.byte()
        r.limits()
    elif kind == 2:
        r.limits()
    elif kind == 3:
        r.byte()
        r.byte()
    else:
        raise IndexError


class Export:
    """An export of a WebAssembly module: called with numbers and arrays it makes a value, which runs when
    that is executed.
    """

    def __init__(self, module: Any, export: str, dtype: Any, memory: int | None, timeout: float | None) -> None:
        if isinstance(module, (str, os.PathLike)):
            with open(module, "rb") as f:
                module = f.read()
        if not isinstance(module, (bytes, bytearray, memoryview)):
            raise TypeError(f"a module is its bytes or the path of a file, not a {type(module).__name__}")
        self._code = bytes(module)
        there = exports(self._code)
        if export not in there:
            raise AttributeError(f"the module exports no function {export!r}; there are {', '.join(sorted(there))}")
        if memory is not None and not 0 < memory <= 1 << 32:
            raise ValueError(f"memory is up to 4 GiB in bytes, not {memory!r}")
        if timeout is not None and not 0 < timeout < 1 << 31:
            raise ValueError(f"timeout is a number of seconds, not {timeout!r}")
        self._export, self._memory, self._timeout = export, memory, timeout
        self._takes, gives = there[export]
        if len(gives) != 1 or (dtype is not None and gives != ["i64"]) or (dtype is None and gives[0] not in _NUMBERS):
            want = (
                "an i64, for dtype= says that it is an array: its address << 32 | its elements"
                if dtype is not None
                else "one number"
            )
            raise TypeError(f"export {export!r} gives ({', '.join(gives)}), and has to give {want}")
        if dtype is not None and np.dtype(dtype).kind not in "biufcmM":
            raise TypeError(f"dtype= is of numbers, bools or times, not {np.dtype(dtype)}")
        self._dtype = _NUMBERS[gives[0]] if dtype is None else name_of(np.dtype(dtype))
        self._array = dtype is not None
        self._sent: tuple[Any, Ref] | None = None

    def __repr__(self) -> str:
        return f"<export {self._export} ({', '.join(self._takes)}) of a WebAssembly module>"

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_sent": None}  # it is of a session of this program

    def __call__(self, *args: Any) -> Any:
        inputs: list[Ref] = []
        given: list[Any] = []
        for i, a in enumerate(args):
            if isinstance(a, _PLAIN):
                given.append(a)
            else:
                given.append(_In(len(inputs)))
                inputs.append(_tensor(a, i))
        want = len(given) + len(inputs)
        if want != len(self._takes):
            raise TypeError(
                f"export {self._export!r} takes ({', '.join(self._takes)}), and is given {want} of them: a number is one, an array two, its address "
                "and how many elements it has"
            )
        return self._made("remote.wasm", inputs, self._fitting(given), {}, "tensor")

    def chunks(
        self,
        what: str,
        of: Entity,
        args: Any = (),
        kwargs: Any = None,
        *,
        each: bool = False,
        skip: bool = False,
        **said: Any,
    ) -> Any:
        """What the export gives for each chunk of a tensor, a series or a frame, whose columns are arguments: a tensor, or a series with the same labels.

        An export of arrays gets columns, and gives an array as long. One of numbers is called with those of each element, of a frame with those of
        each row. args are numbers that come after. each: it has to be one of numbers. skip: it is not called where a float is NaN. said is what is of
        functions alone.

        TypeError: the export takes something else, or something was said. OverflowError: a number that it does not take.
        """
        for k, v in said.items():
            if v is not None and v is not False:
                raise TypeError(
                    f"{what}: {k} is of functions; what an export gives and may take is said to mars.remote.wasm"
                )
        if of._kind == "index":
            raise TypeError(
                f"{what} calls an export of a module with tensors, series and frames; to_series() makes one of an index"
            )
        columns = list(of.dtypes) if of._kind == "dataframe" else [of.dtype]
        args = tuple(args) if isinstance(args, (tuple, list)) else (args,)
        for a in args:
            if not isinstance(a, _PLAIN):
                raise TypeError(f"beside {_OF[of._kind]} an export takes numbers, not a {type(a).__name__}")
        if kwargs:
            raise TypeError(
                f"export {self._export!r} has no argument {next(iter(kwargs))!r}: those of an export have no names"
            )
        if self._array and each:
            raise TypeError(
                f"{what} calls a function with single values, and export {self._export!r} takes and gives arrays: map_chunk calls it"
            )
        if not columns:
            raise TypeError(f"{what} calls an export with the columns of a frame, and this one has none")
        takes = len(columns) * (2 if self._array else 1)
        if takes + len(args) != len(self._takes):
            raise TypeError(
                f"export {self._export!r} takes ({', '.join(self._takes)}), and {what} gives it {takes + len(args)} of them: {len(columns)} of "
                f"{_OF[of._kind]}{', two for each' if self._array else ''}, and {len(args)} behind them"
            )
        for i, d in enumerate(columns):
            name = f"column {of.columns[i]!r}" if of._kind == "dataframe" else f"a {of._kind}"
            if not isinstance(d, np.dtype) or d.kind not in ("biufcmM" if self._array else "biuf"):
                raise TypeError(f"{name} is of {d}: a module takes numbers and arrays of numbers")
            if not self._array and d == np.float16:
                raise TypeError(f"{name} is of {d}, which no export takes: astype('float32') makes one that they take")
            if not self._array and d.kind == "f" and self._takes[i] in ("i32", "i64"):
                raise TypeError(f"{name} is of {d}, and export {self._export!r} takes ({', '.join(self._takes)})")
        given = self._fitting([*map(_In, range(len(columns))), *args], 2 if self._array else 1)
        attrs = {} if self._array else {"each": _a.boolean(True)}
        if skip and any(d.kind == "f" for d in columns):
            attrs["skip"] = _a.boolean(True)
        return self._made("remote.wasm_chunks", [of._ref], given, attrs, "tensor" if of._kind == "tensor" else "series")

    def _fitting(self, given: list[Any], width: int = 2) -> list[dict[str, Any]]:
        """Arguments as operators have them: numbers, and which inputs. Each of these is so many parameters: an address and how many, or an element."""
        out: list[dict[str, Any]] = []
        at = 0
        for i, a in enumerate(given):
            if not isinstance(a, _In):
                out.append(_number(a, self._takes[at], i))
                at += 1
                continue
            if width == 2 and self._takes[at : at + 2] != ["i32", "i32"]:
                raise TypeError(
                    f"argument {i + 1} is an array, two i32, and export {self._export!r} takes ({', '.join(self._takes)})"
                )
            out.append({"in": a.input})
            at += width
        return out

    def _made(self, op: str, inputs: list[Ref], args: list[dict[str, Any]], attrs: dict[str, Any], kind: str) -> Any:
        from .. import dataframe, tensor  # noqa: F401  # they bring the classes of handles

        attrs |= {
            "export": _a.string(self._export),
            "args": {"raw": base64.b64encode(json.dumps(args).encode()).decode()},
            "d_type": _a.dtype(self._dtype),
            "deterministic": _a.boolean(True),
        }
        if self._array:
            attrs["array"] = _a.boolean(True)
        if self._memory is not None:
            attrs["memory"] = _a.integer(self._memory)
        if self._timeout is not None:
            attrs["timeout"] = _a.floating(self._timeout)
        node = Node(op, (self._module(), *inputs), attrs, here(3), 1)
        attrs["log"] = _a.string(node.id)
        if hooks.watch is not None:
            hooks.watch(node)
        return wrap(Ref(node, 0), kind=kind)

    def _module(self) -> Ref:
        """The module among the nodes. A large one is sent once to a session."""
        if len(self._code) < pickles.APART:
            return Ref(Node("remote.function", (), {"pickle": {"raw": base64.b64encode(self._code).decode()}}), 0)
        session = hooks.ensure()
        if self._sent is None or self._sent[0]() is not session:
            self._sent = weakref.ref(session), session.upload(pickles.Blob(pickles.pack([self._code])))
        return self._sent[1]


_OF = {"tensor": "a tensor", "series": "a series", "dataframe": "the columns of a frame"}


_PLAIN = (bool, int, float, np.bool_, np.integer, np.floating)
_BITS = {"i32": 32, "i64": 64}


class _In(NamedTuple):
    """An argument that is an input."""

    input: int


def _number(a: Any, takes: str, i: int) -> dict[str, Any]:
    """A number as a parameter of a type. Ints of the upper half without a sign are taken too, as modules do not tell."""
    if isinstance(a, (float, np.floating)):
        if takes in _BITS:
            raise TypeError(f"argument {i + 1} is a float, and the export takes {takes}")
        return {"f": repr(float(a))}
    a = int(a)
    if takes not in _BITS:
        return {"i": a} if -(1 << 63) <= a < 1 << 63 else {"f": repr(float(a))}
    n = _BITS[takes]
    if not -(1 << n - 1) <= a < 1 << n:
        raise OverflowError(f"argument {i + 1} is {a}, which is no {takes}")
    return {"i": a - (1 << 64) if a >= 1 << 63 else a}


def _tensor(a: Any, i: int) -> Ref:
    """An array as a value. TypeError: it is none of numbers."""
    from ..tensor._as import tensor

    if not isinstance(a, Entity):
        if hasattr(a, "iloc"):
            raise TypeError(
                f"argument {i + 1} is a {type(a).__name__} of pandas: a module takes numbers and arrays of numbers; map, "
                "apply(axis=1) and map_chunk of mars call an export with the columns of a frame"
            )
        a = np.asarray(a)
        if a.dtype.kind not in "biufcmM":
            raise TypeError(f"argument {i + 1} is an array of {a.dtype}: a module takes numbers and arrays of numbers")
    elif a._kind != "tensor":
        raise TypeError(f"argument {i + 1} is a {a._kind}: a module takes numbers and tensors; to_tensor() makes one")
    ref: Ref = tensor(a)._ref
    return ref
