package dataframe

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/spill"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// Head is the first n rows of each group, in the order of the input; a negative n leaves out so many last ones. Keys are among the columns.
func (g *GroupBy) Head(n int) *DataFrame { return FrameOf(g.ends(n, false)) }

// Tail is the last n rows of each group, in the order of the input; a negative n leaves out so many first ones.
func (g *GroupBy) Tail(n int) *DataFrame { return FrameOf(g.ends(n, true)) }

// Head is the first n rows of each group; see GroupBy.Head.
func (g *SeriesGroupBy) Head(n int) *Series { return SeriesOf(g.g.endsOfSeries(n, false)) }

// Tail is the last n rows of each group; see GroupBy.Tail.
func (g *SeriesGroupBy) Tail(n int) *Series { return SeriesOf(g.g.endsOfSeries(n, true)) }

// Nth is the rows of each group with these places, from 0 and, if negative, from the end, in the order of the input. Missing values are rows as others are.
func (g *GroupBy) Nth(n ...int) *DataFrame { return FrameOf(g.endsOf(&groupHead{N: new(int), Nth: n})) }

// Nth is the rows of each group with these places; see GroupBy.Nth.
func (g *SeriesGroupBy) Nth(n ...int) *Series {
	return SeriesOf(g.g.endsOf(&groupHead{N: new(int), Nth: n, Series: true}))
}

func (g *GroupBy) ends(n int, tail bool) op.Value {
	return g.endsOf(&groupHead{N: &n, Tail: tail})
}

func (g *GroupBy) endsOfSeries(n int, tail bool) op.Value {
	return g.endsOf(&groupHead{N: &n, Tail: tail, Series: true})
}

func (g *GroupBy) endsOf(o *groupHead) op.Value {
	if g.err != nil {
		return bad("dataframe.groupby_head", g.err)
	}
	o.Grouping, o.Chosen = g.by, g.chosen
	o.By = slices.Clone(o.By)
	return apply(o, g.in...)
}

type groupHead struct {
	narrow
	Grouping
	N      *int
	Chosen []frame.Label `sig:"-"`
	Nth    []int         `sig:"-"` // places of the rows that stay; nil: as N says
	Tail   bool          `sig:"-"`
	Series bool          `sig:"-"`
}

func (o *groupHead) shared() groupRows { return groupRows{&o.Grouping, o.Chosen, true, o.Series} }

func init() {
	op.Register[groupHead](op.Doc{
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
func (o *groupHead) Normalize(in []op.Meta) error { return o.settle(in) }

func (o *groupHead) Infer(in []op.Meta) ([]op.Meta, error) {
	if _, err := o.cols(in); err != nil {
		return nil, err
	}
	q := fmt.Sprint(o.question(), "|head|", *o.N, o.Tail, o.Nth)
	m := in[0].WithRows(op.Sym(q, in...))
	m.Index = m.Index.Derive(q, in...)
	if in[0].Open {
		if o.Series {
			m = openSeries(m, in[0], o.Chosen)
		}
		return []op.Meta{m}, nil
	}
	vals, err := o.shared().values(in[0].Cols)
	if err != nil {
		return nil, err
	}
	m.Cols = pickCols(in[0].Cols, vals)
	if o.Series {
		m.Kind = op.Series
	}
	return []op.Meta{m}, nil
}

// StageMeta describes partial frames.
func (o *groupHead) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	ms, err := o.shared().stageMeta(s, in)
	if err == nil && ms != nil {
		ms[0] = ms[0].WithRows(op.Sym(fmt.Sprint("first rows|", s), in...))
	}
	return ms, err
}

func (o *groupHead) Tile(t *op.Tiler) error { return o.shared().tile(t) }

func (o *groupHead) Exec(x *op.Exec) error {
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
		f = f.Select(places(len(o.By), len(f.Cols))...)
		f.Names = labelsOf(x.Out(0).Cols)
	}
	return x.Put(0, f)
}

// early reports that a chunk knows rows that cannot stay, whatever other chunks hold.
func (o *groupHead) early() bool {
	if o.Nth != nil {
		return len(o.Nth) > 0 && slices.Min(o.Nth) >= 0
	}
	return *o.N >= 0
}

// pick takes the first or last rows of the groups of f. Where the memory to number all rows at once is refused, they are numbered part by part, by the
// hash of their keys.
func (o *groupHead) pick(x *op.Exec, f *frame.Frame) (*frame.Frame, error) {
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
		rows, err = rowsByParts(x, few, k, nil, func(z *op.Exec, part *frame.Frame) (*frame.Frame, error) {
			rows, err := o.kept(z, part)
			if err != nil {
				return nil, err
			}
			return someRows(z, part, rows)
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
func (o *groupHead) kept(x *op.Exec, f *frame.Frame) (rows []int64, err error) {
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

// stays reports that row k, from 0, of a group of all rows stays, or of a part of them, where places are not those of the whole.
func (o *groupHead) stays(k, all int64, part bool) bool {
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
func (o *groupHead) Labels(int) op.Look { return o.shared().labels() }

// ColumnsOf are the keys and the wanted values.
func (o *groupHead) ColumnsOf(i int, in []op.Meta, want []int) ([]int, bool) {
	return o.shared().columnsOf(i, in, want)
}
