package plan_test

import (
	"slices"
	"testing"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/plan"
	"github.com/mars-project/mars-go/service"
)

func init() {
	op.Register[toyAsk](op.Doc{Name: "plantest.ask", Sig: "ask(a)", Summary: "The input, once its first chunk was looked at"})
}

// toyAsk asks for the data of a chunk before it is tiled.
type toyAsk struct{}

func (*toyAsk) Infer(in []op.Meta) ([]op.Meta, error) { return in[:1], nil }
func (*toyAsk) Exec(x *op.Exec) error                 { return x.Put(0, x.Array(0)) }
func (*toyAsk) Tile(t *op.Tiler) error {
	g := t.In(0)
	if err := t.Need(op.Values, op.Grid{Shape: []int{1}, Edges: g.Edges[:1]}); err != nil {
		return err
	}
	return t.Out(t.Map(g))
}

// A value is asked for once, though stages are planned while it is on its way, and held until it is there: a
// second reader would find it gone.
func TestValuesAreAskedForOnceAndHeldMeanwhile(t *testing.T) {
	p, err := plan.NewPlanner(1, service.Submission{Targets: []op.Value{apply(&toyAsk{}, apply(&toyKeep{N: 3}, counted(20, 10))).Value()}}, unknown)
	if err != nil {
		t.Fatal(err)
	}
	next := func() (asked, dropped []op.Key) {
		t.Helper()
		stages, err := p.Next()
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range stages {
			asked, dropped = append(asked, s.Values...), append(dropped, s.Drop...)
		}
		return asked, dropped
	}
	asked, _ := next()
	if len(asked) != 1 {
		t.Fatalf("%d values are asked for", len(asked))
	}
	for range 2 {
		if again, dropped := next(); len(again) > 0 || slices.Contains(dropped, asked[0]) {
			t.Fatalf("while the value is on its way %v are asked for, %v go", again, dropped)
		}
	}
	if err := p.Give(asked[0], []float64{0, 1, 2}); err != nil {
		t.Fatal(err)
	}
	if again, _ := next(); len(again) > 0 {
		t.Errorf("%v are asked for again", again)
	}
}
