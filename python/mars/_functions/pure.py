"""Functions that do nothing but calculate with their arguments, told from their code."""

import dis
import types

_PLAIN = (int, float, bool)
_BUILTINS = ("abs", "float", "len")
_ACTS = ("STORE_GLOBAL", "STORE_NAME", "STORE_DEREF", "STORE_ATTR", "STORE_SUBSCR", "STORE_SLICE", "DELETE_", "IMPORT_")
_MAKES = (
    "LOAD_NAME",
    "LOAD_BUILD_CLASS",
    "LOAD_CLOSURE",
    "MAKE_CELL",
    "YIELD",
    "RETURN_GENERATOR",
    "SETUP_WITH",
    "BEFORE_WITH",
)


def is_pure(func):
    """Whether a function names its arguments, numbers, abs, float and len alone: then it does for one value what it
    does for all, and nothing else."""
    if type(func) is not types.FunctionType:
        return False
    cells = [c.cell_contents for c in func.__closure__ or () if _filled(c)]
    given = [*cells, *(func.__defaults__ or ()), *(func.__kwdefaults__ or {}).values()]
    if len(cells) < len(func.__closure__ or ()) or any(type(v) not in _PLAIN for v in given):
        return False
    for step in dis.get_instructions(func):
        if step.opname.startswith(_ACTS + _MAKES):
            return False
        if step.opname == "LOAD_GLOBAL" and not _is_known(func, step.argval):
            return False
    return True


def _filled(cell):
    try:
        return cell.cell_contents is not cell
    except ValueError:  # of a name that has no value yet
        return False


def _is_known(func, name):
    of = func.__globals__
    return type(of[name]) in _PLAIN if name in of else name in _BUILTINS
