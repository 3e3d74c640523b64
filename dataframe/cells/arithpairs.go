package cells

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// A pair is a column of the result: column i of the first operand with column j of the second, -1 where there
// is none.
type pair struct {
	name frame.Label
	i, j int
}

// pairs are the columns of the result for column labels of both operands. Labels that differ are joined in
// ascending order.
func pairs(a, b []frame.Label) ([]pair, error) {
	var out []pair
	if slices.Equal(a, b) {
		for i, l := range a {
			out = append(out, pair{l, i, i})
		}
		return out, nil
	}
	place := func(ls []frame.Label) map[frame.Label]int {
		m := map[frame.Label]int{}
		for i, l := range ls {
			m[l.Key()] = i
		}
		return m
	}
	pa, pb := place(a), place(b)
	if len(pa) < len(a) || len(pb) < len(b) {
		return nil, errs.New(errs.Invalid, "cannot reindex on an axis with duplicate labels")
	}
	for i, l := range a {
		j, ok := pb[l.Key()]
		if !ok {
			j = -1
		}
		out = append(out, pair{l, i, j})
	}
	for j, l := range b {
		if _, ok := pa[l.Key()]; !ok {
			out = append(out, pair{l, -1, j})
		}
	}
	slices.SortStableFunc(out, func(p, q pair) int { return p.name.Compare(q.name) })
	return out, nil
}

// match pairs the columns of the operands. ok is false where the labels of a series decide, which are not
// known yet.
func (o *Binary) match(in []op.Meta) (ps []pair, ok bool, err error) {
	a := schema.LabelsOf(in[0].Cols)
	if len(in) == 1 || in[1].Kind == op.Tensor || in[0].Kind == op.Series || in[1].Kind == op.Series && !o.across(in) {
		for i, l := range a {
			j := 0
			if len(in) == 2 && in[1].Kind == op.Tensor && len(in[1].Dims) > 0 && in[0].Kind == op.Frame {
				j = i
			}
			ps = append(ps, pair{l, i, j})
		}
		if len(in) == 2 && in[1].Kind == op.Series && in[0].Kind == op.Series && in[0].Cols[0].Name != in[1].Cols[0].Name {
			ps[0].name = frame.Label{}
		}
		return ps, true, nil
	}
	if in[1].Kind == op.Series {
		if in[1].Index.Token != schema.NamesMeta(in[0].Cols, nil).Token {
			return nil, false, nil
		}
		for i, l := range a {
			ps = append(ps, pair{l, i, i})
		}
		return ps, true, nil
	}
	ps, err = pairs(a, schema.LabelsOf(in[1].Cols))
	return ps, true, err
}

// computed reports that a column that one operand lacks is computed with a missing one; else it is missing
// itself.
func (o *Binary) computed(ps []pair) bool {
	common := slices.ContainsFunc(ps, func(p pair) bool { return p.i >= 0 && p.j >= 0 })
	return !common || o.FillValue != nil || o.row.compares() || o.row.fn == "pow"
}

// settle finds the function of two columns.
func (o *Binary) settle(a, b column.Arg) (column.Op, error) {
	if o.row.reverse {
		a, b = b, a
	}
	return column.Settle(o.row.fn, a, b)
}

// result is the dtype of a column. Where the labels may differ, missing rows may make it another.
func (o *Binary) result(a, b column.Arg, aligned bool) (op.Type, error) {
	f, err := o.settle(a, b)
	if err != nil {
		return op.Type{}, err
	}
	t := op.T(f.Out)
	if !f.Or.IsZero() {
		t = op.Pending(f.Out, f.Or)
	}
	if aligned {
		return t, nil
	}
	if a.DType.IsBool() && b.DType.IsBool() && f.Out == dtype.Bool && !o.row.compares() && !o.row.logic() {
		return op.T(dtype.Object), nil
	}
	g, err := o.settle(column.Col(a.DType.WithMissing()), column.Col(b.DType.WithMissing()))
	if err == nil && g.Out != f.Out {
		t = op.Pending(f.Out, g.Out)
	}
	return t, nil
}

// args are the operands of a pair, as far as dtypes go.
func (o *Binary) args(p pair, in []op.Meta) (a, b column.Arg) {
	a, b = column.Col(dtype.Float64), column.Col(dtype.Float64)
	if p.i >= 0 {
		a = column.Col(in[0].Cols[p.i].Is)
	}
	if v, ok := o.scalar(); ok {
		return a, column.Scalar(v)
	}
	switch {
	case in[1].Kind == op.Tensor && len(in[1].Dims) == 0:
		b = column.Scalar(weak(in[1].DType.Is))
	case in[1].Kind == op.Tensor:
		b = column.Col(in[1].DType.Is)
	case in[1].Kind == op.Series:
		b = column.Col(in[1].Cols[0].Is)
	case p.j >= 0:
		b = column.Col(in[1].Cols[p.j].Is)
	}
	return a, b
}

// weak is a number of the kind of d: numbers of NumPy's count as Python's in pandas.
func weak(d dtype.DType) any {
	switch {
	case d.IsBool():
		return true
	case d.IsInteger():
		return int64(1)
	case d.IsFloat():
		return 1.0
	case d.IsDatetime():
		return frame.Timestamp{Unit: max(d.Unit, dtype.Second)}
	case d.IsTimedelta():
		return frame.Timedelta{Ticks: 1, Unit: max(d.Unit, dtype.Second)}
	}
	return complex(1, 0)
}

// columns are the columns of the result.
func (o *Binary) columns(in []op.Meta, ps []pair, aligned bool) ([]op.Col, error) {
	cols := make([]op.Col, len(ps))
	computed := o.computed(ps)
	for k, p := range ps {
		cols[k] = op.Col{Name: p.name, Type: op.T(dtype.Float64)}
		if (p.i < 0 || p.j < 0) && !computed {
			continue
		}
		a, b := o.args(p, in)
		var err error
		if cols[k].Type, err = o.result(a, b, aligned); err != nil {
			return nil, err
		}
		if z := b; len(in) == 2 && b.Scalar && b.Value == int64(1) { // which may turn out to be zero
			z.Value = int64(0)
			if f, err := o.settle(a, z); err == nil && f.Out != cols[k].Is {
				cols[k].Type = op.Pending(cols[k].Is, f.Out)
			}
		}
	}
	return cols, nil
}
