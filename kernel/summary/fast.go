package summary

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

var nan = math.NaN()

// fast folds a column of plain numbers to the partials that package group would make; ok is false for other columns.
func (a Agg) fast(al mem.Allocator, c *frame.Column) (out []*frame.Column, ok bool, err error) {
	d := c.DType
	if !d.IsReal() && !d.IsBool() || d.Null || c.IsPending() || c.Rows == 0 || c.Enc == frame.Dict {
		return nil, false, nil
	}
	if c.Enc != frame.Plain {
		if c, err = c.Decode(al); err != nil {
			return nil, false, err
		}
	}
	v, ok := c.Array()
	if !ok {
		return nil, false, nil
	}
	there := func() *frame.Column { return frame.Of([]int64{int64(c.Rows - c.NullCount())}) }
	fold := func(to dtype.DType, names ...string) bool {
		as, e := reduce.Arrays(al, names, v, reduce.Options{DType: to})
		if err = e; e != nil {
			return false
		}
		for _, r := range as {
			out = append(out, one(r))
		}
		return true
	}
	switch f := a.Func; {
	case f == group.Count:
		return []*frame.Column{there()}, true, nil
	case f == group.Sum, f == group.Prod, f == group.Mean:
		to := reduce.Result("sum", d)
		name := "nansum"
		if f == group.Prod {
			name = "nanprod"
		}
		if d.IsFloat() || f == group.Mean {
			to = dtype.Float64
		}
		if !fold(to, name) {
			break
		}
		if f == group.Mean || a.MinCount > 0 {
			out = append(out, there())
		}
	case f == group.Std, f == group.Var, f == group.Sem:
		if fold(dtype.DType{}, "nancount", "nanm1", "nanm2") && out[0].Cell(0) == int64(0) {
			out[1], out[2] = frame.Of([]float64{0}), frame.Of([]float64{0})
		}
	case f == group.Min:
		fold(dtype.DType{}, "nanmin")
	case f == group.Max:
		fold(dtype.DType{}, "nanmax")
	case (f == group.Any || f == group.All) && !d.IsFloat():
		fold(dtype.DType{}, f.String())
	default:
		return nil, false, nil
	}
	return out, err == nil, err
}

// one is a single number as a column.
func one(a *nd.Array) *frame.Column {
	return frame.NewPlain(a.DType, a.Block, a.Offset, 1, frame.Bitmap{})
}

// narrow is a float column of one row in another precision.
func narrow(c *frame.Column, d dtype.DType) (*frame.Column, error) {
	v, ok := c.Cell(0).(float64)
	if !ok || d != dtype.Float32 {
		return nil, errs.New(errs.Internal, "a %s result as %s", c.DType, d)
	}
	return frame.Of([]float32{float32(v)}), nil
}
