package cells

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

func (o *Binary) Tile(t *op.Tiler) error {
	in := make([]op.Meta, len(t.Ins()))
	for i, g := range t.Ins() {
		in[i] = g.Meta
	}
	switch {
	case len(in) == 1:
		return t.Out(t.Map(t.In(0)))
	case in[1].Kind == op.Tensor:
		return t.Out(o.positions(t, o.down(in)))
	case !o.across(in) && o.Identical:
		gs := []op.Grid{t.In(0), t.In(1)}
		if same := t.Same(gs); t.Err() == nil && !same {
			return t.Fail(o.unlike(in[0]))
		}
		return t.Out(t.Map(gs...))
	case !o.across(in):
		return t.Out(t.Align(op.Outer, t.In(0), t.In(1)))
	}
	g := t.One(t.In(1))
	if _, known, _ := o.match(in); !known {
		if err := t.Need(op.Values, g); err != nil {
			return err
		}
		ps, err := pairs(schema.LabelsOf(in[0].Cols), rowLabels(t.Value(g).(*frame.Frame)))
		if err != nil {
			return err
		}
		in[1] = widened(in[1], ps)
		m := t.Meta(0)
		if m.Cols, err = o.columns(in, ps, true); err != nil {
			return err
		}
		m.Open = false
		t.Refine(0, m)
	}
	return t.Out(t.Map(t.In(0), op.Whole(g)))
}

// widened is a series with the dtype that it has once it is laid along columns of which it lacks some.
func widened(s op.Meta, ps []pair) op.Meta {
	if slices.ContainsFunc(ps, func(p pair) bool { return p.j < 0 }) {
		s.Cols = slices.Clone(s.Cols)
		s.Cols[0].Type = op.T(s.Cols[0].Is.WithMissing())
	}
	return s
}

// positions meets a tensor by position: cut as the rows are cut, columns whole; down says that a vector has a
// value for each row.
func (o *Binary) positions(t *op.Tiler, down bool) op.Grid {
	f, g := t.In(0), t.In(1)
	if len(g.Shape) == 0 || len(g.Shape) == 1 && f.Meta.Kind == op.Frame && !down {
		return t.Map(f, op.Whole(g))
	}
	if f.Meta.Kind == op.Series {
		return t.Map(f, g)
	}
	if t.Need(op.Rows, f, g) != nil {
		return op.Grid{}
	}
	if rows, values := op.Sum(t.Splits(f, 0)), op.Sum(t.Splits(g, 0)); down && schema.Clash(rows, values) {
		t.Fail(unlikeRows(rows, values))
		return op.Grid{}
	}
	splits := [][]op.Dim{t.Splits(f, 0)}
	if !down {
		splits = append(splits, []op.Dim{op.Sum(t.Splits(g, 1))})
	}
	return t.Pair(f, t.Rechunk(g, splits...))
}

// rowLabels are the labels of the rows of a small frame.
func rowLabels(f *frame.Frame) []frame.Label {
	ls := make([]frame.Label, f.NRows)
	for i := range ls {
		ls[i] = f.Index.Label(i)
	}
	return ls
}

// Lower computes series of numbers, bools or times in block programs: labels are equal at the stage that is
// lowered.
func (o *Binary) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	if o.FillValue != nil {
		return 0
	}
	x, y := in[0], kernel.Reg(0)
	v, single := o.scalar()
	second := column.Scalar(v)
	if !single {
		y = in[1]
		second = column.Col(b.Type(y))
	}
	f, err := o.settle(column.Col(b.Type(x)), second)
	if err != nil {
		return 0
	}
	if o.row.reverse {
		x, y = y, x
	}
	return f.Lower(b, x, y)
}

func (o *Binary) Exec(x *op.Exec) error {
	e, f := chunk.Env(x), x.Frame(0)
	in := []op.Meta{schemaOf(f, x.InMeta(0).Kind)}
	var l, r []int64
	var second func(j int) (*frame.Column, error)
	var value any
	ps := []pair(nil)
	switch b := o.other(x).(type) {
	case nil:
	case *nd.Array:
		in = append(in, op.NewTensor(b.DType, op.Dims(b.Shape...)...))
		if len(b.Shape) == 0 {
			v, err := chunk.GoValue(b)
			if err != nil {
				return err
			}
			value = v
		}
		second = func(j int) (*frame.Column, error) {
			return along(e, b, in[0].Kind == op.Frame && !o.down(in), j, f.NRows)
		}
	case *frame.Frame:
		in = append(in, schemaOf(b, x.InMeta(1).Kind))
		switch {
		case o.across(in):
			var err error
			if ps, err = pairs(f.Names, rowLabels(b)); err != nil {
				return err
			}
			wide := widened(in[1], ps).Cols[0].Is
			second = func(j int) (*frame.Column, error) {
				c, err := e.Cast(b.Cols[0].Slice(j, j+1), wide)
				if err != nil {
					return nil, err
				}
				return e.Repeat(c, f.NRows)
			}
		case x.Stage == op.Final:
			ix, left, right, err := e.Outer(f.Index, b.Index)
			if err != nil {
				return err
			}
			l, r = left, right
			f = f.Select(All(len(f.Cols))...).WithOrd(nil)
			f.Index, f.NRows = ix, ix.N
			second = func(j int) (*frame.Column, error) { return e.Moved(b.Cols[j], r) }
		case f.NRows != b.NRows:
			return errs.New(errs.Internal, "chunks of %d and %d rows under the same labels", f.NRows, b.NRows)
		default:
			second = func(j int) (*frame.Column, error) { return b.Cols[j], nil }
		}
	}
	if ps == nil {
		var err error
		if ps, _, err = o.match(in); err != nil {
			return err
		}
	}
	out := &frame.Frame{Index: f.Index, NRows: f.NRows, Axis: f.Axis, Ord: f.Ord}
	computed := o.computed(ps)
	for _, p := range ps {
		c, err := o.column(e, p, computed, func() (*frame.Column, error) { return e.Moved(f.Cols[p.i], l) }, second, value, f.NRows)
		if err != nil {
			return err
		}
		out.Names, out.Cols = append(out.Names, p.name), append(out.Cols, c)
	}
	return x.Put(0, out)
}

// schemaOf describes a chunk as a value of a kind.
func schemaOf(f *frame.Frame, k op.Kind) op.Meta {
	m := *op.SchemaOf(f)
	m.Kind = k
	return m
}

// All are the places of n columns.
func All(n int) []int {
	at := make([]int, n)
	for i := range at {
		at[i] = i
	}
	return at
}

// other is the second operand, nil for a single value.
func (o *Binary) other(x *op.Exec) any {
	if x.Len() < 2 {
		return nil
	}
	return x.In(1)
}

// column computes one column of the result.
func (o *Binary) column(e column.Env, p pair, computed bool, first func() (*frame.Column, error), second func(j int) (*frame.Column, error), value any, n int) (*frame.Column, error) {
	var a, b *frame.Column
	var err error
	if (p.i < 0 || p.j < 0) && !computed {
		return missing(e, n)
	}
	if a, err = missing(e, n); p.i >= 0 && err == nil {
		a, err = first()
	}
	if err != nil {
		return nil, err
	}
	v, single := o.scalar()
	if value != nil {
		v, single = value, true
	}
	arg := column.Scalar(v)
	if !single {
		if b, err = missing(e, n); p.j >= 0 && err == nil {
			b, err = second(p.j)
		}
		if err != nil {
			return nil, err
		}
	}
	if o.FillValue != nil {
		with := b
		if with == nil { // a value that is there
			with = frame.Of(make([]bool, n))
		}
		for _, c := range []*frame.Column{a, with} {
			if d := c.DType; d.Null && d.IsInteger() && c.HasNulls() {
				if _, ok := held(o.FillValue, d); !ok {
					return nil, unheld(o.FillValue, d)
				}
			}
		}
		if a, with, err = e.FillPair(a, with, o.FillValue); err != nil {
			return nil, err
		}
		if b != nil {
			b = with
		}
	}
	if !single {
		arg = column.Col(b.DType)
	}
	f, err := o.settle(column.Col(a.DType), arg)
	if err != nil {
		return nil, err
	}
	if o.row.reverse {
		a, b = b, a
	}
	return f.Run(e, a, b)
}

// missing is a column that one side lacks.
func missing(e column.Env, n int) (*frame.Column, error) {
	one, err := column.Missing(dtype.Float64)
	if err != nil {
		return nil, err
	}
	return e.Repeat(one, n)
}

// along is column j of an array that meets rows by position: a column of a matrix, the one value, a vector,
// or of a row its element j.
func along(e column.Env, a *nd.Array, row bool, j, n int) (*frame.Column, error) {
	switch {
	case len(a.Shape) == 2:
		a = a.Index(1, j)
	case len(a.Shape) == 1 && row:
		a = a.Index(0, j)
	}
	if len(a.Shape) == 0 {
		one, _ := a.Reshape(1)
		c, err := frame.FromArray(e.Mem, one)
		if err != nil {
			return nil, err
		}
		return e.Repeat(c, n)
	}
	return frame.FromArray(e.Mem, a)
}

// Look passes where rows meet by place; labels that differ are sorted.
func (o *Binary) Look(int) op.Look { return op.Passes }

// Labels pass; Align looks at those that it must.
func (o *Binary) Labels(i int) op.Look { return op.Passes }

// MeetsLabels but for a series that lies along the columns.
func (o *Binary) MeetsLabels(in []op.Meta) bool { return len(in) > 1 && !o.across(in) }
