"""What a series and an index have in common: values one after the other. What is asked of them is computed."""


class Line:
    """Values one after the other."""

    __slots__ = ()

    def _values(self):
        """The values as a series."""
        return self if self._kind == "series" else self._table()

    @property
    def T(self):
        """The series or index itself."""
        return self

    @property
    def hasnans(self):
        """Whether a value is missing."""
        return bool(self.isna().any())

    @property
    def is_unique(self):
        """Whether no value comes twice."""
        return not bool(self.duplicated().any())

    @property
    def is_monotonic_increasing(self):
        """Whether no value is less than the one before it."""
        return _in_order(self._values(), "__le__")

    @property
    def is_monotonic_decreasing(self):
        """Whether no value is greater than the one before it."""
        return _in_order(self._values(), "__ge__")

    def searchsorted(self, value, side="left", sorter=None):
        """The places where values go into sorted ones."""
        from ..tensor import searchsorted

        return searchsorted(self.to_tensor(), value, side=side, sorter=sorter)


def _in_order(s, compare):
    """Whether each value compares so with the next one."""
    a, b = s.iloc[:-1].reset_index(drop=True), s.iloc[1:].reset_index(drop=True)
    return not s.hasnans and bool(getattr(a, compare)(b).all())
