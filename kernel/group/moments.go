package group

import (
	"math"
	"math/bits"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// momentsOf is the count, the mean and the sum of squared distances from it, in two passes.
func momentsOf(al mem.Allocator, g *Groups, c *frame.Column) ([]*frame.Column, error) {
	v, err := floats(al, c)
	if err != nil {
		return nil, err
	}
	parts, err := floatMeans(al, g, v)
	if err != nil {
		return nil, err
	}
	cmean, cn := parts[0], parts[1]
	m2, cm2, err := column[float64](al, dtype.Float64, g.N)
	if err != nil {
		return nil, err
	}
	clear(m2)
	mean := frame.Values[float64](cmean)
	for i, n := range frame.Values[int64](cn) {
		if n > 0 {
			mean[i] /= float64(n)
		}
	}
	for i, id := range g.IDs {
		if x := v[i]; id >= 0 && x == x {
			d := x - mean[id]
			m2[id] += d * d
		}
	}
	return []*frame.Column{cn, cmean, cm2}, nil
}

// mergeMoments joins partial moments by the formula of Chan, Golub and LeVeque, "Updating Formulae and a
// Pairwise Algorithm for Computing Sample Variances" (1979).
func mergeMoments(al mem.Allocator, g *Groups, parts []*frame.Column) ([]*frame.Column, error) {
	ns, err := values[int64](al, parts[0])
	if err != nil {
		return nil, err
	}
	means, err := values[float64](al, parts[1])
	if err != nil {
		return nil, err
	}
	m2s, err := values[float64](al, parts[2])
	if err != nil {
		return nil, err
	}
	n, cn, err := column[int64](al, dtype.Int64, g.N)
	if err != nil {
		return nil, err
	}
	mean, cmean, err := column[float64](al, dtype.Float64, g.N)
	if err != nil {
		return nil, err
	}
	m2, cm2, err := column[float64](al, dtype.Float64, g.N)
	if err != nil {
		return nil, err
	}
	clear(n)
	clear(mean)
	clear(m2)
	for i, id := range g.IDs {
		if id < 0 || ns[i] == 0 {
			continue
		}
		a, b := float64(n[id]), float64(ns[i])
		d := means[i] - mean[id]
		n[id] += ns[i]
		mean[id] += d * (b / (a + b))
		m2[id] += m2s[i] + d*d*(a*b/(a+b))
	}
	return []*frame.Column{cn, cmean, cm2}, nil
}

// spread is var, std or sem from moments.
func spread(al mem.Allocator, parts []*frame.Column, a Agg) ([]float64, error) {
	n, err := values[int64](al, parts[0])
	if err != nil {
		return nil, err
	}
	m2, err := values[float64](al, parts[2])
	if err != nil {
		return nil, err
	}
	out, _, err := mem.Scratch[float64](al, len(n))
	if err != nil {
		return nil, err
	}
	for i := range out {
		if n[i] <= int64(a.Ddof) {
			out[i] = math.NaN()
			continue
		}
		v := m2[i] / float64(n[i]-int64(a.Ddof))
		switch a.Func {
		case Std:
			v = math.Sqrt(v)
		case Sem:
			v = math.Sqrt(v / float64(n[i]))
		}
		out[i] = v
	}
	return out, nil
}

// timeSums is the sums of times as 128-bit numbers in two columns (high words signed), so that no unit
// overflows.
func timeSums(al mem.Allocator, g *Groups, c *frame.Column) ([]*frame.Column, error) {
	v, there, err := integers(al, c)
	if err != nil {
		return nil, err
	}
	hi, ch, err := column[int64](al, dtype.Int64, g.N)
	if err != nil {
		return nil, err
	}
	lo, cl, err := column[uint64](al, dtype.Uint64, g.N)
	if err != nil {
		return nil, err
	}
	clear(hi)
	clear(lo)
	for i, id := range g.IDs {
		if id >= 0 && (there == nil || there[i]) {
			add128(&hi[id], &lo[id], v[i]>>63, uint64(v[i]))
		}
	}
	n, err := countOf(al, g, there)
	return []*frame.Column{ch, cl, n}, err
}

func add128(hi *int64, lo *uint64, h int64, l uint64) {
	s, carry := bits.Add64(*lo, l, 0)
	*lo = s
	*hi += h + int64(carry)
}

func mergeTimeSums(al mem.Allocator, g *Groups, parts []*frame.Column) ([]*frame.Column, error) {
	his, err := values[int64](al, parts[0])
	if err != nil {
		return nil, err
	}
	los, err := values[uint64](al, parts[1])
	if err != nil {
		return nil, err
	}
	hi, ch, err := column[int64](al, dtype.Int64, g.N)
	if err != nil {
		return nil, err
	}
	lo, cl, err := column[uint64](al, dtype.Uint64, g.N)
	if err != nil {
		return nil, err
	}
	clear(hi)
	clear(lo)
	for i, id := range g.IDs {
		if id >= 0 {
			add128(&hi[id], &lo[id], his[i], los[i])
		}
	}
	n, err := sumOf(al, g, parts[2])
	return []*frame.Column{ch, cl, n}, err
}

// timeMeans divides, rounding towards zero as pandas does; groups of nothing are NaT.
func timeMeans(al mem.Allocator, parts []*frame.Column, d dtype.DType) (*frame.Column, error) {
	hi, err := values[int64](al, parts[0])
	if err != nil {
		return nil, err
	}
	lo, err := values[uint64](al, parts[1])
	if err != nil {
		return nil, err
	}
	n, err := values[int64](al, parts[2])
	if err != nil {
		return nil, err
	}
	out, c, err := column[int64](al, d, len(n))
	if err != nil {
		return nil, err
	}
	for i := range out {
		if n[i] == 0 {
			out[i] = frame.NaT
			continue
		}
		h, l, neg := uint64(hi[i]), lo[i], hi[i] < 0
		if neg {
			var borrow uint64
			l, borrow = bits.Sub64(0, l, 0)
			h, _ = bits.Sub64(0, h, borrow)
		}
		q, _ := bits.Div64(h, l, uint64(n[i]))
		if out[i] = int64(q); neg {
			out[i] = -out[i]
		}
	}
	return c, nil
}
