"""TensorFlow's scripts and datasets: what members find in TF_CONFIG, that parameter servers end with the workers, and TensorFlow itself."""

import io
import json

import numpy as np
import pandas as pd
import pytest
import tensorflow as tf

import mars.dataframe as md
import mars.tensor as mt
from mars.learn.contrib import _rows
from mars.learn.contrib.tensorflow import config, gen_tensorflow_dataset, run_tensorflow_script

TELL = """
import json, os, sys, threading, time
rank = int(os.environ["RANK"])
def tell(**kw):
    with open(f"{sys.argv[1]}/{rank}.tmp", "w") as f:
        json.dump(kw, f)
    os.rename(f"{sys.argv[1]}/{rank}.tmp", f"{sys.argv[1]}/{rank}.json")
"""


def run(text, folder, **kw):
    return run_tensorflow_script(io.StringIO(TELL + text), command_argv=[str(folder)], **kw)


def told(folder):
    return {int(p.stem): json.loads(p.read_text()) for p in folder.glob("*.json")}


def test_the_configuration():
    places = [{"host": f"h{i}", "worker": "w", "ports": [10 + i, 90]} for i in range(3)]
    cluster = {"worker": ["h0:10", "h1:11"], "ps": ["h2:12"]}
    assert config(places, 2, 1) == {"cluster": cluster, "task": {"type": "worker", "index": 1}}
    assert config(places, 2, 2) == {"cluster": cluster, "task": {"type": "ps", "index": 0}}
    assert config(places, 3, 2)["cluster"] == {"worker": ["h0:10", "h1:11", "h2:12"]}


def test_parameter_servers_end_with_the_workers(two_workers, tmp_path):
    text = """
tell(config=json.loads(os.environ["TF_CONFIG"]), n=n)
if rank == 1:
    threading.Event().wait()
while not os.path.exists(f"{sys.argv[1]}/1.json"):  # else the server may end before it has told
    time.sleep(0.01)
"""
    made = run(text, tmp_path, n_workers=1, n_ps=1, data={"n": 5})
    assert made.fetch() == {"status": "ok"}
    all_ = told(tmp_path)
    assert [all_[r]["config"]["task"] for r in (0, 1)] == [{"type": "worker", "index": 0}, {"type": "ps", "index": 0}]
    assert all_[0]["config"]["cluster"] == all_[1]["config"]["cluster"] and all_[1]["n"] == 5
    assert {k: len(v) for k, v in all_[0]["config"]["cluster"].items()} == {"worker": 1, "ps": 1}


def test_what_is_wrong_is_told(two_workers, tmp_path):
    with pytest.raises(KeyError, match="in a server") as e:
        run("if rank == 1: raise KeyError('in a server')\nthreading.Event().wait()", tmp_path, n_workers=1, n_ps=1)
    assert any("rank 1 of 2" in n for n in e.value.__notes__)
    with pytest.raises(KeyError, match="in a worker"):
        run("if rank == 0: raise KeyError('in a worker')\nthreading.Event().wait()", tmp_path, n_workers=1, n_ps=1)
    for bad in ({"n_workers": 0}, {"n_workers": 1, "n_ps": -1}, {"n_workers": True}):
        with pytest.raises(ValueError, match="must be an int from"):
            run("", tmp_path, **bad)
    with pytest.raises(NotImplementedError, match="gpu=True"):
        run("", tmp_path, n_workers=1, gpu=True)


def test_workers_reduce_with_tensorflow(two_workers, tmp_path):
    """MultiWorkerMirroredStrategy reads TF_CONFIG, and its members add what they have."""
    text = """
import tensorflow as tf
strategy = tf.distribute.MultiWorkerMirroredStrategy()
def step():
    me = tf.cast(tf.distribute.get_replica_context().replica_id_in_sync_group, tf.float32)
    return tf.distribute.get_replica_context().all_reduce("sum", me + x[0])
with strategy.scope():
    total = strategy.run(tf.function(step))
tell(total=float(total.numpy()), replicas=strategy.num_replicas_in_sync)
"""
    assert run(text, tmp_path, n_workers=2, data={"x": np.array([10.0], "f4")}).fetch() == {"status": "ok"}
    assert told(tmp_path) == {r: {"total": 21.0, "replicas": 2} for r in (0, 1)}


def test_a_parameter_server_of_tensorflow(two_workers, tmp_path):
    text = """
import tensorflow as tf
at = tf.distribute.cluster_resolver.TFConfigClusterResolver()
if at.task_type == "ps":
    tf.distribute.Server(at.cluster_spec(), job_name="ps", task_index=at.task_id, protocol="grpc").join()
tf.config.experimental_connect_to_cluster(at.cluster_spec(), job_name="worker", task_index=at.task_id, protocol="grpc")
with tf.device("/job:ps/task:0"):
    v = tf.Variable(40.0)
    v.assign_add(2.0)
tell(value=float(v.numpy()), device=v.device)
"""
    run(text, tmp_path, n_workers=1, n_ps=1)
    made = told(tmp_path)[0]
    assert made["value"] == 42.0 and "/job:ps/" in made["device"]


@pytest.fixture
def small_blocks(monkeypatch):
    monkeypatch.setattr(_rows, "BLOCK", 16)


def test_datasets(two_workers, small_blocks):
    X, y = np.arange(120.0).reshape(40, 3), np.arange(40)
    made = gen_tensorflow_dataset((mt.tensor(X, chunk_size=7), mt.tensor(y, chunk_size=9)))
    assert made.element_spec[0].shape == (3,) and made.element_spec[1].dtype == tf.int64
    batches = list(made.batch(10))
    np.testing.assert_array_equal(np.concatenate([a for a, _ in batches]), X)
    np.testing.assert_array_equal(np.concatenate([b for _, b in batches]), y)
    one = gen_tensorflow_dataset(mt.tensor(X) * 2, output_types=tf.float32)
    assert one.element_spec.dtype == tf.float32
    np.testing.assert_array_equal(list(one), X * 2)
    df = md.DataFrame(pd.DataFrame({"a": [1.0, 2.0], "b": [3, 4]}))
    np.testing.assert_array_equal(list(gen_tensorflow_dataset(df)), [[1.0, 3.0], [2.0, 4.0]])
    with pytest.raises(ValueError, match="different numbers of rows: value 0 2, value 1 40"):
        gen_tensorflow_dataset((df, mt.tensor(y)))


def test_rows_are_read_in_the_order_that_was_said(two_workers, small_blocks):
    X = np.arange(100.0).reshape(50, 2)
    rows = _rows.Rows([mt.tensor(X, chunk_size=13), md.Series(pd.Series(np.arange(50)), chunk_size=20)])
    order = np.random.default_rng(0).permutation(50).tolist()
    taken = []
    take = rows.take
    rows.take = lambda at: taken.append(len(at)) or take(at)
    rows.announce(order)
    for i in order:
        a, b = rows[i]
        assert a.tolist() == X[i].tolist() and b == i
    assert taken == [16, 16, 16, 2] and not rows._blocks
    assert rows[-1][1] == 49 and rows[3][1] == 3
    with pytest.raises(IndexError, match="row 50 of 50"):
        rows[50]
