"""Methods that call functions of users: map_chunk, apply, map and transform of frames, series and indexes.

What has a name, as NumPy's ufuncs and aggregates do, is an operator and no function.
"""

import numpy as np
import pandas as pd

from .._core import attrs as _a
from .._core.aggregates import is_named, several
from .._core.call import refuse
from . import functions, recorded
from .functions import Types
from .module import Export
from .placed import placement_of

_rows = (0, "index", "rows")


class Applied:
    """Methods of frames and series that call functions."""

    __slots__ = ()

    def map_chunk(
        self,
        func,
        args=(),
        kwargs=None,
        with_chunk_index=False,
        output_type=None,
        dtypes=None,
        index=None,
        shape=None,
        skip_infer=False,
        *,
        slots=1,
        memory=None,
        timeout=None,
        where=None,
        env=None,
    ):
        """What a function gives for each chunk, as pandas has it; with_chunk_index gives it chunk_index=(i, 0) too.

        output_type ("dataframe", "series", "index"), dtypes (by column, or one) and index (one like that of the result) say what comes out. What is
        not said is inferred: the function is called here with two made-up rows; with skip_infer=True with the first rows, which are computed. A chunk
        with another kind, other columns or dtypes is a TypeError of the execution. shape says how long all chunks are together. A chunk without rows is not given to the function.

        Values of mars among args and kwargs come whole. slots, memory, timeout, where and env are those of mars.remote.spawn, for each chunk.
        """
        if isinstance(func, Export):
            return func.chunks(
                "map_chunk", self, args, kwargs, with_chunk_index=with_chunk_index, output_type=output_type,
                dtypes=dtypes, index=index, shape=shape, slots=slots != 1, memory=memory, timeout=timeout, where=where, env=env,
            )  # fmt: skip
        types = Types(output_type, dtypes, index=index, skip_infer=skip_infer)
        placement = placement_of(slots, memory, timeout, where, env)
        return functions.call(
            self, "map_chunk", func, "chunk", args, kwargs,
            types=types, indexed=with_chunk_index, shape=shape, placement=placement,
        )  # fmt: skip

    def map_overlap(
        self,
        func,
        before,
        after,
        *args,
        output_type=None,
        dtypes=None,
        name=None,
        skip_infer=False,
        slots=1,
        memory=None,
        timeout=None,
        where=None,
        env=None,
        **kwargs,
    ):
        """What a function gives for each chunk and rows around it, of which the rows of the chunk are kept, under its labels.

        before and after are how many rows of the chunks before and after the function gets too; at the ends there are fewer. It gives a row for each
        that it gets: TypeError of the execution otherwise. output_type ("dataframe", "series"), dtypes (by column, or one) and name say what comes
        out; else the function is called here with two made-up rows. args and kwargs are the function's. slots, memory, timeout, where and env are
        those of mars.remote.spawn, for each chunk.

        TypeError: before or after is no int. ValueError: it is negative.
        """
        for said, rows in (("before", before), ("after", after)):
            if isinstance(rows, bool) or not isinstance(rows, (int, np.integer)):
                raise TypeError(f"{said} is how many rows, an int, not {rows!r}")
            if rows < 0:
                raise ValueError(f"{said} is how many rows, not {rows}")
        if self._kind == "index" or output_type == "index":
            raise TypeError("map_overlap is of frames and series, and gives such")
        types = Types(output_type, dtypes, name, skip_infer=skip_infer)
        placement = placement_of(slots, memory, timeout, where, env)
        return functions.call(
            self, "map_overlap", func, "chunk", args, kwargs,
            types=types, aligned=True, placement=placement, around=(int(before), int(after)),
        )  # fmt: skip

    def cartesian_chunk(self, right, func, skip_infer=False, args=(), **kwargs):
        """What a function gives for each pair of a chunk of this and one of right: all pairs of the first chunk first.

        What comes out is inferred by a call here with two made-up rows of each, with skip_infer=True with the first rows, which are computed. Pairs of which
        one has no rows are not given to the function. args and kwargs are the function's.
        """
        if getattr(right, "_kind", None) not in ("dataframe", "series", "index"):
            raise TypeError(f"cartesian_chunk takes a DataFrame, Series or Index of mars, not a {type(right).__name__}")
        pair, args = type(right)._of(right._ref), args if isinstance(args, tuple) else (args,)
        types = Types(skip_infer=skip_infer)
        return functions.call(self, "cartesian_chunk", func, "chunk", (pair, *args), kwargs, types=types, pair=pair)

    def transform(self, func, axis=0, *args, dtypes=None, dtype=None, skip_infer=False, **kwargs):
        """A function of whole columns, of rows with axis=1, that gives as many rows: by name, or any."""
        if isinstance(func, np.ufunc) and not args and not kwargs:
            return func(self)
        if isinstance(func, Export) and not args:
            return elements(self, func, dtype=_one_of(dtypes, dtype), **kwargs)
        if callable(func) and not is_named(func):
            types = Types(dtypes=_one_of(dtypes, dtype), skip_infer=skip_infer)
            across = self._kind == "dataframe" and _is_across(axis)
            own, whole = {"axis": 1 if across else 0}, not across
            return functions.call(
                self, "transform", func, "transform", args, kwargs, own, types, aligned=True, whole=whole
            )
        if not isinstance(func, str):
            raise NotImplementedError("transform of other than a name or a function is not there yet")
        if isinstance(getattr(np, func, None), np.ufunc) and not hasattr(type(self), func):
            return getattr(np, func)(self, *args, **kwargs)
        out = self.agg(func, axis, *args, **kwargs)
        if str(getattr(out, "shape", None)) != str(self.shape):
            raise ValueError("Function did not transform")
        return out


def _is_across(axis):
    """Whether an axis is that of the columns."""
    return _a.axis(axis) == {"i": 1}


def _one_of(dtypes, dtype):
    return dtypes if dtype is None else dtype


def frame_apply(
    self,
    func,
    axis=0,
    raw=False,
    result_type=None,
    args=(),
    *,
    output_type=None,
    dtypes=None,
    dtype=None,
    name=None,
    index=None,
    elementwise=False,
    skip_infer=False,
    **kwargs,
):
    """What a function gives for each column, or with axis=1 for each row.

    Rows are met by chunks, columns are gathered: a column comes whole, unless elementwise=True says that the function does not look beyond a row.
    output_type, dtypes, dtype, name and index say what comes out; what is not said is inferred by a call here with two made-up rows, with
    skip_infer=True with the first rows, which are computed. An aggregate by name, or several, is that of agg.
    """
    if isinstance(func, Export):
        if not _is_across(axis):
            raise TypeError("apply calls an export of a module with rows: pass axis=1; map_chunk gives it columns")
        return func.chunks(
            "apply",
            self,
            args,
            kwargs,
            each=True,
            output_type=output_type,
            dtypes=_one_of(dtypes, dtype),
            name=name,
            index=index,
            raw=raw,
            result_type=result_type,
        )
    types = Types(output_type, _one_of(dtypes, dtype), name, index, skip_infer)
    if isinstance(func, str) or several(func):
        types.none_for(func)
        return self.agg(func, axis, *args, **kwargs)
    if isinstance(func, np.ufunc) and not args and not kwargs:
        return func(self)
    if is_named(func) and axis in _rows and not args and not kwargs:
        return self.agg(func)
    across = _is_across(axis)
    if types.series and not (raw or result_type or args or kwargs or elementwise):
        native = _as_said((recorded.of_rows if across else recorded.of_columns)(self, func), types)
        if native is not None:
            return native
    own = {"axis": 1 if across else 0, "raw": raw, "result_type": result_type}
    if across or elementwise:
        return functions.call(self, "apply", func, "apply", args, kwargs, own, types, aligned=True)
    return functions.call(self, "apply", func, "apply", args, kwargs, own, types, whole=True, rows=_reduced(self))


def _as_said(native, types):
    """A series of operators where it has the dtype that was said, under the name that was; None where processes bring a result to that."""
    if native is None or (types.dtypes is not None and native._meta.dtype != pd.api.types.pandas_dtype(types.dtypes)):
        return None
    return native if types.name is None else native.rename(types.name)


def _reduced(of):
    """How many rows a result has: one for each column where it has their labels, else nobody knows."""
    columns = of.columns

    def rows(made):
        return len(columns) if isinstance(made, pd.Series) and made.index.equals(columns) else None

    return rows


def series_apply(
    self,
    func,
    args=(),
    *,
    by_row="compat",
    output_type=None,
    dtypes=None,
    dtype=None,
    name=None,
    index=None,
    skip_infer=False,
    **kwargs,
):
    """What a function gives for each value: a series, or a frame where it gives series.

    output_type, dtypes, dtype, name and index say what comes out; what is not said is inferred by a call here with two made-up rows, with
    skip_infer=True with the first rows, which are computed. An aggregate by name, or several, is that of agg.
    """
    if isinstance(func, Export):
        return func.chunks(
            "apply",
            self,
            args,
            kwargs,
            each=True,
            output_type=output_type,
            dtypes=_one_of(dtypes, dtype),
            name=name,
            index=index,
            by_row=by_row != "compat",
        )
    types = Types(output_type, _one_of(dtypes, dtype), name, index, skip_infer)
    if isinstance(func, str) or several(func):
        types.none_for(func)
        return self.agg(func, 0, *args, **kwargs)
    if isinstance(func, np.ufunc) and not args and not kwargs:
        return func(self)
    if by_row != "compat":
        refuse("Series.apply", "by_row")
    if isinstance(self._meta.dtype, pd.CategoricalDtype):
        return _of_categories(self, _with(func, args, kwargs), None)
    native = _as_said(recorded.of_elements(self, func), types) if types.series and not args and not kwargs else None
    if native is not None:
        return native
    return functions.call(self, "apply", func, "apply", args, kwargs, None, types, aligned=True)


def _with(func, args, kwargs):
    return func if not args and not kwargs else lambda x: func(x, *args, **kwargs)


def mapping(generated):
    """The method map of a class of which the generated one takes dicts and series."""

    def map(self, arg, na_action=None, *, dtype=None, skip_infer=False):
        if not callable(arg) or hasattr(arg, "_kind") or isinstance(arg, (dict, pd.Series)):
            return generated(self, arg, na_action)
        if na_action not in (None, "ignore"):
            raise ValueError(f"na_action must either be 'ignore' or None, {na_action} was passed")
        if isinstance(arg, Export):
            return elements(self, arg, na_action, dtype=dtype)
        if isinstance(arg, np.ufunc) and na_action is None:
            return arg(self)
        if isinstance(self._meta.dtype, pd.CategoricalDtype):
            return _of_categories(self, arg, na_action)
        if self._kind == "series" and na_action is None and not skip_infer:
            native = _as_said(recorded.of_elements(self, arg), Types(dtypes=dtype))
            if native is not None:
                return native
        return elements(self, arg, na_action, dtype=dtype, skip_infer=skip_infer)

    map.__doc__ = f"""{generated.__doc__.rstrip()}

        A function is called with each element, where the data lies. What it gives is inferred by a call here with two made-up values, with
        skip_infer=True with the first ones, which are computed; dtype says it instead.
        """
    return map


def elements(self, func, na_action=None, *, dtype=None, skip_infer=False, **kwargs):
    """What a function gives for each element, where the data lies; na_action="ignore" leaves missing ones missing.

    What it gives is inferred by a call here with two made-up rows, with skip_infer=True with the first ones, which are computed; dtype says it instead.
    """
    if isinstance(func, np.ufunc) and na_action is None and not kwargs:
        return func(self)
    if isinstance(func, Export):
        if self._kind == "dataframe" and len(self.columns):
            from ..dataframe import concat

            parts = [self.iloc[:, i] for i in range(len(self.columns))]
            out = concat([elements(p, func, na_action, dtype=dtype, **kwargs) for p in parts], axis=1)
            out.columns = self.columns
            return out
        return func.chunks("map", self, (), kwargs, each=True, skip=na_action == "ignore", dtype=dtype)
    if dtype is not None and self._kind == "dataframe":
        dtype = dict.fromkeys(self.columns, dtype)
    index = None if dtype is None or self._kind != "index" else pd.Index([], dtype=dtype, name=self.name)
    types = Types(
        None if index is None else "index", dtype if index is None else None, index=index, skip_infer=skip_infer
    )
    return functions.call(self, "map", func, "elements", (), kwargs, {"na_action": na_action}, types, aligned=True)


def _of_categories(self, func, na_action):
    """A function of categories, each of which is looked at once, here, as pandas does."""
    categories = self.dtype.categories
    by = {c: func(c) for c in categories}
    if not bool(self.isna().any().to_numpy()):
        return self.map(by, na_action)
    if na_action is None:
        by[np.nan] = func(np.nan)
    return self.astype(categories.dtype).map(by, na_action)
