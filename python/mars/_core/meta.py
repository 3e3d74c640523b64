"""What is known of a value without its data."""

import math

from . import attrs
from .dtypes import from_name

_kinds = {
    "KIND_TENSOR": "tensor",
    "KIND_DATAFRAME": "dataframe",
    "KIND_SERIES": "series",
    "KIND_INDEX": "index",
    "KIND_OBJECT": "object",
}


_OBJECT = frozenset(["kind", "type", "key", "nbytes"])  # what is said of most objects
_GUESS = b"open".hex()  # what a dtype waits for that is a guess


class Meta:
    """A description: kind ("tensor", "dataframe", "series", "index", "object"), lengths, dtypes, labels of columns.

    shape has nan where a length is known only after execution. columns is a list of (label, dtype); a series has one. levels are
    those of the index. axis is the names of the levels of column labels, None where none has one. open says that more columns may exist. nsplits is the chunk lengths by axis and nbytes the size, once they
    are known. guessed says that axes or row labels follow from the data, which nobody has seen. raw is what the server said.
    """

    __slots__ = (
        "axis",
        "columns",
        "dtype",
        "guessed",
        "index",
        "key",
        "kind",
        "levels",
        "nbytes",
        "nsplits",
        "open",
        "raw",
        "shape",
    )

    def __init__(self, kind, shape=(), dtype=None, columns=(), levels=(), index=None, key=None, raw=None):
        self.kind = kind
        self.shape = shape
        self.dtype = dtype
        self.columns = list(columns)
        self.levels = list(levels)
        self.index = index or {}
        self.open = self.guessed = False
        self.axis = None
        self.key = key
        self.nsplits = None
        self.nbytes = 0
        self.raw = raw

    @classmethod
    def from_json(cls, d):
        """The description in protojson. ValueError for a kind that is not known here."""
        try:
            kind = _kinds[d["kind"]]
        except KeyError:
            raise ValueError(f"a value of kind {d.get('kind')!r}") from None
        if kind == "object" and d.keys() <= _OBJECT:
            m = cls(kind, key=d.get("key") or None, raw=d)
            m.nbytes = int(d.get("nbytes", 0))
            return m
        m = cls(kind, tuple(_length(x) for x in d.get("dims", ())))
        m.columns = [_column(c) for c in d.get("columns", ())]
        m.index = d.get("index", {})
        m.levels = [_column(c) for c in m.index.get("levels", ())]
        if kind == "tensor":
            m.dtype = from_name(d.get("type", {}).get("dtype", ""))
        elif kind == "series" and m.columns:
            m.dtype = m.columns[0][1]
        elif kind == "index" and len(m.levels) == 1:
            m.dtype = m.levels[0][1]
        if kind == "dataframe":
            width = math.nan if d.get("open") else len(m.columns)
            m.shape = (m.shape[0] if m.shape else math.nan, width)
        m.open = bool(d.get("open"))
        waiting = (c.get("type", {}).get("pending") for c in m.index.get("levels", ()))
        m.guessed = (m.open and kind == "tensor") or _GUESS in waiting
        m.axis = [attrs.decode(a) for a in d["axis"]] if "axis" in d else None
        m.key = d.get("key") or None
        if "nsplits" in d:
            m.nsplits = tuple(tuple(_length(x) for x in s.get("lengths", ())) for s in d["nsplits"])
        m.nbytes = int(d.get("nbytes", 0))
        m.raw = d
        return m

    @property
    def ndim(self):
        """The number of axes."""
        return len(self.shape)

    @property
    def names(self):
        """The labels of the columns."""
        return [c[0] for c in self.columns]

    @property
    def name(self):
        """The label of a series, or of an index of one level."""
        at = self.levels if self.kind == "index" else self.columns
        return at[0][0] if len(at) == 1 else None

    @property
    def multi(self):
        """Whether the index has levels."""
        return self.index.get("kind") == "KIND_MULTI"

    def __repr__(self):
        return f"Meta({self.kind}, shape={self.shape}, dtype={self.dtype}, columns={self.names})"


def _length(d):
    return math.nan if d.get("symbol") else int(d.get("n", 0))


def _column(c):
    t = c.get("type", {})
    return attrs.decode(c.get("label")), from_name(t.get("dtype", ""))
