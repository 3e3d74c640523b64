package graph_test

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/remote"
	"github.com/mars-project/mars-go/tensor"
)

// Every check of marstest sends its graph as bytes and back: the operators are tested there. Here are graphs
// as a whole.

func sample() []op.Value {
	a := tensor.FromArray(nd.Of([]float64{1, math.NaN(), math.Copysign(0, -1), math.Inf(-1), 5, 6}, 2, 3))
	b := tensor.Exp(a)
	c := tensor.Add(b, 2.5)
	d := dataframe.New(dataframe.C{Name: "k", Data: []string{"x", "y", "x"}}, dataframe.C{Name: "v", Data: []int64{1, 2, math.MaxInt64}})
	return []op.Value{tensor.Sum(c, tensor.Reduce{Axis: tensor.Axes(0)}).Value(), c.Value(), d.Filter(d.Col("k").Eq("x")).Value(), tensor.Rand(3).Value()}
}

func bytesOf(t testing.TB, vs ...op.Value) []byte {
	t.Helper()
	g, err := graph.Encode(vs...)
	if err != nil {
		t.Fatal(err)
	}
	b, err := proto.MarshalOptions{Deterministic: true}.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestGraphsComeBack(t *testing.T) {
	vs := sample()
	b := bytesOf(t, vs...)
	back, err := graph.Unmarshal(b, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range vs {
		w := back[i]
		if v.Meta().Key != w.Meta().Key || w.Err() != nil {
			t.Errorf("target %d (%s): %v", i, v.N.Name, w.Err())
		}
		if v.N.Site.String() != w.N.Site.String() || !strings.HasPrefix(w.N.Site.String(), "graph_test.go:") {
			t.Errorf("target %d was built at %s, then at %s", i, v.N.Site, w.N.Site)
		}
	}
	if again := bytesOf(t, back...); !slices.Equal(b, again) {
		t.Error("the graph that came back encodes to other bytes")
	}
}

// A list of bytes has a form of its own, and no other attribute is one.
func TestBlobsTravel(t *testing.T) {
	f := op.Value{N: op.ApplyAt(nil, &remote.Function{Pickle: []byte("f")})}
	n := op.ApplyAt(nil, &remote.Spawns{Calls: [][]byte{{0, 255}, {}, {7}}, Logs: []string{"a", "b", "c"}}, f)
	g, err := graph.Encode(op.Value{N: n, I: 1})
	if err != nil {
		t.Fatal(err)
	}
	back, err := graph.Decode(g, nil)
	if err != nil || back[0].Meta().Key != n.Outs[1].Key {
		t.Fatal(back, err)
	}
	calls := back[0].N.Op.(*remote.Spawns).Calls
	if !reflect.DeepEqual(calls, [][]byte{{0, 255}, {}, {7}}) {
		t.Error(calls)
	}
	if calls[0] = append(calls[0], 1); calls[2][0] != 7 {
		t.Error("one of them is written over by another")
	}
	for _, a := range []*marsv1.Attr{
		{Value: &marsv1.Attr_Raw{Raw: []byte{1}}},
		{Value: &marsv1.Attr_Strings{Strings: &marsv1.Strings{V: []string{"a"}}}},
	} {
		g.Nodes[1].Attrs["calls"] = a
		if _, err := graph.Decode(g, nil); !errs.Is(err, errs.Type) || !strings.Contains(err.Error(), "parameter calls") {
			t.Errorf("%v: %v", a, err)
		}
	}
	blobs := &marsv1.Attr_Blobs{Blobs: &marsv1.Blobs{V: [][]byte{{1}}}}
	g.Nodes[1].Attrs = map[string]*marsv1.Attr{"python": {Value: blobs}}
	if _, err := graph.Decode(g, nil); !errs.Is(err, errs.Type) {
		t.Error(err)
	}
}

// TestDictsTravel sends a parameter that is a dict of lists, whose order counts.
func TestDictsTravel(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.csv")
	if err := os.WriteFile(path, []byte("a,b\n1,x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	v := dataframe.ReadCSV(path, dataframe.CSV{NAValues: []string{"-"}, NAByColumn: dataframe.ColumnValues{"b": {"x", "y"}, "a": {"0"}}}).Value()
	b := bytesOf(t, v)
	back, err := graph.Unmarshal(b, nil)
	if err != nil {
		t.Fatal(err)
	}
	if back[0].Meta().Key != v.Meta().Key || !slices.Equal(b, bytesOf(t, back...)) {
		t.Error("a dict came back as another")
	}
}

func TestSharedNodesTravelOnce(t *testing.T) {
	a := tensor.FromArray(nd.Of([]float64{1, 2}, 2))
	b := tensor.Add(a, a)
	g, err := graph.Encode(tensor.Add(b, b).Value(), b.Value())
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Nodes) != 3 || g.Targets[1].Node != 1 || g.Nodes[2].Inputs[0].Node != 1 || g.Opsets["tensor"] != graph.Opset {
		t.Errorf("%v", g)
	}
	for _, n := range g.Nodes[1:] {
		if len(n.Attrs) != 0 {
			t.Errorf("%s sends its defaults: %v", n.Op, n.Attrs)
		}
	}
}

func TestErrorsOfCallsTravelBack(t *testing.T) {
	bad := tensor.Add(tensor.FromArray(nd.Of([]float64{1, 2}, 2)), tensor.FromArray(nd.Of([]float64{1, 2, 3}, 3)))
	if _, err := graph.Encode(bad.Value()); !errs.Is(err, errs.KindOf(bad.Value().Err())) {
		t.Errorf("a bad call encodes: %v", err)
	}
	g, err := graph.Encode(tensor.Add(tensor.FromArray(nd.Of([]float64{1, 2}, 2)), tensor.FromArray(nd.Of([]float64{1, 2}, 2))).Value())
	if err != nil {
		t.Fatal(err)
	}
	g.Nodes[2].Site = "script.py:7"
	g.Nodes[0].Attrs["object"] = &marsv1.Attr{Value: &marsv1.Attr_Literal{Literal: &marsv1.Literal{MediaType: "application/x-npy", Data: npyOf(t, 3)}}}
	back, err := graph.Decode(g, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := back[0].Err(); err == nil || !strings.Contains(err.Error(), "script.py:7") {
		t.Errorf("a call that is wrong there: %v", err)
	}
}

// npyOf is the literal of n zeros.
func npyOf(t *testing.T, n int) []byte {
	t.Helper()
	g, err := graph.Encode(tensor.FromArray(nd.Of(make([]float64, n), n)).Value())
	if err != nil {
		t.Fatal(err)
	}
	return g.Nodes[0].Attrs["object"].GetLiteral().GetData()
}

func decodes(g *marsv1.Graph) bool {
	_, err := graph.Decode(g, nil)
	return err == nil
}

func TestWhatIsRefused(t *testing.T) {
	of := func(a *marsv1.Attr) *marsv1.Attr { return a }
	integer := of(&marsv1.Attr{Value: &marsv1.Attr_I{I: 1}})
	for want, change := range map[string]func(g *marsv1.Graph){
		"graph version 3, this is version 2":                       func(g *marsv1.Graph) { g.Version = 3 },
		"graph version 0, this is version 2":                       func(g *marsv1.Graph) { g.Version = 0 },
		`operator set 9 of "tensor", this is set 1`:                func(g *marsv1.Graph) { g.Opsets["tensor"] = 9 },
		`the graph does not name the operator set of "tensor"`:     func(g *marsv1.Graph) { delete(g.Opsets, "tensor") },
		`node 1 (tensor.expo): there is no operator "tensor.expo"`: func(g *marsv1.Graph) { g.Nodes[1].Op = "tensor.expo" },
		`there is no operator "core.know"`:                         func(g *marsv1.Graph) { g.Nodes[1].Op = "core.know"; g.Opsets["core"] = 1 },
		`core.known has outputs alone`:                             func(g *marsv1.Graph) { g.Nodes[1].Op = graph.Known; g.Opsets["core"] = 1 },
		`tensor.exp has no parameter "speed"`:                      func(g *marsv1.Graph) { g.Nodes[1].Attrs = map[string]*marsv1.Attr{"speed": integer} },
		"parameter keepdims: an attribute of type i for a bool":    func(g *marsv1.Graph) { g.Nodes[3].Attrs["keepdims"] = integer },
		"node 7 does not stand before its reader":                  func(g *marsv1.Graph) { g.Nodes[1].Inputs[0].Node = 7 },
		"node 1 does not stand before its reader":                  func(g *marsv1.Graph) { g.Nodes[1].Inputs[0].Node = 1 },
		"target 0":                                  func(g *marsv1.Graph) { g.Targets[0].Output = 5 },
		"tensor.array has no output 3":              func(g *marsv1.Graph) { g.Nodes[1].Inputs[0].Output = 3 },
		`0 inputs, the signature`:                   func(g *marsv1.Graph) { g.Nodes[1].Inputs = nil },
		`a literal of type "text/plain"`:            func(g *marsv1.Graph) { g.Nodes[0].Attrs["object"].GetLiteral().MediaType = "text/plain" },
		"parameter object: 3 bytes behind an array": func(g *marsv1.Graph) { l := g.Nodes[0].Attrs["object"].GetLiteral(); l.Data = append(l.Data, 1, 2, 3) },
		"core.fetch wants a key and no inputs":      func(g *marsv1.Graph) { g.Nodes[0] = &marsv1.Node{Op: graph.Fetch}; g.Opsets["core"] = 1 },
		"no value 00000000000000000000000000000000": func(g *marsv1.Graph) {
			g.Nodes[0] = &marsv1.Node{Op: graph.Fetch, Attrs: map[string]*marsv1.Attr{"key": {Value: &marsv1.Attr_Key{Key: op.Key{}.String()}}}}
			g.Opsets["core"] = 1
		},
	} {
		g, err := graph.Encode(sample()[0])
		if err != nil {
			t.Fatal(err)
		}
		change(g)
		_, err = graph.Decode(g, nil)
		if k := errs.KindOf(err); err == nil || k == errs.Internal || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if g, err := graph.Encode(sample()[0]); err != nil || g.Version != graph.Version {
		t.Error(g.Version, err)
	} else if g.Version = 1; !decodes(g) {
		t.Error("a graph of the version before is not read")
	}
	if _, err := graph.Unmarshal([]byte{0xff}, nil); !errs.Is(err, errs.Invalid) {
		t.Error(err)
	}
	unknown := append(bytesOf(t, sample()[0]), 0xf8, 0x07, 0x01) // field 127
	if _, err := graph.Unmarshal(unknown, nil); !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), "unknown field 127") {
		t.Error(err)
	}
}

func TestStoredValuesAreFoundByKey(t *testing.T) {
	m := op.NewTensor(dtype.Float64, op.Dim{N: 2})
	m.Key = op.Key{1, 2, 3}
	kept := op.Value{N: op.NewStored(m, []int{1}, []op.StoredChunk{{Key: op.Key{4}, Shape: []int{2}}})}
	sum := tensor.Sum(tensor.Of(kept))
	b := bytesOf(t, sum.Value())
	back, err := graph.Unmarshal(b, func(k op.Key) (op.Value, error) {
		if k != m.Key {
			return op.Value{}, errs.New(errs.NotFound, "no value %s", k)
		}
		return kept, nil
	})
	if err != nil || back[0].Meta().Key != sum.Value().Meta().Key {
		t.Errorf("%v", err)
	}
}

// What the reader has travels as a key, once, and targets never; the graph means the same.
func TestValuesOfTheReaderTravelAsKeys(t *testing.T) {
	a := tensor.Arange(0, 10, 1)
	b := tensor.Add(a, 1)
	c := tensor.Multiply(tensor.Add(b, b), b)
	asked := map[op.Key]int{}
	g, err := graph.EncodeBut(func(v op.Value) (op.Key, bool) {
		asked[v.Meta().Key]++
		return op.Key{9}, v.Meta().Key == b.Value().Meta().Key
	}, c.Value(), b.Value())
	if err != nil {
		t.Fatal(err)
	}
	var ops []string
	for _, n := range g.Nodes {
		ops = append(ops, n.Op)
	}
	if want := "core.fetch tensor.add tensor.multiply tensor.arange tensor.add"; strings.Join(ops, " ") != want {
		t.Errorf("%q", ops)
	}
	if asked[b.Value().Meta().Key] != 1 || asked[c.Value().Meta().Key] != 0 {
		t.Errorf("asked %v", asked)
	}
	kept := op.Value{N: op.NewStored(b.Value().Meta(), []int{1}, nil)}
	back, err := graph.Decode(g, func(op.Key) (op.Value, error) { return kept, nil })
	if err != nil || back[0].Meta().Key != c.Value().Meta().Key || back[1].Meta().Key != b.Value().Meta().Key {
		t.Errorf("%v, %v", back, err)
	}
}

func TestLabelsAndTimes(t *testing.T) {
	d := dataframe.New(dataframe.C{Name: frame.Tup("a", 1), Data: []int64{1}}, dataframe.C{Name: 2.5, Data: []int64{1}})
	for _, v := range []op.Value{d.Select(frame.Tup("a", 1)).Value(), d.Col(2.5).Value(), d.Col(2.5).Gt(frame.Timestamp{Ticks: 5, Unit: dtype.Micro, TZ: "UTC"}).Value()} {
		if v.Err() != nil { // the comparison of a number with a time has no dtype; the graph of the others has
			continue
		}
		back, err := graph.Unmarshal(bytesOf(t, v), nil)
		if err != nil || back[0].Meta().Key != v.Meta().Key {
			t.Errorf("%s: %v", v.N.Name, err)
		}
	}
}

func FuzzUnmarshal(f *testing.F) {
	for _, v := range sample() {
		f.Add(bytesOf(f, v))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		vs, err := graph.Unmarshal(b, nil)
		if err != nil {
			if errs.KindOf(err) == errs.Internal {
				t.Errorf("%v is of kind Internal", err)
			}
			return
		}
		for _, v := range vs {
			if v.Err() == nil {
				if _, err := graph.Encode(v); err != nil {
					t.Errorf("what was decoded does not encode: %v", err)
				}
			}
		}
	})
}
