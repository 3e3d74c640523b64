"""A session of a program whose functions do what they should not, among jobs of known answers: one of those that "prove functions" starts.

python functions.py URL SEED SECONDS KIND FOLDER where KIND is abuse or calm, which has the jobs alone. Its last line is one JSON object;
what went wrong is said before, on stderr.
"""

import collections
import io
import json
import os
import random
import sys
import time

import numpy as np
import pandas as pd

import mars
import mars.dataframe as md
import mars.remote as mr
import mars.tensor as mt
from mars._client.errors import Canceled, Lost, WorkerCrash

HANGS = 150.0  # seconds; longer than all that a round begins takes on a busy machine
ROUND = 24  # calls and jobs at a time

# What a function is told that would wait for others where as many do as may: on one slot, 8.
REFUSED = "functions of this worker already wait for others"

counts = collections.Counter()


class Told:
    """What writes down which process unpickles it."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return _told, (self.path,)


def _told(path):
    append(path, os.getpid())
    return Told(path)


def append(path, line):
    fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(fd, f"{line}\n".encode())
    os.close(fd)


def begins(told, folder, name, i):
    """Leaves what a call leaves that begins: who unpickled it has told so, and is the process that runs it."""
    append(f"{folder}/runs", os.getpid())
    if name:
        append(f"{folder}/once", f"{name}-{i}")


def tree(n):
    import mars.remote as mr

    return 1 + sum(x.execute().fetch() for x in [mr.spawn(tree, args=(n - 1,)) for _ in range(2)]) if n else 1


# What functions do that they should not. Each is called with a number.


def raises(i):
    raise KeyError(i)


def exits(i):
    sys.exit(i)


def ends(i):
    os._exit(3)


def segfaults(i):
    import ctypes

    ctypes.string_at(0)


def closes(i):
    os.closerange(i % 5, 1000)


def writes_garbage(i):
    os.write(3, b"\xff" * (i % 40 + 1))


def loops(i):
    while True:
        pass


def loops_deaf(i):
    while True:
        try:
            time.sleep(0.01)
        except KeyboardInterrupt:
            pass


def stops(i):
    import signal

    os.kill(os.getpid(), signal.SIGSTOP)


def prints(i):
    for _ in range(64):
        os.write(1, b"x" * (1 << 20))
    return i


def forks(i):
    import subprocess

    subprocess.Popen(["setsid", "sleep", "600"])
    subprocess.Popen(["sleep", "600"])
    if os.fork() == 0:
        return -1
    return i


def leaves_threads(i):
    import threading

    threading.Thread(target=time.sleep, args=(0.2,), daemon=True).start()
    return i


def changes_cwd(i):
    os.chdir("/")
    return i


def lacks(i):
    import no_such_module  # noqa: F401


def eats(i):
    return np.ones(1 << 30, "u1")


def changes_its_input(a):
    a += 1
    return a


def gives_another_dtype(a):
    return a.astype(str) if a.size > 10 else a


ABUSES = {
    raises: KeyError, exits: RuntimeError, ends: WorkerCrash, segfaults: WorkerCrash, closes: WorkerCrash, writes_garbage: WorkerCrash,
    loops: TimeoutError, loops_deaf: TimeoutError, stops: TimeoutError, lacks: ModuleNotFoundError, eats: MemoryError,
}  # fmt: skip
HARMLESS = (prints, forks, leaves_threads, changes_cwd)
ENDED_WITH_WORKER = (Lost,)  # the end of a call that may begin once


def known(r, i):
    """A job and its answer."""
    n = r.randrange(100, 3000)
    a = np.arange(n) * (i % 7 + 1)
    t = mt.tensor(a, chunk_size=n // 3 + 1)
    frame = pd.DataFrame({"k": a % 5, "v": a * 0.5})
    f = md.DataFrame(frame, chunk_size=n // 2 + 1)
    return r.choice(
        [
            lambda: (t.map_chunk(lambda x: x * 2, dtype=a.dtype).sum(), int(a.sum() * 2)),
            lambda: (mr.spawn(sum, args=([mr.spawn(lambda k: k * k, args=(k,)) for k in range(20)],)), 2470),
            lambda: (f.groupby("k").v.apply(lambda g: g.max() - g.min()).sum(), float(frame.groupby("k").v.agg(lambda g: g.max() - g.min()).sum())),
            lambda: (f.v.map(lambda v: v + 1).sum(), float(frame.v.sum() + n)),
            lambda: (mr.spawn(lambda x: float((x * 2).sum().execute().fetch()), args=(t,)), float(a.sum() * 2)),
            lambda: (mr.spawn(tree, args=(2,)), 7),
            lambda: (mr.spawn(np.ones, args=(n * 100,), output_types="tensor").sum(), float(n * 100)),
        ]
    )()  # fmt: skip


def call(r, i, folder, kind):
    """Something to be executed, and what comes of it: a value, or classes of exceptions."""
    if kind == "calm" or r.random() < 0.3:
        return known(r, i)
    told, what = Told(f"{folder}/unpickled"), r.random()
    if what < 0.45:  # short ones lie ready behind others
        once = r.random() < 0.3

        def short(told, i):
            begins(told, folder, once and kind, i)
            return i

        x = mr.spawn(short, args=(told, i), once=once)
        return x, (i, *ENDED_WITH_WORKER) if once else i
    if what < 0.55:
        f = r.choice(HARMLESS)
        return mr.spawn(lambda told, i: (begins(told, folder, "", i), f(i))[1], args=(told, i)), i
    if what < 0.6:
        return mt.ones(1000, chunk_size=500).map_chunk(changes_its_input, dtype=float).sum(), (ValueError,)
    if what < 0.65:
        return mt.ones(1000, chunk_size=500).map_chunk(gives_another_dtype, dtype=float).sum(), (TypeError,)
    if what < 0.7:
        return mr.spawn(tree, args=(3,)), 15
    f = r.choice(list(ABUSES))
    once = r.random() < 0.3

    def bad(told, i):
        begins(told, folder, once and kind, i)
        return f(i)

    limit = 0.4 if ABUSES[f] is TimeoutError else 60
    asks = 8 << 20 if f is eats and i % 2 else None  # of which nothing is said may take what its worker has
    return mr.spawn(bad, args=(told, i), once=once, timeout=limit, memory=asks), (ABUSES[f], *(ENDED_WITH_WORKER if once else ()))


def good(got, want):
    wants = want if isinstance(want, tuple) else (want,)
    return any(
        isinstance(got, w) if isinstance(w, type) else not isinstance(got, BaseException) and bool(np.all(got == w))
        for w in wants
    )


def outcome(future):
    """The value, or the exception; None: it hangs."""
    try:
        return future.result(HANGS).fetch()
    except BaseException as e:
        if isinstance(e, TimeoutError) and not future.done():
            counts["hung"] += 1
            return None
        return e


def gang(folder, i):
    """A script on both workers; None: there are not both now, and the call says so."""
    script = f"import os\nopen({folder!r} + '/gang-{i}-' + os.environ['RANK'], 'x').close()"
    try:
        return mr.run_script(io.StringIO(script), n_workers=2, run_kwargs={"wait": False})
    except ValueError as e:
        if "the workers have room for" not in str(e):
            raise
        counts["refused"] += 1
        return None


def main():
    url, seed, seconds, kind, folder = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), sys.argv[4], sys.argv[5]
    r = random.Random(seed)
    end = time.monotonic() + seconds
    i = 0
    with mars.new_session(url):
        while time.monotonic() < end and not counts["hung"]:
            out = []
            for _ in range(ROUND):
                i += 1
                x, want = call(r, i, folder, kind)
                out.append((x, want, x.execute(wait=False), kind == "abuse" and r.random() < 0.05))
            for _, _, future, cancels in out:
                if cancels:
                    future.cancel()
            if kind == "abuse" and r.random() < 0.3 and (begun := gang(folder, i)):
                out.append((None, ({"status": "ok"}, Lost), begun, False))
            for x, want, future, cancels in out:
                counts["calls"] += 1
                got = outcome(future)
                counts["crashes"] += isinstance(got, WorkerCrash)
                if isinstance(got, RuntimeError) and REFUSED in str(got):
                    counts["refused"] += 1
                    continue
                if not (good(got, want) or (cancels and isinstance(got, Canceled))) and got is not None:
                    counts["errors" if isinstance(got, BaseException) else "wrong"] += 1
                    print(
                        f"{kind} {seed}: {want} was wanted of {getattr(x, 'key', 'a gang')}, and {got!r:.600} came",
                        file=sys.stderr,
                        flush=True,
                    )
    print(json.dumps({k: counts[k] for k in ("calls", "wrong", "errors", "hung", "crashes", "refused")}))


if __name__ == "__main__":
    main()
