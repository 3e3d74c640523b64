package remote_test

import (
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/remote"
)

// rows is a value of a description alone.
type rows struct{ M op.Meta }

func (o *rows) Infer([]op.Meta) ([]op.Meta, error) { return []op.Meta{o.M}, nil }
func (o *rows) Tile(t *op.Tiler) error             { return t.Out(t.Source()) }
func (o *rows) Exec(*op.Exec) error                { return nil }

func init() {
	op.Register[rows](op.Doc{Face: "inner", Name: "remote_test.rows", Sig: "rows(m=None)", Summary: "Rows of a test"})
}

func schemaOf(t *testing.T, cols ...*frame.Column) *frame.Frame {
	t.Helper()
	names := make([]frame.Label, len(cols))
	for i := range names {
		names[i] = frame.L(i)
	}
	f, err := frame.New(frame.NewIndex(frame.Label{}, frame.Of([]int64{})), names, cols...)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// What a function gives for chunks is as it was said: integers and bools that were inferred are decided by
// all chunks; rows are as many as came where that was promised, and else nobody knows.
func TestChunksAreDescribed(t *testing.T) {
	f := value(op.ApplyAt(nil, &remote.Function{Pickle: []byte("f")}))
	ten := op.Dims(10)[0]
	in := value(op.ApplyAt(nil, &rows{M: op.NewFrame(ten, op.FreshRange(ten))}))
	schema := schemaOf(t, frame.Of([]int64{}), frame.Of([]bool{}), frame.Of([]float64{}))
	of := func(o *remote.Chunks) op.Meta {
		t.Helper()
		o.Schema, o.Python = schema, "3.11"
		n := op.ApplyAt(nil, o, f, in)
		if n.Err != nil || n.Name != "remote.chunks" {
			t.Fatal(n.Name, n.Err)
		}
		return n.Outs[0]
	}
	m := of(&remote.Chunks{Kind: "dataframe", Guessed: true})
	if m.Dims[0].Known() || m.Index.Kind != frame.IntIndex || m.Cols[0].Or != dtype.Float64 || m.Cols[1].Or != dtype.Object || !m.Cols[2].Known() {
		t.Errorf("%+v", m)
	}
	if again := of(&remote.Chunks{Kind: "dataframe", Guessed: true}); again.Key == m.Key || again.Dims[0] == m.Dims[0] {
		t.Error("two calls are one")
	}
	m = of(&remote.Chunks{Kind: "dataframe", Aligned: true})
	if m.Dims[0] != ten || m.Index.Kind != frame.RangeIndex || m.Index.Token != in.Meta().Index.Token || !m.Cols[0].Known() {
		t.Errorf("%+v", m)
	}
	three, less := 3, -1
	if m = of(&remote.Chunks{Kind: "dataframe", Rows: &three}); m.Dims[0].N != 3 {
		t.Errorf("%+v", m)
	}
	if m = of(&remote.Chunks{Kind: "dataframe", Whole: true, Rows: &three}); m.Dims[0].N != 3 {
		t.Errorf("%+v", m)
	}
	for name, o := range map[string]*remote.Chunks{
		"no schema":          {Kind: "dataframe"},
		"another kind":       {Kind: "tensor", Schema: schema},
		"a wide series":      {Kind: "series", Schema: schema},
		"an index of values": {Kind: "index", Schema: schema},
		"negative rows":      {Kind: "dataframe", Schema: schema, Rows: &less},
	} {
		if got := op.ApplyAt(nil, o, f, in); !errs.Is(got.Err, errs.Invalid) {
			t.Errorf("%s: %v", name, got.Err)
		}
	}
	if got := op.ApplyAt(nil, &remote.Chunks{Kind: "dataframe", Schema: schema}, f, f); !errs.Is(got.Err, errs.Type) {
		t.Error(got.Err)
	}
}

// remote.pairs is described as chunks are, of two inputs.
func TestPairsAreDescribed(t *testing.T) {
	f := value(op.ApplyAt(nil, &remote.Function{Pickle: []byte("f")}))
	ten := op.Dims(10)[0]
	in := value(op.ApplyAt(nil, &rows{M: op.NewFrame(ten, op.FreshRange(ten))}))
	o := remote.Chunks{Kind: "dataframe", Schema: schemaOf(t, frame.Of([]int64{})), Python: "3.11"}
	n := op.ApplyAt(nil, &remote.Pairs{Chunks: o}, f, in, in)
	if n.Err != nil || n.Name != "remote.pairs" || n.Outs[0].Dims[0].Known() {
		t.Errorf("%+v, %v", n.Outs, n.Err)
	}
	if got := op.ApplyAt(nil, &remote.Pairs{Chunks: o}, f, in); !errs.Is(got.Err, errs.Type) {
		t.Error(got.Err)
	}
	if o.Aligned = true; !errs.Is(op.ApplyAt(nil, &remote.Pairs{Chunks: o}, f, in, in).Err, errs.Invalid) {
		t.Error("aligned pairs")
	}
}

// remote.around is described as chunks are, with a row for each.
func TestRowsAroundAreDescribed(t *testing.T) {
	f := value(op.ApplyAt(nil, &remote.Function{Pickle: []byte("f")}))
	ten := op.Dims(10)[0]
	in := value(op.ApplyAt(nil, &rows{M: op.NewFrame(ten, op.FreshRange(ten))}))
	o := remote.Chunks{Kind: "dataframe", Schema: schemaOf(t, frame.Of([]int64{})), Python: "3.11", Aligned: true}
	n := op.ApplyAt(nil, &remote.Around{Chunks: o, Before: 1}, f, in)
	if n.Err != nil || n.Name != "remote.around" || n.Outs[0].Dims[0] != ten || n.Outs[0].Index.Token != in.Meta().Index.Token {
		t.Errorf("%+v, %v", n.Outs, n.Err)
	}
	free, whole := o, o
	free.Aligned, whole.Whole = false, true
	for name, bad := range map[string]*remote.Around{
		"rows that are not those of the input": {Chunks: free},
		"one chunk":                            {Chunks: whole},
		"fewer rows than none":                 {Chunks: o, After: -1},
	} {
		if got := op.ApplyAt(nil, bad, f, in); !errs.Is(got.Err, errs.Invalid) {
			t.Errorf("%s: %v", name, got.Err)
		}
	}
}
