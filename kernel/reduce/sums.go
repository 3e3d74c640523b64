package reduce

import (
	"math"
	"slices"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Sums are sums of floats or complex numbers without error. They join to the same sums whatever was added
// where.
type Sums struct {
	S, E *nd.Array // sum and what it lacks, of float64 or complex128; a part of E is NaN where the two cannot tell the sum
	Far  *nd.Array // for every such part its place, counting parts, and its digits in int64
}

// FarRow is the numbers of a wide sum in Far: its place, then its digits.
const FarRow = 1 + wideDigits

// partialSum is one of the arrays of Sums of elements of d.
func partialSum(part string, d dtype.DType) (Fold, bool) {
	if !d.IsFloat() && !d.IsComplex() {
		return Fold{}, false
	}
	to := dtype.Float64
	if d.IsComplex() {
		to = dtype.Complex128
	}
	in := d
	if d == dtype.Float16 {
		in = dtype.Float32
	}
	return partial(Fold{In: in, Out: to, step: exactStepOf(in)}, part, 0)
}

// partial makes a fold one part of the sums of a plane; false where there is no such part or plane.
func partial(f Fold, part string, plane int) (Fold, bool) {
	f.free = true
	switch part {
	case "far":
		f.Out, f.far = dtype.Int64, plane+1
	case "s":
		f.end = func(s stepper, dst, st unsafe.Pointer, w int) {
			p, _ := s.(farer).halves(st, w, plane)
			copy(slice[float64](dst, len(p)), p)
		}
	case "e":
		f.end = func(s stepper, dst, st unsafe.Pointer, w int) {
			_, p := s.(farer).halves(st, w, plane)
			to := slice[float64](dst, len(p))
			for i, e := range p {
				if to[i] = e; e != e {
					to[i] = math.NaN() // without the number of the wide sum
				}
			}
		}
	default:
		return Fold{}, false
	}
	return f, plane >= 0
}

// keepFar keeps the wide ones of w results, the first being result first.
func keepFar(s farer, st unsafe.Pointer, w, plane, first int) {
	_, p := s.halves(st, w, plane)
	for i, e := range p {
		if e != e {
			s.table().keep(plane, first*s.width()+i, e)
		}
	}
}

// array is what was kept of a plane.
func (f *far) array(al mem.Allocator, plane int) (*nd.Array, error) {
	kept := f.kept[plane]
	a, err := nd.New(al, dtype.Int64, len(kept)*FarRow)
	if err != nil || len(kept) == 0 {
		return a, err
	}
	to := nd.Data[int64](a)
	var places []int
	for p := range kept {
		places = append(places, p)
	}
	slices.Sort(places)
	for i, p := range places {
		kept[p].carry()
		to[i*FarRow] = int64(p)
		copy(to[i*FarRow+1:], kept[p].digits)
	}
	return a, nil
}

// planes are the numbers of both halves, the second of them a copy with the numbers of the wide sums where
// there are any.
func (p Sums) planes(al mem.Allocator, f *far) (s, e []float64, err error) {
	var v [2]*nd.Array
	for i, a := range []*nd.Array{p.S, p.E} {
		if i == 1 && p.Far.Size() > 0 {
			v[i], err = a.Clone(al)
		} else {
			v[i], err = a.Contig(al)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	s, e = numbers(v[0]), numbers(v[1])
	return s, e, p.tags(al, f, e)
}

// tags gives wide sums to f and their numbers to e.
func (p Sums) tags(al mem.Allocator, f *far, e []float64) error {
	c, err := p.Far.Contig(al)
	if err != nil {
		return err
	}
	for row := nd.Data[int64](c); len(row) > 0; row = row[FarRow:] {
		w, tag := f.take()
		copy(w.digits, row[1:FarRow])
		e[row[0]] = tag
	}
	return nil
}

// numbers are the elements of an array of float64, or the parts of those of one of complex128.
func numbers(a *nd.Array) []float64 {
	if a.Size() == 0 {
		return nil
	}
	n := a.Size() * a.DType.Size() / 8
	return slice[float64](unsafe.Pointer(&a.Block.Bytes()[a.Offset*a.DType.Size()]), n)
}

// JoinSums adds sums of one shape to each other.
func JoinSums(al mem.Allocator, of []Sums) (Sums, error) {
	f := new(far)
	out := Sums{}
	var err error
	if out.S, err = of[0].S.Clone(al); err != nil {
		return out, err
	}
	if out.E, err = of[0].E.Clone(al); err != nil {
		return out, err
	}
	s, e := numbers(out.S), numbers(out.E)
	if err := of[0].tags(al, f, e); err != nil {
		return out, err
	}
	for _, p := range of[1:] {
		s1, e1, err := p.planes(al, f)
		if err != nil {
			return out, err
		}
		joinPlanes(f, s, e, s1, e1)
	}
	for i, y := range e {
		if y != y {
			f.keep(0, i, y)
			e[i] = math.NaN()
		}
	}
	out.Far, err = f.array(al, 0)
	return out, err
}

// Total is the sum of one or more sums of floats, an array of one.
func (p Sums) Total(al mem.Allocator) (t Sums, err error) {
	f := new(far)
	s, e, err := p.planes(al, f)
	if err != nil {
		return t, err
	}
	st := [2]float64{s[0], e[0]}
	for i := 1; i < len(s); i++ {
		f.join(&st[0], &st[1], s[i], e[i])
	}
	if st[1] != st[1] {
		f.keep(0, 0, st[1])
		st[1] = math.NaN()
	}
	for i, to := range []**nd.Array{&t.S, &t.E} {
		if *to, err = nd.New(al, dtype.Float64, 1); err != nil {
			return t, err
		}
		nd.Data[float64](*to)[0] = st[i]
	}
	t.Far, err = f.array(al, 0)
	return t, err
}

// Round is the sums rounded to dtype to, once.
func (p Sums) Round(al mem.Allocator, to dtype.DType) (*nd.Array, error) {
	return p.results(al, to, func(f *far, dst unsafe.Pointer, s, e []float64) { endSum(f, to, dst, s, e) })
}

// Mean is the sums divided by counts in int64, of the same shape or just one; NaN for a count of 0.
func (p Sums) Mean(al mem.Allocator, counts *nd.Array, to dtype.DType) (*nd.Array, error) {
	counts, err := counts.Contig(al)
	if err != nil {
		return nil, err
	}
	return p.results(al, to, func(f *far, dst unsafe.Pointer, s, e []float64) { endMean(f, to, dst, s, e, nd.Data[int64](counts)) })
}

// results is what end writes of the sums, in dtype to.
func (p Sums) results(al mem.Allocator, to dtype.DType, end func(f *far, dst unsafe.Pointer, s, e []float64)) (*nd.Array, error) {
	f := new(far)
	s, e, err := p.planes(al, f)
	if err != nil {
		return nil, err
	}
	out, err := nd.New(al, to, p.S.Shape...)
	if err != nil || len(s) == 0 {
		return out, err
	}
	end(f, unsafe.Pointer(&out.Block.Bytes()[0]), s, e)
	return out, nil
}

// endMean writes sums divided by counts, as many, or half as many where a sum has two parts, or one.
func endMean(f *far, to dtype.DType, dst unsafe.Pointer, s, e []float64, counts []int64) {
	n := len(s)
	per := n / len(counts)
	for i := range s {
		q, lack := quotient(f, s[i], e[i], float64(counts[i/per]))
		switch to.Kind {
		case dtype.Float16Kind:
			slice[dtype.F16](dst, n)[i] = dtype.ToF16(oddSingle(odd(q, lack)))
		case dtype.Float32Kind, dtype.Complex64Kind:
			slice[float32](dst, n)[i] = float32(odd(q, lack))
		default:
			slice[float64](dst, n)[i] = q
		}
	}
}

// quotient is a sum divided by n, and what that lacks. It depends on nothing but the sum itself, and is off
// by no more than rounding it and 2^-50 of that.
func quotient(f *far, s, e, n float64) (q, lack float64) {
	r, rest := f.rounded(s, e)
	q = r / n
	if !finite(q) || q == 0 {
		return q, 0
	}
	return twoSum(q, (math.FMA(-q, n, r)+rest)/n)
}
