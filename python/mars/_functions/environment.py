"""Environments of functions: variables, modules, packages and a folder that their processes have on workers."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import struct
import types
import weakref
import zipfile
from typing import Any

from .._core import hooks, pickles
from .._core.node import Node, Ref
from . import requirements as _requirements

_LIMIT = 256 << 20  # bytes of all files, as they are sent
_LEFT_OUT = {"__pycache__", ".git", ".hg", ".venv", "node_modules"}


class Environment:
    """What mars.env gives. Two of equal content are one."""

    def __init__(self, env_vars: Any, py_modules: Any, working_dir: Any, requirements: Any) -> None:
        self.vars = _variables(env_vars)
        self.modules = [
            _module(m) for m in ([py_modules] if isinstance(py_modules, (str, os.PathLike)) else py_modules or ())
        ]
        self.dir = None if working_dir is None else os.path.abspath(os.fspath(working_dir))
        if self.dir is not None and not os.path.isdir(self.dir):
            raise NotADirectoryError(f"working_dir is {self.dir}, which is no folder")
        self.packages = _requirements.read(requirements)
        self._data = self._packed()
        self.key = hashlib.sha256(self._data).hexdigest()
        self._nodes: weakref.WeakKeyDictionary[Any, Any] = weakref.WeakKeyDictionary()  # by session

    def __repr__(self) -> str:
        return f"<mars.env {self.key[:12]}: {len(self._data)} bytes>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Environment) and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)

    def ref(self) -> Ref:
        """The value of it in the default session."""
        session = hooks.ensure()
        ref = self._nodes.get(session)
        if ref is None:
            if len(self._data) < pickles.APART:
                ref = Ref(Node("remote.function", (), {"pickle": {"raw": base64.b64encode(self._data).decode()}}), 0)
            else:
                ref = session.upload(pickles.Blob(pickles.pack([self._data])))
            self._nodes[session] = ref
        return ref

    def _packed(self) -> bytes:
        """What travels: a description behind its length, and a zip of the files as they are now."""
        about = {
            "vars": self.vars,
            "modules": bool(self.modules),
            "dir": self.dir is not None,
            "packages": self.packages,
        }
        head = json.dumps(about, sort_keys=True).encode()
        out = io.BytesIO()
        if self.modules or self.dir is not None:
            with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:
                for path in self.modules:
                    _add(z, path, "modules/" + os.path.basename(path))
                if self.dir is not None:
                    _add(z, self.dir, "dir")
                    z.writestr(zipfile.ZipInfo("dir/.mars"), b"")  # a folder without files is one too
        data = struct.pack("<I", len(head)) + head + out.getvalue()
        if len(data) > _LIMIT:
            raise ValueError(f"the files of an environment have {len(data)} bytes, at most {_LIMIT} are taken")
        return data


def _variables(env_vars: Any) -> dict[str, str]:
    env_vars = dict(env_vars or {})
    for k, v in env_vars.items():
        if not isinstance(k, str) or not isinstance(v, str) or not k or "=" in k or "\0" in k + v:
            raise TypeError(f"env_vars has texts by name, and not {k!r}: {v!r}")
        if k.startswith("MARS_") or k == "PYTHONPATH":
            raise ValueError(f"env_vars: {k} is the worker's to set; modules are given as py_modules")
    return env_vars


def _module(module: Any) -> str:
    """The file or folder of a module."""
    if isinstance(module, types.ModuleType):
        if not module.__file__:
            raise ValueError(f"module {module.__name__} has no file")
        module = module.__file__
        if os.path.basename(module) == "__init__.py":
            module = os.path.dirname(module)
    path = os.path.abspath(os.fspath(module))
    if not os.path.exists(path):
        raise FileNotFoundError(f"py_modules has {path}, which is not there")
    return path


def _add(z: zipfile.ZipFile, path: str, name: str) -> None:
    """Adds a file, or the files of a folder in order, without their times: equal contents are equal bytes."""
    if os.path.isfile(path):
        with open(path, "rb") as f:
            info = zipfile.ZipInfo(name)
            info.external_attr = (0o700 if os.access(path, os.X_OK) else 0o600) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            z.writestr(info, f.read())
    elif os.path.isdir(path):
        for n in sorted(os.listdir(path)):
            if n not in _LEFT_OUT and not n.endswith(".pyc"):
                _add(z, os.path.join(path, n), f"{name}/{n}")


def env(env_vars: Any = None, py_modules: Any = None, working_dir: Any = None, requirements: Any = None) -> Environment:
    """An environment of functions on workers, for env= of mars.remote.spawn, run_script, map_chunk and
    mars.remote.options.

    env_vars are variables, which are there before NumPy is imported. py_modules are paths of modules or
    packages, or modules, that functions can import. working_dir is a folder, in a copy of which they begin,
    and from which they import too. Files are read now, are sent once to a worker, and are gone from it with
    the session; they have 256 MiB at most.

    requirements are packages that are installed above those of the worker, from the index of its uv or pip:
    a list such as ["six==1.16.0", "tomli>=2; python_version < '3.11'"], or the path of a requirements.txt.
    Names, extras, versions and markers are taken; options, URLs and paths are not. NumPy, pandas and
    cloudpickle stay those of the worker unless they are named. Packages are installed when the environment is
    first used on a worker, for at most 10 minutes, and are there for all sessions that require the same.
    Workers of a cluster do so with --functions-packages=on; that of new_session() does unless it is told not
    to.

    TypeError, ValueError: what is none of these. FileNotFoundError, NotADirectoryError: a path that is not
    there. At execution: PermissionError where no worker installs packages; RuntimeError with what the
    installer said where they cannot be installed, TimeoutError where that takes too long.
    """
    return Environment(env_vars, py_modules, working_dir, requirements)
