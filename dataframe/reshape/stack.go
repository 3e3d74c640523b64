package reshape

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Stack is the operand of dataframe.stack_last.
type Stack struct {
	Level []int `sig:"-"` // the levels of the column labels that are stacked, in this order; none: the last one
}

func init() {
	op.Register[Stack](op.Doc{
		Name: "dataframe.stack_last", Face: "inner", Like: "pandas.DataFrame.stack", Gives: "series", Sig: "stack_last(df)",
		Summary: "Columns below each other, row by row", Notes: "Of labels of several levels the last one is stacked.",
	})
}

// A stacking is how columns are put below each other: the labels of the rows that one row becomes, and the
// columns with the place of the one that each of these rows reads, -1 where there is none.
type stacking struct {
	levels []int // of the column labels, in the order in which rows have them
	below  []frame.Label
	names  []frame.Label
	at     [][]int
}

// of is the stacking of columns of such labels.
func (o *Stack) of(names []frame.Label) stacking {
	s := stacking{levels: o.levels(max(1, frame.ColumnLevels(names)))}
	for _, l := range names {
		rest, below := s.split(l)
		if !slices.ContainsFunc(s.below, below.Same) {
			s.below = append(s.below, below)
		}
		if !slices.ContainsFunc(s.names, rest.Same) {
			s.names = append(s.names, rest)
		}
	}
	if len(s.names) == 0 { // no column
		s.names = make([]frame.Label, 1)
	}
	s.at = make([][]int, len(s.names))
	for i := range s.at {
		s.at[i] = slices.Repeat([]int{-1}, len(s.below))
	}
	for p, l := range names {
		rest, below := s.split(l)
		s.at[slices.IndexFunc(s.names, rest.Same)][slices.IndexFunc(s.below, below.Same)] = p
	}
	return s
}

// levels are those that are stacked of n. Of several pandas takes the sorted ones in the order that sorts
// those that were given.
func (o *Stack) levels(n int) (out []int) {
	if len(o.Level) == 0 {
		return []int{n - 1}
	}
	order := chunk.Places(0, len(o.Level))
	slices.SortStableFunc(order, func(a, b int) int { return o.Level[a] - o.Level[b] })
	sorted := slices.Sorted(slices.Values(o.Level))
	for _, k := range order {
		out = append(out, sorted[k])
	}
	return out
}

// whole reports that every level of n is stacked: the result is a series.
func (s stacking) whole(n int) bool { return len(s.levels) == n }

// split is the part of a column label that stays one of columns, and the part that becomes one of rows.
func (s stacking) split(l frame.Label) (rest, below frame.Label) {
	ls := []frame.Label{l}
	if l.Kind() == frame.LabelTuple {
		ls = l.Elems()
	}
	var stay, gone []frame.Label
	for i, e := range ls {
		if !slices.Contains(s.levels, i) {
			stay = append(stay, e)
		}
	}
	for _, k := range s.levels {
		gone = append(gone, ls[k])
	}
	if len(stay) > 0 {
		rest = frame.Leveled(stay)
	}
	return rest, frame.Leveled(gone)
}

// level is level k of the labels of rows that one row becomes.
func (s stacking) level(k int) *frame.Column {
	if len(s.levels) == 1 {
		return frame.LabelColumn(s.below)
	}
	ls := make([]frame.Label, len(s.below))
	for i, l := range s.below {
		ls[i] = l.Elem(k)
	}
	return frame.LabelColumn(ls)
}

// name is the name of a level of column labels, of which none may have one.
func name(axis []frame.Label, k int) (l frame.Label) {
	if k < len(axis) {
		l = axis[k]
	}
	return l
}

// axis is the names of the levels of column labels that stay.
func (s stacking) axis(names []frame.Label) (out []frame.Label) {
	for i, n := range names {
		if !slices.Contains(s.levels, i) {
			out = append(out, n)
		}
	}
	return schema.AxisNames(out)
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
	s := o.of(schema.LabelsOf(m.Cols))
	n := op.Sym("stack", m)
	if d := m.Rows(); d.Known() {
		n = op.Dim{N: d.N * len(s.below)}
	}
	levels := slices.Clone(m.Index.Levels)
	for i, k := range s.levels {
		levels = append(levels, op.Col{Name: name(m.Axis, k), Type: op.T(s.level(i).DType)})
	}
	ix := schema.LevelsMeta(fmt.Sprint("stack", o.Level), m, levels...)
	cols := make([]op.Col, len(s.names))
	for i, l := range s.names {
		cols[i] = op.Col{Name: l, Type: op.T(s.dtype(i, m.Cols))}
	}
	if s.whole(max(1, frame.ColumnLevels(schema.LabelsOf(m.Cols)))) {
		return []op.Meta{op.NewSeries(n, ix, cols[0])}, nil
	}
	out := op.NewFrame(n, ix, cols...)
	out.Axis = s.axis(m.Axis)
	return []op.Meta{out}, nil
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
	s := o.of(f.Names)
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
	for i, l := range s.levels {
		level, err := s.level(i).Take(x.Mem(), label)
		if err != nil {
			return err
		}
		ix = withLevel(ix, name(f.Axis, l), level)
	}
	out, err := frame.New(ix, s.names, cols...)
	if err != nil {
		return err
	}
	out.Axis = s.axis(f.Axis)
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
