"""How handles look at the prompt and in notebooks: as NumPy and pandas show what is computed, a line or a card before."""

from html import escape

from . import hooks
from .units import length_text, shape_text, size_text


class Show:
    """repr and its likes. They never compute, and never raise.

    A kind says what it fetches for them, _corners: what shows it, and whether elements are left out; and how that is written, _drawn.
    """

    __slots__ = ()

    def _corners(self):
        return hooks.ensure().fetch(self), False

    def _drawn(self, value, cut, write):
        return write(value)

    def _text(self, write):
        try:
            if not is_computed(self):
                return headline(self)
            value, cut = self._corners()
        except Exception as err:  # a repr never raises
            return f"{headline(self)[:-1]}, not readable: {err}>"
        return self._drawn(value, cut, write)

    def __repr__(self):
        return self._text(repr)

    def __str__(self):
        return self._text(str)

    def _repr_html_(self):
        return card(self)


def is_computed(entity):
    """Whether the default session holds the value."""
    session = hooks.current()
    return session is not None and entity._ref.held(session)


def described(entity):
    """The description where it is known or a session can be asked; None otherwise. It never raises."""
    meta = entity._known
    if meta is None and hooks.current() is not None:
        try:
            meta = entity._meta
        except Exception:  # a line about a value never raises
            return None
    return meta


def facts(entity):
    """What the line and the card say: pairs of a name and a text."""
    ref = entity._ref
    out = [("operator", ref.node.op.partition(".")[2])]
    meta = described(entity)
    if meta is None:
        return out
    if meta.kind == "dataframe":
        out.append(("shape", shape_text(meta.shape)))
        names = [str(n) for n in meta.names[:6]]
        out.append(("columns", ", ".join(names) + (", ..." if len(meta.columns) > 6 or meta.open else "")))
    else:
        out.append(("shape", shape_text(meta.shape)))
    if meta.kind in ("series", "index") and meta.name is not None:
        out.append(("name", str(meta.name)))
    if meta.dtype is not None:
        out.append(("dtype", str(meta.dtype)))
    if meta.nsplits:
        n = 1
        for s in meta.nsplits:
            n *= max(1, len(s))
        size = shape_text([s[0] if s else 0 for s in meta.nsplits])
        out.append(("chunks", f"{n} of {size}" if n > 1 else "1"))
    size = meta.nbytes or _size(meta)
    if size:
        out.append(("size", size_text(size)))
    return out


def _size(meta):
    if meta.kind != "tensor" or meta.dtype is None:
        return 0
    n = getattr(meta.dtype, "itemsize", 0)
    for d in meta.shape:
        if d != d:
            return 0
        n *= d
    return n


def headline(entity):
    """The line of a value that is not computed: Tensor <kron, shape=(6000, 4000), float64, 183 MiB, not computed: .execute() computes it>."""
    parts = []
    for name, text in facts(entity):
        if name == "shape":
            text = f"shape={text}"
        elif name in ("columns", "name"):
            text = f"{name}={text}" if name == "name" else f"columns [{text}]"
        elif name == "chunks":
            text = f"{text.replace(' of ', ' chunks of ')}" if " of " in text else "1 chunk"
        parts.append(text)
    return f"{type(entity).__name__} <{', '.join(parts)}, {'computed' if is_computed(entity) else 'not computed: .execute() computes it'}>"


def card(entity):
    """The same as a table of HTML, with the grid of the chunks of a matrix."""
    rows = [*facts(entity), ("state", "computed" if is_computed(entity) else "not computed: .execute() computes it")]
    cells = "".join(f"<tr><th style='text-align:left'>{escape(k)}</th><td>{escape(v)}</td></tr>" for k, v in rows)
    svg = grid(described(entity))
    body = f"<table><caption>{type(entity).__name__}</caption>{cells}</table>"
    return f"<div style='display:flex;gap:2em'>{body}{svg}</div>" if svg else body


def grid(meta):
    """An SVG of the chunks of a value of one or two axes; empty where they are not known."""
    if meta is None or not meta.nsplits or len(meta.nsplits) > 2 or any(n != n for s in meta.nsplits for n in s):
        return ""
    rows, cols = meta.nsplits[0], (meta.nsplits[1] if len(meta.nsplits) > 1 else (1,))
    if max(len(rows), len(cols)) > 64:
        return ""
    total_rows, total_cols = max(1, sum(rows)), max(1, sum(cols))
    side = 120.0
    scale = side / max(total_rows, total_cols)
    height, width = max(12.0, total_rows * scale), max(12.0, total_cols * scale)
    lines, y, x = [], 0.0, 0.0
    for n in (*rows, 0):
        lines.append(f"<line x1='0' x2='{width:.1f}' y1='{y:.1f}' y2='{y:.1f}'/>")
        y += n * height / total_rows
    for n in (*cols, 0):
        lines.append(f"<line y1='0' y2='{height:.1f}' x1='{x:.1f}' x2='{x:.1f}'/>")
        x += n * width / total_cols
    label = f"{length_text(total_rows)} x {length_text(total_cols)}"
    return (
        f"<svg width='{width + 2:.0f}' height='{height + 18:.0f}' style='stroke:currentColor;fill:none'>"
        f"<g transform='translate(1,1)'>{''.join(lines)}</g>"
        f"<text x='0' y='{height + 15:.0f}' style='stroke:none;fill:currentColor;font-size:11px'>{label}</text></svg>"
    )
