package reduce

import (
	"math"
	"math/big"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Moments are sums of numbers, or of the parts of complex ones, and of their squares, without error: a square
// is h and l, two doubles.
type Moments struct{ X, H, L Sums }

// JoinMoments adds moments of one shape to each other.
func JoinMoments(al mem.Allocator, of []Moments) (m Moments, err error) {
	for _, f := range []func(m *Moments) *Sums{
		func(m *Moments) *Sums { return &m.X }, func(m *Moments) *Sums { return &m.H }, func(m *Moments) *Sums { return &m.L },
	} {
		var sums []Sums
		for i := range of {
			sums = append(sums, *f(&of[i]))
		}
		if *f(&m), err = JoinSums(al, sums); err != nil {
			return m, err
		}
	}
	return m, nil
}

// Squares is the sums of squared distances from the mean in float64, for counts in int64, of the same shape
// or just one. It is NaN for a count of 0.
func (m Moments) Squares(al mem.Allocator, counts *nd.Array) (*nd.Array, error) {
	f := new(far)
	var p [6][]float64
	for k, s := range []Sums{m.X, m.H, m.L} {
		var err error
		if p[2*k], p[2*k+1], err = s.planes(al, f); err != nil {
			return nil, err
		}
	}
	out, err := nd.New(al, dtype.Float64, m.X.S.Shape...)
	if err != nil || out.Size() == 0 {
		return out, err
	}
	if counts, err = counts.Contig(al); err != nil {
		return nil, err
	}
	endSquares(f, nd.Data[float64](out), p, nd.Data[int64](counts))
	return out, nil
}

// endSquares writes sums of squared distances, of the parts of complex numbers together.
func endSquares(f *far, out []float64, p [6][]float64, counts []int64) {
	parts, per := len(p[0])/len(out), len(out)/len(counts)
	for i := range out {
		n := counts[i/per]
		if n == 0 {
			out[i] = math.NaN()
			continue
		}
		var d float64
		for k := i * parts; k < (i+1)*parts; k++ {
			var v [6]float64
			for j := range v {
				v[j] = p[j][k]
			}
			d += about(f, float64(n), v)
		}
		out[i] = d
	}
}

// about is the sum of squared distances of n numbers from their mean, from the two halves of the sums of x, h
// and l: (n(h+l) - x²) / n, where what is divided is the exact number rounded once.
func about(f *far, n float64, v [6]float64) float64 {
	if !finite(v[0]) || !finite(v[2]) {
		return math.NaN()
	}
	if d, ok := aboutTriple(n, v); ok {
		return d / n
	}
	s := f.exact(v[0], v[1])
	q := f.exact(v[2], v[3])
	q.Add(q, f.exact(v[4], v[5]))
	q.Mul(q, big.NewInt(int64(n))).Lsh(q, -wideBase)
	q.Sub(q, s.Mul(s, s))
	d := new(big.Float).SetMantExp(new(big.Float).SetInt(q), 2*wideBase).SetPrec(53)
	r, _ := d.Quo(d, big.NewFloat(n)).Float64()
	return r
}

// exact is a sum in units of 2^wideBase.
func (f *far) exact(s, e float64) *big.Int {
	w := newWide()
	if e != e {
		w.join(f.of(e))
	} else {
		w.add(s)
		w.add(e)
	}
	minus, _ := w.abs()
	b := make([]byte, 4*len(w.digits))
	for i, d := range w.digits {
		for k := range 4 {
			b[len(b)-1-4*i-k] = byte(d >> (8 * k))
		}
	}
	x := new(big.Int).SetBytes(b)
	if minus {
		x.Neg(x)
	}
	return x
}

// aboutTriple is what about divides, in three doubles, where they can tell it.
func aboutTriple(n float64, v [6]float64) (float64, bool) {
	for _, x := range v {
		if !(x == 0 || math.Abs(x) > 0x1p-400 && math.Abs(x) < 0x1p400) {
			return 0, false
		}
	}
	var s, e, g float64
	ok := true
	add := func(a, b float64) {
		if a == 0 || b == 0 {
			return
		}
		p := float64(a * b)
		for _, t := range [2]float64{p, math.FMA(a, b, -p)} {
			var err float64
			s, err = twoSum(s, t)
			e, err = twoSum(e, err)
			var fine bool
			g, fine = noError(g, err)
			ok = ok && fine
		}
	}
	for _, x := range v[2:] {
		add(n, x)
	}
	add(-v[0], v[0])
	add(-2*v[0], v[1])
	add(-v[1], v[1])
	e, g = twoSum(e, g)
	s, e = twoSum(s, e)
	e, g = twoSum(e, g)
	return s + odd(e, g), ok
}
