"""Scripts in several processes at the same time: what members find, that they begin and end together, what they lend.

Members meet at files and sockets, and wait for each other without a limit: no test depends on who is quicker.
"""

import glob
import io
import json
import os
import threading

import numpy as np
import pytest
from places import places

import mars
import mars.dataframe as md
import mars.remote as mr
import mars.tensor as mt

MODES = ["exec", "process"]

# What all scripts begin with: tell(x) leaves something for the test, meet() returns once all members have come to it.
HEAD = """
import json, os, socket, sys, threading, time
rank, world = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
folder = sys.argv[1]
def tell(**kw):
    with open(f"{folder}/{rank}.tmp", "w") as f:
        json.dump(kw, f)
    os.rename(f"{folder}/{rank}.tmp", f"{folder}/{rank}.json")
def meet():
    at = os.environ["MASTER_ADDR"], int(os.environ["MASTER_PORT"])
    if rank == 0:
        with socket.create_server(at) as s:
            others = [s.accept()[0] for _ in range(world - 1)]
            ranks = sorted(c.recv(1)[0] for c in others)
            for c in others:
                c.sendall(b"!")
                c.close()
        return ranks
    while True:
        try:
            with socket.create_connection(at) as c:
                c.sendall(bytes([rank]))
                if c.recv(1) == b"!":
                    return []
        except ConnectionError:  # it is not there yet, or not any more
            time.sleep(0.01)
"""


@pytest.fixture(scope="module")
def sessions():
    with mars.new_session(n_cpu=4, n_worker=2) as four, mars.new_session(n_cpu=2) as two:
        yield four, two


@pytest.fixture
def four(sessions):
    """A session on two workers of two slots each."""
    return sessions[0].as_default()


@pytest.fixture
def two(sessions):
    """A session on one worker of two slots."""
    return sessions[1].as_default()


def run(text, folder, *argv, **kw):
    return mr.run_script(io.StringIO(HEAD + text), command_argv=[str(folder), *argv], **kw)


def told(folder):
    """What members have told, by rank."""
    out = {}
    for path in glob.glob(f"{folder}/*.json"):
        with open(path) as f:
            out[int(os.path.basename(path).partition(".")[0])] = json.load(f)
    return out


@pytest.mark.parametrize("mode", MODES)
def test_what_a_member_finds(four, tmp_path, mode):
    text = """
e = os.environ
met = meet()
tell(name=__name__, argv=sys.argv[1:], met=met, local=[e["LOCAL_RANK"], e["LOCAL_WORLD_SIZE"]], port=e["MASTER_PORT"], address=e["MASTER_ADDR"],
     pid=os.getpid(), gang=json.loads(e["MARS_GANG"]))
"""
    x = run(text, tmp_path, "a", 7, n_workers=4, mode=mode)
    assert x.fetch() == {"status": "ok"}
    all_ = told(tmp_path)
    assert sorted(all_) == [0, 1, 2, 3] and all_[0]["met"] == [1, 2, 3]
    assert all(a["name"] == "__main__" and a["argv"] == [str(tmp_path), "a", "7"] for a in all_.values())
    assert len({(a["address"], a["port"]) for a in all_.values()}) == 1 and len({a["pid"] for a in all_.values()}) == 4
    # they are spread over both workers, neighbours on one
    assert [all_[r]["local"] for r in range(4)] == [["0", "2"], ["1", "2"], ["0", "2"], ["1", "2"]]
    gang = all_[0]["gang"]
    assert [len(m["ports"]) for m in gang] == [1] * 4 and len({m["ports"][0] for m in gang}) == 4
    assert len({m["worker"] for m in gang}) == 2 and str(gang[0]["ports"][0]) == all_[0]["port"]


def test_names_of_data_and_session(two, tmp_path):
    t, f = mt.arange(1000, chunk_size=300), md.DataFrame({"a": [1, 2, 3]})
    data = {"t": t, "f": f, "n": 5, "big": np.ones(100_000), "made": mr.spawn(lambda: "made")}
    text = "tell(t=int(t.sum().execute().fetch()), f=f.a.to_pandas().tolist(), n=n, big=float(big.sum()), made=made, session=session.session_id)"
    assert run(text, tmp_path, data=data).fetch() == {"status": "ok"}
    assert told(tmp_path)[0] == {
        "t": 499500,
        "f": [1, 2, 3],
        "n": 5,
        "big": 100_000.0,
        "made": "made",
        "session": two.session_id,
    }


def test_data_of_a_script_in_an_interpreter_of_its_own(two, tmp_path):
    t, f = mt.arange(1000, chunk_size=300), md.DataFrame({"a": [1, 2, 3]})
    text = """
import mars, mars.remote
d = mars.remote.data()
tell(t=int(d["t"].sum().execute().fetch()), f=d["f"].a.to_pandas().tolist(), n=d["n"], session=mars.get_default_session().session_id)
"""
    run("import mars\nmars.new_session()\n" + text, tmp_path, data={"t": t, "f": f, "n": 5}, mode="process")
    assert told(tmp_path)[0] == {"t": 499500, "f": [1, 2, 3], "n": 5, "session": two.session_id}
    with pytest.raises(LookupError, match="mode='process'"):
        mr.data()


@pytest.mark.parametrize("mode", MODES)
def test_members_that_wait_lend_their_slots(two, tmp_path, mode):
    """Both slots are theirs, and what they wait for needs one."""
    text = """
import mars, mars.tensor as mt
mars.new_session()
meet()
tell(sum=float(mt.ones((50, 50), chunk_size=10).sum().execute().fetch()) + rank)
"""
    assert run(text, tmp_path, n_workers=2, mode=mode).fetch() == {"status": "ok"}
    assert {r: a["sum"] for r, a in told(tmp_path).items()} == {0: 2500.0, 1: 2501.0}


def test_a_function_runs_a_script(two, tmp_path):
    """The function waits without a slot, so that all members have one."""
    folder, text = str(tmp_path), HEAD + "meet(); tell()"

    def f():
        import io

        import mars.remote as mr

        return mr.run_script(io.StringIO(text), n_workers=2, command_argv=[folder]).fetch()

    assert mr.spawn(f).execute().fetch() == {"status": "ok"}
    assert sorted(told(tmp_path)) == [0, 1]


def test_paths_files_and_bytes(two, tmp_path):
    path = tmp_path / "script.py"
    path.write_text(HEAD + "tell(file=__file__, é=1)", encoding="utf-8")
    for i, script in enumerate([path, str(path), open(path, "rb"), open(path, encoding="utf-8")]):
        out = tmp_path / str(i)
        out.mkdir()
        assert mr.run_script(script, command_argv=[str(out)]).fetch() == {"status": "ok"}
        assert told(out)[0] == {"file": str(path), "é": 1}
        if hasattr(script, "close"):
            script.close()
    with pytest.raises(TypeError, match="script is a path or an open file, not a int"):
        mr.run_script(5)
    with pytest.raises(FileNotFoundError):
        mr.run_script(str(tmp_path / "none.py"))


def test_parameters_that_cannot_be(two):
    for bad, words in [
        ({"n_workers": 0}, "n_workers must be a positive int"),
        ({"n_workers": True}, "n_workers must be a positive int"),
        ({"mode": "thread"}, "mode must be 'exec' or 'process'"),
        ({"slots": 0}, "slots must be a positive int"),
    ]:
        with pytest.raises(ValueError, match=words):
            mr.run_script(io.StringIO(""), **bad)
    with pytest.raises(TypeError, match="data is a dict of names"):
        mr.run_script(io.StringIO(""), data={"a b": 1})


def test_more_members_than_slots_are_told_at_once(two):
    with pytest.raises(
        ValueError,
        match="3 members at a time with 1 slots each were asked for, 3 slots in all, and the workers have room for 2, on 2 slots",
    ):
        mr.run_script(io.StringIO(""), n_workers=3)
    with pytest.raises(ValueError, match="2 members at a time with 2 slots each .* room for 1, on 2 slots"):
        mr.run_script(io.StringIO(""), n_workers=2, slots=2)


@pytest.mark.parametrize("mode", MODES)
def test_one_that_fails_ends_all(four, tmp_path, mode):
    """The others wait for ever, and their slots are free at once."""
    text = """
meet()
if rank == 2:
    print("before")
    raise KeyError("no such thing")
threading.Event().wait()
"""
    with pytest.raises(KeyError if mode == "exec" else RuntimeError) as e:
        run(text, tmp_path, n_workers=4, mode=mode)
    assert "rank 2 of 4" in "\n".join([str(e.value), *e.value.__notes__])
    if mode == "exec":
        line = 1 + (HEAD + text).splitlines().index('    raise KeyError("no such thing")')
        assert any(f"rank 2 of 4, at script.py, line {line}" in n for n in e.value.__notes__)
    assert run("meet()", tmp_path, n_workers=4).fetch() == {"status": "ok"}


def test_a_crash_ends_all(four, tmp_path):
    with pytest.raises(mr.WorkerCrash, match="SIGKILL"):
        run("meet()\nif rank == 1: os.kill(os.getpid(), 9)\nthreading.Event().wait()", tmp_path, n_workers=3)
    assert run("meet()", tmp_path, n_workers=4).fetch() == {"status": "ok"}


def test_codes_of_exit(two, tmp_path):
    for mode in MODES:
        assert run("sys.exit()", tmp_path, mode=mode).fetch() == {"status": "ok"}
        assert run("sys.exit(0)", tmp_path, mode=mode).fetch() == {"status": "ok"}
    with pytest.raises(BaseException, match=r"sys.exit\(3\)|3"):
        run("sys.exit(3)", tmp_path)
    with pytest.raises(RuntimeError, match="has ended with exit code 3; rank 0 of 1"):
        run("sys.exit(3)", tmp_path, mode="process")


@pytest.mark.parametrize("mode", MODES)
def test_all_begin_again(four, tmp_path, mode):
    """The first to fail has all begin again, at another port."""
    text = """
meet()
with open(f"{folder}/ports-{rank}", "a") as f:
    f.write(os.environ["MASTER_PORT"] + "\\n")
meet()
if rank == 1 and len(open(f"{folder}/ports-1").readlines()) < 3:
    raise ValueError("not yet")
meet()
tell()
"""
    assert run(text, tmp_path, n_workers=3, mode=mode, retry_when_fail=True).fetch() == {"status": "ok"}
    ports = [(tmp_path / f"ports-{r}").read_text().split() for r in range(3)]
    assert ports[0] == ports[1] == ports[2] and len(set(ports[0])) == 3
    with pytest.raises(ValueError if mode == "exec" else RuntimeError):
        run("meet(); raise ValueError('never')", tmp_path, n_workers=3, mode=mode, retry_when_fail=True)


def test_logs_are_by_rank(two, tmp_path):
    x = run("meet(); print('I am', rank)", tmp_path, n_workers=2)
    log = str(x.fetch_log())
    assert "I am 0" in log and "I am 1" in log


def test_a_gang_waits_for_slots_and_others_for_it(two, tmp_path):
    """A function has one slot until it is told to end, so the gang waits; what comes behind it waits for it."""
    fifo = str(tmp_path / "go")
    os.mkfifo(fifo)

    def held(fifo):
        with open(fifo) as f:
            return f.read()

    first = mr.spawn(held, args=(fifo,)).execute(wait=False)
    done = []
    gang = threading.Thread(target=lambda: done.append(run("meet(); tell()", tmp_path, n_workers=2).fetch()))
    with open(fifo, "w") as f:  # it has begun
        gang.start()
        f.write("go")
    assert first.result().fetch() == "go"
    gang.join()
    assert done == [{"status": "ok"}] and sorted(told(tmp_path)) == [0, 1]


def test_gangs_do_not_meet(four, tmp_path):
    """Two gangs that do not fit at the same time run one after the other, and both to their end."""
    inside = tmp_path / "inside"
    inside.mkdir()
    text = """
name = sys.argv[2]
open(f"{folder}/inside/{name}-{rank}", "x").close()
meet()
tell(**{name: sorted(n for n in os.listdir(folder + "/inside") if not n.startswith(name))})
meet()
os.unlink(f"{folder}/inside/{name}-{rank}")
"""
    outs = [tmp_path / n for n in "abc"]
    for o in outs:
        o.mkdir()
        os.symlink(inside, o / "inside")
    done = []
    threads = [
        threading.Thread(target=lambda o=o: done.append(run(text, o, o.name, n_workers=3).fetch())) for o in outs
    ]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert done == [{"status": "ok"}] * 3
    for o in outs:
        assert {r: a[o.name] for r, a in told(o).items()} == {0: [], 1: [], 2: []}


@pytest.mark.slow
@pytest.mark.parametrize("deep", [1, 2])
def test_gangs_whose_members_start_gangs(four, tmp_path, deep):
    """Two gangs have all slots, and each member waits for a gang that needs more than its own gang has."""
    inside = HEAD + "meet()"
    for _ in range(deep):
        inside = f"import io, mars.remote as mr\nmr.run_script(io.StringIO({inside!r}), n_workers={4 if deep == 1 else 3}, command_argv=['.']).fetch()"
    text = inside + "\ntell()"
    outs = [tmp_path / n for n in "ab"]
    done = []
    threads = [threading.Thread(target=lambda o=o: done.append(run(text, o, n_workers=2).fetch())) for o in outs]
    for o, t in zip(outs, threads):
        o.mkdir()
        t.start()
    for t in threads:
        t.join()
    assert done == [{"status": "ok"}] * 2
    assert [sorted(told(o)) for o in outs] == [[0, 1]] * 2


def test_a_gang_is_canceled(four, tmp_path):
    os.mkfifo(tmp_path / "here")
    text = """
meet()
if rank == 0:
    open(f"{folder}/here", "w").close()
threading.Event().wait()
"""
    future = run(text, tmp_path, n_workers=4, run_kwargs={"wait": False})
    with open(tmp_path / "here"):
        pass
    future.cancel()
    assert run("meet()", tmp_path, n_workers=4).fetch() == {"status": "ok"}


@pytest.mark.slow
@pytest.mark.parametrize("again", [False, True])
def test_the_worker_of_a_member_is_killed(tmp_path, again):
    text = """
meet()
with open(f"{folder}/began-{rank}", "a") as f:
    f.write(os.environ["MASTER_PORT"] + "\\n")
meet()
if rank == 0 and not os.path.exists(f"{folder}/second"):
    open(f"{folder}/here", "w").close()
    threading.Event().wait()
if not os.path.exists(f"{folder}/second"):
    threading.Event().wait()
tell()
"""
    os.mkfifo(tmp_path / "here")
    with places((1,), (1,)) as c:
        third = c.work()
        with mars.new_session(c.url) as s:
            from prove_scripts import joined

            joined(c.url, 3)
            future = run(text, tmp_path, n_workers=3, retry_when_fail=again, session=s, run_kwargs={"wait": False})
            with open(tmp_path / "here"):
                pass
            (tmp_path / "second").touch()
            third.process.kill()
            if not again:
                with pytest.raises(Exception, match=r"rank \d of 3 was there, and the others cannot go on without it"):
                    future.result()
                return
            c.work()
            assert future.result().fetch() == {"status": "ok"}
            assert sorted(told(tmp_path)) == [0, 1, 2]
            ports = [p for path in tmp_path.glob("began-*") for p in path.read_text().split()]
            assert len(set(ports)) == 2
