package group

import (
	"math"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/mem"
)

func (a Agg) holistic(al mem.Allocator, g *Groups, c *frame.Column) (*frame.Column, error) {
	r, err := a.Result(c.DType)
	if err != nil {
		return nil, err
	}
	switch a.Func {
	case NUnique:
		return nunique(al, g, c, a.KeepNull)
	case IdxMin, IdxMax:
		return extremeRows(al, g, c, a.Func)
	}
	q := a.Q
	method := a.Method
	if a.Func == Median {
		q, method = 0.5, sort.Linear
	}
	if !(q >= 0 && q <= 1) {
		return nil, errs.New(errs.Invalid, "percentiles should all be in the interval [0, 1]")
	}
	if c.DType.IsTemporal() {
		return timeQuantiles(al, g, c, q, method)
	}
	v, err := floats(al, c)
	if err != nil {
		return nil, err
	}
	groups, bounds, err := scatter(al, g, v)
	if err != nil {
		return nil, err
	}
	out, free, err := scratch[float64](al, g.N)
	if err != nil {
		return nil, err
	}
	defer free()
	for i := range out {
		out[i] = quantile(groups[bounds[i]:bounds[i+1]], q, method)
	}
	return fromFloats(al, out, r)
}

// nunique counts distinct pairs of group and value.
func nunique(al mem.Allocator, g *Groups, c *frame.Column, keepNull bool) (*frame.Column, error) {
	n, out, err := column[int64](al, dtype.Int64, g.N)
	if err != nil {
		return nil, err
	}
	clear(n)
	// Rows of no group are a missing key of their own, which is not counted.
	ids := frame.OfType(dtype.Int32, g.IDs)
	pairs, err := hash.Number(al, hash.Appearance, false, []*frame.Column{ids, c})
	if err != nil {
		return nil, err
	}
	for _, r := range pairs.First {
		if id := g.IDs[r]; id >= 0 && (keepNull || !c.IsNull(int(r))) {
			n[id]++
		}
	}
	return out, nil
}

// extremeRows is the row of each group's least or greatest value.
func extremeRows(al mem.Allocator, g *Groups, c *frame.Column, f Func) (*frame.Column, error) {
	rows, err := pickRows(al, g, c, f)
	if err != nil {
		return nil, err
	}
	if slices.Contains(rows, -1) {
		return nil, errs.New(errs.Invalid, "%s with skipna=True encountered all NA values in a group.", f)
	}
	return frame.Of(rows), nil
}

// scatter is the values that are not missing, group after group; group i is out[bounds[i]:bounds[i+1]].
func scatter(al mem.Allocator, g *Groups, v []float64) (out []float64, bounds []int, err error) {
	bounds = make([]int, g.N+1)
	for i, id := range g.IDs {
		if x := v[i]; id >= 0 && x == x {
			bounds[id+1]++
		}
	}
	for i := range g.N {
		bounds[i+1] += bounds[i]
	}
	out, _, err = scratch[float64](al, bounds[g.N])
	if err != nil {
		return nil, nil, err
	}
	next := append([]int{}, bounds[:g.N]...)
	for i, id := range g.IDs {
		if x := v[i]; id >= 0 && x == x {
			out[next[id]] = x
			next[id]++
		}
	}
	return out, bounds, nil
}

// quantile of values in any order, which it moves.
func quantile(s []float64, q float64, m sort.Method) float64 {
	if len(s) == 0 {
		return math.NaN()
	}
	lo, hi, t := m.At(len(s), q)
	sort.Select(s, lo, hi)
	switch t {
	case 0: // an infinity too
		return s[lo]
	case 0.5: // exact for medians
		return (s[lo] + s[hi]) / 2
	}
	return s[lo] + (s[hi]-s[lo])*t
}

// between is the time at t between two: in float64, as pandas computes it, while that is exact, else by whole ticks.
func between(a, b int64, t float64) int64 {
	const exact = 1 << 53
	d := float64(b-a) * t
	if a > -exact && a < exact {
		return int64(float64(a) + d)
	}
	return a + int64(math.Round(d))
}

// timeQuantiles keeps all 64 bits of times.
func timeQuantiles(al mem.Allocator, g *Groups, c *frame.Column, q float64, m sort.Method) (*frame.Column, error) {
	v, there, err := integers(al, c)
	if err != nil {
		return nil, err
	}
	rows, bounds, err := g.Rows(al)
	if err != nil {
		return nil, err
	}
	out, col, err := column[int64](al, c.DType, g.N)
	if err != nil {
		return nil, err
	}
	var s []int64
	for i := range out {
		s = s[:0]
		for _, r := range rows[bounds[i]:bounds[i+1]] {
			if there == nil || there[r] {
				s = append(s, v[r])
			}
		}
		if len(s) == 0 {
			out[i] = frame.NaT
			continue
		}
		lo, hi, t := m.At(len(s), q)
		sort.Select(s, lo, hi)
		out[i] = between(s[lo], s[hi], t)
	}
	return col, nil
}
