"""Names that stand before brackets: what is between them an operator reads."""

from .build import many, one
from .forms import mixed


class Brackets:
    """Builds an operator of a key, with parameters that are set; with several a tuple gives an output for each of its entries."""

    def __init__(self, op, attrs, several=False):
        self._op, self._attrs, self._several = op, attrs, several

    def __getitem__(self, key):
        ins = []
        attrs = {"key": mixed(key, ins), **self._attrs}
        if self._several and isinstance(key, tuple):
            return many(self._op, ins, attrs, len(key))
        return one(self._op, ins, attrs)
