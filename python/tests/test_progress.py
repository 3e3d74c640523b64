"""The progress bar."""

import io
import sys

import pytest

from mars._client import progress
from mars._client.progress import Bar, wanted


def task(done, total, **kw):
    return {"subtasksDone": done, "subtasks": total, "progress": done / total, "name": "tensor.sum", **kw}


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture(params=["tqdm", "plain"])
def out(request, monkeypatch):
    if request.param == "plain":
        monkeypatch.setitem(sys.modules, "tqdm", None)
    return Terminal()


def test_a_bar_shows_how_far_a_task_is(out):
    b = Bar(True, out, delay=0)
    b.update(task(1, 4))
    b.update(task(2, 4, waiting="no worker"))
    b.close()
    text = out.getvalue()
    assert "tensor.sum" in text and "25%" in text and "50%" in text and "2/4" in text and "no worker" in text
    assert text.endswith("\r") and not text.rpartition("\r")[0].rpartition("\r")[2].strip()


def test_a_bar_tells_of_calls_that_run_for_long(out):
    b = Bar(True, out, delay=0)
    call = {"op": "remote.spawn", "site": "prog.py:12", "worker": "w1", "progress": 0.5}
    b.update(task(1, 4, progress=0.375, calls=[{**call, "seconds": 9.5}]))
    assert "38%" in out.getvalue() and "runs" not in out.getvalue()
    for seconds, said in ((10.2, "10 s"), (300, "5 min")):
        b.update(task(1, 4, calls=[{**call, "seconds": seconds}]))
        assert f"remote.spawn of prog.py:12 runs {said} on w1" in out.getvalue()
    b.update(task(1, 4, calls=[{"seconds": 60, "worker": "w2"}]))
    assert "a function runs 60 s on w2" in out.getvalue()
    b.close()


def test_the_bar_of_a_failed_task_stays(out):
    b = Bar(True, out, delay=0)
    b.update(task(3, 4))
    b.close(failed=True)
    assert "75%" in out.getvalue() and out.getvalue().endswith("\n")


def test_nothing_is_drawn_too_early_or_unwanted(out):
    for b in (Bar(True, out, delay=60), Bar(False, out, delay=0)):
        b.update(task(1, 4))
        b.close()
    assert out.getvalue() == ""


def test_one_bar_at_a_time(out):
    a, b = Bar(True, out, delay=0), Bar(True, out, delay=0)
    a.update(task(1, 4))
    b.update(task(2, 4))
    assert "50%" not in out.getvalue()
    b.close()
    a.close()
    c = Bar(True, out, delay=0)
    c.update(task(3, 4))
    c.close()
    assert "75%" in out.getvalue()


def test_who_wants_a_bar(monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert [wanted(v) for v in (True, False, "auto")] == [True, False, False]
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert wanted("auto")
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    monkeypatch.setattr(progress, "_notebook", lambda: True)
    assert wanted("auto")
