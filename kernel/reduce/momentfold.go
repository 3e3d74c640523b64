package reduce

import (
	"slices"
	"strings"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
)

// momentIn is what elements are cast to, and the parts of each.
func momentIn(from dtype.DType) (dtype.DType, int) {
	if from.IsComplex() {
		return dtype.Complex128, 2
	}
	return dtype.Float64, 1
}

// moments is one of the folds over moment states; those of one argument share them.
func moments(name string, from dtype.DType) (Fold, bool) {
	if from.IsTemporal() {
		return Fold{}, false
	}
	in, parts := momentIn(from)
	f := Fold{In: in, Out: dtype.Float64, free: true, step: momentStep{name[0] == 'n', parts, nil}}
	planes := func(m momentStep, st unsafe.Pointer, w int) (p [6][]float64) {
		for k := range 3 {
			p[2*k], p[2*k+1] = m.halves(st, w, k)
		}
		return p
	}
	switch name {
	case "nancount":
		f.Out = dtype.Int64
		f.end = func(s stepper, dst, st unsafe.Pointer, w int) {
			copy(slice[int64](dst, w), s.(momentStep).counts(st, w))
		}
	case "m1", "nanm1":
		f.Out = in
		f.end = func(s stepper, dst, st unsafe.Pointer, w int) {
			m := s.(momentStep)
			p := planes(m, st, w)
			endMean(m.far, in, dst, p[0], p[1], m.counts(st, w))
		}
	default:
		f.end = func(s stepper, dst, st unsafe.Pointer, w int) {
			m := s.(momentStep)
			endSquares(m.far, slice[float64](dst, w), planes(m, st, w), m.counts(st, w))
		}
	}
	return f, true
}

// partialMoment is one of the arrays of Moments: a part of the sums of x, h or l.
func partialMoment(part string, nan bool, from dtype.DType) (Fold, bool) {
	if from.IsTemporal() {
		return Fold{}, false
	}
	of, part, _ := strings.Cut(part, ":")
	in, parts := momentIn(from)
	return partial(Fold{In: in, Out: in, step: momentStep{nan, parts, nil}}, part, slices.Index([]string{"x", "h", "l"}, of))
}
