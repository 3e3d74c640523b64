package local_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// odd is an operator of tests whose parameter may hold what does not travel.
type odd struct{ Value any }

func init() {
	op.Register[odd](op.Doc{Name: "test.odd", Like: "numpy.positive", Sig: "odd(a, value=None)", Summary: "Tests what cannot be sent"})
}

func (o *odd) Infer(in []op.Meta) ([]op.Meta, error) { return in, nil }
func (o *odd) Tile(t *op.Tiler) error                { return t.Out(t.Map(t.In(0))) }
func (o *odd) Exec(x *op.Exec) error {
	return x.Put(0, x.Alloc(x.Out(0).DType.Is, x.Array(0).Shape...))
}

// TestACallThatCannotTravelFailsItsTask: over links of bytes nobody waits for a subtask that could not be
// sent, or not be read.
func TestACallThatCannotTravelFailsItsTask(t *testing.T) {
	deep := any("x")
	for range 20 {
		deep = []any{deep}
	}
	for _, c := range []struct {
		name  string
		value any
		kind  errs.Kind
		words string
	}{
		{"not sent", func() {}, errs.Invalid, "test.odd: it cannot travel: parameter value: a func() does not travel"},
		{"not read", deep, errs.Invalid, "cannot be read on worker-0/numa-0: operand of a call: test.odd: parameter value: an attribute nests too deep"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := start(t, local.Config{Workers: 1, Bytes: true}, client.Options{NoFuse: true})
			h := tensor.Of(op.Value{N: op.Apply(&odd{c.value}, ones(100, 10).Value())})
			err := g.s.Execute(g.ctx, h)
			if !errs.Is(err, c.kind) || !strings.Contains(err.Error(), c.words) {
				t.Errorf("got %v", err)
			}
			g.execute(ones(10, 5)) // others go on
		})
	}
}

// TestLiteralsTravelInParts: data of the program that is too large to travel whole arrives chunk by chunk.
func TestLiteralsTravelInParts(t *testing.T) {
	g := start(t, local.Config{Workers: 2, Bytes: true}, client.Options{NoFuse: true, ChunkBytes: 1 << 10})
	v := make([]float64, 60*70)
	text := make([]string, len(v))
	for i := range v {
		v[i], text[i] = float64(i), fmt.Sprint("row ", i%97)
	}
	a := tensor.FromArray(nd.Of(v, 60, 70), tensor.Chunk{Size: []int{7, 11}})
	b := tensor.Add(a, 1)
	g.execute(b)
	for i, x := range g.fetch(b) {
		if x != float64(i+1) {
			t.Fatalf("element %d: %v", i, x)
		}
	}
	for name, f := range map[string]*dataframe.DataFrame{
		"range":  dataframe.New(dataframe.C{Name: "v", Data: v}, dataframe.C{Name: "s", Data: text}),
		"labels": dataframe.NewWith(dataframe.Options{Index: text}, dataframe.C{Name: "v", Data: v}),
	} {
		h := f.Filter(f.Col("v").Ge(100.0))
		g.execute(h)
		got, err := g.s.Fetch(g.ctx, h)
		if err != nil {
			t.Fatal(name, err)
		}
		x := got.(*frame.Frame)
		if x.NRows != len(v)-100 || x.Col(frame.L("v")).Label(0) != frame.L(100.0) {
			t.Errorf("%s: %d rows", name, x.NRows)
		}
		want := frame.L(int64(100))
		if name == "labels" {
			want = frame.L(text[100])
		}
		if l := x.Index.Label(0); l != want {
			t.Errorf("%s: the first label is %s, want %s", name, l, want)
		}
	}
}
