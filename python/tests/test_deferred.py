"""Recipes that wait for facts read what they asked for again."""

import pandas as pd
import pytest

import mars.dataframe as md

LABELS = pd.MultiIndex.from_tuples([("a", 1), ("b", 1), ("a", 2), ("b", 2)], names=["p", "q"])


@pytest.mark.parametrize("fill_value", [None, 0])
def test_what_a_recipe_asked_for_stays_until_it_is_built(fill_value):
    """align asks whether labels are equal, of labels that its answer reads again: they are not lost meanwhile."""
    x = pd.DataFrame({"v": [4, 1, 3, 1], "n": [0.5, None, 2.5, 1.5]}, index=LABELS)
    want = x.align(x.iloc[::-1], fill_value=fill_value)
    for chunk in [1, 2, 3, 8] * 4:
        a = md.DataFrame(x, chunk_size=chunk)
        got = a.align(a.iloc[::-1], fill_value=fill_value)
        for g, w in zip(got, want):
            pd.testing.assert_frame_equal(g.execute().fetch(), w)
