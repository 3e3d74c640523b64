package reduce

import (
	"math"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/kernel/basic"
)

// Variance is merged from moments; the mean itself comes from a sum, which is exact where sums are.

// A moment is the count, mean and sum of squared distances from the mean of some numbers.
type moment struct{ n, mean, m2 float64 }

// pilot is the most elements whose mean all distances of a run are first taken from.
const pilot = 64

// momentOf takes distances from the mean of the first 64 elements of a run of at most 1024. Its square distance from the mean of all is no more than 15 times their
// variance, so that shifting to the mean of all loses four bits at worst, and nothing of m2 where all elements are equal.
func momentOf(v []float64) moment {
	first := v[:min(len(v), pilot)]
	from := sum64(first) / float64(len(first))
	m2, d := spread(v, from)
	return shifted(from, m2, d, len(v))
}

// shifted is the moment of n numbers by their distances from a number.
func shifted(from, squares, sum float64, n int) moment {
	c := float64(n)
	m2 := squares - sum*sum/c
	if m2 < 0 { // by rounding
		m2 = 0
	}
	return moment{c, from + sum/c, m2}
}

// nanMomentOf is momentOf over what is not NaN. In the second pass the mean stands for NaN: its distance is nothing. buf holds as many as v.
func nanMomentOf(v, buf []float64) moment {
	nans := fillNaN(buf, v, 0)
	if nans == len(v) {
		return moment{}
	}
	n := float64(len(v) - nans)
	mean := sum64(buf) / n
	if nans > 0 {
		fillNaN(buf, v, mean)
	}
	m2, d := spread(buf, mean)
	return moment{n, mean, m2 - d*d/n}
}

// spread is the sums of squares of x-mean and of x-mean itself, each of 32 partial ones, as asm.Spread makes them.
func spread(v []float64, mean float64) (squares, sum float64) {
	if q, s, done := asm.Spread(level, v, mean); done == len(v) {
		return q, s
	}
	return partialSpread(v, mean)
}

func partialSpread(v []float64, mean float64) (squares, sum float64) {
	if len(v) <= 4 { // the general way, without its empty partial sums
		var q, s [4]float64
		for i, x := range v {
			s[i] = 0 + (x - mean)
			q[i] = s[i] * s[i]
		}
		return (q[0] + q[2]) + (q[1] + q[3]), (s[0] + s[2]) + (s[1] + s[3])
	}
	var q, s [32]float64
	for len(v) > 0 {
		n := min(len(v), len(q))
		for i, x := range v[:n] {
			d := x - mean
			s[i] += d
			q[i] = math.FMA(d, d, q[i])
		}
		v = v[n:]
	}
	for h := len(q) / 2; h > 0; h /= 2 {
		for i := range h {
			q[i] += q[i+h]
			s[i] += s[i+h]
		}
	}
	return q[0], s[0]
}

// A momentStep makes moments of numbers. The states of w results are their counts, then means, then sums of squares; where NaN counts as any
// number the first count is that of all.
type momentStep struct{ nan bool }

func momentsIn(st unsafe.Pointer, w int) (n, mean, m2 []float64) {
	v := slice[float64](st, 3*w)
	return v[:w], v[w : 2*w], v[2*w:]
}

func (m momentStep) name() string {
	if m.nan {
		return "nanmoment"
	}
	return "moment"
}

func (m momentStep) size() int { return 24 }

func (m momentStep) runs(st unsafe.Pointer, v basic.Vec, w, l, _ int) {
	n, mean, m2 := momentsIn(st, w)
	x := slice[float64](v.P, w*l)
	if !m.nan {
		n[0] = float64(l)
		for i := range mean {
			v := x[i*l : (i+1)*l]
			o := moment{}
			if l > 8 {
				o = momentOf(v)
			} else {
				from := runSum(v) / n[0]
				q, d := partialSpread(v, from)
				o = shifted(from, q, d, l)
			}
			mean[i], m2[i] = o.mean, o.m2
		}
		return
	}
	var buf [leafSize]float64
	for i := range n {
		o := nanMomentOf(x[i*l:(i+1)*l], buf[:l])
		n[i], mean[i], m2[i] = o.n, o.mean, o.m2
	}
}

func (m momentStep) leaves(st unsafe.Pointer, v basic.Vec, w, l, at int) {
	states := slice[float64](st, 3*w)
	if m.nan || !asm.Moments(level, states, v.P, w, l) {
		leavesOf(m, st, v, w, l, at, 8)
		return
	}
	for ; len(states) > 0; states = states[3:] {
		o := shifted(states[0], states[1], states[2], l)
		states[0], states[1], states[2] = o.n, o.mean, o.m2
	}
}

func (m momentStep) collapse(st unsafe.Pointer, w int) { collapse(m, st, w) }

// reciprocals are those of 1, 2 and so on.
var reciprocals = func() (r [leafSize]float64) {
	for i := range r {
		r[i] = 1 / float64(i+1)
	}
	return r
}()

// rows adds one number after another to each moment (Welford, Technometrics 4(3), 1962).
func (m momentStep) rows(st unsafe.Pointer, v basic.Vec, w, r, _ int, first bool) {
	n, mean, m2 := momentsIn(st, w)
	x := slice[float64](v.P, w*r)
	if m.nan {
		if first {
			clear(n)
			clear(mean)
			clear(m2)
		}
		for len(x) > 0 {
			nanSteps(n, mean, m2, x[:w])
			x = x[w:]
		}
		return
	}
	if first {
		for i, y := range x[:w] {
			mean[i], m2[i] = y, y-y // NaN and infinities have no finite spread
		}
		n[0], x, r = 1, x[w:], r-1
	}
	if r == 0 {
		return
	}
	by := reciprocals[int(n[0]):][:r]
	done := asm.Steps(level, mean, m2, unsafe.Pointer(unsafe.SliceData(x)), 8*w, by)
	for k, c := range by {
		row := x[k*w : (k+1)*w]
		for i := done; i < w; i++ {
			d := row[i] - mean[i]
			mean[i] = math.FMA(c, d, mean[i])
			m2[i] = math.FMA(d, row[i]-mean[i], m2[i])
		}
	}
	n[0] += float64(r)
}

func nanSteps(n, mean, m2, x []float64) {
	mean, m2, x = mean[:len(n)], m2[:len(n)], x[:len(n)]
	for i, y := range x {
		if y != y {
			continue
		}
		n[i]++
		d := y - mean[i]
		mean[i] += d / n[i]
		m2[i] += d * (y - mean[i])
		if n[i] == 1 {
			m2[i] = y - y
		}
	}
}

// merge joins two samples (Chan, Golub, LeVeque, Updating formulae and a pairwise algorithm for computing sample variances, 1979).
func (m momentStep) merge(a, b unsafe.Pointer, w int) {
	n, mean, m2 := momentsIn(a, w)
	more, mean1, m21 := momentsIn(b, w)
	if !m.nan {
		p, q := n[0], more[0]
		n[0] = p + q
		f, g := q/n[0], p*q/n[0]
		for i := range mean {
			d := mean1[i] - mean[i]
			mean[i] += d * f
			m2[i] += m21[i] + d*d*g
		}
		return
	}
	for i := range n {
		switch p, q := n[i], more[i]; {
		case q == 0:
		case p == 0:
			n[i], mean[i], m2[i] = q, mean1[i], m21[i]
		default:
			n[i] = p + q
			d := mean1[i] - mean[i]
			mean[i] += d * (q / n[i])
			m2[i] += m21[i] + d*d*(p*q/n[i])
		}
	}
}

func (m momentStep) none(st unsafe.Pointer, w int) bool {
	clear(slice[float64](st, 3*w))
	return true
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
	f := Fold{In: dtype.Float64, Out: dtype.Float64, step: momentStep{nan}}
	own := nan01(nan)
	switch name {
	case "nancount":
		f.Out = dtype.Int64
		f.out = func(dst, st unsafe.Pointer, w int) {
			n, _, _ := momentsIn(st, w)
			for i := range n {
				slice[int64](dst, w)[i] = int64(n[i*own])
			}
		}
	case "m1", "nanm1":
		f.out = func(dst, st unsafe.Pointer, w int) {
			n, mean, _ := momentsIn(st, w)
			for i := range n {
				slice[float64](dst, w)[i] = orNaN(n[i*own], mean[i])
			}
		}
	default:
		f.out = func(dst, st unsafe.Pointer, w int) {
			n, _, m2 := momentsIn(st, w)
			for i := range n {
				slice[float64](dst, w)[i] = orNaN(n[i*own], m2[i])
			}
		}
	}
	return f, true
}

// orNaN is v, or NaN for the moments of nothing.
func orNaN(n, v float64) float64 {
	if n == 0 {
		return math.NaN()
	}
	return v
}
