"""Numbers as people read them."""


def size_text(n):
    """Bytes in binary units: "183 MiB"."""
    if n != n:
        return "unknown size"
    n = float(n)
    for unit in ("B", "KiB", "MiB", "GiB", "TiB", "PiB"):
        if n < 1024 or unit == "PiB":
            break
        n /= 1024
    return f"{n:.0f} {unit}" if n >= 100 or n == int(n) else f"{n:.3g} {unit}"


def length_text(n):
    """A length, "?" while it is not known."""
    return "?" if n != n else str(int(n))


def shape_text(shape):
    """A shape as Python writes a tuple."""
    inner = ", ".join(length_text(n) for n in shape)
    return f"({inner},)" if len(shape) == 1 else f"({inner})"
