"""s.cat: the categories of a series. What they are is looked up where a method starts from them."""

import pandas as pd

from .accessors import Accessor
from .rowlabels import listed


class CategoryMethods(Accessor):
    """Methods of categories."""

    __slots__ = ()
    _name, _like = "cat", pd.Series.cat

    def __init__(self, series):
        if not isinstance(series.dtype, pd.CategoricalDtype):
            raise AttributeError("Can only use .cat accessor with a 'category' dtype")
        super().__init__(series)

    @property
    def categories(self):
        """The categories, in order."""
        return self._series.head(0).to_pandas().cat.categories

    @property
    def ordered(self):
        """Whether the categories have an order."""
        return self._series.dtype.ordered

    @property
    def codes(self):
        """The place of the category of each element, -1 where it is missing."""
        cats = list(self.categories)
        to = "int8" if len(cats) < 128 else "int16" if len(cats) < 1 << 15 else "int32"
        s = self._series.astype(object).map({c: i for i, c in enumerate(cats)}) if cats else self._series.isna() * -1
        return s.fillna(-1).astype(to).rename(None)

    def _as(self, categories, ordered=None):
        return self._series.astype(pd.CategoricalDtype(categories, self.ordered if ordered is None else ordered))

    def as_ordered(self):
        """With an order."""
        return self._as(self.categories, True)

    def as_unordered(self):
        """Without an order."""
        return self._as(self.categories, False)

    def add_categories(self, new_categories):
        """With more categories, behind the others."""
        old, new = list(self.categories), listed(new_categories)
        if twice := {c for c in new if c in old}:
            raise ValueError(f"new categories must not include old categories: {twice}")
        return self._as([*old, *new])

    def remove_categories(self, removals):
        """Without some categories; elements that had them are missing."""
        old, gone = list(self.categories), listed(removals)
        if lost := [c for c in gone if c not in old]:
            raise ValueError(f"removals must all be in old categories: {lost}")
        kept = [c for c in old if c not in gone]
        return self._as(sorted(kept) if not self.ordered else kept)

    def remove_unused_categories(self):
        """Without the categories that no element has."""
        used = set(self._series.dropna().drop_duplicates().tolist())
        return self._as([c for c in self.categories if c in used])

    def reorder_categories(self, new_categories, ordered=None):
        """The same categories in another order."""
        old, new = list(self.categories), listed(new_categories)
        if len(old) != len(new) or set(old) != set(new):
            raise ValueError("items in new_categories are not the same as in old categories")
        return self._as(new, ordered)

    def set_categories(self, new_categories, ordered=None, rename=False):
        """These categories; elements of others are missing."""
        return self.rename_categories(listed(new_categories)) if rename else self._as(listed(new_categories), ordered)

    def rename_categories(self, new_categories):
        """Other names for the categories: a list, a dict of some, or a function."""
        old = list(self.categories)
        if callable(new_categories):
            new = [new_categories(c) for c in old]
        elif isinstance(new_categories, (dict, pd.Series)):
            new = [dict(new_categories).get(c, c) for c in old]
        else:
            new = listed(new_categories)
        if len(new) != len(old):
            raise ValueError("new categories need to have the same number of items as the old categories!")
        named = self._series.astype(object).map(dict(zip(old, new)))
        return named.astype(pd.CategoricalDtype(new, self.ordered))
