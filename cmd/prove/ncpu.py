"""Functions that start eight threads each, one after the other: what "prove ncpu" has run beside its jobs.

python ncpu.py URL SECONDS. Its last line is how many were called.
"""

import hashlib
import sys
import threading
import time

import mars
import mars.remote as mr

THREADS = 8
LONG = 1.0  # seconds of a call


def burn(seconds):
    """Threads that do not wait for each other: hashing gives up the interpreter's lock."""
    end = time.monotonic() + seconds

    def one():
        while time.monotonic() < end:
            hashlib.pbkdf2_hmac("sha256", b"a", b"b", 20_000)

    threads = [threading.Thread(target=one) for _ in range(THREADS)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return len(threads)


def main():
    end = time.monotonic() + float(sys.argv[2])
    calls = 0
    with mars.new_session(sys.argv[1]):
        while time.monotonic() < end:
            assert mr.spawn(burn, args=(LONG,)).execute().fetch() == THREADS
            calls += 1
    print(calls)


if __name__ == "__main__":
    main()
