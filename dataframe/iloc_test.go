package dataframe_test

import (
	"math"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

func TestIloc(t *testing.T) {
	g := marstest.Load(t, "testdata/iloc.json")
	d, l := mixed(30), labeled(30)
	every := func(lo, hi, step int) tensor.Index { return tensor.Slice(lo, hi).Every(step) }
	mask := make([]bool, 30)
	for i := range mask {
		mask[i] = i%4 == 1
	}
	for name, h := range map[string]op.Handle{
		"head": d.Head(7), "head of labels": l.Head(12), "head of none": d.Head(0), "head negative": d.Head(-25), "head of all": d.Head(100),
		"tail": d.Tail(7), "tail of labels": l.Tail(12), "tail of none": d.Tail(0), "tail negative": d.Tail(-25), "tail of all": d.Tail(100),
		"series head": series(labeledFrame(30), "f").Head(3), "series tail": series(mixedFrame(30), "s").Tail(3),
		"slice": d.Iloc(every(3, 20, 4)), "slice of labels": l.Iloc(tensor.Slice(-9, -2)), "backwards": d.Iloc(every(25, 4, -3)),
		"backwards labels": l.Iloc(tensor.Whole.Every(-1)), "empty": d.Iloc(tensor.Slice(9, 3)), "list": d.Iloc([]int{5, -1, 5, 0, 17}),
		"sorted list": l.Iloc([]int{2, 3, 28}), "empty list": d.Iloc([]int{}), "mask": d.Iloc(mask), "columns": d.Iloc(tensor.Whole, []int{4, 0}),
		"rows and columns": l.Iloc(tensor.Slice(4, 9), tensor.Slice(1, 3)),
		"list and mask":    d.Iloc([]int{7, 2}, []bool{true, false, true, false, false, true}),
		"row":              d.IlocRow(6), "row of numbers": d.IlocRow(-3, tensor.To(2)), "row of labels": l.IlocRow(6, []int{0, 1}),
		"row of text": d.IlocRow(2, tensor.Slice(2, 3)), "column": d.IlocCol(1), "rows of a column": l.IlocCol(-1, tensor.Slice(2, 5)),
		"cell": d.Iat(3, 0), "nan cell": d.Iat(3, 1),
		"head of tail":   d.Tail(9).Head(4),
		"slice of slice": d.Iloc(every(2, 28, 2)).Iloc(tensor.Slice(3, 9)),
		"series slice":   series(labeledFrame(30), "t").Iloc(every(10, 3, -2)),
	} {
		marstest.Check(t, name, h, g.Get(t, name))
	}
	marstest.Check(t, "text cell", l.Iat(0, 2), "w0")
	marstest.Check(t, "row out of bounds", d.IlocRow(30), errs.NotFound)
	marstest.Check(t, "cell out of bounds", d.Iat(0, 6), errs.NotFound)
	marstest.Check(t, "list out of bounds", d.Iloc([]int{3, 30}), errs.NotFound)
	marstest.Check(t, "mask too short", d.Iloc([]bool{true}), errs.NotFound)
	marstest.Check(t, "step of zero", d.Iloc(tensor.Whole.Every(0)), errs.Invalid)
	marstest.Check(t, "text", d.Iloc("a"), errs.Invalid)
	marstest.Check(t, "row as a frame", d.Iloc(3), errs.Invalid)
	marstest.Check(t, "rows as a row", dataframe.FrameOf(d.IlocCol(2, 3).Value()), errs.Invalid)
}

func TestHeadReadsFewChunks(t *testing.T) {
	l := marstest.Loop{ChunkBytes: 200}
	if _, err := l.Run(mixed(300).Head(6).Value()); err != nil {
		t.Fatal(err)
	}
	if l.Subtasks > 3 {
		t.Errorf("%d subtasks for the first rows", l.Subtasks)
	}
}

// Whether a column misses rows is asked of the whole, though only some rows are read and nobody else reads
// the chunk that knows.
func TestSomeRowsOfAColumnThatMissesOthers(t *testing.T) {
	d := dataframe.New(dataframe.C{Name: "a", Data: []int64{1, 2, 3, 4}})
	e := d.Assign(dataframe.C{Name: "new", Data: d.Col("a").Head(3)})
	of := func(a []int64, b []float64) *frame.Frame {
		return frame.Must(frame.New(nil, frame.Labels("a", "new"), frame.Of(a), frame.Of(b)))
	}
	marstest.Check(t, "head", e.Head(2), of([]int64{1, 2}, []float64{1, 2}))
	marstest.Check(t, "tail", e.Tail(1).ResetIndex(dataframe.ResetIndex{Drop: true}), of([]int64{4}, []float64{math.NaN()}))
	marstest.Check(t, "tail of a column", e.Tail(2).Select("new").ResetIndex(dataframe.ResetIndex{Drop: true}),
		frame.Must(frame.New(nil, frame.Labels("new"), frame.Of([]float64{3, math.NaN()}))))
}
