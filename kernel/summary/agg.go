package summary

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/mem"
)

// An Agg is a reduction of a column with its parameters. Func is one of Sum, Prod, Min, Max, Mean, Std, Var,
// Sem, Any, All, Count of package group.
type Agg struct {
	Func     group.Func
	KeepNull bool // skipna=False: a missing row makes the result missing
	MinCount int  // of Sum and Prod: fewer rows that are there make the result missing
	Ddof     int  // of Std, Var and Sem
}

func (a Agg) inner() group.Agg {
	g := group.Agg{Func: a.Func, Ddof: a.Ddof}
	if a.Func == group.Sum || a.Func == group.Prod {
		g.MinCount = a.MinCount
	}
	return g
}

// Result is the dtype of the reduction of a column of dtype d. Errors: Type, in pandas' words.
func (a Agg) Result(d dtype.DType) (dtype.DType, error) {
	if err := a.check(d); err != nil {
		return d, err
	}
	switch {
	case a.Func == group.Count:
		return dtype.Int64, nil
	case a.Func == group.Mean && d == dtype.Float32:
		return d, nil
	}
	return a.inner().Result(d)
}

// check refuses what pandas does not reduce.
func (a Agg) check(d dtype.DType) error {
	f := a.Func
	switch {
	case f == group.Count:
	case d.IsString():
		switch f {
		case group.Sum, group.Min, group.Max:
			return nil
		case group.Any, group.All:
			if !d.Null {
				return nil
			}
		}
		return errs.New(errs.Type, "Cannot perform reduction '%s' with string dtype", f)
	case d.IsCategorical():
		if f != group.Min && f != group.Max {
			return errs.New(errs.Type, "'Categorical' with dtype category does not support operation '%s'", f)
		}
		if !d.Ordered {
			return errs.New(errs.Type, "Categorical is not ordered for operation %s\nyou can use .as_ordered() to change the Categorical to an ordered one\n", f)
		}
	case d.IsDatetime() && (f == group.Any || f == group.All):
		return errs.New(errs.Type, "'%s' with datetime64 dtypes is not supported. Use (obj != pd.Timestamp(0)).%s() instead.", f, f)
	case d.IsDatetime() && f == group.Sum, d.IsTemporal() && (f == group.Prod || f == group.Var):
		name := "DatetimeArray"
		if d.IsTimedelta() {
			name = "TimedeltaArray"
		}
		return errs.New(errs.Type, "'%s' with dtype %s does not support operation '%s'", name, d, f)
	}
	return nil
}

// Never reports that so many rows never have a result of dtype d: the least of nothing.
func (a Agg) Never(rows int) bool {
	switch a.Func {
	case group.Min, group.Max:
		return rows == 0
	case group.Sum, group.Prod:
		return rows < a.MinCount
	}
	return false
}

// Asks reports that the result of a column of dtype d, which cannot miss rows, may be missing all the same.
func (a Agg) Asks(d dtype.DType) bool {
	return !frame.CanMiss(d) && (a.Func == group.Min || a.Func == group.Max || a.Never(0))
}

// Width is the number of partial columns for a column of dtype d.
func (a Agg) Width(d dtype.DType) (int, error) {
	p, err := a.inner().Partials(d)
	n := len(p)
	if k := a.planes(d); k > 0 {
		n = 2*k + 1
		if a.counts() {
			n++
		}
	}
	return n + a.extra(d), err
}

// extra is 1 where partials end with a count of missing rows.
func (a Agg) extra(d dtype.DType) int {
	if a.KeepNull && frame.CanMiss(d) && a.Func != group.Count {
		return 1
	}
	return 0
}

// Map reduces the rows of one chunk to partial columns of one row.
func (a Agg) Map(al mem.Allocator, c *frame.Column) ([]*frame.Column, error) {
	parts, ok, err := a.fast(al, []*frame.Column{c})
	if err != nil {
		return nil, err
	}
	if !ok {
		g, err := group.One(al, c.Rows)
		if err != nil {
			return nil, err
		}
		p, err := a.inner().Map(al, g, c)
		if err != nil {
			return nil, err
		}
		parts = [][]*frame.Column{p}
	}
	return a.withNulls(parts, []*frame.Column{c})[0], nil
}

// Combine joins partials, whose rows are those of earlier calls in chunk order, to one row. d is the dtype of
// the column.
func (a Agg) Combine(al mem.Allocator, parts []*frame.Column, d dtype.DType) ([]*frame.Column, error) {
	n := len(parts) - a.extra(d)
	g, err := group.One(al, parts[0].Rows)
	if err != nil {
		return nil, err
	}
	var out []*frame.Column
	if k := a.planes(d); k > 0 {
		out, err = joinExact(al, g, parts[:n], k)
	} else {
		out, err = a.inner().Combine(al, g, parts[:n], d)
	}
	if err != nil || n == len(parts) {
		return out, err
	}
	nulls, err := group.Agg{Func: group.Sum}.Direct(al, g, parts[n])
	return append(out, nulls), err
}

// Final is the result of one row of partials of a column of dtype d. Where nothing was there for a dtype that
// cannot miss, it is float64 NaN.
func (a Agg) Final(al mem.Allocator, parts []*frame.Column, d dtype.DType) (*frame.Column, error) {
	n := len(parts) - a.extra(d)
	r, err := a.Result(d)
	if err != nil {
		return nil, err
	}
	rounded := parts[:n]
	if k := a.planes(d); k > 0 {
		if rounded, err = a.rounded(al, rounded, k, r); err != nil {
			return nil, err
		}
	}
	c, err := a.inner().Final(al, rounded, d)
	if err != nil {
		return nil, err
	}
	if n < len(parts) && parts[n].Cell(0).(int64) > 0 {
		if c, err = a.absorb(al, c); err != nil {
			return nil, err
		}
	}
	switch {
	case c.IsPending() && c.IsNull(0), c.DType.IsObject() && !r.IsObject():
		return frame.Of([]float64{nan}), nil
	case c.IsPending():
		return c.Settle(al, false)
	case a.Func == group.Count && c.DType != r:
		c, _ = c.Cast(r)
		return c, nil
	case c.DType == r:
		return c, nil
	}
	return narrow(c, r)
}

// absorb is the result where a row was missing and counts. NaN is true; NA leaves a truth that is decided as
// it is.
func (a Agg) absorb(al mem.Allocator, c *frame.Column) (*frame.Column, error) {
	decided := a.Func == group.Any && c.Cell(0) == true || a.Func == group.All && c.Cell(0) == false
	switch {
	case a.Func != group.Any && a.Func != group.All:
		return c.Take(al, []int64{-1})
	case decided, !c.DType.Null && a.Func == group.All:
		return c, nil
	case c.DType.Null:
		return c.Take(al, []int64{-1})
	}
	return frame.Of([]bool{true}), nil
}
