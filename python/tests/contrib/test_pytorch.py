"""Scripts of PyTorch: what their processes find. Its classes are refused by name where it is not installed."""

import io
import json

import pytest

import mars.tensor as mt
from mars.learn.contrib.pytorch import run_pytorch_script

TEXT = """
import json, os, sys
rank = os.environ["RANK"]
with open(f"{sys.argv[1]}/{rank}.json", "w") as f:
    json.dump({k: os.environ[k] for k in ("RANK", "WORLD_SIZE", "LOCAL_RANK", "MASTER_ADDR", "MASTER_PORT")} | {"sum": float(X.sum().to_numpy())}, f)
"""


def run(folder, text=TEXT, **kw):
    made = run_pytorch_script(
        io.StringIO(text), data={"X": mt.ones((10, 3), chunk_size=4)}, command_argv=[str(folder)], **kw
    )
    return made, {int(p.stem): json.loads(p.read_text()) for p in folder.glob("*.json")}


def test_what_init_process_group_looks_for(two_workers, tmp_path):
    made, all_ = run(tmp_path, n_workers=2)
    assert made.fetch() == {"status": "ok"}
    assert [all_[r]["RANK"] for r in (0, 1)] == ["0", "1"] and {a["WORLD_SIZE"] for a in all_.values()} == {"2"}
    assert len({(a["MASTER_ADDR"], a["MASTER_PORT"]) for a in all_.values()}) == 1
    assert {a["sum"] for a in all_.values()} == {30.0}


def test_a_certain_port(two_workers, tmp_path):
    _, all_ = run(tmp_path, n_workers=2, port=1234)
    assert {a["MASTER_PORT"] for a in all_.values()} == {"1234"}


def test_what_is_wrong_is_told(two_workers, tmp_path):
    with pytest.raises(ValueError, match="port must be from 1 to 65535, not 0"):
        run(tmp_path, n_workers=1, port=0)
    with pytest.raises(ValueError, match="n_workers must be a positive int"):
        run(tmp_path, n_workers=0)
    with pytest.raises(NotImplementedError, match="gpu=True"):
        run(tmp_path, n_workers=1, gpu=True)
    with pytest.raises(ZeroDivisionError) as e:
        run(tmp_path, "1 / 0", n_workers=1)
    assert any("rank 0 of 1, at script.py, line 1" in n for n in e.value.__notes__)
