"""What is called where a first call makes what a second one is a method of: groupby, resample, and windows."""


def __getattr__(name):
    """The classes derive from what is generated, so they are looked for when they are called."""
    if name.startswith("_"):
        raise AttributeError(name)
    from . import groupby, window

    return getattr(groupby, name.lower()) if name in ("Groupby", "Resample") else getattr(window, name)
