"""Handles of values on the server: who keeps them, and when they go."""

import gc
import queue

from mars._client.held import Held, held, keep
from mars._client.keeping import Keeper
from mars._core import graph
from mars._core.node import Node, Ref


def drained(q):
    out = []
    while not q.empty():
        out.append(q.get())
    return out


def store(node, q, output=0, session="s"):
    keep(Ref(node, output), Held(session, f"{node.op}.{output}", None, q))


def test_a_key_goes_with_its_node():
    q = queue.SimpleQueue()
    a = Node("t.a")
    store(a, q)
    assert held(Ref(a, 0), "s").key == "t.a.0"
    assert held(Ref(a, 0), "other") is None
    del a
    gc.collect()
    assert drained(q) == ["t.a.0"]


def test_an_unexecuted_reader_keeps_its_inputs():
    q = queue.SimpleQueue()
    a = Node("t.a")
    store(a, q)
    b = Node("t.b", (Ref(a, 0),))
    del a
    gc.collect()
    assert drained(q) == []
    store(b, q)
    gc.collect()
    assert drained(q) == ["t.a.0"]


def test_a_loop_keeps_one_value():
    q = queue.SimpleQueue()
    x = Node("t.0")
    store(x, q)
    for k in range(1, 50):
        half = Node(f"t.half{k}", (Ref(x, 0), Ref(x, 0)))
        x = Node(f"t.{k}", (Ref(half, 0),))
        store(x, q)
        del half
    gc.collect()
    assert drained(q) == [f"t.{k}.0" for k in range(49)]


def test_the_recipe_stays():
    q = queue.SimpleQueue()
    a = Node("t.a", (), {"n": {"i": 1}})
    b = Node("t.b", (Ref(a, 0),))
    c = Node("t.c", (Ref(b, 0), Ref(a, 0)))
    for n in (a, c):
        store(n, q)
    del a, b
    g = graph.build([Ref(c, 0)])
    assert [n["op"] for n in g["nodes"]] == ["t.a", "t.b", "t.c"]
    assert g["nodes"][2]["inputs"] == [{"node": 1}, {"node": 0}]
    assert g["nodes"][0]["attrs"] == {"n": {"i": 1}}


def test_a_node_with_an_output_that_is_not_stored_keeps_its_inputs():
    q = queue.SimpleQueue()
    a = Node("t.a")
    store(a, q)
    b = Node("t.b", (Ref(a, 0),), n_outputs=2)
    store(b, q, 1)
    del a
    gc.collect()
    assert drained(q) == []
    store(b, q, 0)
    gc.collect()
    assert drained(q) == ["t.a.0"]


def test_long_chains_need_no_stack():
    q = queue.SimpleQueue()
    n = Node("t.0")
    for k in range(1, 20000):
        n = Node(f"t.{k}", (Ref(n, 0),))
    store(n, q)
    assert len(graph.build([Ref(n, 0)])["nodes"]) == 20000


def test_the_keeper_sends_keys_together_and_ends():
    sent, touched = queue.Queue(), queue.Queue()
    ended = []
    k = Keeper(sent.put, lambda: touched.put(1), lambda: ended.append(1), 0.02)
    k.start()
    touched.get(timeout=10)
    for i in range(5):
        k.drops.put(str(i))
    got = []
    while len(got) < 5:
        got += sent.get(timeout=10)
    assert sorted(got) == list("01234")
    k.stop()
    k._thread.join(10)
    assert not k._thread.is_alive() and not ended
    k.start()
    k.abandon()
    k._thread.join(10)
    assert ended == [1]


def test_a_request_takes_what_is_queued_and_keeps_the_end():
    sent = queue.Queue()
    k = Keeper(sent.put, lambda: None, lambda: None, 60.0)
    assert k.queued() == []
    for key in ("a", "b", None):
        k.drops.put(key)
    assert k.queued() == ["a", "b"] and sent.empty()
    assert k.drops.get_nowait() is None


def test_what_the_keeper_gathers_is_given_up_once():
    sent = queue.Queue()
    k = Keeper(sent.put, lambda: None, lambda: None, 60.0)
    k.start()
    k.drops.put("a")
    got = k.queued()  # whether the thread waits for more keys or has not begun
    while "a" not in got:
        got += sent.get(timeout=10)
    k.stop()
    k._thread.join(10)
    assert got == ["a"] and sent.empty()
