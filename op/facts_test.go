package op_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// TestObservedBounds tells what travels with chunks of what is known of their columns.
func TestObservedBounds(t *testing.T) {
	given, err := frame.Of([]int64{3, 9, 5}).Narrowed(mem.Heap)
	if err != nil {
		t.Fatal(err)
	}
	text, err := frame.NewConst(mem.Heap, frame.Strs(strings.Repeat("long", 1000)), 3)
	if err != nil {
		t.Fatal(err)
	}
	looked := frame.Strs("b", "a", "c")
	looked.Stats()
	f, err := frame.New(nil, []frame.Label{frame.L("given"), frame.L("range"), frame.L("unknown"), frame.L("text"), frame.L("looked")},
		given, frame.NewRangeColumn(dtype.Int64, 0, 2, 3), frame.Of([]int64{1, 2, 3}), text, looked)
	if err != nil {
		t.Fatal(err)
	}
	want := []op.ColFacts{
		{DType: dtype.Int64, Min: frame.L(3), Max: frame.L(9)},
		{DType: dtype.Int64, Min: frame.L(0), Max: frame.L(4), Sorted: true, Unique: true},
		{DType: dtype.Int64},
		{DType: dtype.Str},
		{DType: dtype.Str, Unique: false},
	}
	if d := cmp.Diff(want, op.Observe(f).Cols, cmp.Comparer(func(a, b frame.Label) bool { return a == b })); d != "" {
		t.Error(d)
	}
}
