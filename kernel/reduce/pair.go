package reduce

import (
	"math"
	"sync"
)

// A sum of floats is a pair: s, and e, which is what s lacks. Where two doubles cannot tell it, e is a NaN
// with the number of a wide sum; where it is not finite, e is 0.

// twoSum is the sum of two numbers and its error (Knuth, The Art of Computer Programming 2, 4.2.2).
func twoSum(a, b float64) (s, err float64) {
	s = a + b
	c := s - a
	return s, (a - (s - c)) + (b - c)
}

// noError is a sum without error, if it is one.
func noError(a, b float64) (s float64, ok bool) {
	s = a + b
	return s, s-a == b && s-b == a
}

// pairOf is the sum of numbers, where a pair can tell it.
func pairOf[T float](v []T) (s, e float64, ok bool) {
	s = math.Copysign(0, -1)
	ok = true
	for _, x := range v {
		x := float64(x)
		a := s + x
		c := a - s
		err := (s - (a - c)) + (x - c)
		s = a
		t := e + err
		if t-e != err || t-err != e {
			ok = false
		}
		e = t
	}
	return s, e, ok
}

// finite tells that x is.
func finite(x float64) bool { return x-x == 0 }

// A far keeps the sums that no pair can tell. It is for all workers of a job.
type far struct {
	mu   sync.Mutex
	all  []*wide
	free []int
	kept [3]map[int]*wide // what results come to, by the plane that they are of
	idle [][]float64
}

// room is a buffer of n numbers, as they come; shut takes it back.
func (f *far) room(n int) []float64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	if k := len(f.idle); k > 0 && cap(f.idle[k-1]) >= n {
		b := f.idle[k-1]
		f.idle = f.idle[:k-1]
		return b[:n]
	}
	return make([]float64, n)
}

func (f *far) shut(room []float64) {
	f.mu.Lock()
	f.idle = append(f.idle, room)
	f.mu.Unlock()
}

// mark is the high bits of an e that is the number of a wide sum.
const mark = 0x7ffc << 48

func (f *far) of(e float64) *wide {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.all[math.Float64bits(e)&(1<<48-1)]
}

// take is an empty wide sum and its e.
func (f *far) take() (*wide, float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := len(f.free)
	if n == 0 {
		f.all = append(f.all, newWide())
		return f.all[len(f.all)-1], math.Float64frombits(mark | uint64(len(f.all)-1))
	}
	i := f.free[n-1]
	f.free = f.free[:n-1]
	f.all[i].clear()
	return f.all[i], math.Float64frombits(mark | uint64(i))
}

// keep keeps a wide sum for a result.
func (f *far) keep(plane, place int, e float64) {
	w := f.of(e)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.kept[plane] == nil {
		f.kept[plane] = map[int]*wide{}
	}
	f.kept[plane][place] = w
}

func (f *far) give(e float64) {
	f.mu.Lock()
	f.free = append(f.free, int(math.Float64bits(e)&(1<<48-1)))
	f.mu.Unlock()
}

// add adds x to the sum s, e.
func (f *far) add(s, e *float64, x float64) {
	switch {
	case *e != *e:
		if finite(x) {
			f.of(*e).add(x)
			return
		}
		f.give(*e)
		*s, *e = x, 0
		return
	case !finite(*s) || !finite(x):
		*s, *e = *s+x, 0
		return
	}
	a, err := twoSum(*s, x)
	if b, ok := noError(*e, err); ok && finite(a) {
		*s, *e = a, b
		return
	}
	w, tag := f.take()
	w.add(*s)
	w.add(*e)
	w.add(x)
	*s, *e = f.settle(w, tag)
}

// settle makes a pair of a wide sum, where that can tell it, and frees the wide one.
func (f *far) settle(w *wide, tag float64) (s, e float64) {
	s = w.round()
	if !finite(s) {
		return 0, tag
	}
	w.add(-s)
	e = w.round()
	w.add(-e)
	if w.zero() {
		f.give(tag)
		return s, e
	}
	w.add(s)
	w.add(e)
	return 0, tag
}

// join adds the sum s1, e1, which is used up.
func (f *far) join(s, e *float64, s1, e1 float64) {
	switch {
	case e1 != e1 && *e != *e:
		f.of(*e).join(f.of(e1))
		f.give(e1)
		return
	case e1 != e1:
		x, y := *s, *e
		*s, *e = 0, e1
		if f.add(s, e, x); y != 0 {
			f.add(s, e, y)
		}
		return
	}
	if f.add(s, e, s1); e1 != 0 {
		f.add(s, e, e1)
	}
}

// sum adds numbers up the slow way, which knows every case.
func sumFar[T float](f *far, v []T) (s, e float64) {
	if t := special(v); !finite(t) {
		return t, 0
	}
	w, tag := f.take()
	for _, x := range v {
		w.add(float64(x))
	}
	return f.settle(w, tag)
}

// special is an infinity or NaN where the sum of numbers is one because a number is; else it is 0.
func special[T float](v []T) (t float64) {
	for _, x := range v {
		if x-x != 0 {
			if t += float64(x); t != t {
				return t
			}
		}
	}
	return t
}

// rounded is the float64 next to a sum, and on which side of it the sum lies: the sign of lack.
func (f *far) rounded(s, e float64) (r, lack float64) {
	switch {
	case e != e:
		w := f.of(e)
		if r = w.round(); !finite(r) {
			return r, 0
		}
		w.add(-r)
		lack = w.round()
		w.add(r)
		return r, lack
	case e == 0 && math.Signbit(e): // of nothing
		return 0, 0
	case e == 0:
		return s, 0
	}
	if r, lack = twoSum(s, e); !finite(r) {
		lack = 0
	}
	return r, lack
}

// odd is a sum that was rounded to the next float64 with lack left, rounded to one with an odd last bit
// instead, unless it is exact: what is rounded once more, to fewer bits, is then as if it were rounded once
// (Boldo, Melquiond, Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd,
// 2008).
func odd(r, lack float64) float64 {
	b := math.Float64bits(r)
	if lack == 0 || b&1 == 1 || !finite(r) {
		return r
	}
	if math.Signbit(r) == math.Signbit(lack) {
		return math.Float64frombits(b + 1)
	}
	return math.Float64frombits(b - 1)
}

// oddSingle is odd for a float32.
func oddSingle(r float64) float32 {
	s := float32(r)
	lack, b := r-float64(s), math.Float32bits(s)
	if lack == 0 || b&1 == 1 || s-s != 0 {
		return s
	}
	if math.Signbit(float64(s)) == math.Signbit(lack) {
		return math.Float32frombits(b + 1)
	}
	return math.Float32frombits(b - 1)
}
