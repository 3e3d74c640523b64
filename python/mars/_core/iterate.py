"""Going over the rows, or the elements of a vector, of what is on the cluster: it is computed whole, and fetched a chunk at a time."""

from . import hooks


def chunks(value):
    """The rows as NumPy or pandas have them, in pieces of a chunk."""
    value.execute()
    splits = value.nsplits
    lengths = splits[0] if splits else (len(value),)
    if len(lengths) < 2 or any(n != n for n in lengths):
        yield value.fetch()
        return
    session, at = hooks.ensure(), 0
    for n in lengths:
        if n:
            yield session.fetch_slice(value, select=slice(at, at + n))
        at += n
