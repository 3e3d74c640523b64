"""df.x[0] = 9 changes a handle that nobody holds, and df stays as it was: it warns as pandas does."""

import sys
import warnings

import pandas as pd


class _Held:
    """Counts the references to what is assigned to: while it is held by a name, and while it is not."""

    def __setitem__(self, key, value):
        self.seen.append(sys.getrefcount(self))

    seen = []


_held = _Held()
_held[0] = _Held()[0] = 0
_with_name, _without = sorted(_Held.seen, reverse=True)
_alone = _without if _without < _with_name else -1  # an interpreter that does not count so


def warn_if_lone(references):
    """Warns where what is assigned to had no other references than those of the call itself."""
    if references <= _alone:
        warnings.warn(
            "A value is being set on a copy of a DataFrame or Series through chained assignment: df stays as it was. "
            "Use df.loc[rows, column] = value.",
            getattr(pd.errors, "ChainedAssignmentError", UserWarning),
            stacklevel=3,
        )
