"""What a function does with a row, a value, or the columns of a group, written down."""

from .recorder import _BOOLS, _LIMIT, _ROWS_ONLY, _TELLS, Recorded, Watched

_EXACT_INT = 1 << 53  # larger whole numbers are not all floats


class Element(Recorded):
    """A number or a bool, of which there is one in each row."""

    __slots__ = ("_ints", "_plain")

    def __init__(self, tape, expr, bools, ints, plain):
        super().__init__(tape, expr, True, bools)
        object.__setattr__(self, "_ints", ints)
        object.__setattr__(self, "_plain", plain)

    def __getattr__(self, _name):
        return self._tape.poison()

    def _counted(self):
        return None

    def _with(self, name, other, turned=False):
        made = self._operand(other)
        if made is None:
            return self._tape.poison()
        of, bools, ints = made
        if name in _ROWS_ONLY or (name in _BOOLS) != (self._bools and bools) or self._bools != bools:
            return self._tape.poison()
        if self._plain and not self._bools and not self._same_in_python(name, ints, type(other) is Element):
            return self._tape.poison()
        pair = (of, self._expr) if turned else (self._expr, of)
        of_bools = name in _TELLS or name in _BOOLS
        return Element(
            self._tape, ("apply", name, pair), of_bools, self._ints and ints and name != "truediv", self._plain
        )

    def _operand(self, other):
        """The expression of the other side, and whether it is of bools, and of whole numbers; None where it is
        not known."""
        if type(other) is Element:
            return (other._expr, other._bools, other._ints) if other._tape is self._tape else None
        if type(other) not in (int, float, bool):
            return None
        limit = _LIMIT if self._ints else _EXACT_INT
        if type(other) is int and not -limit <= other < limit:
            return None
        return ("number", other), type(other) is bool, type(other) is int

    def _same_in_python(self, name, ints, of_rows):
        """Whether Python calculates as NumPy does: not where it raises for a zero, and not where whole numbers
        become long or are compared with floats.

        ints and of_rows say whether the other side is of whole numbers, and is no number that is written
        down.
        """
        if name in _TELLS:
            return self._ints == ints or not (self._ints or of_rows)
        return name != "truediv" and not (self._ints and ints)

    def _one(self, name, of_bools):
        if self._bools != of_bools or (self._plain and (self._ints or of_bools)):
            return self._tape.poison()
        return Element(self._tape, ("apply", name, (self._expr,)), of_bools, self._ints, self._plain)


class Labelled(Watched):
    """The columns of a group, or the values of a row, by their labels."""

    __slots__ = ("_made", "_measured", "_reserved")

    def __init__(self, tape, made, reserved, measured=None):
        """made(label) is what lies under a label, None where it is not recorded; reserved is the class whose own
        names are no labels; measured is an expression of as many rows, None where len is not recorded."""
        for name, v in (("_tape", tape), ("_made", made), ("_reserved", reserved), ("_measured", measured)):
            object.__setattr__(self, name, v)

    def _counted(self):
        return self._measured

    def __getitem__(self, label):
        made = self._made(label) if type(label) in (str, int) else None
        return self._tape.poison() if made is None else made

    def __getattr__(self, name):
        return self._tape.poison() if hasattr(self._reserved, name) else self[name]
