package group

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// counted reports that the partials hold a count for MinCount last.
func (a Agg) counted() bool {
	switch a.Func {
	case Sum, Prod, Min, Max, First, Last:
		return a.MinCount > 0
	}
	return false
}

// Partials are the dtypes of the columns of Map and Combine for a column of dtype d.
func (a Agg) Partials(d dtype.DType) ([]dtype.DType, error) {
	if _, err := a.Result(d); err != nil {
		return nil, err
	}
	var p []dtype.DType
	switch a.Func {
	case Sum, Prod:
		switch {
		case d.IsFloat():
			p = append(p, dtype.Float64)
		case d.IsComplex():
			p = append(p, dtype.Complex128)
		case d.IsUint():
			p = append(p, dtype.Uint64)
		case d.IsBool() || d.IsInt():
			p = append(p, dtype.Int64)
		default:
			p = append(p, d)
		}
	case Min, Max, First, Last:
		p = append(p, d)
	case Count, Size:
		return []dtype.DType{dtype.Int64}, nil
	case Any, All:
		return []dtype.DType{dtype.Bool}, nil
	case Mean:
		switch {
		case d.IsTemporal():
			return []dtype.DType{dtype.Int64, dtype.Uint64, dtype.Int64}, nil
		case d.IsComplex():
			return []dtype.DType{dtype.Complex128, dtype.Int64}, nil
		}
		return []dtype.DType{dtype.Float64, dtype.Int64}, nil
	case Std, Var, Sem:
		return []dtype.DType{dtype.Int64, dtype.Float64, dtype.Float64}, nil
	default:
		return nil, errs.New(errs.Internal, "%s has no partial form", a.Func)
	}
	if a.counted() {
		p = append(p, dtype.Int64)
	}
	return p, nil
}

// Map aggregates the rows of one chunk: partial columns with one row per group of g.
func (a Agg) Map(al mem.Allocator, g *Groups, c *frame.Column) ([]*frame.Column, error) {
	if _, err := a.Partials(c.DType); err != nil {
		return nil, err
	}
	if parts, err := a.alone(al, g, c); parts != nil || err != nil {
		return parts, err
	}
	switch a.Func {
	case Size:
		n, err := countOf(al, g, nil)
		return []*frame.Column{n}, err
	case Std, Var, Sem:
		return momentsOf(al, g, c)
	case Mean:
		switch d := c.DType; {
		case d.IsTemporal():
			return timeSums(al, g, c)
		case d.IsInteger() || d.IsBool():
			if parts, ok, err := wholeMeans(al, g, c); ok || err != nil {
				return parts, err
			}
			fallthrough
		case !d.IsComplex():
			v, err := floats(al, c)
			if err != nil {
				return nil, err
			}
			return floatMeans(al, g, v)
		}
	}
	var there []bool
	var err error
	if a.counted() || a.Func == Count || a.Func == Any || a.Func == All || a.Func == Mean {
		if there, err = present(al, c); err != nil {
			return nil, err
		}
	}
	var out []*frame.Column
	add := func(c *frame.Column, e error) {
		out = append(out, c)
		if err == nil {
			err = e
		}
	}
	switch a.Func {
	case Count:
		add(countOf(al, g, there))
	case Sum:
		add(sumOf(al, g, c))
	case Prod:
		add(prodOf(al, g, c))
	case Mean:
		add(complexSums(al, g, c, true))
		add(countOf(al, g, there))
	case Min, Max, First, Last:
		add(a.picked(al, g, c))
	case Any, All:
		add(truths(al, g, c, there, a.Func))
	}
	if err == nil && a.counted() {
		add(countOf(al, g, there))
	}
	return out, err
}

func (a Agg) picked(al mem.Allocator, g *Groups, c *frame.Column) (*frame.Column, error) {
	if a.Func == Min || a.Func == Max {
		if b, err := bestOf(al, g, c, a.Func == Max); b != nil || err != nil {
			return b, err
		}
	}
	rows, err := pickRows(al, g, c, a.Func)
	if err != nil {
		return nil, err
	}
	out, err := c.Take(al, rows)
	if err == nil && c.DType.IsObject() { // an object that is missing is None here, as in pandas' groupby
		for i, r := range rows {
			if r < 0 {
				out.Objects[i] = nil
			}
		}
	}
	return out, err
}

// Combine merges partial rows by group: g groups the rows of parts, which are those of earlier Map and
// Combine calls end to end in chunk order. d is the dtype of the column that Map read.
func (a Agg) Combine(al mem.Allocator, g *Groups, parts []*frame.Column, d dtype.DType) ([]*frame.Column, error) {
	switch a.Func {
	case Std, Var, Sem:
		return mergeMoments(al, g, parts)
	case Mean:
		if d.IsTemporal() {
			return mergeTimeSums(al, g, parts)
		}
	}
	out := make([]*frame.Column, len(parts))
	for i, p := range parts {
		var err error
		switch {
		case i > 0 || a.Func == Count || a.Func == Size:
			out[i], err = sumOf(al, g, p)
		case a.Func == Sum || a.Func == Mean:
			out[i], err = joinSums(al, g, p)
		case a.Func == Prod:
			if out[i], err = prodOf(al, g, p); err == nil {
				err = keepNaN(al, g, p, out[i])
			}
		case a.Func == Any || a.Func == All:
			out[i], err = truths(al, g, p, nil, a.Func)
		default:
			out[i], err = a.picked(al, g, p)
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Final makes the result from merged partials of a column of dtype d.
func (a Agg) Final(al mem.Allocator, parts []*frame.Column, d dtype.DType) (*frame.Column, error) {
	r, err := a.Result(d)
	if err != nil {
		return nil, err
	}
	switch a.Func {
	case Std, Var, Sem:
		v, err := spread(al, parts, a)
		if err != nil {
			return nil, err
		}
		return fromFloats(al, v, r)
	case Mean:
		return means(al, parts, d, r)
	}
	c := parts[0]
	switch {
	case a.Func == Sum && r.IsObject():
		c = orZero(c)
	case c.DType.IsFloat() && c.DType != r && r.IsFloat():
		v, err := values[float64](al, c)
		if err != nil {
			return nil, err
		}
		if c, err = fromFloats(al, v, r); err != nil { // a sum that is NaN though nothing was missing is missing in a nullable dtype
			return nil, err
		}
	case c.DType != r:
		if c, err = retype(al, c, r); err != nil {
			return nil, err
		}
	}
	if !a.counted() {
		return c, nil
	}
	n, err := values[int64](al, parts[len(parts)-1])
	if err != nil {
		return nil, err
	}
	return withMinCount(al, c, n, a.MinCount)
}

// retype is c under another dtype that is stored alike: int64 as Int64, bool as boolean.
func retype(al mem.Allocator, c *frame.Column, d dtype.DType) (*frame.Column, error) {
	p, err := c.Decode(al)
	if err != nil {
		return nil, err
	}
	if p.DType.Size() != d.Size() {
		return nil, errs.New(errs.Internal, "%v as %v", p.DType, d)
	}
	return frame.NewPlain(d, p.Data, p.Offset, p.Rows, p.Valid), nil
}

// withMinCount makes rows of fewer than least values missing. An int column that misses comes out pending
// (see package frame).
func withMinCount(al mem.Allocator, c *frame.Column, n []int64, least int) (*frame.Column, error) {
	rows, free, err := mem.Scratch[int64](al, len(n))
	if err != nil {
		return nil, err
	}
	defer free()
	short := false
	for i, k := range n {
		if rows[i] = int64(i); k < int64(least) {
			rows[i], short = -1, true
		}
	}
	if !short {
		return c, nil
	}
	return c.Take(al, rows)
}

func means(al mem.Allocator, parts []*frame.Column, d, r dtype.DType) (*frame.Column, error) {
	if d.IsTemporal() {
		return timeMeans(al, parts, d)
	}
	n, err := values[int64](al, parts[1])
	if err != nil {
		return nil, err
	}
	if d.IsComplex() {
		s, err := values[complex128](al, parts[0])
		if err != nil {
			return nil, err
		}
		out, c, err := column[complex128](al, r, len(n))
		if err != nil {
			return nil, err
		}
		for i, v := range s {
			out[i] = v / complex(float64(n[i]), 0)
		}
		return c, nil
	}
	s, err := values[float64](al, parts[0])
	if err != nil {
		return nil, err
	}
	v, _, err := mem.Scratch[float64](al, len(n))
	if err != nil {
		return nil, err
	}
	for i := range v {
		v[i] = s[i] / float64(n[i]) // 0/0 is NaN
	}
	return fromFloats(al, v, r)
}

// Direct aggregates whole groups at once: any aggregate, holistic ones too.
func (a Agg) Direct(al mem.Allocator, g *Groups, c *frame.Column) (*frame.Column, error) {
	if a.Holistic() {
		return a.holistic(al, g, c)
	}
	p, err := a.Map(al, g, c)
	if err != nil {
		return nil, err
	}
	return a.Final(al, p, c.DType)
}
