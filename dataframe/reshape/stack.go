package reshape

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Stack is the operand of dataframe.stack.
type Stack struct{}

func init() {
	op.Register[Stack](op.Doc{
		Name: "dataframe.stack_last", Face: "inner", Like: "pandas.DataFrame.stack", Gives: "series", Sig: "stack_last(df)",
		Summary: "Columns below each other, row by row", Notes: "Of labels of several levels the last one is stacked.",
	})
}

// A stacking is how columns are put below each other: the labels of the rows that one row becomes, and the
// columns with the place of the one that each of these rows reads, -1 where there is none.
type stacking struct {
	below []frame.Label
	names []frame.Label
	at    [][]int
}

func stackingOf(names []frame.Label) (s stacking) {
	if frame.ColumnLevels(names) == 1 {
		return stacking{below: names, names: make([]frame.Label, 1), at: [][]int{chunk.Places(0, len(names))}}
	}
	for _, l := range names {
		ls := l.Elems()
		rest, last := frame.TupleOf(ls[:len(ls)-1]), ls[len(ls)-1]
		if len(ls) == 2 {
			rest = ls[0]
		}
		if !slices.ContainsFunc(s.below, last.Same) {
			s.below = append(s.below, last)
		}
		if !slices.ContainsFunc(s.names, rest.Same) {
			s.names = append(s.names, rest)
		}
	}
	s.at = make([][]int, len(s.names))
	for i := range s.at {
		s.at[i] = slices.Repeat([]int{-1}, len(s.below))
	}
	for p, l := range names {
		ls := l.Elems()
		rest, last := frame.TupleOf(ls[:len(ls)-1]), ls[len(ls)-1]
		if len(ls) == 2 {
			rest = ls[0]
		}
		s.at[slices.IndexFunc(s.names, rest.Same)][slices.IndexFunc(s.below, last.Same)] = p
	}
	return s
}

// dtype is that of a column of the result.
func (s stacking) dtype(i int, cols []op.Col) dtype.DType {
	var of []op.Col
	for _, p := range s.at[i] {
		if p >= 0 {
			of = append(of, cols[p])
		}
	}
	d := JoinedTypes(of)
	if len(of) < len(s.below) {
		d = d.WithMissing()
	}
	return d
}

func (o *Stack) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	if err := closedMeta(m); err != nil {
		return nil, err
	}
	s := stackingOf(schema.LabelsOf(m.Cols))
	n := op.Sym("stack", m)
	if d := m.Rows(); d.Known() {
		n = op.Dim{N: d.N * len(s.below)}
	}
	last := op.Col{Type: op.T(frame.LabelColumn(s.below).DType)}
	if k := len(m.Axis); k > 0 {
		last.Name = m.Axis[k-1]
	}
	ix := schema.LevelsMeta("stack", m, append(slices.Clone(m.Index.Levels), last)...)
	cols := make([]op.Col, len(s.names))
	for i, l := range s.names {
		cols[i] = op.Col{Name: l, Type: op.T(s.dtype(i, m.Cols))}
	}
	if frame.ColumnLevels(schema.LabelsOf(m.Cols)) == 1 {
		return []op.Meta{op.NewSeries(n, ix, cols[0])}, nil
	}
	out := op.NewFrame(n, ix, cols...)
	out.Axis = innerAxis(m.Axis)
	return []op.Meta{out}, nil
}

// innerAxis is the names of the levels of column labels without the last one.
func innerAxis(names []frame.Label) []frame.Label {
	return schema.AxisNames(names[:max(0, len(names)-1)])
}

// JoinedTypes is the dtype of columns below each other.
func JoinedTypes(cols []op.Col) (t dtype.DType) {
	if len(cols) == 0 {
		return dtype.Object
	}
	t = cols[0].Is
	for _, c := range cols[1:] {
		t = schema.JoinedType(t, c.Is)
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

func (o *Stack) Tile(t *op.Tiler) error { return t.Out(t.Map(t.In(0))) }

func (o *Stack) Exec(x *op.Exec) error {
	f, m := x.Frame(0), x.Out(0)
	s := stackingOf(f.Names)
	k := len(s.below)
	of, label := make([]int64, f.NRows*k), make([]int64, f.NRows*k)
	for r := range f.NRows {
		for i := range k {
			of[r*k+i], label[r*k+i] = int64(r), int64(i)
		}
	}
	cols := make([]*frame.Column, len(s.names))
	for i := range cols {
		var err error
		if cols[i], err = s.column(x, i, m.Cols[i].Is); err != nil {
			return err
		}
	}
	ix, err := f.Index.Take(x.Mem(), of)
	if err != nil {
		return err
	}
	last, err := frame.LabelColumn(s.below).Take(x.Mem(), label)
	if err != nil {
		return err
	}
	var name frame.Label
	if n := len(f.Axis); n > 0 {
		name = f.Axis[n-1]
	}
	out, err := frame.New(withLevel(ix, name, last), s.names, cols...)
	if err != nil {
		return err
	}
	out.Axis = innerAxis(f.Axis)
	return x.Put(0, out)
}

// column is column i of the result: row by row what its columns have.
func (s stacking) column(x *op.Exec, i int, d dtype.DType) (*frame.Column, error) {
	f, e, k := x.Frame(0), chunk.Env(x), len(s.below)
	if k == 0 {
		return chunk.MissingColumn(e, d, 0)
	}
	rows, at := make([]int64, f.NRows*k), 0
	var parts []*frame.Column
	for b, p := range s.at[i] {
		if p < 0 {
			for r := range f.NRows {
				rows[r*k+b] = -1
			}
			continue
		}
		c, err := recast(e, f.Cols[p], d)
		if err != nil {
			return nil, err
		}
		for r := range f.NRows {
			rows[r*k+b] = int64(at + r)
		}
		parts, at = append(parts, c), at+f.NRows
	}
	values, err := frame.Concat(x.Mem(), parts...)
	if err != nil {
		return nil, err
	}
	return e.Moved(values, rows)
}

// withLevel is an index with one more level behind the others.
func withLevel(x *frame.Index, name frame.Label, c *frame.Column) *frame.Index {
	var levels []*frame.Column
	for k := range x.NLevels() {
		levels = append(levels, x.Level(k))
	}
	return frame.NewMulti(append(slices.Clone(x.Names[:x.NLevels()]), name), append(levels, c)...)
}
