"""What a series and an index have in common: values one after the other. What is asked of them is computed."""


class Line:
    """Values one after the other."""

    __slots__ = ()

    @property
    def T(self):
        """The series or index itself."""
        return self

    def searchsorted(self, value, side="left", sorter=None):
        """The places where values go into sorted ones."""
        from ..tensor import searchsorted

        return searchsorted(self.to_tensor(), value, side=side, sorter=sorter)
