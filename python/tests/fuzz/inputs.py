"""Random frames and series as text: cells are Python source, so that a case prints as it is and shrinks cell by cell."""

from dataclasses import dataclass, field

CELLS = {
    "int64": "0 1 2 3 -1 -5 7 100 4611686018427387904".split(),
    "int8": "0 1 2 -1 100 127 -128".split(),
    "int16": "0 1 -1 300 -32768".split(),
    "int32": "0 1 5 -3 2147483647".split(),
    "uint8": "0 1 2 200 255".split(),
    "uint32": "0 1 7 4294967295".split(),
    "uint64": "0 1 7 9223372036854775809".split(),
    "float64": "0.0 1.5 -2.25 0.5 3.0 7.0 1e3 -0.0 None None np.inf".split(),
    "float32": "0.0 1.5 -2.25 0.5 3.0 None None".split(),
    "bool": ["True", "False"],
    "str": ["'a'", "'b'", "'B'", "''", "'x y'", "'é'", "'日本'", "'😀z'", "'10'", "'ab12'", "None", "None"],
    "object": ["'a'", "'b'", "None", "np.nan", "1", "2.5", "True"],
    "texts": ["'a'", "'b'", "'c'", "None"],  # object, of texts
    "flags": ["True", "False", "None"],  # object, of bools
    "category": ["'a'", "'b'", "'c'", "None"],
    "ordered": ["'lo'", "'mid'", "'hi'", "None"],
    "numbered": ["3", "1", "2", "None"],  # a category of ints
    "datetime64[us]": ["'2020-01-31 12:30:05.000001'", "'2020-02-29'", "'1969-12-31 23:59:59'", "'2024-07-01'", "None"],
    "datetime64[ns]": ["'2020-01-31 12:30:05.000000001'", "'2020-02-29'", "'1970-01-01'", "None"],
    "datetime64[s]": ["'2020-01-31 12:30:05'", "'2020-02-29'", "'1970-01-01'", "None"],
    "datetime64[us, UTC]": ["'2020-01-31 12:30:05'", "'2020-02-29'", "'1969-12-31 23:59:59'", "None"],
    "datetime64[us, Europe/Berlin]": ["'2020-03-29 01:59:59'", "'2020-10-25 04:00'", "'2020-02-29'", "None"],
    "timedelta64[us]": ["'1 days 02:03:04.000005'", "'-1 days'", "'00:00:01'", "None"],
    "timedelta64[s]": ["'1 days'", "'00:00:07'", "'-1 days +23:59:59'", "None"],
    "Int64": "0 1 2 -3 None".split(),
    "Float64": "0.5 1.0 -2.5 None".split(),
    "boolean": ["True", "False", "None"],
    "string": ["'a'", "'b'", "'é'", "None"],
}
CATEGORIES = {
    "category": (["'c'", "'a'", "'b'", "'z'"], False),
    "ordered": (["'lo'", "'mid'", "'hi'"], True),
    "numbered": (["3", "1", "2"], False),
}
_COMMON = "int64 float64 str bool datetime64[us] category float64 str int64".split()
_INDEX = [*"int64 str datetime64[us] float64 int64 str category bool".split(), "datetime64[us, UTC]"]
_LABELS = ["'a'", "'b'", "'c'", "'d'", "'é x'", "'e'", "'f'", "'g'", "'h'", "'i'", "'j'", "'k'"]


def series_text(kind, cells, name=None):
    """A Series of the cells."""
    name = "" if name is None else f", name={name}"
    inside = ", ".join(cells)
    if kind in CATEGORIES:
        of, ordered = CATEGORIES[kind]
        order = ", ordered=True" if ordered else ""
        return f"pd.Series(pd.Categorical([{inside}], categories=[{', '.join(of)}]{order}){name})"
    dtype = "object" if kind in ("texts", "flags") else kind
    return f"pd.Series([{inside}], dtype='{dtype}'{name})"


def _plain(kind, cells):
    """Whether pandas finds the dtype by itself."""
    there = [c for c in cells if c != "None"]
    if kind in ("int64", "bool"):
        return bool(cells)
    return kind in ("float64", "str") and bool(there)


def column_text(kind, cells):
    return f"[{', '.join(cells)}]" if _plain(kind, cells) else series_text(kind, cells)


def index_text(kind, cells, name):
    more = "" if name is None else f", name={name}"
    if kind in CATEGORIES:
        return f"pd.Index({series_text(kind, cells)}{more})"
    dtype = "object" if kind in ("texts", "flags") else kind
    return f"pd.Index([{', '.join(cells)}], dtype='{dtype}'{more})"


@dataclass
class Input:
    """A frame, or a series of its first column. columns holds (label, kind, cells), levels (name, kind, cells) of the index."""

    name: str
    columns: list
    levels: list = field(default_factory=list)
    series: bool = False
    start: int = 0
    step: int = 1
    rows: int = 0

    def text(self):
        labels = self._labels()
        if self.series:
            name, kind, cells = self.columns[0]
            return f"{self.name} = {series_text(kind, cells, name)}{labels}"
        if len({c[0] for c in self.columns}) == len(self.columns):
            inside = ", ".join(f"{label}: {column_text(k, cells)}" for label, k, cells in self.columns)
            made = f"pd.DataFrame({{{inside}}}" + (")" if self.columns else f", index=range({self.rows}))")
        else:
            inside = ", ".join(f"{i}: {column_text(k, cells)}" for i, (_, k, cells) in enumerate(self.columns))
            made = f"pd.DataFrame({{{inside}}}).set_axis([{', '.join(c[0] for c in self.columns)}], axis=1)"
        return f"{self.name} = {made}{labels}"

    def _labels(self):
        if not self.levels:
            if (self.start, self.step) == (0, 1):
                return ""
            return f".set_axis(pd.RangeIndex({self.start}, {self.start + self.rows * self.step}, {self.step}))"
        if len(self.levels) == 1:
            name, kind, cells = self.levels[0]
            return f".set_axis({index_text(kind, cells, name)})"
        arrays = ", ".join(index_text(k, cells, None) for _, k, cells in self.levels)
        names = ", ".join(str(n) for n, _, _ in self.levels)
        return f".set_axis(pd.MultiIndex.from_arrays([{arrays}], names=[{names}]))"

    def without_rows(self, first, n):
        """This input without n rows."""

        def cut(parts):
            return [(a, k, cells[:first] + cells[first + n :]) for a, k, cells in parts]

        return Input(self.name, cut(self.columns), cut(self.levels), self.series, self.start, self.step, self.rows - n)

    def without_column(self, i):
        columns = self.columns[:i] + self.columns[i + 1 :]
        return Input(self.name, columns, self.levels, self.series, self.start, self.step, self.rows)

    def with_index(self, levels, start=0, step=1):
        return Input(self.name, self.columns, levels, self.series, start, step, self.rows)

    def with_cells(self, i, cells):
        """This input with other cells in a column."""
        a, k, _ = self.columns[i]
        columns = [*self.columns[:i], (a, k, cells), *self.columns[i + 1 :]]
        return Input(self.name, columns, self.levels, self.series, self.start, self.step, self.rows)


def _cells(rng, kind, n):
    pool = CELLS[kind]
    mode = rng.random()
    if mode < 0.12:
        pool = [c for c in pool if c not in ("None", "np.nan")] or pool
    elif mode < 0.2:
        pool = rng.sample(pool, min(2, len(pool)))
    elif mode < 0.24 and "None" in pool:
        pool = ["None"]
    return [rng.choice(pool) for _ in range(n)]


def _rows(rng):
    return rng.choice([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 17, 30])


_RARE = [k for k in CELLS if k not in ("object", "flags", "texts")]


def _kind(rng):
    p = rng.random()
    return (
        rng.choice(_COMMON) if p < 0.55 else rng.choice(_RARE) if p < 0.96 else rng.choice(["object", "flags", "texts"])
    )


def random_input(rng, name, series=False):
    """A frame or series for a case."""
    n = _rows(rng)
    wide = 1 if series else rng.choice([1, 2, 2, 3, 3, 4, 5, 6, 12])
    labels = _LABELS[:wide] if rng.random() < 0.9 else [str(i) for i in range(wide)]
    if not series and rng.random() < 0.2:
        rng.shuffle(labels)
    if series and rng.random() < 0.3:
        labels = [None]
    kinds = [_kind(rng) for _ in range(wide)]
    columns = [(label, k, _cells(rng, k, n)) for label, k in zip(labels, kinds)]
    out = Input(name, columns, series=series, rows=n)
    how = rng.random()
    if how < 0.5:
        return out
    if how < 0.57:
        return out.with_index([], rng.choice([0, 3, -2, 10]), rng.choice([1, 2, -1, 5]))
    named = rng.choice([None, "'n'"])
    levels = 1 if how < 0.9 else 2
    made = []
    for k in range(levels):
        kind = rng.choice(_INDEX)
        made.append((named if levels == 1 else rng.choice([None, f"'l{k}'"]), kind, _cells(rng, kind, n)))
    if levels == 1 and rng.random() < 0.4:  # labels of their own
        kind = rng.choice(["int64", "str"])
        own = [str(i * 3 - 4) if kind == "int64" else f"'k{i}'" for i in range(n)]
        rng.shuffle(own)
        made = [(named, kind, own)]
    return out.with_index(made)
