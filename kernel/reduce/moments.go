package reduce

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
)

// Variance is merged from moments; the mean itself comes from a sum, which is exact where sums are.

// A moment is the count, mean and sum of squared distances from the mean of some numbers.
type moment struct{ n, mean, m2 float64 }

// A complexMoment is that of complex numbers; distances are absolute values.
type complexMoment struct {
	n, m2 float64
	mean  complex128
}

// momentOf takes two passes over a run that lies in the cache. The second pass also sums the distances themselves, whose sum would
// be zero in exact arithmetic and corrects the rounding of the mean.
func momentOf(v []float64, _ int) moment {
	n := float64(len(v))
	mean := pairwise(v) / n
	var s0, s1, d0, d1 float64
	w := v
	for len(w) >= 2 {
		a, b := w[0]-mean, w[1]-mean
		s0 += a * a
		s1 += b * b
		d0 += a
		d1 += b
		w = w[2:]
	}
	for _, x := range w {
		a := x - mean
		s0 += a * a
		d0 += a
	}
	d := d0 + d1
	return moment{n, mean, (s0 + s1) - d*d/n}
}

// nanMoment is momentOf over what is not NaN.
func nanMoment(v []float64, _ int) moment {
	var m moment
	for _, x := range v {
		if x == x {
			m = m.with(x)
		}
	}
	return m
}

// with adds one number (Welford, Technometrics 4(3), 1962).
func (m moment) with(x float64) moment {
	m.n++
	d := x - m.mean
	m.mean += d / m.n
	m.m2 += d * (x - m.mean)
	return m
}

// joinMoments merges two samples (Chan, Golub, LeVeque, Updating formulae and a pairwise algorithm for computing sample variances, 1979).
func joinMoments(a, b moment) moment {
	switch {
	case a.n == 0:
		return b
	case b.n == 0:
		return a
	}
	n := a.n + b.n
	d := b.mean - a.mean
	return moment{n, a.mean + d*(b.n/n), a.m2 + b.m2 + d*d*(a.n*b.n/n)}
}

func complexMomentOf(v []complex128, _ int) complexMoment {
	n := float64(len(v))
	sum := pairwise(v)
	mean := complex(real(sum)/n, imag(sum)/n)
	m := complexMoment{n: n, mean: mean}
	for _, x := range v {
		d := x - mean
		m.m2 += real(d)*real(d) + imag(d)*imag(d)
	}
	return m
}

func (m complexMoment) with(x complex128) complexMoment {
	m.n++
	d := x - m.mean
	m.mean += complex(real(d)/m.n, imag(d)/m.n)
	e := x - m.mean
	m.m2 += real(d)*real(e) + imag(d)*imag(e)
	return m
}

func joinComplexMoments(a, b complexMoment) complexMoment {
	switch {
	case a.n == 0:
		return b
	case b.n == 0:
		return a
	}
	n := a.n + b.n
	d := b.mean - a.mean
	f := b.n / n
	return complexMoment{n, a.m2 + b.m2 + (real(d)*real(d)+imag(d)*imag(d))*(a.n*f), a.mean + complex(real(d)*f, imag(d)*f)}
}

// moments is one of the folds over moment states; those of one argument share them.
func moments(name string, from dtype.DType) (Fold, bool) {
	if from.IsTemporal() {
		return Fold{}, false
	}
	nan := name[0] == 'n'
	if from.IsComplex() {
		return complexMoments(name, nan), true
	}
	f := Fold{In: dtype.Float64, Out: dtype.Float64}
	t := &typed[float64, moment]{
		fn: "moment", run: momentOf, join: joinMoments, identity: new(moment),
		start: func(v float64, _ int) moment { return moment{1, v, v - v} }, // NaN and infinities have no finite spread
		add: func(st []moment, v []float64, _ int) {
			for i, x := range v[:len(st)] {
				st[i] = st[i].with(x)
			}
		},
	}
	if nan {
		t.fn, t.run = "nanmoment", nanMoment
		t.start = func(v float64, _ int) moment {
			if v != v {
				return moment{}
			}
			return moment{1, v, v - v}
		}
		t.add = func(st []moment, v []float64, _ int) {
			for i, x := range v[:len(st)] {
				if x == x {
					st[i] = st[i].with(x)
				}
			}
		}
	}
	f.step = t
	switch name {
	case "nancount":
		f.Out, f.out = dtype.Int64, field(func(m moment) int64 { return int64(m.n) })
	case "m1", "nanm1":
		f.out = field(func(m moment) float64 { return orNaN(m.n, m.mean) })
	default:
		f.out = field(func(m moment) float64 { return orNaN(m.n, m.m2) })
	}
	return f, true
}

func complexMoments(name string, nan bool) Fold {
	f := Fold{In: dtype.Complex128}
	skip := func(x complex128) bool { return nan && x != x }
	t := &typed[complex128, complexMoment]{fn: "moment", run: complexMomentOf, join: joinComplexMoments, identity: new(complexMoment)}
	t.add = func(st []complexMoment, v []complex128, _ int) {
		for i, x := range v[:len(st)] {
			if !skip(x) {
				st[i] = st[i].with(x)
			}
		}
	}
	t.start = func(x complex128, _ int) complexMoment {
		if skip(x) {
			return complexMoment{}
		}
		return complexMoment{}.with(x)
	}
	if nan {
		t.fn = "nanmoment"
		t.run = func(v []complex128, _ int) complexMoment {
			var m complexMoment
			for _, x := range v {
				if !skip(x) {
					m = m.with(x)
				}
			}
			return m
		}
	}
	f.step = t
	switch name {
	case "nancount":
		f.Out, f.out = dtype.Int64, field(func(m complexMoment) int64 { return int64(m.n) })
	case "m1", "nanm1":
		f.Out, f.out = dtype.Complex128, field(func(m complexMoment) complex128 { return m.mean })
	default:
		f.Out, f.out = dtype.Float64, field(func(m complexMoment) float64 { return orNaN(m.n, m.m2) })
	}
	return f
}

// orNaN is v, or NaN for the moments of nothing.
func orNaN(n, v float64) float64 {
	if n == 0 {
		return math.NaN()
	}
	return v
}
