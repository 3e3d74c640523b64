package graph_test

import (
	"testing"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// over is a node of some operator over values, as a client sends it.
func over(t *testing.T, name string, attrs map[string]*marsv1.Attr, in ...op.Value) (op.Value, error) {
	t.Helper()
	g, err := graph.Encode(in...)
	if err != nil {
		t.Fatal(err)
	}
	g.Opsets["core"], g.Opsets["tensor"] = graph.Opset, graph.Opset
	g.Nodes = append(g.Nodes, &marsv1.Node{Op: name, Inputs: g.Targets, Attrs: attrs})
	g.Targets = []*marsv1.Ref{{Node: uint32(len(g.Nodes) - 1)}}
	b, err := graph.Build(g, nil)
	if err != nil {
		return op.Value{}, err
	}
	return b.Targets[0], b.Targets[0].Err()
}

func whole(i int64) *marsv1.Attr { return &marsv1.Attr{Value: &marsv1.Attr_I{I: i}} }

func text(s string) *marsv1.Attr { return &marsv1.Attr{Value: &marsv1.Attr_S{S: s}} }

func singleton(s marsv1.Singleton) *marsv1.Attr {
	return &marsv1.Attr{Value: &marsv1.Attr_Singleton{Singleton: s}}
}

func tuple(vs ...*marsv1.Attr) *marsv1.Attr {
	return &marsv1.Attr{Value: &marsv1.Attr_List{List: &marsv1.List{Items: vs, Kind: marsv1.Sequence_SEQUENCE_TUPLE}}}
}

func ends(start, stop, step *marsv1.Attr) *marsv1.Attr {
	return &marsv1.Attr{Value: &marsv1.Attr_Slice{Slice: &marsv1.Slice{Start: start, Stop: stop, Step: step}}}
}

// TestIndexesAreReadAsWritten compares what stands between Python's brackets with Get.
func TestIndexesAreReadAsWritten(t *testing.T) {
	a := tensor.Reshape(tensor.Arange(0, 24, 1), 2, 3, 4)
	at := tensor.Array([]int64{1, 0})
	dots, added := singleton(marsv1.Singleton_SINGLETON_ELLIPSIS), singleton(marsv1.Singleton_SINGLETON_NONE)
	yes := &marsv1.Attr{Value: &marsv1.Attr_B{B: true}}
	for name, c := range map[string]struct {
		key  *marsv1.Attr
		want *tensor.Tensor
	}{
		"one":     {whole(-1), a.Get(tensor.At(-1))},
		"dots":    {tuple(dots, whole(2)), a.Get(tensor.Ellipsis, tensor.At(2))},
		"slices":  {tuple(ends(nil, whole(1), nil), ends(whole(2), nil, whole(-1))), a.Get(tensor.To(1), tensor.From(2).Every(-1))},
		"a bool":  {tuple(added, ends(yes, nil, nil)), a.Get(tensor.NewAxis, tensor.From(1))},
		"nothing": {tuple(), a.Get()},
	} {
		v, err := over(t, "tensor.getitem", map[string]*marsv1.Attr{"key": c.key}, a.Value())
		if err != nil || v.Meta().Key != c.want.Value().Meta().Key {
			t.Errorf("%s: %v %v, not %v", name, v.Meta(), err, c.want.Value().Meta())
		}
	}
	by := tuple(whole(0), &marsv1.Attr{Value: &marsv1.Attr_Input{Input: 1}})
	if v, err := over(t, "tensor.getitem", map[string]*marsv1.Attr{"key": by}, a.Value(), at.Value()); err != nil || v.Meta().Key != a.Get(tensor.At(0), tensor.By(at)).Value().Meta().Key {
		t.Errorf("by a tensor: %v %v", v.Meta(), err)
	}
	set, err := over(t, "tensor.setitem", map[string]*marsv1.Attr{"key": by, "args": tuple(added, whole(5))}, a.Value(), at.Value())
	if b := a.Copy(); err == nil {
		if b.Set(5, tensor.At(0), tensor.By(at)); b.Value().Meta().Key != set.Meta().Key {
			t.Errorf("assigned: %v, not %v", set.Meta(), b.Value().Meta())
		}
	} else {
		t.Error(err)
	}
	for _, c := range []struct {
		key  *marsv1.Attr
		kind errs.Kind
	}{
		{text("x"), errs.NotFound},
		{tuple(whole(0), text("x")), errs.NotFound},
		{ends(text("x"), nil, nil), errs.Type},
		{&marsv1.Attr{Value: &marsv1.Attr_F{F: 1.5}}, errs.NotFound},
		{tuple(dots, dots), errs.NotFound},
	} {
		if _, err := over(t, "tensor.getitem", map[string]*marsv1.Attr{"key": c.key}, a.Value()); errs.KindOf(err) != c.kind {
			t.Errorf("%v: %v, not of kind %v", c.key, err, c.kind)
		}
	}
}

// TestViewsAreAssignedTo builds what assigning to a view makes of its base.
func TestViewsAreAssignedTo(t *testing.T) {
	a := tensor.Reshape(tensor.Arange(0, 6, 1), 2, 3)
	v := tensor.Transpose(tensor.Zeros(tensor.Shape(2, 3), tensor.Create{DType: a.DType()}))
	got, err := over(t, "core.back.tensor.transpose", nil, a.Value(), v.Value())
	if want := tensor.Transpose(v, 1, 0).Value(); err != nil || got.Meta().Key != want.Meta().Key {
		t.Errorf("%v %v, not %v", got.Meta(), err, want.Meta())
	}
	row := tensor.Zeros(tensor.Shape(3), tensor.Create{DType: a.DType()})
	got, err = over(t, "core.back.tensor.getitem", map[string]*marsv1.Attr{"key": whole(1)}, a.Value(), row.Value())
	b := a.Copy()
	if b.Set(row, tensor.At(1)); err != nil || got.Meta().Key != b.Value().Meta().Key {
		t.Errorf("%v %v, not %v", got.Meta(), err, b.Value().Meta())
	}
	for name, in := range map[string][]op.Value{
		"core.back.tensor.exp": {a.Value(), v.Value()}, "core.back.tensor.imag": {a.Value(), v.Value()}, "core.back.tensor.transpose": {a.Value()},
	} {
		if _, err := over(t, name, nil, in...); errs.KindOf(err) != errs.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}
