package graph_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/proto"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// described are values with all that a description can say: unknown lengths, pending dtypes, open schemas,
// indexes of many kinds.
func described() []op.Value {
	d := dataframe.New(dataframe.C{Name: "k", Data: []string{"x", "y", "x"}}, dataframe.C{Name: frame.Tup("v", 2), Data: []int64{1, 2, 3}}, dataframe.C{Name: nil, Data: []bool{true, false, true}})
	x := tensor.Rand(4, 5)
	return append(sample(), d.Value(), d.Col("k").Value(), x.Value(), d.Select("k").GetDummies().Value(),
		dataframe.Merge(d.Select("k"), dataframe.New(dataframe.C{Name: "k", Data: []string{"x"}}, dataframe.C{Name: "w", Data: []int64{1}}), dataframe.MergeOptions{On: "k", How: "left"}).Value())
}

func TestDescriptionsComeBack(t *testing.T) {
	pending, open, unknown := false, false, false
	for _, v := range described() {
		if v.Err() != nil {
			t.Fatal(v.Err())
		}
		m := v.Meta()
		pending, open, unknown = pending || !m.Closed() && !m.Open, open || m.Open, unknown || len(m.Dims) > 0 && !m.Dims[0].Known()
		b, err := proto.Marshal(graph.Describe(m))
		if err != nil {
			t.Fatal(err)
		}
		var msg marsv1.Meta
		if err := proto.Unmarshal(b, &msg); err != nil {
			t.Fatal(err)
		}
		back, err := graph.ReadMeta(&msg)
		if err != nil {
			t.Errorf("%s: %v", v.N.Name, err)
		}
		if d := cmp.Diff(m, back, cmp.Comparer(func(a, b frame.Label) bool { return a == b }), cmp.Comparer(func(a, b dtype.DType) bool { return a == b }), cmp.Comparer(func(a, b op.Key) bool { return a == b })); d != "" {
			t.Errorf("%s: %s", v.N.Name, d)
		}
	}
	if !pending || !open || !unknown {
		t.Errorf("the samples have no pending dtype (%t), open schema (%t) or unknown length (%t)", pending, open, unknown)
	}
}

// What is built on a described node is described as what is built on the node itself, and cannot be computed.
func TestKnownNodesStandForOthers(t *testing.T) {
	for _, v := range described() {
		n := v.N
		g, err := graph.Encode(v)
		if err != nil {
			t.Fatal(err)
		}
		last := g.Nodes[len(g.Nodes)-1]
		short := &marsv1.Graph{Version: graph.Version, Opsets: map[string]uint32{"core": 1}, Nodes: nil, Targets: []*marsv1.Ref{{}}}
		for d, o := range g.Opsets {
			short.Opsets[d] = o
		}
		at := map[*op.Node]uint32{}
		var refs []*marsv1.Ref
		for _, in := range n.In {
			if _, ok := at[in.N]; !ok {
				at[in.N] = uint32(len(short.Nodes))
				k := &marsv1.Node{Id: "k", Op: graph.Known, Site: "a.py:1"}
				for _, m := range in.N.Outs {
					k.Outputs = append(k.Outputs, graph.Describe(m))
				}
				short.Nodes = append(short.Nodes, k)
			}
			refs = append(refs, &marsv1.Ref{Node: at[in.N], Output: uint32(in.I)})
		}
		last.Inputs = refs
		short.Targets[0] = &marsv1.Ref{Node: uint32(len(short.Nodes)), Output: uint32(v.I)}
		short.Nodes = append(short.Nodes, last)
		b, err := graph.Build(short, nil)
		if err != nil {
			t.Errorf("%s: %v", n.Name, err)
			continue
		}
		if want, got := graph.Describe(v.Meta()), graph.Describe(b.Targets[0].Meta()); !proto.Equal(want, got) {
			t.Errorf("%s: got %v, want %v", n.Name, got, want)
		}
		if _, err := graph.Decode(short, nil); len(n.In) > 0 && (!errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), "a.py:1: core.known: node 0 (core.known) is only described")) {
			t.Errorf("%s: %v", n.Name, err)
		}
	}
}

func TestDescriptionsThatAreRefused(t *testing.T) {
	for want, change := range map[string]func(m *marsv1.Meta){
		"a value of kind KIND_UNSPECIFIED": func(m *marsv1.Meta) { m.Kind = 0 },
		"a value of kind 77":               func(m *marsv1.Meta) { m.Kind = 77 },
		`key "xyz"`:                        func(m *marsv1.Meta) { m.Key = "xyz" },
		`dim 0 is -1 and symbol ""`:        func(m *marsv1.Meta) { m.Dims[0].N = -1 },
		`dim 0 is 3 and symbol "ab"`:       func(m *marsv1.Meta) { m.Dims[0].Symbol = "ab" },
		"a dataframe of 0 dims":            func(m *marsv1.Meta) { m.Dims = nil },
		"a series of 2 columns":            func(m *marsv1.Meta) { m.Kind = marsv1.Meta_KIND_SERIES },
		"column 1 has no label":            func(m *marsv1.Meta) { m.Columns[1].Label = nil },
		"label of column 0": func(m *marsv1.Meta) {
			m.Columns[0].Label = &marsv1.Attr{Value: &marsv1.Attr_C{C: &marsv1.Complex{Re: 1}}}
		},
		"no dtype":         func(m *marsv1.Meta) { m.Columns[1].Type = nil },
		"int63":            func(m *marsv1.Meta) { m.Columns[1].Type.Dtype = "int63" },
		`pending "zz"`:     func(m *marsv1.Meta) { m.Columns[1].Type = &marsv1.Type{Dtype: "int64", Or: "float64", Pending: "zz"} },
		"an index of kind": func(m *marsv1.Meta) { m.Index = nil },
		"1 levels":         func(m *marsv1.Meta) { m.Index.Kind = 99 },
		`key "1"`:          func(m *marsv1.Meta) { m.Index.Token = "1" },
	} {
		m := graph.Describe(dataframe.New(dataframe.C{Name: "a", Data: []int64{1, 2, 3}}, dataframe.C{Name: "b", Data: []int64{1, 2, 3}}).Value().Meta())
		change(m)
		if _, err := graph.ReadMeta(m); err == nil || errs.KindOf(err) == errs.Internal || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
