"""Warnings of mars, and exceptions that neither Python nor NumPy nor pandas has."""

from ._client.errors import Canceled, Lost, SessionClosed, SessionLost, Unreachable, WorkerCrash
from ._functions.slow import SlowPathWarning

__all__ = [
    "Canceled",
    "Lost",
    "SessionClosed",
    "SessionLost",
    "SlowPathWarning",
    "Unreachable",
    "WorkerCrash",
]
