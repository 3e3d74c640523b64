package chunk

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// Joined is groups: their keys and aggregates, or partials with their names, and what they come from.
type Joined struct {
	From       *frame.Frame // nil: nothing that follows
	First      []int64      // rows of from, one for each group
	Keys, Cols []*frame.Column
	Names      []frame.Label
	Axis       []frame.Label // names of the levels of the column labels of the input
}

// MetasOf are the metas of the inputs of a task.
func MetasOf(x *op.Exec) []op.Meta {
	ms := make([]op.Meta, x.Len())
	for i := range ms {
		ms[i] = x.InMeta(i)
	}
	return ms
}

// Ins are the inputs of a task.
func Ins(x *op.Exec) []any {
	vs := make([]any, x.Len())
	for i := range vs {
		vs[i] = x.In(i)
	}
	return vs
}

// Places are lo to hi, hi apart.
func Places(lo, hi int) []int {
	var out []int
	for i := lo; i < hi; i++ {
		out = append(out, i)
	}
	return out
}

// Unlabelled is a frame of rows that no label is read of.
func Unlabelled(names []frame.Label, cols []*frame.Column) (*frame.Frame, error) {
	same, err := NoLabels(cols[0].Rows)
	if err != nil {
		return nil, err
	}
	return frame.New(same, names, cols...)
}

// NoLabels are labels of rows on their way that nobody reads. All are one: a range would become eight bytes a
// row where an exchange sends them.
func NoLabels(rows int) (*frame.Index, error) {
	same, err := frame.NewConst(mem.Heap, frame.Of([]int64{0}), rows)
	if err != nil {
		return nil, err
	}
	return frame.NewIndex(frame.Label{}, same), nil
}

// PutUnlabelled puts rows that no label is read of.
func PutUnlabelled(x *op.Exec, f *frame.Frame) error {
	same, err := NoLabels(f.NRows)
	if err != nil {
		return err
	}
	return x.Put(0, f.WithIndex(same))
}
