"""Modules that take long to import, and that many programs do not need."""

import importlib


class Module:
    """A module that is imported when somebody first asks it for a name."""

    def __init__(self, name):
        self.__name__ = name

    def __getattr__(self, name):
        found = getattr(importlib.import_module(self.__name__), name)
        setattr(self, name, found)  # the next time it is not asked
        return found


pandas = Module("pandas")


def pandas3():
    """Whether pandas is 3 or later: texts have a dtype of their own, and what is copied is so when it is written."""
    return int(pandas.__version__.split(".")[0]) >= 3
