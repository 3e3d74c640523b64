package group

import (
	"math"
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
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
	q, of := a.Q, func(s []float64) float64 { return quantile(s, a.Q, a.Method) }
	method := a.Method
	if a.Func == Median {
		q, method, of = 0.5, sort.Linear, middle
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
	out, free, err := mem.Scratch[float64](al, g.N)
	if err != nil {
		return nil, err
	}
	defer free()
	for i := range out {
		out[i] = of(groups[bounds[i]:bounds[i+1]])
	}
	return fromFloats(al, out, r)
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
	out, _, err = mem.Scratch[float64](al, bounds[g.N])
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

// quantile of values in any order, which it moves. Part of the way between two infinities, equal ones too,
// there is no number, as for pandas; they have a middle.
func quantile(s []float64, q float64, m sort.Method) float64 {
	if len(s) == 0 {
		return math.NaN()
	}
	lo, hi, t := m.At(len(s), q)
	sort.Select(s, lo, hi)
	switch {
	case t == 0: // an infinity too
		return s[lo]
	case m == sort.Midpoint:
		return (s[lo] + s[hi]) / 2
	}
	return s[lo] + float64((s[hi]-s[lo])*t)
}

// middle is the median of values in any order, which it moves.
func middle(s []float64) float64 {
	if len(s) == 0 {
		return math.NaN()
	}
	lo, hi, _ := sort.Linear.At(len(s), 0.5)
	sort.Select(s, lo, hi)
	if lo == hi {
		return s[lo]
	}
	return (s[lo] + s[hi]) / 2
}

// between is the time at t between two: in float64, as pandas computes it, while that is exact, else by whole
// ticks.
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
