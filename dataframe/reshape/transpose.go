package reshape

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Transpose is the operand of dataframe.transpose.
type Transpose struct{}

func init() {
	op.Register[Transpose](op.Doc{
		Name: "dataframe.transpose", Like: "pandas.DataFrame.transpose", Methods: "DataFrame.transpose",
		Sig: "transpose(df, *args, copy=None)", Gives: "dataframe", Summary: "Rows as columns", Notes: "The frame becomes one chunk.",
	})
}

func (*Transpose) Infer(in []op.Meta) ([]op.Meta, error) {
	m := op.NewFrame(op.Sym("transpose", in[0]), op.FreshRange(op.Sym("transpose", in[0])))
	if !in[0].Open {
		m = op.NewFrame(op.Dim{N: len(in[0].Cols)}, turnedMeta(in[0].Cols, in[0].Axis))
	}
	m.Open, m.Axis = true, schema.AxisNames(schema.LabelsOf(in[0].Index.Levels))
	return []op.Meta{m}, nil
}

// StageMeta: Map is the row labels, as a frame of no columns.
func (*Transpose) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Map {
		return []op.Meta{op.NewFrame(in[0].Rows(), in[0].Index)}, nil
	}
	return nil, nil
}

func (*Transpose) Tile(t *op.Tiler) error {
	g := t.One(t.In(0))
	if t.Err() != nil {
		return t.Err()
	}
	names := op.Grid{Shape: []int{1}, Edges: []op.Edge{t.At(op.Map).Edge([]int{0}, g.Edges...)}}
	if err := t.Need(op.Values, names); err != nil {
		return err
	}
	f := t.Value(names).(*frame.Frame)
	cols := t.In(0).Meta.Cols
	m := t.Meta(0)
	m.Open, m.Cols = false, make([]op.Col, f.NRows)
	d := turnedType(schema.TypesOf(cols))
	for i := range m.Cols {
		m.Cols[i] = op.Col{Name: keptLabel(f.Index.Label(i)), Type: op.T(d)}
	}
	m.Dims, m.Index = []op.Dim{{N: len(cols)}}, turnedMeta(cols, t.In(0).Meta.Axis)
	t.Refine(0, m)
	return t.Out(op.Grid{Shape: []int{1}, Edges: []op.Edge{t.At(op.Final).Edge([]int{0}, g.Edges...)}})
}

func (*Transpose) Exec(x *op.Exec) error {
	f := x.Frame(0)
	if x.Stage == op.Map {
		return x.Put(0, f.Select())
	}
	m := x.Out(0)
	cols := make([]*frame.Column, f.NRows)
	d := turnedType(schema.TypesOf(op.SchemaOf(f).Cols))
	for i := range cols {
		c, err := chunk.RowCells(x, f, i, d)
		if err != nil {
			return err
		}
		cols[i] = c
	}
	ix := schema.AxisIndex(f.Names, f.Axis)
	if numbered(f.Names) {
		ix = frame.NewRange(0, 1, len(f.Names)).WithNames(ix.Names...)
	}
	out, err := frame.New(ix, schema.LabelsOf(m.Cols), cols...)
	if err != nil {
		return err
	}
	out.Axis = schema.AxisNames(f.Index.Names)
	return x.Put(0, out)
}

// numbered reports labels 0, 1, ...: turned into those of rows they are a range.
func numbered(names []frame.Label) bool {
	for i, l := range names {
		if l != frame.L(i) {
			return false
		}
	}
	return len(names) > 0
}

// turnedMeta is the index of labels of columns, under the names of their axis as far as they are known.
func turnedMeta(cols []op.Col, axis []frame.Label) op.IndexMeta {
	if numbered(schema.LabelsOf(cols)) {
		m := op.FreshRange(op.Dim{N: len(cols)})
		if len(axis) == 1 {
			m.Levels[0].Name = axis[0]
		}
		return m
	}
	return schema.NamesMeta(cols, axis)
}

// keptLabel is a label that does not read the frame that it came from.
func keptLabel(l frame.Label) frame.Label {
	if s, ok := l.Text(); ok {
		return frame.L(strings.Clone(s))
	}
	if l.Len() > 1 {
		ls := slices.Clone(l.Elems())
		for i := range ls {
			ls[i] = keptLabel(ls[i])
		}
		return frame.TupleOf(ls)
	}
	return l
}

// turnedType is the dtype of columns that were rows: pandas turns unlike columns by way of a NumPy array,
// whose dtype is object where theirs together is none of NumPy's.
func turnedType(ds []dtype.DType) dtype.DType {
	d := schema.CommonType(ds...)
	if (d.Null || d.IsString()) && slices.ContainsFunc(ds, func(e dtype.DType) bool { return e != d }) {
		return dtype.Object
	}
	return d
}
