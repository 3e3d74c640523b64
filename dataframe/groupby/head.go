package groupby

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/spill"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// Head is the operand of dataframe.groupby_head.
type Head struct {
	pick.Narrowing
	Grouping
	N      *int
	Chosen []frame.Label `sig:"-"`
	Nth    []int         `sig:"-"` // places of the rows that stay; nil: as N says
	Tail   bool          `sig:"-"`
	Series bool          `sig:"-"`
}

func (o *Head) shared() Rows { return Rows{&o.Grouping, o.Chosen, true, o.Series} }

func init() {
	op.Register[Head](op.Doc{
		Face:    "inner",
		Name:    "dataframe.groupby_head",
		Sig:     "groupby(df, by=None, level=None, *, as_index=True, sort=True, group_keys=True, observed=True, dropna=True).head(n=5)",
		Summary: "First or last rows of each group", Notes: "Chunks keep their own first rows, which are sent by key.",
		Groups: []op.Method{
			{Sig: "head(n=5)", Summary: "First rows of each group"},
			{Sig: "tail(n=5)", Summary: "Last rows of each group", Sets: "tail"},
		},
	})
}

// Normalize resolves keys that are names of levels.
func (o *Head) Normalize(in []op.Meta) error { return o.Settle(in) }

func (o *Head) Infer(in []op.Meta) ([]op.Meta, error) {
	if _, err := o.cols(in); err != nil {
		return nil, err
	}
	q := fmt.Sprint(o.Question(), "|head|", *o.N, o.Tail, o.Nth)
	m := in[0].WithRows(op.Sym(q, in...))
	m.Index = m.Index.Derive(q, in...)
	if in[0].Open {
		if o.Series {
			m = schema.OpenSeries(m, in[0], o.Chosen)
		}
		return []op.Meta{m}, nil
	}
	vals, err := o.shared().values(in[0].Cols)
	if err != nil {
		return nil, err
	}
	m.Cols = chunk.PickCols(in[0].Cols, vals)
	if o.Series {
		m.Kind = op.Series
	}
	return []op.Meta{m}, nil
}

// StageMeta describes partial frames.
func (o *Head) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	ms, err := o.shared().stageMeta(s, in)
	if err == nil && ms != nil {
		ms[0] = ms[0].WithRows(op.Sym(fmt.Sprint("first rows|", s), in...))
	}
	return ms, err
}

func (o *Head) Tile(t *op.Tiler) error { return o.shared().tile(t) }

func (o *Head) Exec(x *op.Exec) error {
	f, err := o.shared().rows(x)
	if err != nil {
		return err
	}
	if x.Stage != op.Map || o.early() {
		if f, err = o.pick(x, f); err != nil {
			return err
		}
	}
	if x.Stage != op.Map {
		f = f.Select(chunk.Places(len(o.By), len(f.Cols))...)
		f.Names = schema.LabelsOf(x.Out(0).Cols)
	}
	return x.Put(0, f)
}

// early reports that a chunk knows rows that cannot stay, whatever other chunks hold.
func (o *Head) early() bool {
	if o.Nth != nil {
		return len(o.Nth) > 0 && slices.Min(o.Nth) >= 0
	}
	return *o.N >= 0
}

// pick takes the first or last rows of the groups of f. Where the memory to number all rows at once is
// refused, they are numbered part by part, by the hash of their keys.
func (o *Head) pick(x *op.Exec, f *frame.Frame) (*frame.Frame, error) {
	var rows []int64
	err := x.Try(func(y *op.Exec) (err error) {
		rows, err = o.kept(y, f)
		return err
	})
	if errs.Is(err, errs.Pressure) {
		k := len(o.By)
		few, err := spill.Columns(f.Cols[:k]...)
		if err != nil {
			return nil, err
		}
		rows, err = chunk.RowsByParts(x, few, k, nil, func(z *op.Exec, part *frame.Frame) (*frame.Frame, error) {
			rows, err := o.kept(z, part)
			if err != nil {
				return nil, err
			}
			return chunk.SomeRows(z, part, rows)
		})
		if err != nil {
			return nil, err
		}
	} else if err != nil {
		return nil, err
	}
	return f.Take(x.Mem(), rows)
}

// kept are the rows that stay, ascending, in memory of x.
func (o *Head) kept(x *op.Exec, f *frame.Frame) (rows []int64, err error) {
	err = x.Briefly(func(y *op.Exec) error {
		gs, err := o.shared().groups(y, f)
		if err != nil {
			return err
		}
		at, err := gs.Cumcount(y.Mem())
		if err != nil {
			return err
		}
		b, err := y.Mem().Alloc(8 * gs.N)
		if err != nil {
			return err
		}
		size := mem.View[int64](b, 0, gs.N)
		clear(size)
		for _, id := range gs.IDs {
			if id >= 0 {
				size[id]++
			}
		}
		n := 0
		for i, k := range at { // those that stay come first
			if k >= 0 && o.stays(k, size[gs.IDs[i]], x.Stage == op.Map) {
				at[n] = int64(i)
				n++
			}
		}
		if b, err = x.Mem().Alloc(8 * n); err != nil {
			return err
		}
		rows = mem.View[int64](b, 0, n)
		copy(rows, at[:n])
		return nil
	})
	return rows, err
}

// stays reports that row k, from 0, of a group of all rows stays, or of a part of them, where places are not
// those of the whole.
func (o *Head) stays(k, all int64, part bool) bool {
	switch {
	case o.Nth != nil && part:
		return k <= int64(slices.Max(o.Nth))
	case o.Nth != nil:
		return slices.Contains(o.Nth, int(k)) || slices.Contains(o.Nth, int(k-all))
	}
	if o.Tail {
		k = all - 1 - k
	}
	n := int64(*o.N)
	return n >= 0 && k < n || n < 0 && k < all+n
}

// Labels are those of the rows.
func (o *Head) Labels(int) op.Look { return o.shared().labels() }

// ColumnsOf are the keys and the wanted values.
func (o *Head) ColumnsOf(i int, in []op.Meta, want []int) ([]int, bool) {
	return o.shared().columnsOf(i, in, want)
}
