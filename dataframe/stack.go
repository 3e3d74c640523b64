package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Stack puts the columns of every row below each other, under the column label as another level of the row labels. Missing values stay. Errors: Invalid for columns
// whose labels have several levels.
func (d *DataFrame) Stack() *Series { return SeriesOf(apply(&stack{}, d)) }

type stack struct{}

func init() {
	op.Register[stack](op.Doc{
		Name: "dataframe.stack", Like: "pandas.DataFrame.stack", Methods: "DataFrame.stack", Gives: "series", Sig: "stack(df, level=-1, dropna=<no_default>, sort=<no_default>, future_stack=True)",
		Summary: "Columns below each other, row by row", Notes: "Labels of one level are stacked.",
	})
}

func (o *stack) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	if err := closedMeta(m); err != nil {
		return nil, err
	}
	if frame.ColumnLevels(labelsOf(m.Cols)) > 1 {
		return nil, errs.New(errs.Invalid, "stack of column labels of several levels is not there yet")
	}
	n := op.Sym("stack", m)
	if d := m.Rows(); d.Known() {
		n = op.Dim{N: d.N * len(m.Cols)}
	}
	ix := levelsMeta("stack", m, append(slices.Clone(m.Index.Levels), op.Col{Type: op.T(frame.LabelColumn(labelsOf(m.Cols)).DType)})...)
	c := op.Col{Type: op.T(joinedTypes(m.Cols))}
	return []op.Meta{op.NewSeries(n, ix, c)}, nil
}

// joinedTypes is the dtype of columns below each other.
func joinedTypes(cols []op.Col) (t dtype.DType) {
	if len(cols) == 0 {
		return dtype.Object
	}
	t = cols[0].Is
	for _, c := range cols[1:] {
		t = joinedType(t, c.Is)
	}
	if bools := func(c op.Col) bool { return c.Is.IsBool() }; slices.ContainsFunc(cols, bools) && !t.IsBool() {
		return dtype.Object
	}
	return t
}

func closedMeta(m op.Meta) error {
	if m.Open {
		return errs.New(errs.Invalid, "which columns there are follows from the data: execute the frame first")
	}
	return nil
}

func (o *stack) Tile(t *op.Tiler) error { return t.Out(t.Map(t.In(0))) }

func (o *stack) Exec(x *op.Exec) error {
	f, e, m := x.Frame(0), env(x), x.Out(0)
	k := len(f.Cols)
	cols := make([]*frame.Column, k)
	for i, c := range f.Cols {
		var err error
		if cols[i], err = recast(e, c, m.Cols[0].Is); err != nil {
			return err
		}
	}
	rows, of, label := make([]int64, f.NRows*k), make([]int64, f.NRows*k), make([]int64, f.NRows*k)
	for r := range f.NRows {
		for i := range k {
			rows[r*k+i], of[r*k+i], label[r*k+i] = int64(i*f.NRows+r), int64(r), int64(i)
		}
	}
	values, err := missingColumn(e, m.Cols[0].Is, 0)
	if err != nil {
		return err
	}
	if k > 0 {
		if values, err = frame.Concat(x.Mem(), cols...); err != nil {
			return err
		}
	}
	if values, err = values.Take(x.Mem(), rows); err != nil {
		return err
	}
	ix, err := f.Index.Take(x.Mem(), of)
	if err != nil {
		return err
	}
	last, err := frame.LabelColumn(f.Names).Take(x.Mem(), label)
	if err != nil {
		return err
	}
	var name frame.Label
	if len(f.Axis) == 1 {
		name = f.Axis[0]
	}
	s, err := frame.NewSeries(withLevel(ix, name, last), frame.Label{}, values)
	if err != nil {
		return err
	}
	return x.Put(0, s)
}

// withLevel is an index with one more level behind the others.
func withLevel(x *frame.Index, name frame.Label, c *frame.Column) *frame.Index {
	var levels []*frame.Column
	for k := range x.NLevels() {
		levels = append(levels, x.Level(k))
	}
	return frame.NewMulti(append(slices.Clone(x.Names[:x.NLevels()]), name), append(levels, c)...)
}
