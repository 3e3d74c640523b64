"""Other libraries on the cluster: each module here is named as the library that it calls, which the user installs."""

from __future__ import annotations

import importlib
from typing import Any

_modules = ("joblib", "lightgbm", "pytorch", "statsmodels", "tensorflow", "tsfresh", "xgboost")


def __getattr__(name: str) -> Any:
    if name in _modules:
        return importlib.import_module("." + name, __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return list(_modules)
