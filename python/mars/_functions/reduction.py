"""CustomReduction: aggregates of a program's own, by class."""

from .._worker.reductions import many
from . import functions


class CustomReduction:
    """An aggregate of a program's own, for agg of frames, series and groups.

    A subclass writes agg, which makes one value of a series. It may write pre, which makes of a series one or several that agg gets, and post, which
    makes the result of what agg has given. Of a frame and a series pre and agg are called for each chunk, agg again with what came of all chunks, and
    post once: agg of aggregates must be the aggregate of all. Of groups they are called once a group. With pre_with_agg pre aggregates too, and agg
    gets what came of all chunks alone.
    """

    output_limit = 1
    pre_with_agg = False

    def __init__(self, name=None):
        self.name = name or "<custom>"

    @property
    def __name__(self):
        return self.name

    def pre(self, value):
        """What agg gets of a series: one, or a tuple."""
        return value

    def agg(self, *values):
        """A value for each of several series, one value or a tuple."""
        raise NotImplementedError(f"a CustomReduction writes agg, and {type(self).__name__} does not")

    def post(self, *values):
        """The result, of what agg gives."""
        return values[0]

    def __call__(self, value):
        """The aggregate of a series of pandas."""
        made = many(self.pre(value))
        return self.post(*(made if self.pre_with_agg else many(self.agg(*made))))


def reduced(of, by):
    """What a CustomReduction makes of a series, or of each column of a frame, as a series: chunk by chunk, and then of what came of all."""
    columns = of.columns if of._kind == "dataframe" else None
    from .._worker import reductions

    parts = functions.call(of, "agg", reductions.of_chunk, "chunk", (by,))
    made = functions.call(parts, "agg", reductions.of_all, "chunk", (by, columns), whole=True, rows=len)
    return made if columns is not None else made.iloc[0]
