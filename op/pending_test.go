package op_test

import (
	"math"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// onlyFloats has an answer for floats alone.
type onlyFloats struct{}

func (onlyFloats) Infer(in []op.Meta) ([]op.Meta, error) {
	if d := in[0].Cols[0].Is; !d.IsFloat() {
		return nil, errs.New(errs.Type, "no answer for %s", d)
	}
	return in, nil
}
func (onlyFloats) Tile(*op.Tiler) error { return nil }
func (onlyFloats) Exec(*op.Exec) error  { return nil }

// A call that one answer to the dtype of its input refuses is refused once that is the answer, not before.
func TestPendingDTypesOfWhichOneIsRefused(t *testing.T) {
	of := func(c op.Type) *op.Node {
		m := op.NewSeries(op.Dim{N: 1}, op.FreshRange(op.Dim{N: 1}), op.Col{Name: frame.L("a"), Type: c})
		n := &op.Node{Op: onlyFloats{}}
		n.Err = n.Infer([]op.Meta{m})
		return n
	}
	maybe := op.Type{Is: dtype.Int64, Or: dtype.Float64, When: "12345678"}
	if n := of(maybe); n.Err != nil || n.Outs[0].Cols[0].Is != dtype.Float64 {
		t.Errorf("int64 or float64: %v, %v", n.Outs, n.Err)
	}
	if n := of(op.Type{Is: dtype.Int64, Or: dtype.Bool, When: "12345678"}); n.Err == nil {
		t.Error("neither answer is allowed, and no error says so")
	}
	if n := of(op.T(dtype.Int64)); n.Err == nil {
		t.Error("the answer is known and refused, and no error says so")
	}
}

// Chunks whose dtype waits for all of them may be joined before it is known: those that miss rows hold.
func TestChunksThatAreJoinedAgree(t *testing.T) {
	chunk := func(c *frame.Column) any {
		f, err := frame.New(frame.NewRange(0, 1, c.Rows), []frame.Label{frame.L("a")}, c)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	ints, floats := frame.Of([]int64{1, 2}), frame.Of([]float64{3, math.NaN()})
	for name, c := range map[string]struct {
		of   []any
		want dtype.DType
	}{
		"ints":                   {[]any{chunk(ints), chunk(ints)}, dtype.Int64},
		"floats last":            {[]any{chunk(ints), chunk(ints), chunk(floats)}, dtype.Float64},
		"floats first":           {[]any{chunk(floats), chunk(ints), chunk(ints)}, dtype.Float64},
		"floats among them":      {[]any{chunk(ints), chunk(floats), chunk(ints)}, dtype.Float64},
		"bools beside something": {[]any{chunk(frame.Of([]bool{true})), chunk(frame.NewObjects([]any{math.NaN()}))}, dtype.Object},
	} {
		got, err := op.Stack(mem.Heap, []int{len(c.of)}, c.of)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if d := got.(*frame.Frame).Cols[0].DType; d != c.want {
			t.Errorf("%s: %s, not %s", name, d, c.want)
		}
	}
	texts := chunk(frame.NewObjects([]any{"x"}))
	if _, err := op.Stack(mem.Heap, []int{2}, []any{chunk(ints), texts}); !errs.Is(err, errs.Type) {
		t.Errorf("integers and texts: %v", err)
	}
}
