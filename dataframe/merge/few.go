package merge

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// FewKeys keeps the rows whose key is among the values of a series, where those are few; else it keeps all
// rows. It stands below groups that are merged with few rows: those that nobody meets need not be made.
type FewKeys struct {
	pick.Narrowing
	Column frame.Label
}

func init() {
	op.Register[FewKeys](op.Doc{
		Face: "inner",
		Name: "dataframe.few_keys", Sig: "few_keys(df, keys, column=None)", Summary: "Rows whose key may be among those of a series",
		Notes: "What is grouped for a merge with few rows; all rows where the keys are many.",
	})
}

func (o *FewKeys) Infer(in []op.Meta) ([]op.Meta, error) {
	c, err := in[0].Col(o.Column)
	if err != nil {
		return nil, err
	}
	if in[1].Kind != op.Series || len(in[1].Cols) != 1 || in[0].Kind != op.Frame {
		return nil, errs.New(errs.Type, "keys of a %s among a %s", in[0].Kind, in[1].Kind)
	}
	if d := c.Is; !c.Known() || !in[1].Cols[0].Known() || d != in[1].Cols[0].Is || d.IsObject() || d.IsCategorical() || d.Null && !d.IsString() {
		return nil, errs.New(errs.Type, "keys of %s among those of %s", d, in[1].Cols[0].Is)
	}
	rows := op.Sym("keys "+o.Column.Repr(), in...)
	m := in[0].WithRows(rows)
	m.Index = op.FreshRange(rows)
	return []op.Meta{m}, nil
}

// StageMeta: Combine is the distinct keys, Map all rows of a chunk.
func (o *FewKeys) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	switch s {
	case op.Combine:
		n := op.Sym("distinct", in...)
		return []op.Meta{op.NewSeries(n, op.FreshRange(n), in[0].Cols[0])}, nil
	case op.Map:
		m := in[0]
		m.Index = op.FreshRange(m.Rows())
		return []op.Meta{m}, nil
	}
	return nil, nil
}

// worthKeys is how many rows there must be for each key that they are looked up in.
const worthKeys = 4

// Tile waits for the keys, not for the rows, and looks rows up unless it knows that keys are no fewer than a
// part of them.
func (o *FewKeys) Tile(t *op.Tiler) error {
	rows, keys := t.In(0), t.In(1)
	if !t.Small(keys) || t.Need(op.Rows, keys) != nil {
		if t.Err() != nil {
			return t.Err()
		}
		return t.Out(t.At(op.Map).Map(rows))
	}
	if n := op.Sum(t.Splits(rows, 0)); n.Known() && n.N < worthKeys*op.Sum(t.Splits(keys, 0)).N {
		return t.Out(t.At(op.Map).Map(rows))
	}
	set := op.Grid{Shape: []int{1}, Edges: []op.Edge{t.At(op.Combine).Edge([]int{0}, keys.Edges...)}}
	return t.Out(t.Map(rows, op.Whole(set)))
}

func (o *FewKeys) Exec(x *op.Exec) error {
	if x.Stage == op.Combine {
		f, err := frame.ConcatFrames(x.Mem(), x.Frames()...)
		if err != nil {
			return err
		}
		return putDistinct(x, f)
	}
	f := x.Frame(0)
	if x.Len() > 1 {
		at, err := schema.PlacesOfNames(f, []frame.Label{o.Column})
		if err != nil {
			return err
		}
		rows, err := matched(x, f.Select(at...).Cols, x.Frame(1).Cols)
		if err != nil {
			return err
		}
		if f, err = chunk.SomeRows(x, f, rows); err != nil {
			return err
		}
	}
	return x.Put(0, f.WithIndex(frame.NewRange(0, 1, f.NRows)))
}

// Look passes: rows are dropped, not moved.
func (*FewKeys) Look(i int) op.Look {
	if i == 1 {
		return op.Ignores
	}
	return op.Passes
}

// Labels of rows are not kept.
func (*FewKeys) Labels(int) op.Look { return op.Ignores }

// ColumnsOf are the wanted ones and the key.
func (o *FewKeys) ColumnsOf(i int, in []op.Meta, want []int) ([]int, bool) {
	if i > 0 {
		return []int{0}, true
	}
	at := in[0].Find(o.Column)
	if at < 0 || slices.Contains(want, at) {
		return want, at >= 0
	}
	return append(slices.Clone(want), at), true
}
