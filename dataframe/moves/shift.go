package moves

import (
	"math"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// Shift is the operand of dataframe.shift_rows.
type Shift struct {
	Periods   *int
	FillValue any
}

func init() {
	op.Register[Shift](op.Doc{
		Name: "dataframe.shift_rows", Face: "inner", Like: "pandas.DataFrame.shift", Sig: "shift_rows(df, periods=1, fill_value=<no_default>)", Summary: "Move values by rows",
	})
}

// TypeOf is the dtype of a shifted column.
func (o *Shift) TypeOf(d dtype.DType) (dtype.DType, error) {
	v := o.FillValue
	if t, ok := v.(frame.Timestamp); ok && d.IsDatetime() && (t.TZ == "") != (d.TZ == "") {
		return d, errs.New(errs.Type, "Cannot compare tz-naive and tz-aware datetime-like objects")
	}
	switch {
	case v == nil:
		return d.WithMissing(), nil
	case frame.IsMissing(v):
		return d.WithMissing(), nil
	case d.TZ != "" && o.unlike(d):
		return d, o.noTime(d)
	case chunk.Holds(d, v):
		return d, nil
	case d.IsString() || d.IsCategorical() || d.Null:
		return d, errs.New(errs.Type, "Invalid value '%s' for dtype '%s'", frame.CellText(v), d)
	}
	if n, ok := v.(int64); ok && d.IsInteger() {
		return chunk.WiderInt(n, d)
	}
	if f, ok := v.(float64); ok && d.IsInteger() && f == math.Trunc(f) && math.Abs(f) >= 1<<64 {
		return d, errs.New(errs.Invalid, "Invalid integer data type 'O'.")
	}
	return dtype.Common(d, column.Scalar(v).DType), nil
}

func (o *Shift) Infer(in []op.Meta) ([]op.Meta, error) {
	if *o.Periods == 0 || in[0].Kind == op.Frame && in[0].Rows() == (op.Dim{}) { // pandas keeps the dtypes of such a frame, not of a series
		return in[:1], nil
	}
	for _, c := range in[0].Cols {
		if c.Is.IsTemporal() && o.unlike(c.Is) { // rows of groups become objects
			return nil, o.noTime(c.Is)
		}
	}
	return eachColumn(in[0], o.TypeOf)
}

// unlike reports a fill value of another kind than d.
func (o *Shift) unlike(d dtype.DType) bool {
	v := o.FillValue
	return v != nil && !frame.IsMissing(v) && column.Scalar(v).DType.Kind != d.Kind
}

// noTime refuses a fill value that is none of a time dtype's.
func (o *Shift) noTime(d dtype.DType) error {
	word := "Timestamp"
	if d.IsTimedelta() {
		word = "Timedelta"
	}
	return errs.New(errs.Type, "value should be a '%s' or 'NaT'. Got %s instead", word, frame.CellText(o.FillValue))
}

// eachColumn is m with other dtypes of its columns.
func eachColumn(m op.Meta, f func(d dtype.DType) (dtype.DType, error)) ([]op.Meta, error) {
	cols := make([]op.Col, len(m.Cols))
	for i, c := range m.Cols {
		d, err := f(c.Is)
		if err != nil {
			return nil, err
		}
		cols[i] = op.Col{Name: c.Name, Type: op.T(d)}
	}
	m.Cols = cols
	return []op.Meta{m}, nil
}

func (*Shift) Labels(int) op.Look { return op.Passes }

func (*Shift) ColumnsOf(_ int, _ []op.Meta, want []int) ([]int, bool) { return want, true }

func (o *Shift) Tile(t *op.Tiler) error { return t.Out(halo(t, *o.Periods)) }

// halo gives every chunk the rows that periods rows up or down bring into it.
func halo(t *op.Tiler, periods int) op.Grid {
	return t.Halo(t.In(0), max(0, periods), max(0, -periods))
}

func (o *Shift) Exec(x *op.Exec) error {
	f := x.Frame(0)
	cols := make([]*frame.Column, len(f.Cols))
	err := x.Parallel(len(cols), func(i int) (err error) {
		cols[i], err = shiftColumn(x, i, *o.Periods, o.FillValue, x.Out(0).Cols[i].Is)
		return err
	})
	if err != nil {
		return err
	}
	return x.Put(0, &frame.Frame{Index: f.Index, Names: f.Names, Axis: f.Axis, Cols: cols, NRows: f.NRows, Ord: f.Ord})
}

// shiftColumn is column i of the chunk of a Halo task moved by rows, as dtype d.
func shiftColumn(x *op.Exec, i, periods int, fill any, d dtype.DType) (*frame.Column, error) {
	env := column.Env{Mem: x.Mem()}
	c := x.Frame(0).Cols[i]
	n := c.Rows
	before, after := x.Sides()
	var parts []*frame.Column
	stay := max(0, n-max(periods, -periods)) // rows of the chunk that stay in it
	lo := max(0, min(n, -periods))
	near := func(side int) (rows *frame.Column, free int) { // the neighbours' rows that move in, and the places that come free
		room := n - stay
		if side < 0 {
			return nil, room
		}
		b := x.Frame(side).Cols[i]
		if periods > 0 {
			missing := max(0, periods-b.Rows) // the rows before the first one
			free := min(room, missing)
			return b.Slice(b.Rows-min(b.Rows, periods), b.Rows-min(b.Rows, periods)+room-free), free
		}
		from := max(0, -periods-n)
		have := min(room, max(0, b.Rows-from))
		return b.Slice(min(from, b.Rows), min(from, b.Rows)+have), room - have
	}
	side := before
	if periods < 0 {
		side = after
	}
	rows, free := near(side)
	empty, err := Blank(env, fill, d, c, free)
	if err != nil {
		return nil, err
	}
	kept := c.Slice(lo, lo+stay)
	if periods > 0 {
		kept = c.Slice(0, stay)
		parts = []*frame.Column{empty, rows, kept}
	} else {
		parts = []*frame.Column{kept, rows, empty}
	}
	out := parts[:0]
	for _, p := range parts {
		if p == nil || p.Rows == 0 {
			continue
		}
		if p, err = env.Cast(p, d); err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	if len(out) == 0 {
		return env.Cast(c.Slice(0, 0), d)
	}
	return frame.Concat(x.Mem(), out...)
}

// Blank is n rows of the fill value, nil being a missing one, for a shifted c; nil for no rows.
func Blank(env column.Env, fill any, d dtype.DType, c *frame.Column, n int) (*frame.Column, error) {
	switch {
	case n == 0:
		return nil, nil
	case d.IsObject():
		vs := make([]any, n)
		for i := range vs {
			if vs[i] = fill; fill == nil && !c.DType.IsObject() {
				vs[i] = math.NaN()
			}
		}
		return frame.NewObjects(vs), nil
	case d.IsCategorical():
		code := -1
		if fill != nil && !frame.IsMissing(fill) {
			l, _ := frame.LabelOf(fill)
			k, ok := c.Dict.Code(l)
			if !ok {
				return nil, errs.New(errs.Type, "Cannot setitem on a Categorical with a new category (%s), set the categories first", frame.CellText(fill))
			}
			code = k
		}
		one := frame.NewDict(d, c.Dict, mem.WrapOf([]int32{int32(code)}), 0, 1, 4)
		return env.Repeat(one, n)
	}
	v, err := column.Missing(d)
	if fill != nil {
		v, err = column.Single(fill, d)
	}
	if err != nil {
		return nil, err
	}
	return env.Repeat(v, n)
}
