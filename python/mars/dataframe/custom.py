"""CustomReduction: aggregates of a program's own, by class."""

from .._core.call import NotYet


class CustomReduction:
    """An aggregate of a program's own: subclasses write agg, and pre and post where values are prepared before or finished behind it.

    It is the class that programs of the original Mars derive from. Using one in agg is not there yet: it is a function of Python.
    """

    output_limit = 1

    def __init__(self, name=None):
        self.name = name or "<custom>"

    def __call__(self, value):
        raise NotYet("agg with a CustomReduction is not there yet; name an aggregate, such as 'sum'")
