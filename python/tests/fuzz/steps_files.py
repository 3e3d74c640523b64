"""Steps through a file and back."""

from .draw import kind_of

_KEPT = {"int", "float", "bool", "str", "time"}


def _levels(index):
    return [index.get_level_values(k) for k in range(index.nlevels)]


def _writable(f):
    """Whether files hold what the frame has: labels of columns that are unique texts, and no objects or categories."""
    return (
        f.shape[1] > 0
        and f.columns.is_unique
        and all(isinstance(c, str) for c in f.columns)
        and {kind_of(t) for t in [*f.dtypes, *(level.dtype for level in _levels(f.index))]} <= _KEPT
    )


def through_csv(d, x, f):
    if not _writable(f) or not len(f):
        return None
    index = d.one(False, False, True) and f.index.nlevels == 1
    sep = d.one("", "", ", sep=';'", r", sep='\t'")
    na = d.one("", "", ", na_rep='NA'")
    read = ", index_col=0" if index and d.chance(0.5) else ""
    times = [c for c, t in f.dtypes.items() if kind_of(t) == "time" and "," not in str(t)]
    if times and d.chance(0.5):
        read += f", parse_dates={times[:1]!r}"
    if not index and d.chance(0.3):
        read += d.one(f", usecols=[{d.column(f)}]", ", nrows=3", ", skiprows=[1]", ", dtype='str'", ", header=None")
    return f"pd.read_csv(saved({x}.to_csv, index={index}{sep}{na}){sep}{read})"


def through_parquet(d, x, f):
    if not _writable(f) or f.index.nlevels > 1:
        return None
    read = f", columns={d.columns(f)}" if d.chance(0.3) else ""
    return f"pd.read_parquet(saved({x}.to_parquet{d.one('', ', compression={!r}'.format(d.one('gzip', 'zstd', None)))}){read})"


def through_json(d, x, f):
    if not _writable(f) or not len(f) or {kind_of(t) for t in f.dtypes} - {"int", "float", "bool", "str"}:
        return None
    return f"pd.read_json(saved({x}.to_json, orient='records', lines=True), lines=True)"


def through_feather(d, x, f):
    if not _writable(f) or f.index.nlevels > 1:
        return None
    return f"pd.read_feather(saved({x}.reset_index(drop=True).to_feather))"


STEPS = [(through_csv, 5), (through_parquet, 4), (through_json, 2), (through_feather, 1)]
