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
