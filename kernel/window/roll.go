package window

import (
	"math"

	"github.com/mars-project/mars-go/errs"
)

// A Func is an aggregate of windows.
type Func uint8

const (
	Sum Func = iota
	Mean
	Var
	Std
	Min
	Max
)

var names = [...]string{"sum", "mean", "var", "std", "min", "max"}

// String is the name of the pandas method.
func (f Func) String() string { return names[f] }

// Parse is the inverse of String; another name is NotFound.
func Parse(s string) (Func, error) {
	for i, n := range names {
		if n == s {
			return Func(i), nil
		}
	}
	return 0, errs.In(errs.New(errs.NotFound, "no aggregate %q of windows", s), "'Rolling' object has no attribute '%s'", s)
}

// A Spec says what windows are like. Row i has the Window rows up to itself or, centered, the rows
// (Window-1)/2 below it and the rest above; windows are cut at both ends.
type Spec struct {
	Window  int
	Least   int // of values in a window, else its result is NaN
	Center  bool
	Ddof    int     // of Var and Std: the divisor is the number of values less Ddof
	Growing bool    // every window starts at the first row (expanding); Window and Center do not count
	Ranges  []Range // the windows of all rows, whose ends never go back; nil for those of Window, Center and Growing
	Whole   bool    // no value is missing, as far as that is known
}

// Around is how many rows before and after a row its window reaches.
func (s Spec) Around() (before, after int) {
	after = s.offset()
	return max(0, s.Window-1-after), after
}

func (s Spec) offset() int {
	if s.Center && s.Window > 0 {
		return (s.Window - 1) / 2
	}
	return 0
}

// Roll writes the results of rows from, from+1, ... of v to out, which may not overlap v. NaNs of v are
// missing values.
func Roll(out, v []float64, from int, f Func, s Spec) {
	switch f {
	case Sum, Mean:
		if !slide(out, v, from, s, f == Mean) {
			roll(out, v, from, s, &sums{mean: f == Mean})
		}
	case Var, Std:
		roll(out, v, from, s, &moments{std: f == Std, ddof: s.Ddof})
	default:
		extremes(out, v, from, s, f == Max)
	}
}

// bounds is the window of row i among n rows.
func (s Spec) bounds(i, n int) (lo, hi int) {
	if s.Ranges != nil {
		return int(s.Ranges[i].Lo), int(s.Ranges[i].Hi)
	}
	hi = min(n, i+1+s.offset())
	if s.Growing {
		return 0, min(n, i+1)
	}
	return min(hi, max(0, i+1+s.offset()-s.Window)), hi
}

// An accumulator holds the values of a window. NaN is never given to it.
type accumulator interface {
	reset()
	add(x float64)
	remove(x float64) (stale bool) // stale asks for a new start: what is left is rounding
	result(least int) float64
}

func roll[A accumulator](out, v []float64, from int, s Spec, a A) {
	lo, hi := 0, 0
	a.reset()
	for i := range out {
		l, h := s.bounds(from+i, len(v))
		if l >= hi {
			a.reset()
			lo, hi = l, l
		}
		stale := false
		for ; lo < l; lo++ {
			if x := v[lo]; x == x {
				stale = a.remove(x) || stale
			}
		}
		if stale {
			a.reset()
			hi = l
		}
		for ; hi < h; hi++ {
			if x := v[hi]; x == x {
				a.add(x)
			}
		}
		out[i] = a.result(s.Least)
	}
}

// run counts how often the last value came in a row: a window of one value only has exact results.
type run struct {
	n    int
	last float64
}

func (r *run) see(x float64) {
	if r.n > 0 && x == r.last {
		r.n++
		return
	}
	r.n, r.last = 1, x
}

type sums struct {
	n          int // values
	negative   int
	sum        float64
	added, cut float64 // compensations
	run        run
	mean       bool
}

func (a *sums) reset() { *a = sums{mean: a.mean} }

func (a *sums) add(x float64) {
	a.n++
	y := x - a.added
	t := a.sum + y
	a.added = t - a.sum - y
	a.sum = t
	if math.Signbit(x) {
		a.negative++
	}
	a.run.see(x)
}

func (a *sums) remove(x float64) bool {
	a.n--
	y := -x - a.cut
	t := a.sum + y
	a.cut = t - a.sum - y
	a.sum = t
	if math.Signbit(x) {
		a.negative--
	}
	return false
}

func (a *sums) result(least int) float64 {
	same := a.run.n >= a.n
	switch {
	case a.n < least || a.mean && a.n == 0:
		return math.NaN()
	case a.n == 0:
		return 0
	case !a.mean && same:
		return a.run.last * float64(a.n)
	case !a.mean:
		return a.sum
	case same:
		return a.run.last
	}
	m := a.sum / float64(a.n)
	if a.negative == 0 && m < 0 || a.negative == a.n && m > 0 { // rounding never changes the sign
		return 0
	}
	return m
}

type moments struct {
	n          int
	mean, m2   float64 // m2 is the sum of squared distances from the mean
	peak       float64 // the greatest m2 since the start, whose rounding is in m2
	added, cut float64
	run        run
	std        bool
	ddof       int
}

func (a *moments) reset() { *a = moments{std: a.std, ddof: a.ddof} }

func (a *moments) add(x float64) {
	a.n++
	a.run.see(x)
	before := a.mean - a.added
	y := x - a.added
	t := y - a.mean
	a.added = t + a.mean - y
	a.mean += t / float64(a.n)
	a.m2 += (x - before) * (x - a.mean)
	a.peak = max(a.peak, a.m2)
}

// worn is the part of its peak below which a variance is computed afresh.
const worn = 1e-3

func (a *moments) remove(x float64) bool {
	a.n--
	if a.n == 0 {
		return true
	}
	before := a.mean - a.cut
	y := x - a.cut
	t := y - a.mean
	a.cut = t + a.mean - y
	a.mean -= t / float64(a.n)
	a.m2 -= (x - before) * (x - a.mean)
	return a.m2 < worn*a.peak
}

func (a *moments) result(least int) float64 {
	if a.n < max(1, least) || a.n <= a.ddof {
		return math.NaN()
	}
	v := 0.0
	if a.n > 1 && a.run.n < a.n {
		v = max(0, a.m2/float64(a.n-a.ddof))
	}
	if a.std {
		return math.Sqrt(v)
	}
	return v
}

// extremes keeps the rows that may still become the extreme of a window, best first: a monotonic queue.
func extremes(out, v []float64, from int, s Spec, greatest bool) {
	var queue []int
	head, lo, hi, n := 0, 0, 0, 0
	for i := range out {
		l, h := s.bounds(from+i, len(v))
		if l >= hi {
			queue, head, lo, hi, n = queue[:0], 0, l, l, 0
		}
		for ; lo < l; lo++ {
			if v[lo] == v[lo] {
				n--
			}
		}
		for ; hi < h; hi++ {
			x := v[hi]
			if x != x {
				continue
			}
			n++
			for len(queue) > head && (greatest && v[queue[len(queue)-1]] <= x || !greatest && v[queue[len(queue)-1]] >= x) {
				queue = queue[:len(queue)-1]
			}
			queue = append(queue, hi)
		}
		for head < len(queue) && queue[head] < l {
			head++
		}
		out[i] = math.NaN()
		if n >= max(1, s.Least) {
			out[i] = v[queue[head]]
		}
	}
}
