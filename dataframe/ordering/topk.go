package ordering

import (
	"fmt"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// topRows is a sort of which the first rows are kept: SortValues(...).Head(n). Chunks keep their own first
// rows, which are merged by a tree.
type topRows struct {
	pick.Narrowing
	By          []frame.Label
	N           *int
	Ascending   []bool
	NaPosition  string
	IgnoreIndex bool
	Levels      bool `sig:"-"`
}

func init() {
	op.Register[topRows](op.Doc{
		Face: "inner",
		Name: "dataframe.sort_head", Sig: "sort_head(df, by=None, n=5, ascending=True, na_position='last', ignore_index=False)",
		Summary: "First rows in the order of columns", Notes: "What sort_values(...).head(n) becomes.",
	})
	op.Rewrite("top rows of a sort", func(h *pick.Head, s *SortValues) op.Operand {
		if *h.N < 0 || *h.N > topLimit || s.keyless() {
			return nil
		}
		return &topRows{By: s.By, N: h.N, Ascending: s.Ascending, NaPosition: s.NaPosition, IgnoreIndex: s.IgnoreIndex, Levels: s.Levels}
	})
}

// topLimit is how many rows at most are kept by every chunk rather than sorted as a whole.
const topLimit = 1 << 16

func (o *topRows) sorting() *SortValues {
	return &SortValues{By: o.By, Ascending: o.Ascending, NaPosition: o.NaPosition, IgnoreIndex: o.IgnoreIndex, Levels: o.Levels}
}

// Normalize is that of the sort.
func (o *topRows) Normalize(in []op.Meta) error {
	s := o.sorting()
	s.Kind = "stable"
	err := s.Normalize(in)
	o.By, o.Ascending, o.Levels = s.By, s.Ascending, s.Levels
	return err
}

func (o *topRows) Infer(in []op.Meta) ([]op.Meta, error) {
	s := o.sorting()
	ms, err := s.Infer(in)
	if err != nil {
		return nil, err
	}
	return pick.InferRows(pick.Places{Kind: "slice", Stop: o.N}, ms[0])
}

// StageMeta: partials are rows of the input.
func (o *topRows) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	return partialRows(s, in, *o.N)
}

func (o *topRows) Tile(t *op.Tiler) error { return t.Out(t.TreeReduce(t.In(0))) }

func (o *topRows) Exec(x *op.Exec) error {
	keys, err := o.sorting().Keys(x.InMeta(0))
	if err != nil {
		return err
	}
	f, err := firstOf(x, keys, *o.N)
	if err != nil {
		return err
	}
	if x.Stage == op.Final && o.IgnoreIndex {
		f = f.WithIndex(frame.NewRange(0, 1, f.NRows))
	}
	return x.Put(0, f)
}

// Labels are those of the sort.
func (o *topRows) Labels(i int) op.Look { return o.sorting().Labels(i) }

// ColumnsOf are those of the sort.
func (o *topRows) ColumnsOf(i int, in []op.Meta, want []int) ([]int, bool) {
	return o.sorting().ColumnsOf(i, in, want)
}

// partialRows describes the first rows of chunks.
func partialRows(s op.Stage, in []op.Meta, n int) ([]op.Meta, error) {
	if s == op.Final || s == op.Chunk {
		return nil, nil
	}
	return []op.Meta{in[0].WithRows(op.Sym(fmt.Sprint("first rows:", n), in...))}, nil
}

// firstOf is the first n rows of a task's inputs in the order of keys; of equal ones the first.
func firstOf(x *op.Exec, keys []op.RowKey, n int) (*frame.Frame, error) {
	f, err := frame.ConcatFrames(x.Mem(), x.Frames()...)
	if err != nil {
		return nil, err
	}
	rows, err := chunk.OrderRows(x, OrderKeys(f, keys), f.NRows)
	if err != nil {
		return nil, err
	}
	return f.Take(x.Mem(), rows[:min(n, len(rows))])
}
