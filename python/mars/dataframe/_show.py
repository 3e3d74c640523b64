"""How frames look at the prompt: pandas' own text once they are computed, a line about them before."""

import pandas as pd

from .._core import hooks
from .._core.show import card, headline, is_computed
from .._core.units import length_text


class Show:
    """repr and its likes. They never compute, and never raise."""

    __slots__ = ()

    def _corners(self):
        """The first and last rows of a computed value, enough for pandas' text, and whether rows are left out; None before."""
        if not is_computed(self):
            return None, False
        rows = self._meta.shape[0]
        most = pd.get_option("display.max_rows") or 60
        if not rows > most:
            return hooks.ensure().fetch(self), False
        few = max(pd.get_option("display.min_rows") or 10, 2) // 2 + 1
        return hooks.ensure().fetch_slice(self, corners=max(few, 11)), True

    def _text(self, method):
        try:
            value, cut = self._corners()
        except Exception as err:  # a repr never raises
            return f"{headline(self)[:-1]}, not readable: {err}>"
        if value is None:
            return headline(self)
        if not cut:
            return getattr(value, method)()
        few = pd.get_option("display.min_rows") or 10
        lines = False if isinstance(value, pd.DataFrame) else "truncate"
        with pd.option_context("display.max_rows", few, "display.min_rows", few, "display.show_dimensions", lines):
            text = getattr(value, method)()
        return self._with_footer(text, value, html=method == "_repr_html_")

    def _with_footer(self, text, value, html):
        """pandas' text of the corners with the length of the whole."""
        rows = length_text(self._meta.shape[0])
        if isinstance(value, pd.DataFrame):
            columns = len(self._meta.columns)
            if html:
                chunks = self._meta.nsplits
                of = f", {len(chunks[0])} chunks" if chunks and len(chunks[0]) > 1 else ""
                return text.replace("</div>", f"<p>{int(rows):,} rows x {columns} columns{of}</p>\n</div>", 1)
            return f"{text}\n\n[{rows} rows x {columns} columns]"
        return text.replace(f"Length: {len(value)}", f"Length: {rows}").replace(
            f"length={len(value)}", f"length={rows}"
        )

    def __repr__(self):
        return self._text("__repr__")

    __str__ = __repr__

    def _repr_html_(self):
        if self._kind != "dataframe" or not is_computed(self):
            return card(self)
        text = self._text("_repr_html_")
        return text if text is not None and text.startswith("<div") else card(self)
