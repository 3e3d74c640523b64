package local_test

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/local"
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

// TestACallThatCannotTravelFailsItsTask: over links of bytes nobody waits for a subtask that could not be sent, or not be read.
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
