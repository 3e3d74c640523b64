package summary

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// RowsResult is the dtype of the reduction of every row over columns of these dtypes, and the dtype that
// values are brought to before. Errors: Type for columns that are not plain numbers or bools, unless they are
// only counted.
func (a Agg) RowsResult(ds ...dtype.DType) (out, in dtype.DType, err error) {
	if a.Func == group.Count {
		return dtype.Int64, in, nil
	}
	for i, d := range ds {
		if !d.Fixed() || d.Null || d.IsTemporal() {
			return out, in, errs.New(errs.Type, "dtype %s does not support operation '%s' along axis 1", d, a.Func)
		}
		if i == 0 {
			in = d
		} else if in, err = dtype.Promote(in, d); err != nil {
			return out, in, err
		}
	}
	if len(ds) == 0 {
		in = dtype.Float64
	}
	switch a.Func {
	case group.Any, group.All:
		return dtype.Bool, in, nil
	case group.Sum, group.Prod:
		return reduce.Result("sum", in), in, nil
	case group.Min, group.Max:
		return in, in, nil
	case group.Mean, group.Std, group.Var, group.Sem:
		if in.IsComplex() {
			return out, in, errs.New(errs.Type, "dtype %s does not support operation '%s' along axis 1", in, a.Func)
		}
		if in != dtype.Float32 {
			return dtype.Float64, in, nil
		}
	}
	return in, in, nil
}

// Rows reduces every one of n rows over the columns.
func (a Agg) Rows(al mem.Allocator, cols []*frame.Column, n int) (*frame.Column, error) {
	if a.Func == group.Count {
		return countRows(cols, n)
	}
	ds := make([]dtype.DType, len(cols))
	for i, c := range cols {
		ds[i] = c.DType
	}
	to, in, err := a.RowsResult(ds...)
	if err != nil {
		return nil, err
	}
	m, err := matrix(al, cols, n, in)
	if err != nil {
		return nil, err
	}
	fold := func(names ...string) ([]*nd.Array, error) {
		return reduce.Arrays(al, names, m, reduce.Options{Axes: []int{0}})
	}
	pre := "nan"
	if a.KeepNull || !in.IsFloat() {
		pre = ""
	}
	if len(cols) == 0 {
		return nil, errs.New(errs.Invalid, "no columns for a reduction along axis 1")
	}
	switch f := a.Func; f {
	case group.Any, group.All, group.Min, group.Max:
		if f == group.Any || f == group.All {
			if pre != "" { // NaN is skipped: it counts as what does not decide
				return truthRows(al, m, f, n)
			}
		}
		r, err := fold(pre + f.String())
		if err != nil {
			return nil, err
		}
		return column(r[0], to), nil
	case group.Sum, group.Prod:
		r, err := fold(pre+f.String(), "nancount")
		if err != nil {
			return nil, err
		}
		c := column(r[0], to)
		if a.MinCount > 0 {
			return least(al, c, nd.Data[int64](r[1]), a.MinCount)
		}
		return c, nil
	}
	r, err := fold("nancount", "nanm1", "nanm2")
	if err != nil {
		return nil, err
	}
	return a.moments(al, nd.Data[int64](r[0]), nd.Data[float64](r[1]), nd.Data[float64](r[2]), len(cols), to)
}

// moments finishes means and variances.
func (a Agg) moments(al mem.Allocator, count []int64, mean, m2 []float64, most int, to dtype.DType) (*frame.Column, error) {
	out, err := nd.New(al, dtype.Float64, len(count))
	if err != nil {
		return nil, err
	}
	v := nd.Data[float64](out)
	for i, n := range count {
		switch d := float64(n) - float64(a.Ddof); {
		case n == 0, a.KeepNull && n < int64(most):
			v[i] = nan
		case a.Func == group.Mean:
			v[i] = mean[i]
		case d <= 0:
			v[i] = nan
		case a.Func == group.Var:
			v[i] = m2[i] / d
		case a.Func == group.Std:
			v[i] = math.Sqrt(m2[i] / d)
		default:
			v[i] = math.Sqrt(m2[i] / d / float64(n))
		}
	}
	c := column(out, dtype.Float64)
	if to == dtype.Float64 {
		return c, nil
	}
	m, err := matrix(al, []*frame.Column{c}, len(count), to)
	if err != nil {
		return nil, err
	}
	return column(m, to), nil
}

// matrix is the columns as the rows of a matrix of dtype d.
func matrix(al mem.Allocator, cols []*frame.Column, n int, d dtype.DType) (*nd.Array, error) {
	m, err := nd.New(al, d, len(cols), n)
	if err != nil {
		return nil, err
	}
	for i, c := range cols {
		if c, err = c.Decode(al); err != nil {
			return nil, err
		}
		a, ok := c.Array()
		if !ok {
			return nil, errs.New(errs.Internal, "a %s column is no array", c.DType)
		}
		row := m.Box([]int{i, 0}, []int{1, n})
		if c.DType == d {
			b, _ := a.Reshape(1, n)
			if err := nd.Copy(row, b); err != nil {
				return nil, err
			}
			continue
		}
		l, err := basic.Cast(d, c.DType)
		if err != nil {
			return nil, err
		}
		from := basic.Bytes(a.Block.Bytes()[a.Offset*c.DType.Size():])
		if err := l.Run(n, []basic.Vec{from}, []basic.Vec{basic.Bytes(m.Block.Bytes()[row.Offset*d.Size():])}); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func column(a *nd.Array, d dtype.DType) *frame.Column {
	return frame.NewPlain(d, a.Block, a.Offset, a.Size(), frame.Bitmap{})
}

// truthRows is any or all over floats whose NaNs are skipped: the count of what decides is above zero, or
// not.
func truthRows(al mem.Allocator, m *nd.Array, f group.Func, n int) (*frame.Column, error) {
	r, err := reduce.Arrays(al, []string{"nancount", "count_nonzero", "count"}, m, reduce.Options{Axes: []int{0}})
	if err != nil {
		return nil, err
	}
	there, nonzero, all := nd.Data[int64](r[0]), nd.Data[int64](r[1]), nd.Data[int64](r[2])
	out := make([]bool, n)
	for i := range out {
		nans := all[i] - there[i] // NaN is not zero
		if out[i] = nonzero[i] > nans; f == group.All {
			out[i] = nonzero[i] == all[i]
		}
	}
	return frame.Of(out), nil
}

// least makes results of fewer values than wanted missing.
func least(al mem.Allocator, c *frame.Column, count []int64, most int) (*frame.Column, error) {
	rows := make([]int64, len(count))
	for i, n := range count {
		if rows[i] = int64(i); n < int64(most) {
			rows[i] = -1
		}
	}
	t, err := c.Take(al, rows)
	if err != nil || !t.IsPending() {
		return t, err
	}
	return t.Settle(al, t.HasNulls())
}

func countRows(cols []*frame.Column, n int) (*frame.Column, error) {
	out := make([]int64, n)
	for _, c := range cols {
		for i := range out {
			if !c.IsNull(i) {
				out[i]++
			}
		}
	}
	return frame.Of(out), nil
}
