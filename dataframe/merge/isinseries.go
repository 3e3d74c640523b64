package merge

import (
	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/op"
)

// IsIn is the operand of dataframe.isin_series.
type IsIn struct{}

func init() {
	op.Register[IsIn](op.Doc{
		Face: "inner",
		Name: "dataframe.isin_series", Sig: "isin_series(s, values)", Summary: "Whether elements are among the values of a series",
		Notes: "What isin becomes where the values are a series. The distinct values of the side with fewer rows are given to every chunk of the other; where both are " +
			"large, rows are sent by value.",
	})
}

func (o *IsIn) Infer(in []op.Meta) ([]op.Meta, error) {
	for _, m := range in {
		if m.Kind != op.Series || len(m.Cols) != 1 {
			return nil, errs.New(errs.Type, "isin of a %s among a %s", in[0].Kind, in[1].Kind)
		}
	}
	l, r := in[0].Cols[0].Is, in[1].Cols[0].Is
	if l != r || l.IsObject() || l.IsCategorical() || l.Null && !l.IsString() {
		return nil, errs.New(errs.Type, "isin of %s among a series of %s is not there yet: give both one dtype, or a list of values", l, r)
	}
	return []op.Meta{op.NewSeries(in[0].Rows(), in[0].Index, op.Col{Name: in[0].Cols[0].Name, Type: op.T(dtype.Bool)})}, nil
}

// StageMeta: Map and Combine are distinct values.
func (o *IsIn) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s != op.Map && s != op.Combine {
		return nil, nil
	}
	n := op.Sym("distinct", in...)
	return []op.Meta{op.NewSeries(n, op.FreshRange(n), in[0].Cols[0])}, nil
}

// Tile makes the values few before it sends them: to those distinct and, where the elements are fewer, to
// those that are among the elements.
func (o *IsIn) Tile(t *op.Tiler) error {
	elements, values := t.In(0), t.In(1)
	if t.Need(op.Rows, elements, values) != nil {
		return t.Err()
	}
	n, m := op.Sum(t.Splits(elements, 0)).N, op.Sum(t.Splits(values, 0)).N
	var some []op.Edge // the elements, where they are fewer
	if n < m && t.Small(elements) {
		some = []op.Edge{t.At(op.Combine).Edge([]int{0}, elements.Edges...)}
	}
	if t.Err() != nil {
		return t.Err()
	}
	found := op.Grid{Shape: []int{values.Len()}}
	for k, e := range values.Edges {
		found.Edges = append(found.Edges, t.At(op.Map).Edge([]int{k}, append([]op.Edge{e}, some...)...))
	}
	if len(some) == 0 && !t.Small(found) {
		t.Choose("partitioned semi-join", "the distinct values are many")
		key := op.RowKey{Label: t.In(0).Meta.Cols[0].Name}
		other := op.RowKey{Label: t.In(1).Meta.Cols[0].Name}
		return t.Out(t.Shuffle(op.ByInput, op.Sorted(elements, key), op.Sorted(found, other)))
	}
	t.Choose("broadcast semi-join", "the distinct values are few")
	set := op.Grid{Shape: []int{1}, Edges: []op.Edge{t.At(op.Combine).Edge([]int{1}, found.Edges...)}}
	return t.Out(t.Map(elements, op.Whole(set)))
}

func (o *IsIn) Exec(x *op.Exec) error {
	switch {
	case x.Stage == op.Map && x.Len() == 1:
		return putDistinct(x, x.Frame(0))
	case x.Stage == op.Map:
		f := x.Frame(0)
		rows, err := matched(x, f.Cols, x.Frame(1).Cols)
		if err != nil {
			return err
		}
		if f, err = f.Take(x.Mem(), rows); err != nil {
			return err
		}
		return putDistinct(x, f)
	case x.Stage == op.Combine:
		f, err := frame.ConcatFrames(x.Mem(), x.Frames()...)
		if err != nil {
			return err
		}
		return putDistinct(x, f)
	}
	f := x.Frame(0)
	rows, err := matched(x, f.Cols, x.Frame(1).Cols)
	if err != nil {
		return err
	}
	out := make([]bool, f.NRows)
	for _, r := range rows {
		out[r] = true
	}
	s, err := frame.NewSeries(f.Index, x.Out(0).Cols[0].Name, frame.Of(out))
	if err != nil {
		return err
	}
	return x.Put(0, s.WithOrd(f.Ord))
}

// matched are the rows of l whose value is among those of r, ascending.
func matched(x *op.Exec, l, r []*frame.Column) (rows []int64, err error) {
	err = x.Try(func(y *op.Exec) error {
		rows, _, err = join.Rows(y.Mem(), join.Semi, false, l, r)
		return err
	})
	if !errs.Is(err, errs.Pressure) {
		return rows, err
	}
	s, err := x.Scratch()
	if err != nil {
		return nil, err
	}
	rows, _, err = join.Spilled(x.Mem(), s, join.Semi, false, l, r, min(256, max(4, (l[0].Rows+r[0].Rows)/spilledRows)))
	return rows, err
}

// putDistinct puts the distinct values of a series.
func putDistinct(x *op.Exec, f *frame.Frame) error {
	f, err := groupby.DropRows(x, f, []int{0}, "first")
	if err != nil {
		return err
	}
	return x.Put(0, f.WithIndex(frame.NewRange(0, 1, f.NRows)))
}

// Look passes the order of the elements on.
func (*IsIn) Look(i int) op.Look {
	if i == 1 {
		return op.Ignores
	}
	return op.Passes
}

// Labels are those of the elements.
func (o *IsIn) Labels(i int) op.Look { return o.Look(i) }
