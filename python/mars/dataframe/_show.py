"""How frames look once they are computed: pandas' own text of their first and last rows."""

import pandas as pd

from .._core import hooks, show
from .._core.units import length_text


class Show(show.Show):
    """repr and its likes. They never compute, and never raise."""

    __slots__ = ()

    def _corners(self):
        """The first and last rows of a computed value, enough for pandas' text, and whether rows are left out."""
        if not self._meta.shape[0] > (pd.get_option("display.max_rows") or 60):
            return hooks.ensure().fetch(self), False
        few = max(pd.get_option("display.min_rows") or 10, 2) // 2 + 1
        return hooks.ensure().fetch_slice(self, corners=max(few, 11)), True

    def _drawn(self, value, cut, write):
        if not cut:
            return write(value)
        few = pd.get_option("display.min_rows") or 10
        lines = False if isinstance(value, pd.DataFrame) else "truncate"
        with pd.option_context("display.max_rows", few, "display.min_rows", few, "display.show_dimensions", lines):
            return self._with_footer(write(value), value, html=write is _html)

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

    def _repr_html_(self):
        text = self._text(_html) if self._kind == "dataframe" else None
        return text if text is not None and text.startswith("<div") else show.card(self)


def _html(frame):
    return frame._repr_html_()
