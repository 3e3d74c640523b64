"""Packages that an environment requires, as PEP 508 names them."""

from __future__ import annotations

import os
import re
from typing import Any

# A name, extras, versions, a marker. What an installer would take for an option, a path or a URL is none: see requirement
# in worker/functions/archive.go, which looks again.
_REQUIREMENT = re.compile(
    r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])? *(?:\[[A-Za-z0-9._, -]*\])? *"
    r"(?:(?:~=|===?|!=|<=?|>=?) *[A-Za-z0-9._*+!-]+ *,? *)*(?:;[A-Za-z0-9 ._\"'()<>=!~+*-]*)?"
)


def read(given: Any) -> list[str]:
    """Requirements in order, each once: of a list, or of a file."""
    if given is None:
        return []
    if isinstance(given, os.PathLike) or (isinstance(given, str) and given.endswith(".txt")):
        lines = _lines(os.fspath(given))
    elif isinstance(given, (list, tuple, set, frozenset)):
        lines = [("", r) for r in given]
    else:
        raise TypeError(
            f"requirements is a list such as ['six==1.16.0'], or the path of a requirements.txt, and not {given!r}"
        )
    return sorted({_checked(at, r) for at, r in lines})


def _lines(path: str) -> list[tuple[str, str]]:
    """The lines of a file that say something, and where they are."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    out = []
    for n, line in enumerate(text.splitlines(), 1):
        line = re.sub(r"(^|\s)#.*", "", line).strip()
        if line:
            out.append((f"{path}:{n}: ", line))
    return out


def _checked(at: str, r: Any) -> str:
    if not isinstance(r, str):
        raise TypeError(f"requirements has texts such as 'six==1.16.0', and not {r!r}")
    r = r.strip()
    if not r:
        raise ValueError(f"{at}requirements has an empty text")
    if r.startswith("-"):
        raise ValueError(
            f"{at}requirements has {r!r}: options are those of the worker's installer, PIP_INDEX_URL there"
        )
    if not _REQUIREMENT.fullmatch(r):
        raise ValueError(
            f"{at}requirements has {r!r}, which is no name of a package with versions, such as 'six==1.16.0'; "
            "what has no name in an index can be given as py_modules"
        )
    return r
