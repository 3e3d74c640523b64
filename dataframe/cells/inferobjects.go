package cells

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// InferObjects is the operand of dataframe.infer_objects.
type InferObjects struct {
	Texts   bool `sig:"-"` // texts alone
	Numbers bool `sig:"-"` // numbers and bools alone
	Missing bool `sig:"-"` // bools of which some are missing are boolean
}

func init() {
	op.Register[InferObjects](op.Doc{
		Name: "dataframe.infer_objects", Like: "pandas.DataFrame.infer_objects", Methods: "DataFrame.infer_objects Series.infer_objects Index.infer_objects", Labels: "index (copy=True)",
		Sig: "infer_objects(df, copy=<no_default>)", Summary: "Columns of objects in the dtypes of their values",
		Notes: "The values of all chunks are looked at first: one of each kind decides.",
	})
}

func (o *InferObjects) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	m.Cols = slices.Clone(m.Cols)
	m.Open = m.Open || slices.ContainsFunc(m.Cols, func(c op.Col) bool { return c.Is.IsObject() })
	return []op.Meta{m}, nil
}

// StageMeta: Map and Combine leave one value of each kind.
func (*InferObjects) StageMeta(s op.Stage, _ []op.Meta) ([]op.Meta, error) {
	if s == op.Chunk {
		return nil, nil
	}
	return []op.Meta{op.NewObject()}, nil
}

func (o *InferObjects) Tile(t *op.Tiler) error {
	g := t.In(0)
	if !slices.ContainsFunc(g.Meta.Cols, func(c op.Col) bool { return c.Is.IsObject() }) {
		return t.Out(g)
	}
	kinds := t.TreeReduce(g, 0)
	if err := t.Need(op.Values, kinds); err != nil {
		return err
	}
	m := t.Meta(0)
	m.Open, m.Cols = false, slices.Clone(g.Meta.Cols)
	for i, v := range t.Value(kinds).(op.Tuple) {
		d, err := o.dtypeOf(v.(*frame.Frame).Cols[0])
		if err != nil {
			return t.Fail(err)
		}
		if m.Cols[i].Is.IsObject() {
			m.Cols[i].Type = op.T(d)
		}
	}
	t.Refine(0, m)
	return t.Out(t.Map(g, op.Whole(kinds)))
}

// dtypeOf is the dtype of a column of which c has one value of each kind.
func (o *InferObjects) dtypeOf(c *frame.Column) (dtype.DType, error) {
	v, err := chunk.Heap.Infer(c)
	if err == nil && o.Missing && v.DType.IsObject() && boolsMissing(c.Objects) {
		return dtype.Bool.Nullable(), nil
	}
	if err != nil || o.Texts && !v.DType.IsString() || o.Numbers && !v.DType.IsNumber() && !v.DType.IsBool() {
		return c.DType, err
	}
	return v.DType, nil
}

// boolsMissing reports bools, and nothing else that is there.
func boolsMissing(cells []any) bool {
	some := false
	for _, v := range cells {
		_, ok := v.(bool)
		if !ok && !frame.IsMissing(v) {
			return false
		}
		some = some || ok
	}
	return some
}

func (o *InferObjects) Exec(x *op.Exec) error {
	switch x.Stage {
	case op.Chunk:
		kinds := x.Tuple(1)
		return mapColumns(x, func(i int, c *frame.Column) (*frame.Column, error) {
			d, err := o.dtypeOf(kinds[i].(*frame.Frame).Cols[0])
			if err != nil || !c.DType.IsObject() || d.IsObject() {
				return c, err
			}
			return chunk.Env(x).Build(c.Objects, d)
		})
	case op.Map:
		var out op.Tuple
		for _, c := range x.Frame(0).Cols {
			var cells []any
			if c.DType.IsObject() {
				cells = c.Objects
			}
			out = append(out, oneOfEach(cells))
		}
		return x.Put(0, out)
	}
	out := slices.Clone(x.Tuple(0))
	for i := range out {
		var cells []any
		for _, t := range x.Tuples() {
			cells = append(cells, t[i].(*frame.Frame).Cols[0].Objects...)
		}
		out[i] = oneOfEach(cells)
	}
	return x.Put(0, out)
}

// oneOfEach is one cell of each kind: whole numbers beyond int64 and times of each unit and zone are kinds of
// their own.
func oneOfEach(cells []any) *frame.Frame {
	seen := map[string]bool{}
	var out []any
	for _, v := range cells {
		kind := fmt.Sprintf("%T", v)
		switch v := v.(type) {
		case frame.Timestamp:
			kind += fmt.Sprint(v.Unit, v.TZ, v.Ticks == frame.NaT)
		case frame.Timedelta:
			kind += fmt.Sprint(v.Unit, v.Ticks == frame.NaT)
		case float64:
			kind += fmt.Sprint(v != v)
		case int64:
			kind += fmt.Sprint(v < 0)
		}
		if !seen[kind] {
			seen[kind] = true
			out = append(out, v)
		}
	}
	return &frame.Frame{Index: frame.NewRange(0, 1, len(out)), NRows: len(out), Names: make([]frame.Label, 1), Cols: []*frame.Column{frame.NewObjects(out)}}
}

// Look passes.
func (*InferObjects) Look(int) op.Look { return op.Passes }

// Labels pass.
func (*InferObjects) Labels(int) op.Look { return op.Passes }
