"""Functions of users on chunks of frames: what they give is inferred here, and where they are called is a matter of operator remote.chunks."""

import io

import numpy as np

from .._core import attrs as _a
from .._core import hooks, pickles
from .._core.dtypes import name_of
from .._core.entity import Entity, wrap
from .._core.lazily import pandas as pd
from .._core.node import Node, Ref
from .._core.site import here
from . import near, samples, sent
from .placed import taken

_kinds = {"dataframe": "DataFrame", "series": "Series", "index": "Index"}  # the classes of pandas


def _class(kind):
    return getattr(pd, _kinds[kind])


class Types:
    """What a user says of the result: its kind, its dtypes, for a series its name, and an index like that of the result."""

    def __init__(self, output_type=None, dtypes=None, name=None, index=None, skip_infer=False):
        if output_type is not None and output_type not in _kinds:
            raise ValueError(f"output_type must be one of {', '.join(_kinds)}, not {output_type!r}")
        if index is not None and not isinstance(index, pd.Index):
            raise TypeError(f"index is a pandas Index like that of the result, not a {type(index).__name__}")
        if dtypes is not None and output_type is None:
            output_type = "dataframe" if isinstance(dtypes, (dict, pd.Series)) else "series"
        self.kind, self.dtypes, self.name, self.index, self.skip = output_type, dtypes, name, index, skip_infer

    @property
    def untold(self):
        """Whether nothing is said."""
        return self.series and self.kind is None and self.dtypes is None and self.name is None

    @property
    def series(self):
        """Whether the result may be a series under the labels of its input, and its type may be looked for."""
        return not self.skip and self.index is None and self.kind in (None, "series")

    def none_for(self, func):
        """TypeError: something was said of what has a name, and a type of its own."""
        said = {"output_type": self.kind, "dtypes": self.dtypes, "name": self.name, "index": self.index}
        for k, v in said.items():
            if v is not None:
                raise TypeError(f"apply: {k} is of functions, and {func!r} is a name")

    def schema(self, like):
        """What was declared, without rows; None: not all of it was. Row labels are those of like where nothing is said."""
        index = (like.index if hasattr(like, "columns") or isinstance(like, pd.Series) else like)[:0]
        index = index if self.index is None else self.index[:0]
        if self.kind == "index":
            return index if self.index is not None else None
        if self.dtypes is None:
            return None
        if self.kind == "series":
            name = like.name if self.name is None and isinstance(like, pd.Series) else self.name
            return pd.Series([], index=index, name=name, dtype=self.dtypes)
        frame = pd.DataFrame(
            {i: pd.Series([], index=index, dtype=d) for i, d in enumerate(dict(self.dtypes).values())}, index=index
        )
        frame.columns = pd.Index(list(dict(self.dtypes)))
        return frame


def call(
    of,
    what,
    func,
    style,
    args=(),
    kwargs=None,
    own=None,
    types=None,
    aligned=False,
    whole=False,
    indexed=False,
    rows=None,
    laid=None,
    pair=None,
    shape=None,
    placement=None,
    around=None,
):
    """What func gives for the chunks of a frame, series or index, as a handle.

    style is how the process calls it, and own the parameters of that (mars._worker.styles). aligned: a row comes out for each that goes in, under its
    labels. whole: all rows are one chunk. indexed: the function gets the place of its chunk. rows(result) is how many come out of all, told from a sample.
    laid(schema) says of groups how their rows meet: by columns, or whole. pair is the first of args, where func gets a chunk of that too, in all pairs. shape is
    that of all chunks together, as the user says it. placement is what calls may take. around is how many rows before a chunk and after it func gets too,
    for which what it gives is left out.
    """
    func, placement = taken(func, placement)
    if not callable(func):
        raise TypeError(f"{type(func).__name__!r} object is not callable")
    func = near.bound(func)  # what cannot be sent is wrong at this call
    types = types or Types()
    kwargs, own = dict(kwargs or {}), own or {}
    made = types.schema(sampled(of)) if types.dtypes is not None or types.kind == "index" else None
    guessed, annotated, count = made is None, False, None
    if made is None and types.kind is None and of._kind == "series" and style in ("elements", "apply"):
        of_elements = own.get("by_row", "compat") == "compat"
        if of_elements and (dtype := samples.annotated(func)) is not None:
            made, annotated = Types(dtypes=dtype).schema(sampled(of)), True
    if made is None:
        made = inferred(of, what, func, style, args, kwargs, own, types, indexed)
        count = rows(made) if rows is not None else None
        made = made[:0] if isinstance(made, pd.Index) else made.iloc[:0]
        if types.index is not None:
            made = made.set_axis(types.index[:0])
        if types.name is not None and isinstance(made, pd.Series):
            made = made.rename(types.name)
    kind = next(k for k in _kinds if isinstance(made, _class(k)))
    if shape is not None:
        count = _count(what, shape, made)
    met = laid(made) if laid is not None else {"whole": whole}
    return _node(
        of,
        func,
        style,
        args,
        kwargs,
        _schema(made),
        kind,
        guessed,
        annotated,
        what,
        own,
        aligned,
        met,
        indexed,
        count,
        pair,
        placement,
        around,
    )


def _count(what, shape, made):
    """How many rows a shape has, which must be one of results like this."""
    shape = tuple(shape) if np.ndim(shape) else (shape,)
    if len(shape) != made.ndim or (made.ndim == 2 and shape[1] != made.shape[1]):
        raise ValueError(
            f"{what}: shape {shape} is none of a {type(made).__name__}{f' of {made.shape[1]} columns' if made.ndim == 2 else ''}"
        )
    return shape[0]


def sampled(of):
    """Two rows as a function gets them."""
    return samples.sample(of)


_HINT = "output_type= and dtypes=, or skip_infer=True"


def inferred(of, what, func, style, args, kwargs, own, types, indexed):
    """What func gives for two rows: those of a sample, or the first ones that there are."""
    from .._worker import reference, styles, values

    chunk = samples.rows(of, 2 if style != "groups" else 20) if types.skip else samples.sample(of)
    if style == "groups" and not types.skip:
        chunk = chunk.iloc[[0, 1, 0, 1]]
    given = []

    def keep(x):
        given.append(x)

    data, _ = pickles.dump_arguments(func, args, kwargs, keep, near.Exchange())
    args, kwargs = values.Arguments(io.BytesIO(data), [_stand_in(x) for x in given]).load()
    if indexed:
        kwargs = {**kwargs, "chunk_index": (0,) * chunk.ndim}
    hint = _HINT if what == "map_chunk" else "dtype=, or skip_infer=True" if style == "elements" else _HINT

    def tell(chunk, rows="two sample rows"):
        return samples.told(what, lambda: styles.run(style, func, chunk.copy(), own, args, kwargs), chunk, hint, rows)

    theirs = func is reference.follow and style in ("steps", "groups")
    made_up = not types.skip and not theirs
    try:
        made = tell(chunk)
    except TypeError as e:  # it may be the made-up values
        chunk = samples.rows(of, _ROWS) if made_up else []
        if not len(chunk):
            raise
        made, made_up = _told_of(chunk, tell, e), False
    if made_up and style != "groups" and _misses(made):
        chunk = samples.rows(of, _ROWS)
        made = tell(chunk, _FIRST)
    if (types.kind is not None and not isinstance(made, _class(types.kind))) or not isinstance(
        made, tuple(map(_class, _kinds))
    ):
        wanted = "a DataFrame, Series or Index" if types.kind is None else f"a {_kinds[types.kind]}"
        raise TypeError(f"the function of {what} must give {wanted}, not a {type(made).__name__}")
    if theirs and not reference.held(made):
        raise TypeError(f"frames do not hold what {what} gives")
    if not types.skip and _misses(made):
        raise samples.unknown(what, chunk, "only missing values", hint)
    return made


_ROWS = 20  # that are computed where made-up ones tell nothing
_FIRST = f"the first {_ROWS} rows"


def _told_of(chunk, tell, before):
    """What a function gives for the first rows, which did not take made-up ones; the error of these where it is the same again."""
    try:
        return tell(chunk, _FIRST)
    except TypeError as e:
        raise (before if repr(e.__cause__) == repr(before.__cause__) else e) from e.__cause__


def _misses(made):
    """Whether a column of a result has nothing but missing values, which have no dtype."""
    if isinstance(made, pd.Series):
        columns = [made]
    else:
        columns = [made.iloc[:, i] for i in range(made.shape[1])] if isinstance(made, pd.DataFrame) else []
    return any(len(c) and c.dtype == object and c.isna().all() for c in columns)


def _stand_in(x):
    """What a function gets in the place of an argument that lies in the cluster, while it is called with a sample."""
    if isinstance(x, np.ndarray):
        return x
    if x._kind in _kinds:
        return samples.sample(x)
    if x._kind == "tensor":
        return np.ones(tuple(2 if n != n else int(n) for n in x.shape), dtype=x.dtype)
    return x._fetched()


def _schema(made):
    """A result without rows whose labels are no range, for chunks of one have others."""
    if isinstance(made, pd.RangeIndex):
        return pd.Index([], dtype="int64", name=made.name)
    if not isinstance(made, pd.Index) and isinstance(made.index, pd.RangeIndex):
        return made.set_axis(pd.Index([], dtype="int64", name=made.index.name))
    return made


def _node(
    of,
    func,
    style,
    args,
    kwargs,
    schema,
    kind,
    guessed,
    annotated,
    what,
    own,
    aligned,
    met,
    indexed,
    rows,
    pair,
    placement,
    around,
):
    columns, levels = schema, schema if kind == "index" else schema.index
    columns = {
        "dataframe": lambda: [(c, name_of(schema.dtypes.iloc[i])) for i, c in enumerate(schema.columns)],
        "series": lambda: [(schema.name, name_of(schema.dtype))],
        "index": list,
    }[kind]()
    promise = {
        "what": what, "kind": kind, "columns": columns, "guessed": guessed, "annotated": annotated, "aligned": aligned,
        "levels": [(n, name_of(levels.get_level_values(i).dtype)) for i, n in enumerate(levels.names)],
        "multi": isinstance(levels, pd.MultiIndex),
    }  # fmt: skip
    how = {"promise": promise, "own": own, "indexed": indexed, "around": around is not None}
    chunk = type(of)._of(of._ref)  # a handle of its own: of may be an argument too, which comes whole
    data, inputs = pickles.dump_arguments(func, (chunk, how, args, kwargs), {}, _input, near.Exchange())
    attrs = {
        "python": _a.string(sent.PYTHON),
        "style": _a.string(style),
        "kind": _a.string(kind),
        "schema": _a.table(schema),
    }
    for name, flag in (("guessed", guessed), ("aligned", aligned), ("whole", met.get("whole"))):
        if flag:
            attrs[name] = _a.boolean(True)
    if met.get("by"):
        attrs["by"] = _a.columns(met["by"])
    if rows is not None:
        attrs["rows"] = _a.integer(rows)
    inputs += placement.inputs()
    attrs |= placement.attrs() | sent.arguments(data, inputs)
    if around is not None:
        attrs |= {k: _a.integer(min(n, _ALL)) for k, n in zip(("before", "after"), around)}
    name = "remote.around" if around is not None else "remote.chunks" if pair is None else "remote.pairs"
    node = Node(name, (sent.function(func), *inputs), attrs, here(2))
    attrs["log"] = _a.string(node.id)
    if hooks.watch is not None:
        hooks.watch(node)
    return wrap(Ref(node, 0), kind=kind)


_ALL = 1 << 62  # more rows than there are anywhere


def _input(x):
    """An argument that is a value of the cluster."""
    return x._ref if isinstance(x, Entity) else hooks.ensure().upload(np.ascontiguousarray(x))
