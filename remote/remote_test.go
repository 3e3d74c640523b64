package remote_test

import (
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/remote"
)

func value(n *op.Node) op.Value { return op.Value{N: n} }

// What remote.spawn is told is checked where the call is built; calls themselves are tested in package local.
func TestBadCalls(t *testing.T) {
	f := value(op.ApplyAt(nil, &remote.Function{Pickle: []byte("f")}))
	if f.Err() != nil || !f.Meta().IsPickled() {
		t.Fatal(f.Err(), f.Meta())
	}
	n := func(n int) *int { return &n }
	empty, err := frame.New(frame.NewRange(0, 1, 0), nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		o    op.Operand
		in   []op.Value
		kind errs.Kind
	}{
		"remote.function of nothing": {&remote.Function{}, nil, errs.Invalid},
		"no outputs":                 {&remote.Spawn{NOutput: n(0)}, []op.Value{f}, errs.Invalid},
		"many outputs":               {&remote.Spawn{NOutput: n(1 << 20)}, []op.Value{f}, errs.Invalid},
		"once and again":             {&remote.Spawn{Once: true, Retry: true}, []op.Value{f}, errs.Invalid},
		"negative slots":             {&remote.Spawn{Placement: op.Placement{Slots: -2}}, []op.Value{f}, errs.Invalid},
		"negative memory":            {&remote.Spawn{Placement: op.Placement{Memory: -2}}, []op.Value{f}, errs.Invalid},
		"a label without a name":     {&remote.Spawn{Placement: op.Placement{Where: []string{"=a"}}}, []op.Value{f}, errs.Invalid},
		"a timeout before now":       {&remote.Spawn{Placement: op.Placement{Timeout: -1}}, []op.Value{f}, errs.Invalid},
		"types of others":            {&remote.Spawn{Types: []string{"index", "index"}}, []op.Value{f}, errs.Invalid},
		"a type that there is not":   {&remote.Spawn{Types: []string{"dict"}}, []op.Value{f}, errs.Invalid},
		"a tensor like a frame":      {&remote.Spawn{Types: []string{"tensor"}, Like: empty}, []op.Value{f}, errs.Invalid},
		"an object like a frame":     {&remote.Spawn{Types: []string{"object"}, Like: empty}, []op.Value{f}, errs.Invalid},
		"a series like no column":    {&remote.Spawn{Types: []string{"series"}, Like: empty}, []op.Value{f}, errs.Invalid},
		"a shape of a frame":         {&remote.Spawn{Types: []string{"series"}, DType: dtype.Int8}, []op.Value{f}, errs.Invalid},
		"a tensor of objects":        {&remote.Spawn{Types: []string{"tensor"}, DType: dtype.Object}, []op.Value{f}, errs.Type},
		"an environment that is not": {&remote.Spawn{Placement: op.Placement{Env: true}}, []op.Value{f}, errs.Type},
		"a gang of nobody":           {&remote.Members{}, []op.Value{f}, errs.Invalid},
		"a gang of many":             {&remote.Members{Gang: op.Gang{Size: 1 << 20}}, []op.Value{f}, errs.Invalid},
		"members before now":         {&remote.Members{Gang: op.Gang{Size: 1}, Placement: op.Placement{Timeout: -1}}, []op.Value{f}, errs.Invalid},
		"members of no function":     {&remote.Members{Gang: op.Gang{Size: 1}}, nil, errs.Type},
		"arguments that are not":     {&remote.Spawn{Apart: true}, []op.Value{f}, errs.Type},
	} {
		if got := op.ApplyAt(nil, c.o, c.in...); !errs.Is(got.Err, c.kind) {
			t.Errorf("%s: %v", name, got.Err)
		}
	}
	m := op.ApplyAt(nil, &remote.Spawn{Types: []string{"dataframe", "tensor"}, NOutput: n(2)}, f)
	if m.Err != nil || m.Outs[0].Kind != op.Frame || !m.Outs[0].Open || m.Outs[0].Closed() || m.Outs[1].Kind != op.Tensor || m.Outs[1].Closed() {
		t.Errorf("%v, %v", m.Outs, m.Err)
	}
	if got := op.ApplyAt(nil, &remote.Spawn{}, f, op.Value{N: m, I: 1}); got.Err != nil { // a function takes what comes
		t.Error(got.Err)
	}
	var same [2]op.Meta
	for i := range same {
		same[i] = op.ApplyAt(nil, &remote.Spawn{Types: []string{"series"}}, f).Outs[0]
	}
	if same[0].Dims[0] == same[1].Dims[0] || same[0].Index.Token == same[1].Index.Token {
		t.Error("two calls of a function give the same rows")
	}
	two := op.ApplyAt(nil, &remote.Spawn{NOutput: n(2), Python: "3.11"}, f)
	if len(two.Outs) != 2 || !two.Outs[1].IsPickled() {
		t.Errorf("%v, %v", two.Outs, two.Err)
	}
	if again := op.ApplyAt(nil, &remote.Spawn{NOutput: n(2), Python: "3.11"}, f); again.Key == two.Key {
		t.Error("two calls of remote.spawn are one")
	}
}

// A call by remote.reference is told how much it may need, and is else one of a function.
func TestReferences(t *testing.T) {
	f := value(op.ApplyAt(nil, &remote.Function{Pickle: []byte("f")}))
	of := func(o *remote.Reference) *op.Node { return op.ApplyAt(nil, o, f) }
	for _, o := range []*remote.Reference{{Factor: -1}, {Limit: -1}, {Factor: 3, Spawn: remote.Spawn{Types: []string{"dict"}}}} {
		if got := of(o); !errs.Is(got.Err, errs.Invalid) {
			t.Error(got.Err)
		}
	}
	n := of(&remote.Reference{Name: "Series.mode", Factor: 3, Limit: 1 << 30, Spawn: remote.Spawn{Types: []string{"series"}}})
	if n.Err != nil || n.Name != "remote.reference" || n.Outs[0].Kind != op.Series || !n.Outs[0].Open {
		t.Errorf("%+v, %v", n.Outs, n.Err)
	}
}

// What remote.blocks gives of tensors has the axes that are cut, and those of its own behind them.
func TestBlocksAreDescribed(t *testing.T) {
	f := value(op.ApplyAt(nil, &remote.Function{Pickle: []byte("f")}))
	in := func(d ...int) op.Value {
		return value(op.ApplyAt(nil, &rows{M: op.NewTensor(dtype.Int64, op.Dims(d...)...)}))
	}
	one := func(shape ...int) []remote.Output { return []remote.Output{{DType: dtype.Float64, Shape: shape}} }
	of := func(o *remote.Blocks, parts ...op.Value) []op.Meta {
		t.Helper()
		o.Parts = len(parts)
		n := op.ApplyAt(nil, o, append([]op.Value{f}, parts...)...)
		if n.Err != nil || n.Name != "remote.blocks" {
			t.Fatal(n.Name, n.Err)
		}
		return n.Outs
	}
	if m := of(&remote.Blocks{Outs: one()}, in(3, 1), in(4))[0]; op.ShapeString(m.Dims) != "(3,4)" || m.DType.Is != dtype.Float64 {
		t.Errorf("%+v", m)
	}
	if m := of(&remote.Blocks{Outs: append(one(), one(2, 5)...), Core: []int{1, 0}}, in(3, 7), in(3)); op.ShapeString(m[0].Dims) != "(3,)" || op.ShapeString(m[1].Dims) != "(3,2,5)" {
		t.Errorf("%+v", m)
	}
	free := of(&remote.Blocks{Outs: one(-1, 4), Free: true}, in(3))[0]
	if len(free.Dims) != 2 || free.Dims[0].Known() || free.Dims[1].N != 4 {
		t.Errorf("%+v", free)
	}
	if again := of(&remote.Blocks{Outs: one(-1, 4), Free: true}, in(3))[0]; again.Dims[0] == free.Dims[0] {
		t.Error("two calls are one")
	}
	for name, c := range map[string]struct {
		o    *remote.Blocks
		kind errs.Kind
	}{
		"no parts":           {&remote.Blocks{Outs: one()}, errs.Invalid},
		"no outputs":         {&remote.Blocks{Parts: 1}, errs.Invalid},
		"parts side by side": {&remote.Blocks{Parts: 2, Outs: one(), Free: true}, errs.Invalid},
		"too many parts":     {&remote.Blocks{Parts: 3, Outs: one()}, errs.Invalid},
		"a tensor of texts":  {&remote.Blocks{Parts: 1, Outs: []remote.Output{{DType: dtype.Str}}}, errs.Type},
		"a negative length":  {&remote.Blocks{Parts: 1, Outs: one(-2)}, errs.Invalid},
		"more axes than are": {&remote.Blocks{Parts: 1, Core: []int{3}, Outs: one()}, errs.Type},
		"other lengths":      {&remote.Blocks{Parts: 2, Outs: one()}, errs.Invalid},
	} {
		if got := op.ApplyAt(nil, c.o, f, in(2, 3), in(2)); !errs.Is(got.Err, c.kind) {
			t.Errorf("%s: %v", name, got.Err)
		}
	}
}

// What remote.overlap gives has the shape of its parts, without what is around blocks alone.
func TestOverlapsAreDescribed(t *testing.T) {
	f := value(op.ApplyAt(nil, &remote.Function{Pickle: []byte("f")}))
	in := func(d ...int) op.Value {
		return value(op.ApplyAt(nil, &rows{M: op.NewTensor(dtype.Int64, op.Dims(d...)...)}))
	}
	blocks := remote.Blocks{Parts: 1, Outs: []remote.Output{{DType: dtype.Float64}}}
	for _, padded := range []bool{false, true} {
		n := op.ApplyAt(nil, &remote.Overlap{Blocks: blocks, Depth: []int{1, 0}, Padded: padded}, f, in(5, 3))
		if want := map[bool]string{false: "(5,3)", true: "(3,3)"}[padded]; n.Err != nil || n.Name != "remote.overlap" || op.ShapeString(n.Outs[0].Dims) != want {
			t.Errorf("%v: %v, %v", padded, n.Outs, n.Err)
		}
	}
	free, two := blocks, blocks
	free.Free, two.Parts = true, 2
	for name, o := range map[string]*remote.Overlap{
		"depth of other axes": {Blocks: blocks, Depth: []int{1}},
		"a negative depth":    {Blocks: blocks, Depth: []int{1, -1}},
		"a free result":       {Blocks: free, Depth: []int{1, 0}},
		"other shapes":        {Blocks: two, Depth: []int{1, 0}},
	} {
		if got := op.ApplyAt(nil, o, f, in(5, 3), in(3)); !errs.Is(got.Err, errs.Invalid) {
			t.Errorf("%s: %v", name, got.Err)
		}
	}
}
