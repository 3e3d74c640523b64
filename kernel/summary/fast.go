package summary

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

var nan = math.NaN()

// MapAll is Map of several columns. Neighbours that lie in one block as the rows of a matrix, as those of a
// tensor do, are folded together.
func (a Agg) MapAll(al mem.Allocator, cols []*frame.Column, par parallel.Func) ([][]*frame.Column, error) {
	out := make([][]*frame.Column, len(cols))
	var runs [][2]int
	for lo := 0; lo < len(cols); {
		hi := lo + 1
		for hi < len(cols) && a.joins(cols, lo, hi) {
			hi++
		}
		runs = append(runs, [2]int{lo, hi})
		lo = hi
	}
	err := par.Each(len(runs), func(k int) error {
		lo, hi := runs[k][0], runs[k][1]
		if hi-lo > 1 {
			parts, ok, err := a.fast(al, cols[lo:hi])
			if ok || err != nil {
				copy(out[lo:], a.withNulls(parts, cols[lo:hi]))
				return err
			}
		}
		for i := lo; i < hi; i++ {
			var err error
			if out[i], err = a.Map(al, cols[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return out, err
}

// joins reports that column hi continues the matrix that starts with column lo.
func (a Agg) joins(cols []*frame.Column, lo, hi int) bool {
	c, d := cols[hi-1], cols[hi]
	return plain(c) && plain(d) && c.DType == d.DType && c.Data == d.Data && c.Rows == d.Rows && d.Offset-c.Offset == cols[lo+1].Offset-cols[lo].Offset
}

// plain reports a column of numbers or bools that an array can be made of.
func plain(c *frame.Column) bool {
	d := c.DType
	return (d.IsReal() || d.IsBool()) && !d.Null && !c.IsPending() && c.Rows > 0 && c.Enc == frame.Plain
}

// withNulls adds the counts of missing rows where a missing one counts.
func (a Agg) withNulls(parts [][]*frame.Column, cols []*frame.Column) [][]*frame.Column {
	for i, c := range cols {
		if i < len(parts) && a.extra(c.DType) == 1 {
			parts[i] = append(parts[i], frame.Of([]int64{int64(c.NullCount())}))
		}
	}
	return parts
}

// fast folds columns of plain numbers, the rows of a matrix, to the partials that package group would make;
// ok is false for other columns.
func (a Agg) fast(al mem.Allocator, cols []*frame.Column) (out [][]*frame.Column, ok bool, err error) {
	if a.planes(cols[0].DType) > 0 {
		out, err = a.exact(al, cols)
		return out, err == nil, err
	}
	c, d := cols[0], cols[0].DType
	if c, err = flat(al, c); err != nil || !plain(c) {
		return nil, false, err
	}
	v := rowsOf(c, cols)
	out = make([][]*frame.Column, len(cols))
	add := func(f func(i int) *frame.Column) {
		for i := range out {
			out[i] = append(out[i], f(i))
		}
	}
	there := func(i int) *frame.Column { return frame.Of([]int64{int64(c.Rows - cols[i].NullCount())}) }
	fold := func(to dtype.DType, names ...string) bool {
		as, e := reduce.Arrays(al, names, v, reduce.Options{Axes: []int{1}, DType: to})
		if err = e; e != nil {
			return false
		}
		for _, r := range as {
			add(func(i int) *frame.Column { return frame.NewPlain(r.DType, r.Block, r.Offset+i, 1, frame.Bitmap{}) })
		}
		return true
	}
	switch f := a.Func; {
	case f == group.Count:
		add(there)
	case f == group.Sum, f == group.Prod:
		to, name := reduce.Result("sum", d), "nansum"
		if f == group.Prod {
			name = "nanprod"
		}
		if d.IsFloat() {
			to = dtype.Float64
		}
		if fold(to, name) && a.MinCount > 0 {
			add(there)
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

// flat is a column of numbers as a plain one, where that is no detour.
func flat(al mem.Allocator, c *frame.Column) (*frame.Column, error) {
	if c.Enc != frame.Plain && c.Enc != frame.Dict && c.Objects == nil {
		return c.Decode(al)
	}
	return c, nil
}

// rowsOf is columns that lie as the rows of a matrix, the first of which is c, plain.
func rowsOf(c *frame.Column, cols []*frame.Column) *nd.Array {
	v := &nd.Array{DType: c.DType, Shape: []int{len(cols), c.Rows}, Strides: []int{c.Rows, 1}, Block: c.Data, Offset: c.Offset}
	if len(cols) > 1 {
		v.Strides[0] = cols[1].Offset - c.Offset
	}
	return v
}

// narrow is a float column of one row in another precision.
func narrow(c *frame.Column, d dtype.DType) (*frame.Column, error) {
	v, ok := c.Cell(0).(float64)
	if !ok || d != dtype.Float32 {
		return nil, errs.New(errs.Internal, "a %s result as %s", c.DType, d)
	}
	return frame.Of([]float32{float32(v)}), nil
}
