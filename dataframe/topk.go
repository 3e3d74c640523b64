package dataframe

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/op"
)

// topRows is a sort of which the first rows are kept: SortValues(...).Head(n). Chunks keep their own first rows, which are merged by a tree.
type topRows struct {
	narrow
	By          []frame.Label
	N           *int
	Ascending   []bool
	NaPosition  string
	IgnoreIndex bool
	Levels      bool `sig:"-"`
}

func init() {
	op.Register[topRows](op.Doc{
		Name: "dataframe.sort_head", Sig: "sort_head(df, by=None, n=5, ascending=True, na_position='last', ignore_index=False)",
		Summary: "First rows in the order of columns", Notes: "What sort_values(...).head(n) becomes.",
	})
	op.Rewrite("top rows of a sort", func(h *head, s *sortValues) op.Operand {
		if *h.N < 0 || *h.N > topLimit {
			return nil
		}
		return &topRows{By: s.By, N: h.N, Ascending: s.Ascending, NaPosition: s.NaPosition, IgnoreIndex: s.IgnoreIndex, Levels: s.Levels}
	})
}

// topLimit is how many rows at most are kept by every chunk rather than sorted as a whole.
const topLimit = 1 << 16

func (o *topRows) sorting() *sortValues {
	return &sortValues{By: o.By, Ascending: o.Ascending, NaPosition: o.NaPosition, IgnoreIndex: o.IgnoreIndex, Levels: o.Levels}
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
	return inferRows(Places{Kind: "slice", Stop: o.N}, ms[0])
}

// StageMeta: partials are rows of the input.
func (o *topRows) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	return partialRows(s, in, *o.N)
}

func (o *topRows) Tile(t *op.Tiler) error { return t.Out(t.TreeReduce(t.In(0))) }

func (o *topRows) Exec(x *op.Exec) error {
	keys, err := o.sorting().keys(x.InMeta(0))
	if err != nil {
		return err
	}
	f, err := firstOf(x, keys, *o.N, "first")
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

// firstOf is the first n rows of a task's inputs in the order of keys. Of equal ones the first or the last are kept, or all. Partials keep one
// row more, so that Final knows whether there were more than n.
func firstOf(x *op.Exec, keys []op.RowKey, n int, keep string) (*frame.Frame, error) {
	fs := x.Frames()
	f, err := frame.ConcatFrames(x.Mem(), fs...)
	if err != nil {
		return nil, err
	}
	ks := orderKeys(f, keys)
	if keep == "last" {
		rows := lastFirst(fs, ks[0].Col, x.Stage == op.Map)
		if x.Stage == op.Final && f.NRows <= n { // pandas sorts what is not cut
			there := len(rows) - ks[0].Col.NullCount()
			slices.Reverse(rows[:there])
		}
		if f, err = f.Take(x.Mem(), rows); err != nil {
			return nil, err
		}
		ks = orderKeys(f, keys)
	}
	if x.Stage != op.Final && keep == "last" {
		n++
	}
	rows, err := orderRows(x, ks, f.NRows)
	if err != nil {
		return nil, err
	}
	if cut := min(n, len(rows)); keep != "all" || cut == 0 {
		if x.Stage == op.Final && keep == "last" && len(ks) > 1 && cut < len(rows) {
			firstAgain(ks, rows, cut)
		}
		rows = rows[:cut]
	} else {
		same := order.Comparer(ks, ks)
		for cut < len(rows) && same(int(rows[cut-1]), int(rows[cut])) == 0 {
			cut++
		}
		rows = rows[:cut]
	}
	return f.Take(x.Mem(), rows)
}

// firstAgain turns equal rows among the first n of several keys, which stand from the last to the first one, where pandas did not choose among them by the
// last key: it does among rows that all keys before it do not tell from row n-1, if there are more of them than it wants. There are more than n rows.
func firstAgain(ks []order.Key, rows []int64, n int) {
	chosen := order.Comparer(ks[:len(ks)-1], ks[:len(ks)-1])
	same := order.Comparer(ks, ks)
	cut := n > 0 && chosen(int(rows[n-1]), int(rows[n])) == 0
	for i := 0; i < n; {
		j := i + 1
		for j < n && same(int(rows[i]), int(rows[j])) == 0 {
			j++
		}
		if there := !ks[0].Col.IsNull(int(rows[i])); there && (!cut || chosen(int(rows[i]), int(rows[n-1])) != 0) {
			slices.Reverse(rows[i:j])
		}
		i = j
	}
}

// lastFirst is the rows of frames from the last to the first one, and behind them, as they come, those whose first key is missing: of these pandas
// keeps the first. The rows of partials stand backwards already: only with turn, of frames that are no partials, they are turned as well.
func lastFirst(fs []*frame.Frame, key *frame.Column, turn bool) []int64 {
	rows, nulls := make([]int64, 0, key.Rows), []int64(nil)
	for i := range int64(key.Rows) {
		if key.IsNull(int(i)) {
			nulls = append(nulls, i)
		}
	}
	end := int64(key.Rows)
	for k := len(fs) - 1; k >= 0; k-- {
		start, from := end-int64(fs[k].NRows), len(rows)
		for i := start; i < end; i++ {
			if !key.IsNull(int(i)) {
				rows = append(rows, i)
			}
		}
		if end = start; turn {
			slices.Reverse(rows[from:])
		}
	}
	return append(rows, nulls...)
}
