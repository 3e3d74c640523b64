"""Keywords of the original Mars that say how something is to be computed, not what: they are taken, and change no answer.

The planner chooses by what it learns of the data. The signatures stay those of NumPy and pandas.
"""

import functools

_tree = ("combine_size", "method")
_sorts = ("parallel_kind", "psrs_kinds")
_reads = (
    "gpu",
    "incremental_index",
    "memory_scale",
    "merge_small_files",
    "merge_small_file_options",
    "use_arrow_dtype",
)
_joins = ("auto_merge", "auto_merge_threshold", "bloom_filter", "bloom_filter_options", "method")

# Functions and methods by package and name.
HINTS = {
    "dataframe": {
        **dict.fromkeys(("merge", "join"), _joins),
        **dict.fromkeys(("drop_duplicates", "duplicated", "unique", "value_counts"), ("method", "combine_size")),
        **dict.fromkeys(
            "all any count kurt kurtosis max mean min nunique prod product sem skew std sum var agg aggregate".split(),
            _tree,
        ),
        **dict.fromkeys(("sort_values", "sort_index"), _sorts),
        "read_csv": (*_reads, "head_bytes", "head_lines"),
        "read_parquet": (*_reads, "groups_as_chunks", "nrows_per_chunk"),
        "read_json": _reads,
        "groupby": ("num_partitions",),
        "DataFrame": ("gpu", "sparse", "num_partitions"),
        "Series": ("gpu", "sparse", "num_partitions"),
        "Index": ("gpu", "sparse"),
    },
    "tensor": {
        **dict.fromkeys(("sort", "argsort", "partition", "argpartition", "topk", "argtopk"), _sorts),
        **dict.fromkeys(
            "all any count_nonzero max mean min nanmax nanmean nanmin nanprod nanstd nansum nanvar prod std sum var".split(),
            _tree[:1],
        ),
        **dict.fromkeys(
            "arange array asarray empty empty_like eye full full_like identity linspace ones ones_like tensor zeros zeros_like".split(),
            ("gpu", "sparse"),
        ),
        "topk": (*_sorts, "sorted"),
        "unique": ("aggregate_size",),
    },
}


def hinted(f, names):
    """f, which also takes keywords that change no answer. gpu=True and sparse=True, which would, are refused."""
    names = frozenset(names)

    @functools.wraps(f)
    def taken(*args, **kwargs):
        for k in names & kwargs.keys():
            v = kwargs.pop(k)
            if k in ("gpu", "sparse") and v:
                raise NotImplementedError(f"{f.__name__}: {k}={v!r} is not there yet: values are dense, and on CPUs")
        return f(*args, **kwargs)

    return taken


def take_hints(package, names, *classes):
    """Lets functions, by a module's dictionary of names, and the methods of classes take the hints of a package."""
    for name, hints in HINTS[package].items():
        f = names.get(name)
        if isinstance(f, type):
            f.__new__ = staticmethod(hinted(f.__new__, hints))
        elif callable(f):
            names[name] = hinted(f, hints)
        for cls in classes:
            f = getattr(cls, name, None)
            if callable(f):
                setattr(cls, name, hinted(f, hints))


def named(cls, name):
    """Gives the methods of a class that others derive from the name that users know it by, for messages."""
    for f in vars(cls).values():
        if callable(f) and hasattr(f, "__qualname__"):
            f.__qualname__ = f"{name}.{f.__name__}"
