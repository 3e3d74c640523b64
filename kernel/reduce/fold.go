package reduce

import (
	"strings"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/kernel/basic"
)

// A Fold is a reduction settled for its dtypes. Its work is done on states, one per result.
type Fold struct {
	Name string
	In   dtype.DType // what elements must be cast to
	Out  dtype.DType // of the results
	free bool        // the result does not depend on the order of elements
	step stepper
	out  func(dst, st unsafe.Pointer, w int)            // writes w results of Out
	end  func(s stepper, dst, st unsafe.Pointer, w int) // the same, of states of s, where out is nil
	far  int                                            // not 0: the results are the wide sums of this plane, counting from 1
}

// A stepper is the arithmetic of a fold. Operands are never Const. Positions count the elements of one result
// in C order of the reduced axes.
type stepper interface {
	name() string
	// size is the bytes of one state.
	size() int
	// runs makes w states of w runs of l elements each, the first element of each being at position at.
	runs(st unsafe.Pointer, v basic.Vec, w, l, at int)
	// leaves makes w states, at most bundle, one after another as if each were alone, of w runs of l elements
	// that follow each other, the first element being at position at. It is one call where there is a kernel,
	// so that the flow from memory does not stop between runs.
	leaves(st unsafe.Pointer, v basic.Vec, w, l, at int)
	// collapse makes the first of w states, which are as leaves makes them, the fold of all, joined two by
	// two. w is a power of two.
	collapse(st unsafe.Pointer, w int)
	// rows adds r rows of w elements, one to each state, the first row at position at; when first, states are
	// made anew.
	rows(st unsafe.Pointer, v basic.Vec, w, r, at int, first bool)
	// merge makes a the fold of a's elements followed by b's.
	merge(a, b unsafe.Pointer, w int)
	// none makes w states of no element; false when the fold has no identity.
	none(st unsafe.Pointer, w int) bool
}

// leavesOf is leaves run by run; elem is the bytes of an element.
func leavesOf(s stepper, st unsafe.Pointer, v basic.Vec, w, l, at, elem int) {
	size := s.size()
	for i := range w {
		s.runs(unsafe.Add(st, i*size), basic.Vec{P: unsafe.Add(v.P, i*l*elem)}, 1, l, at+i*l)
	}
}

// collapse joins every k-th of w states two by two.
func collapse(s stepper, st unsafe.Pointer, k, w int) {
	size := s.size()
	for ; k < w; k *= 2 {
		for i := 0; i < w; i += 2 * k {
			s.merge(unsafe.Add(st, i*size), unsafe.Add(st, (i+k)*size), 1)
		}
	}
}

// A decider is a stepper whose states may have come to what nothing that follows can change.
type decider interface {
	decided(st unsafe.Pointer, w int) bool
}

// typed is a stepper over elements T and states S, made of plain functions.
type typed[T, S any] struct {
	fn       string
	run      func(v []T, at int) S
	add      func(st []S, v []T, at int) // one row
	join     func(a, b S) S
	start    func(v T, at int) S
	identity *S
	fold     *asm.Fold                           // does what run, add and join do, where T is S; nil where there is none
	doubt    func(S) bool                        // of a result that the kernel did not settle: run does it again
	link     func(st []S, v []T, l, at int) bool // does leaves, or says that it cannot; nil where runs do
}

func (t *typed[T, S]) name() string { return t.fn }

func (t *typed[T, S]) size() int { var s S; return int(unsafe.Sizeof(s)) }

func slice[T any](p unsafe.Pointer, n int) []T { return unsafe.Slice((*T)(p), n) }

func (t *typed[T, S]) runs(st unsafe.Pointer, v basic.Vec, w, l, at int) {
	s, x := slice[S](st, w), slice[T](v.P, w*l)
	if t.fold != nil && l >= t.fold.Least {
		if t.fold.Runs(st, v.P, w, l) {
			return
		}
		for i := range s {
			if t.doubt(s[i]) {
				s[i] = t.run(x[i*l:(i+1)*l], at)
			}
		}
		return
	}
	for i := range s {
		s[i] = t.run(x[i*l:(i+1)*l], at)
	}
}

func (t *typed[T, S]) leaves(st unsafe.Pointer, v basic.Vec, w, l, at int) {
	if t.link != nil && t.link(slice[S](st, w), slice[T](v.P, w*l), l, at) {
		return
	}
	if t.fold != nil { // positions are of no account
		t.runs(st, v, w, l, at)
		return
	}
	x := slice[T](v.P, w*l)
	for i := range slice[S](st, w) {
		slice[S](st, w)[i] = t.run(x[i*l:(i+1)*l], at+i*l)
	}
}

func (t *typed[T, S]) collapse(st unsafe.Pointer, w int) {
	s := slice[S](st, w)
	for k := 1; k < w; k *= 2 {
		for i := 0; i < w; i += 2 * k {
			s[i] = t.join(s[i], s[i+k])
		}
	}
}

// one is the fold of one run, where T is S.
func (t *typed[T, S]) one(v []T) S {
	var s S
	t.runs(unsafe.Pointer(&s), basic.Vec{P: unsafe.Pointer(unsafe.SliceData(v))}, 1, len(v), 0)
	return s
}

func (t *typed[T, S]) rows(st unsafe.Pointer, v basic.Vec, w, r, at int, first bool) {
	s, x := slice[S](st, w), slice[T](v.P, w*r)
	if first {
		if t.fold != nil { // an element is its own state
			copy(slice[byte](st, w*t.size()), slice[byte](v.P, w*t.size()))
		} else {
			for i := range s {
				s[i] = t.start(x[i], at)
			}
		}
		x, r, at = x[w:], r-1, at+1
	}
	done := 0
	if t.fold != nil && r > 0 {
		done = t.fold.Rows(st, unsafe.Pointer(unsafe.SliceData(x)), w, r, w*t.size())
	}
	if done == w {
		return
	}
	for k := range r {
		t.add(s[done:], x[k*w+done:(k+1)*w], at+k)
	}
}

func (t *typed[T, S]) merge(a, b unsafe.Pointer, w int) {
	x, y := slice[S](a, w), slice[S](b, w)
	done := 0
	if t.fold != nil && w >= t.fold.Lanes {
		done = t.fold.Rows(a, b, w, 1, 0)
	}
	for i := done; i < w; i++ {
		x[i] = t.join(x[i], y[i])
	}
}

func (t *typed[T, S]) none(st unsafe.Pointer, w int) bool {
	if t.identity == nil {
		return false
	}
	for i := range slice[S](st, w) {
		slice[S](st, w)[i] = *t.identity
	}
	return true
}

// whole writes states as results.
func whole[S any](dst, st unsafe.Pointer, w int) { copy(slice[S](dst, w), slice[S](st, w)) }

// field writes what f takes of each state.
func field[S, R any](f func(S) R) func(dst, st unsafe.Pointer, w int) {
	return func(dst, st unsafe.Pointer, w int) {
		d, s := slice[R](dst, w), slice[S](st, w)
		for i := range d {
			d[i] = f(s[i])
		}
	}
}

// Lookup finds a fold by name for elements of dtype from and results of dtype to; the zero to asks for the
// dtype that NumPy gives (see Result). The names:
//
//	sum prod                sums and products in dtype to; float16 is added in float32; any of NumPy's dtypes
//	sum:s sum:e sum:far     sums of floats and complex numbers as Sums has them, which join without error; to is what is added
//	prod:h prod:l prod:x    products as Products has them; prod:hi and prod:li of complex numbers
//	min max                 NaN and NaT win; to is from
//	fmin fmax               NaN and NaT lose
//	any all                 to is bool
//	count_nonzero           to is int64
//	argmin argmax           int64 position in C order of the reduced axes; the first one wins, NaN and NaT win
//	nanargmin nanargmax     the same, NaN and NaT lose; -1 when there is nothing else
//	mean m2                 mean, and sum of squared distances from it, in float64 (complex128; m2 is float64)
//	nancount nanmean nanm2  the same over what is not NaN, and how many that is (int64)
//	moment:x:s and so on    what Moments is made of, in float64 or complex128: of x, h and l the parts s, e and far; nanmoment:x:s and so on
//	count                   number of elements (int64)
//	m1 nanm1                the mean that m2 and nanm2 are about, from the same pass: what joining them needs
//
// Errors: Type for what does not exist.
func Lookup(name string, from, to dtype.DType) (Fold, error) {
	if to.IsZero() {
		to = Result(name, from)
	}
	if !from.Fixed() || !to.Fixed() {
		return Fold{}, noFold(name, from)
	}
	var f Fold
	base, part, ok := strings.Cut(name, ":")
	if ok {
		f, ok = partialFold(base, part, from, to)
	} else {
		f, ok = wholeFold(name, from, to)
	}
	if !ok {
		return Fold{}, noFold(name, from)
	}
	f.Name = name
	return f, nil
}

// wholeFold is the fold of a name without parts.
func wholeFold(name string, from, to dtype.DType) (f Fold, ok bool) {
	switch name {
	case "sum", "prod":
		if f, ok = arithmetic(name, to); name == "sum" && from.IsBool() && to == dtype.Int64 {
			f = countTrue()
		}
		if from.IsDatetime() || from.IsTimedelta() != to.IsTimedelta() || name == "prod" && from.IsTimedelta() {
			ok = false
		}
	case "min", "max", "fmin", "fmax":
		return extremum(name, from)
	case "any", "all":
		return truth(name), true
	case "count_nonzero":
		return countTrue(), true
	case "argmin", "argmax", "nanargmin", "nanargmax":
		return position(name, from)
	case "mean", "nanmean":
		return means(name, from)
	case "m1", "m2", "nancount", "nanm1", "nanm2":
		return moments(name, from)
	case "count":
		return count(from), true
	}
	return f, ok
}

// partialFold is one of the arrays that Sums, Products and Moments consist of: the part of the fold base.
func partialFold(base, part string, from, to dtype.DType) (Fold, bool) {
	switch base {
	case "sum":
		return partialSum(part, to)
	case "prod":
		return partialProduct(part, to)
	case "moment", "nanmoment":
		return partialMoment(part, base == "nanmoment", from)
	}
	return Fold{}, false
}

func noFold(name string, from dtype.DType) error {
	return errs.New(errs.Type, "cannot reduce %v with %s", from, name)
}

// Result is the dtype of a reduction's result for elements of d, by NumPy's rules: sums and products of bools
// and narrow integers are int64 or uint64.
func Result(name string, d dtype.DType) dtype.DType {
	switch name {
	case "sum", "prod", "cumsum", "cumprod", "nansum", "nanprod", "nancumsum", "nancumprod":
		switch {
		case d.IsBool() || d.IsInt():
			return dtype.Int64
		case d.IsUint():
			return dtype.Uint64
		}
	case "any", "all":
		return dtype.Bool
	case "count_nonzero", "argmin", "argmax", "nanargmin", "nanargmax", "nancount", "count":
		return dtype.Int64
	case "mean", "nanmean", "m1", "nanm1":
		if d.IsComplex() {
			return dtype.Complex128
		}
		return dtype.Float64
	case "m2", "nanm2":
		return dtype.Float64
	}
	return d
}
