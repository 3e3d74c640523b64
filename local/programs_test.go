package local_test

import (
	"sync/atomic"
	"testing"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// plusOne is an operator of tests that counts how often it is lowered.
type plusOne struct{ op.Elementwise }

func init() {
	op.Register[plusOne](op.Doc{Name: "test.plus_one", Like: "numpy.positive", Sig: "plus_one(a)", Summary: "Tests what is compiled"})
}

var lowered atomic.Int32

func (o *plusOne) Infer(in []op.Meta) ([]op.Meta, error) { return in, nil }
func (o *plusOne) Tile(t *op.Tiler) error                { return t.Out(t.Map(t.In(0))) }

func (o *plusOne) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	lowered.Add(1)
	return b.Call("add", in[0], b.Const(1, b.Type(in[0])))
}

// TestAnOperandIsCompiledOnce and not once for every chunk.
func TestAnOperandIsCompiledOnce(t *testing.T) {
	for _, o := range []client.Options{{}, {NoFuse: true}} {
		g := start(t, local.Config{Workers: 1, Slots: 2}, o)
		lowered.Store(0)
		a := tensor.Of(op.Value{N: op.Apply(&plusOne{}, ones(1000, 10).Value())})
		b := tensor.Of(op.Value{N: op.Apply(&plusOne{}, a.Value())})
		g.execute(b)
		if got := g.fetch(b); got[0] != 3 || got[999] != 3 {
			t.Errorf("got %v ... %v", got[0], got[999])
		}
		if n := lowered.Load(); n > 12 { // some for planning, two for the two members, and as much for a slot that was as fast
			t.Errorf("lowered %d times for two operands of 100 chunks", n)
		}
	}
}
