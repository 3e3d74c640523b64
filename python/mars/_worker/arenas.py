"""Memory that a worker shares with a process: mapped once for reading, and writable while a result comes."""

from __future__ import annotations

import ctypes
import mmap
import os
from typing import Any

_libc = ctypes.CDLL(None, use_errno=True)
_libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
_READ, _WRITE = mmap.PROT_READ, mmap.PROT_READ | mmap.PROT_WRITE


class Arena:
    """One file without a name."""

    def __init__(self, fd: int) -> None:
        size = os.fstat(fd).st_size
        self._map = mmap.mmap(fd, size, prot=_READ)
        os.close(fd)
        self.bytes = memoryview(self._map)
        self._address = _address(self._map)

    def view(self, offset: int, size: int) -> memoryview:
        """Bytes that lie there. They cannot be written."""
        return self.bytes[offset : offset + size]

    def fill(self, offset: int, data: Any) -> None:
        """Copies a contiguous buffer to an offset of whole pages."""
        source = memoryview(data).cast("B")
        at = self._address + offset
        self._protect(at, source.nbytes, _WRITE)
        try:
            room = memoryview((ctypes.c_char * source.nbytes).from_address(at)).cast("B")
            room[:] = source
        finally:
            self._protect(at, source.nbytes, _READ)

    @staticmethod
    def _protect(at: int, size: int, how: int) -> None:
        if _libc.mprotect(at, size, how):
            raise OSError(ctypes.get_errno(), "memory of a result cannot be made writable")


class _Buffer(ctypes.Structure):
    """Py_buffer, of which only the address is read."""

    _fields_ = [("buf", ctypes.c_void_p), ("rest", ctypes.c_byte * 128)]


def _address(mapping: mmap.mmap) -> int:
    """Where a mapping lies. One that cannot be written has no from_buffer, so the interpreter is asked."""
    buffer = _Buffer()
    if ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(mapping), ctypes.byref(buffer), 0):
        raise OSError("a mapping without an address")
    try:
        return buffer.buf
    finally:
        ctypes.pythonapi.PyBuffer_Release(ctypes.byref(buffer))
