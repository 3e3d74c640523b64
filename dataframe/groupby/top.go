package groupby

import (
	"fmt"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/ordering"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/op"
)

// groupTop leaves out rows that n others of their group come before in the order of columns:
// SortValues(...).GroupBy(...).Head(n) has no use for them, so that few rows are sorted. Those of a chunk
// alone are left out first; where many stay, they are sent by key.
type groupTop struct {
	pick.Narrowing
	Keys       []frame.Label // of the groups
	By         []frame.Label
	Ascending  []bool
	NaPosition string
	N          *int
}

func init() {
	op.Register[groupTop](op.Doc{
		Face: "inner",
		Name: "dataframe.groupby_top", Sig: "groupby_top(df, keys=None, by=None, ascending=True, na_position='last', n=5)",
		Summary: "Rows that may be first of their groups", Notes: "What is sorted in sort_values(...).groupby(...).head(n).",
	})
	op.AddRule(op.Rule{Name: "first rows of groups before a sort", Try: func(n *op.Node, uses op.Uses) (op.Value, bool) {
		h, s, ok := op.Over[Head, ordering.SortValues](n, uses)
		if !ok || h.Tail || *h.N < 0 || *h.N > groupTopLimit || len(n.In) != 1 || s.Levels || len(s.By) == 0 {
			return op.Value{}, false
		}
		sorted := n.In[0].N
		if _, done := sorted.In[0].N.Op.(any).(*groupTop); done {
			return op.Value{}, false
		}
		t := &groupTop{By: s.By, Ascending: s.Ascending, NaPosition: s.NaPosition, N: h.N}
		m := sorted.In[0].Meta()
		for _, k := range h.By {
			if k.In != 0 || k.Level != 0 || schema.PlaceOf(m.Cols, k.Label) < 0 {
				return op.Value{}, false
			}
			t.Keys = append(t.Keys, k.Label)
		}
		few := op.ApplyAt(n.Site, t, sorted.In[0])
		if few.Err != nil {
			return op.Value{}, false
		}
		less := sorted.With([]op.Value{{N: few}})
		out := n.With([]op.Value{{N: less}})
		return op.Value{N: out}, less.Err == nil && out.Err == nil
	}})
}

// groupTopLimit is how many rows of a group at most make it worth while to look for them before the sort.
const groupTopLimit = 64

func (o *groupTop) sorting() *ordering.SortValues {
	return &ordering.SortValues{By: o.By, Ascending: o.Ascending, NaPosition: o.NaPosition}
}

// Normalize is that of the sort.
func (o *groupTop) Normalize(in []op.Meta) error {
	s := o.sorting()
	s.Kind = "stable"
	err := s.Normalize(in)
	o.By, o.Ascending = s.By, s.Ascending
	return err
}

func (o *groupTop) Infer(in []op.Meta) ([]op.Meta, error) {
	for _, k := range o.Keys {
		if _, err := in[0].Col(k); err != nil {
			return nil, err
		}
	}
	if _, err := o.sorting().Keys(in[0]); err != nil {
		return nil, err
	}
	q := fmt.Sprint("groupby_top", o.Keys, o.sorting().Question(), *o.N)
	m := in[0].WithRows(op.Sym(q, in[0]))
	m.Index = m.Index.Derive(q, in[0])
	return []op.Meta{m}, nil
}

// StageMeta: Map drops what a chunk tells to be dropped.
func (o *groupTop) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s != op.Map {
		return nil, nil
	}
	return []op.Meta{in[0].WithRows(op.Sym("top", in[0]))}, nil
}

func (o *groupTop) Tile(t *op.Tiler) error {
	g := t.In(0)
	if g.Len() == 1 {
		return t.Out(t.Map(g))
	}
	m := t.At(op.Map).Map(g)
	if err := t.Need(op.Stats, m); err != nil {
		return err
	}
	bytes := int64(0)
	for k := range m.Len() {
		bytes += t.Facts(m, k).Bytes
	}
	if bytes <= int64(t.ChunkBytes()) {
		return t.Out(m)
	}
	return t.Out(t.ShuffleN(op.ByInput, Parts(m.Len(), bytes, int64(t.ChunkBytes())), op.By(m, o.Keys...)))
}

func (o *groupTop) Exec(x *op.Exec) error {
	f := x.Frame(0)
	rows, err := o.rows(x, f)
	if errs.Is(err, errs.Pressure) { // the sort can do with more rows
		return x.Put(0, f)
	}
	if err != nil {
		return err
	}
	return chunk.PutRows(x, f, rows)
}

func (o *groupTop) rows(x *op.Exec, f *frame.Frame) (rows []int64, err error) {
	keys, err := o.sorting().Keys(*op.SchemaOf(f))
	if err != nil {
		return nil, err
	}
	by := ordering.OrderKeys(f, keys)
	var cols []*frame.Column
	for _, k := range o.Keys {
		cols = append(cols, f.Col(k))
	}
	err = x.Briefly(func(y *op.Exec) error {
		gs, err := group.Of(y.Mem(), cols, group.Options{Keep: true})
		if err != nil {
			return err
		}
		var one *frame.Column
		if len(by) == 1 {
			one = by[0].Col
		}
		rows, err = gs.Top(x.Mem(), *o.N, one, by[0].Desc, order.Comparer(by, by))
		return err
	})
	return rows, err
}

// Labels go with their rows.
func (o *groupTop) Labels(int) op.Look { return op.Passes }

// ColumnsOf are the wanted ones, those of the groups and those of the order.
func (o *groupTop) ColumnsOf(_ int, in []op.Meta, want []int) ([]int, bool) {
	use := append([]int{}, want...)
	for _, l := range append(append([]frame.Label{}, o.Keys...), o.By...) {
		p := schema.PlaceOf(in[0].Cols, l)
		if p < 0 {
			return nil, false
		}
		use = append(use, p)
	}
	return use, true
}
