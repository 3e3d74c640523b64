"""A program of functions that take long: sleeps.py URL."""

import sys
import time

import door  # noqa: F401

import mars.remote as mr
from mars.session import new_session

FUNCTIONS = 24


def slow(i):
    time.sleep(3)
    return i * i


new_session(sys.argv[1]).as_default()
print(sum(mr.ExecutableTuple([mr.spawn(slow, args=(i,)) for i in range(FUNCTIONS)]).execute().fetch()))
