"""Nodes, parameters, graphs, descriptions and streams of frames, without a server."""

import datetime
import math
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

import mars.dataframe as md
import mars.remote as mr
import mars.tensor as mt
from mars._client import asking
from mars._core import arrow, attrs, dtypes, graph, hooks, labels, npy, units
from mars._core.meta import Meta
from mars._core.node import Node, Ref

TIME = pd.Timestamp("2024-02-29 12:34:56.789", tz="Europe/Berlin")


@pytest.mark.parametrize(
    "value, want",
    [
        (1, {"i": 1}),
        (-(2**53), {"i": str(-(2**53))}),
        (2**63, {"u": str(2**63)}),
        (2**64, {"big": str(2**64)}),
        (True, {"b": True}),
        (1.5, {"f": 1.5}),
        (math.nan, {"f": "NaN"}),
        (-math.inf, {"f": "-Infinity"}),
        (None, {"singleton": "SINGLETON_NONE"}),
        (Ellipsis, {"singleton": "SINGLETON_ELLIPSIS"}),
        (pd.NA, {"singleton": "SINGLETON_NA"}),
        (pd.NaT, {"singleton": "SINGLETON_NAT"}),
        ("ä", {"s": "ä"}),
        (b"\x00\xff", {"raw": "AP8="}),
        (1 + 2j, {"c": {"re": 1.0, "im": 2.0}}),
        (np.float32(1.5), {"np": {"dtype": "float32", "data": "AADAPw=="}}),
        (np.int64(7), {"np": {"dtype": "int64", "data": "BwAAAAAAAAA="}}),
        (np.datetime64("2024-01-02", "D"), {"time": {"value": 19724, "unit": "D"}}),
        (pd.Timedelta(1, "s").as_unit("ms"), {"timedelta": {"value": 1000, "unit": "ms"}}),
        (datetime.timedelta(seconds=1), {"timedelta": {"value": 1000000, "unit": "us"}}),
        (Decimal("1.50"), {"decimal": "1.50"}),
        (slice(1, None, -2), {"slice": {"start": {"i": 1}, "step": {"i": -2}}}),
        ([1, 2], {"ints": {"v": [1, 2]}}),
        ((1, 2), {"ints": {"v": [1, 2], "kind": "SEQUENCE_TUPLE"}}),
        ([1.0, math.inf], {"floats": {"v": [1.0, "Infinity"]}}),
        (["a"], {"strings": {"v": ["a"]}}),
        ([True], {"bools": {"v": [True]}}),
        ([], {"list": {"items": []}}),
        ((1, "a"), {"list": {"items": [{"i": 1}, {"s": "a"}], "kind": "SEQUENCE_TUPLE"}}),
        ({"a": 1}, {"dict": {"entries": [{"key": {"s": "a"}, "value": {"i": 1}}]}}),
        (np.dtype("f4"), {"dtype": "float32"}),
    ],
)
@pytest.mark.modern  # older pandas counts spans of Python in nanoseconds
def test_attributes(value, want):
    assert attrs.encode(value) == want


@pytest.mark.parametrize(
    "value", [1, 2**63, 2**70, 1.5, True, "x", None, (1, "a"), [1.5, 2.5], 1 + 2j, b"ab", TIME, pd.Timedelta("1 days")]
)
def test_attributes_read_back(value):
    got = attrs.decode(attrs.encode(value))
    assert got == value and type(got) is type(value)


def test_operands_in_structures():
    inputs = []
    x = mt.ones(2)
    assert attrs.encode([1, x, {"k": x}], inputs)["list"]["items"][1] == {"input": 0}
    assert len(inputs) == 2
    with pytest.raises(TypeError, match="Tensor cannot be a parameter"):
        attrs.encode([x])


def test_what_does_not_fit_is_refused():
    for encode, bad in (
        (attrs.integer, 1.5),
        (attrs.string, 1),
        (attrs.ints, "ab"),
        (attrs.label, [1]),
        (attrs.scalar, object()),
    ):
        with pytest.raises(TypeError):
            encode(bad)
    with pytest.raises(ValueError, match="No axis named 2"):
        attrs.axis(2)
    for encode in (
        attrs.integer,
        attrs.string,
        attrs.ints,
        attrs.floats,
        attrs.bools,
        attrs.strings,
        attrs.label_list,
        attrs.dtype,
        attrs.floating,
    ):
        assert encode(None) == attrs.NONE
    assert attrs.ints(3) == {"ints": {"v": [3]}} and attrs.label_list("ab") == {"list": {"items": [{"s": "ab"}]}}
    assert attrs.label(("a", 1)) == {"list": {"items": [{"s": "a"}, {"i": 1}], "kind": "SEQUENCE_TUPLE"}}


@pytest.mark.parametrize(
    "given, name",
    [
        (float, "float64"),
        (int, "int64"),
        ("f4", "float32"),
        (np.int8, "int8"),
        (np.dtype("M8[s]"), "datetime64[s]"),
        ("datetime64[ns, UTC]", "datetime64[ns, UTC]"),
        (pd.Int64Dtype(), "Int64"),
        (pd.StringDtype(), "string"),
        (pd.CategoricalDtype(ordered=True), "category[ordered]"),
        ("category", "category"),
        (str, "str"),
        (pd.DatetimeTZDtype("us", "Europe/Berlin"), "datetime64[us, Europe/Berlin]"),
    ],
)
def test_names_of_dtypes(given, name):
    assert dtypes.name_of(given) == name
    assert dtypes.from_name(name) is not None


def test_dtypes_that_are_none():
    for bad in ("nonsense", np.dtype(">f8"), np.dtype([("a", int)]), np.longdouble):
        with pytest.raises(TypeError):
            dtypes.name_of(bad)


@pytest.mark.parametrize(
    "label", [None, True, 3, 2**60, 1.5, math.inf, "x", ("a", 1, None), TIME, pd.Timedelta("2h"), np.int8(4)]
)
def test_labels(label):
    assert labels.from_json(labels.to_json(label)) == label


def test_graphs_have_inputs_first_and_every_node_once():
    x = mt.ones(2)
    y = x + x
    q, r = mt.divmod(y, x)
    g, order = graph.build_with_nodes([r._ref, q._ref, y._ref])
    assert [n["op"] for n in g["nodes"]] == ["tensor.ones", "tensor.add", "tensor.divmod"]
    assert g["nodes"][1]["inputs"] == [{"node": 0}, {"node": 0}]
    assert g["targets"] == [{"node": 2, "output": 1}, {"node": 2}, {"node": 1}]
    assert g["version"] == graph.VERSION and g["opsets"] == {"tensor": 1}
    assert order[0] is x._ref.node and len({n["id"] for n in g["nodes"]}) == 3
    assert all(n["site"].startswith(__file__ + ":") for n in g["nodes"])


def test_calls_that_differ_in_their_arguments_are_one_node():
    double = lambda x: 2 * x  # noqa: E731

    def spawned(n, **options):
        return [mr.spawn(double, args=(i,), **options) for i in range(n)]

    a, b = spawned(3), spawned(2, slots=2)
    c = [mr.spawn(double, args=(i,)) for i in range(2)]
    other = mr.spawn(abs, args=(1,))
    on = mr.spawn(double, args=(a[1],))
    pair = mr.spawn(divmod, args=(7, 2), n_output=2)
    refs = [x._ref for x in (a[2], b[0], other, a[0], on, c[0], c[1], b[1], a[1], a[2], *pair)]
    g, order = graph.build_with_nodes(refs)
    ops = [n["op"].partition(".")[2] for n in g["nodes"]]
    assert sorted(ops) == ["function"] * 3 + ["spawn"] * 3 + ["spawns"] * 3 and len(order) == len(ops)
    at = [(t["node"], t.get("output", 0)) for t in g["targets"]]
    assert len(set(at)) == len(at) - 1 and at[0] == at[9]  # each has a place, also one that is named twice
    assert at[0][0] == at[3][0] == at[8][0] != at[5][0] == at[6][0]  # a and c are of several lines
    for ref, (node, output) in zip(refs, at):
        entry, attrs = g["nodes"][node], ref.node.attrs
        assert (order[node] is ref.node) == (entry["id"] == ref.node.id)
        if entry["op"] == "remote.spawns":
            assert entry["attrs"]["calls"]["blobs"]["v"][output] == attrs["args"]["raw"]
            assert entry["attrs"]["logs"]["strings"]["v"][output] == attrs["log"]["s"]
            rest = {k: v for k, v in entry["attrs"].items() if k not in ("calls", "logs")}
            assert rest == {k: v for k, v in attrs.items() if k not in ("args", "log")}
        else:
            assert entry["attrs"] == attrs
        assert entry["site"] == ref.node.site
    assert g["nodes"][at[4][0]]["inputs"][1] == {"node": at[8][0], "output": at[8][1]} or at[8][1] == 0
    again = graph.build(refs)
    assert again == g  # building changes no node
    g = graph.build(refs, {a[0]._ref: "k"}.get)
    assert g["nodes"][g["targets"][3]["node"]]["op"] == "core.fetch"
    assert len(next(n for n in g["nodes"] if n["op"] == "remote.spawns")["attrs"]["calls"]["blobs"]["v"]) == 2


def test_servers_that_read_no_such_graphs():
    older = {"version": "0.1", "graphVersion": graph.VERSION - 1}
    with pytest.raises(
        RuntimeError, match=rf"http://a:1 is version 0\.1 and reads graphs of version {graph.VERSION - 1}"
    ):
        asking.check_version(older, "http://a:1")
    for info in ({"graphVersion": graph.VERSION}, {"graphVersion": graph.VERSION + 1}):
        asking.check_version(info, "http://a:1")


def test_inputs_that_a_thread_replaces_while_a_graph_is_built():
    x = mt.ones(2)
    y = x + 1
    node, replaced = y._ref.node, []

    def cut(ref):
        if ref.node is x._ref.node and not replaced:
            replaced.append(ref)
            node.inputs = tuple(Ref(Node(r.node.op, (), r.node.attrs), r.output) for r in node.inputs)

    g = graph.build([y._ref], cut)
    assert replaced and g["nodes"][-1]["op"] == "tensor.add"
    assert all(n["node"] < i for i, e in enumerate(g["nodes"]) for n in e.get("inputs", ()))


def test_graphs_end_at_values_the_server_holds():
    x = mt.ones(2)
    y = (x + 1) * 2
    held = {(y._ref.node.inputs[0]): "abc"}
    g = graph.build([y._ref], held.get)
    assert [n["op"] for n in g["nodes"]] == ["core.fetch", "tensor.multiply"]
    assert g["nodes"][0]["attrs"] == {"key": {"key": "abc"}} and g["opsets"] == {"core": 1, "tensor": 1}


def test_long_graphs():
    x = mt.ones(2)
    for _ in range(5000):
        x = x + 1
    assert len(graph.build([x._ref])["nodes"]) == 5001


def test_nodes_are_named_when_asked():
    a, b = Node("tensor.ones"), Node("tensor.ones")
    assert a.id == a.id and a.id != b.id and Ref(a, 0) != Ref(b, 0) and Ref(a, 0) == Ref(a, 0)


def test_descriptions():
    m = Meta.from_json(
        {
            "kind": "KIND_TENSOR",
            "dims": [{"n": "3"}, {}, {"n": 2, "symbol": "ab"}],
            "type": {"dtype": "int8"},
            "nbytes": "12",
        }
    )
    assert m.shape[:2] == (3, 0) and math.isnan(m.shape[2]) and m.dtype == np.int8 and m.nbytes == 12 and m.ndim == 3
    column = {"label": {"s": "x"}, "type": {"dtype": "float64"}}
    index = {"kind": "KIND_STR", "levels": [{"label": {"s": "i"}, "type": {"dtype": "str"}}]}
    m = Meta.from_json({"kind": "KIND_DATAFRAME", "dims": [{"n": 4}], "columns": [column, column], "index": index})
    assert m.shape == (4, 2) and m.names == ["x", "x"] and m.levels[0][0] == "i" and not m.multi
    m = Meta.from_json(
        {"kind": "KIND_SERIES", "dims": [{"n": 4}], "columns": [column], "nsplits": [{"lengths": [{"n": 3}, {"n": 1}]}]}
    )
    assert m.name == "x" and m.dtype == np.float64 and m.nsplits == ((3, 1),)
    assert math.isnan(Meta.from_json({"kind": "KIND_DATAFRAME", "dims": [{"n": 1}], "open": True}).shape[1])
    with pytest.raises(ValueError, match="KIND_NEW"):
        Meta.from_json({"kind": "KIND_NEW"})


FRAMES = {
    "kinds": pd.DataFrame(
        {
            "i": [1, 2, 3],
            "f": [1.5, np.nan, -0.0],
            "f2": np.array([1, 2, 3], "f2"),
            "c": [1j, 2, 3],
            "b": [True, False, True],
            "s": ["x", None, "ü"],
            "cat": pd.Categorical(["u", None, "u"], categories=["v", "u"], ordered=True),
            "n": pd.array([1, None, 3], dtype="Int64"),
            "nb": pd.array([True, None, False], dtype="boolean"),
            "st": pd.array(["a", None, "c"], dtype="string"),
            "t": pd.to_datetime(["2020-01-01", None, "2021-06-01"]),
            "tz": pd.date_range("2020", periods=3, tz="Europe/Berlin"),
            "td": pd.to_timedelta([1, None, 3], unit="s"),
        }
    ),
    "objects": pd.DataFrame(
        {
            "o": pd.Series([1, "x", None], dtype=object),
            "l": [[1], [2.5, "a"], None],
            "d": pd.Series([2.5, b"b", (1, 2)], dtype=object),
        }
    ),
    "labels of every kind": pd.DataFrame([[1, 2, 3, 4]], columns=pd.Index([1, "a", ("t", 2), None], dtype=object)),
    "equal labels": pd.DataFrame([[1, 2.5]], columns=["a", "a"]),
    "named axis": pd.DataFrame([[1]], columns=pd.Index(["a"], name="ax"), index=pd.Index([7], name=("t", 1))),
    "levels": pd.DataFrame(
        [[1, 2], [3, 4]],
        index=pd.MultiIndex.from_tuples([(1, "a"), (2, "b")], names=["x", None]),
        columns=pd.MultiIndex.from_tuples([("p", 1), ("p", 2)], names=[None, "q"]),
    ),
    "one level": pd.DataFrame({"a": [1]}, index=pd.MultiIndex.from_arrays([[5]], names=["z"])),
    "no columns": pd.DataFrame(index=pd.RangeIndex(3)),
    "labels alone": pd.DataFrame(index=["a", "b"]),
    "no rows": pd.DataFrame({"a": pd.Series([], dtype="f8"), "b": pd.Series([], dtype=object)}),
    "range": pd.DataFrame({"a": [1, 2]}, index=pd.RangeIndex(5, 9, 2, name="r")),
}


@pytest.mark.modern
@pytest.mark.parametrize("name", sorted(FRAMES))
def test_streams_of_frames(name):
    frame = FRAMES[name]
    pd.testing.assert_frame_equal(arrow.read(arrow.write(frame)), frame, check_column_type="equiv", check_freq=False)


@pytest.mark.modern
@pytest.mark.parametrize("name", sorted(FRAMES))
def test_the_engine_reads_and_writes_streams(session, name):
    frame = FRAMES[name]
    if name in ("objects", "kinds"):
        frame = frame.drop(columns=[c for c in ("d", "l") if c in frame])
    got = md.from_pandas(frame).to_pandas()
    pd.testing.assert_frame_equal(got, frame, check_column_type="equiv", check_index_type="equiv", check_freq=False)


def test_streams_of_series_and_indexes():
    for s in (pd.Series([1, 2], name=("a", "b")), pd.Series(["x", None]), pd.Series([1.5], index=["a"], name=3)):
        pd.testing.assert_series_equal(arrow.read(arrow.write(s), "series"), s)
    for x in (
        pd.Index(["a", "b"], name=5),
        pd.RangeIndex(2, 6, 2),
        pd.MultiIndex.from_tuples([(1, "a")]),
        pd.Index([1.5]),
    ):
        pd.testing.assert_index_equal(arrow.read(arrow.write(x), "index"), x)


def test_arrays_as_bytes():
    for a in (
        np.arange(6).reshape(2, 3),
        np.array(1.5),
        np.array([], "i4"),
        np.arange(3, dtype=">i4"),
        np.asfortranarray(np.ones((2, 3))),
    ):
        got = npy.loads(npy.dumps(a))
        np.testing.assert_array_equal(got, a)
        assert got.dtype == a.dtype.newbyteorder("<") or a.dtype.itemsize == 1
    for bad in (np.array([None]), np.array(["a"]), np.zeros(2, [("a", int)]), np.longdouble([1])):
        with pytest.raises(TypeError, match="cannot be a tensor"):
            npy.dumps(bad)


def test_units():
    assert [units.size_text(n) for n in (0, 1023, 1536, 183 * 2**20, 5 * 2**40, math.nan)] == [
        "0 B",
        "1023 B",
        "1.5 KiB",
        "183 MiB",
        "5 TiB",
        "unknown size",
    ]
    assert units.shape_text((3, math.nan)) == "(3, ?)" and units.shape_text((4,)) == "(4,)"


def test_building_asks_nobody(monkeypatch):
    def nobody():
        raise AssertionError("building a node made a session")

    monkeypatch.setattr(hooks, "watch", None)
    monkeypatch.setattr(hooks, "ensure", nobody)
    monkeypatch.setattr(hooks, "current", lambda: None)
    x = mt.random.rand(10, 10)[2:, None] @ mt.ones(10)
    d = md.DataFrame({"a": [1]})
    d["b"] = d["a"].str.lower() + d.groupby("a")["a"].sum()
    assert x._known is None and d._known is None
