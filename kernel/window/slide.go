package window

import (
	"math"
	"slices"

	"github.com/mars-project/mars-go/kernel/asm"
)

// slides is how many windows there must be, in windows, for slide to be worth its beginnings.
const slides = 64

// slide is roll for sums and means of values none of which is missing. Windows that are whole are parted in
// strips whose sums move at a time, for a compensated sum waits for the one before it. ok is false where that
// does not serve.
func slide(out, v []float64, from int, s Spec, mean bool) (ok bool) {
	w, after := s.Window, s.offset()
	first, last := max(0, w-1-after-from), min(len(out), len(v)-after-from)
	if s.Growing || s.Ranges != nil || w < 1 || last-first < slides*w {
		return false
	}
	if !s.Whole && slices.ContainsFunc(v, math.IsNaN) {
		return false
	}
	roll(out[:first], v, from, s, &sums{mean: mean})
	lo := from + first + 1 + after - w
	strips(asm.Active(), out[first:last], v[lo:lo+last-first+w-1], w, mean)
	roll(out[last:], v, from+last, s, &sums{mean: mean})
	return true
}

// strips writes the sums or means of v[i:i+w] to out[i]. Rows are parted in as many strips as there are
// lanes, and what is left over goes on where the last one ends.
func strips(l asm.Level, out, v []float64, w int, mean bool) {
	each := len(out) / asm.SlideLanes
	var s asm.Sliding
	for j := range asm.SlideLanes {
		a := begin(v[j*each:][:w], mean)
		out[j*each] = a.result(0)
		s.Sum[j], s.Added[j], s.Cut[j], s.Last[j] = a.sum, a.added, a.cut, a.run.last
		s.Run[j], s.Negative[j], s.Width[j], s.Window[j] = int64(a.run.n), int64(a.negative), float64(w), int64(w)
	}
	if n := each - 1; n > 0 && !s.Slide(l, out[1:], v[w:], v, each, n, mean) {
		for j := 0; j < asm.SlideLanes; j += 2 {
			two(&s, j, out, v, each, w, mean)
		}
	}
	j := asm.SlideLanes - 1
	a := sums{n: w, negative: int(s.Negative[j]), sum: s.Sum[j], added: s.Added[j], cut: s.Cut[j], run: run{int(s.Run[j]), s.Last[j]}, mean: mean}
	for i := asm.SlideLanes * each; i < len(out); i++ {
		a.remove(v[i-1])
		a.add(v[i+w-1])
		out[i] = a.result(0)
	}
}

// two moves the windows of lanes j and j+1 through their strips.
func two(s *asm.Sliding, j int, out, v []float64, each, w int, mean bool) {
	aSum, aAdded, aCut, aLast, aRun, aNegative := s.Sum[j], s.Added[j], s.Cut[j], s.Last[j], int(s.Run[j]), int(s.Negative[j])
	bSum, bAdded, bCut, bLast, bRun, bNegative := s.Sum[j+1], s.Added[j+1], s.Cut[j+1], s.Last[j+1], int(s.Run[j+1]), int(s.Negative[j+1])
	a, b := j*each, j*each+each
	aOut, bOut := out[a:][:each], out[b:][:each]
	aNew, bNew := v[a+w-1:][:each], v[b+w-1:][:each]
	aOld, bOld := v[a:][:each], v[b:][:each]
	for i := 1; i < each; i++ {
		x, old := aNew[i], aOld[i-1]
		y := -old - aCut
		t := aSum + y
		aCut = t - aSum - y
		y = x - aAdded
		aSum = t + y
		aAdded = aSum - t - y
		aNegative += int(math.Float64bits(x)>>63) - int(math.Float64bits(old)>>63)
		if x != aLast {
			aRun, aLast = 0, x
		}
		aRun++
		aOut[i] = outcome(aSum, aLast, aRun, aNegative, w, mean)

		x, old = bNew[i], bOld[i-1]
		y = -old - bCut
		t = bSum + y
		bCut = t - bSum - y
		y = x - bAdded
		bSum = t + y
		bAdded = bSum - t - y
		bNegative += int(math.Float64bits(x)>>63) - int(math.Float64bits(old)>>63)
		if x != bLast {
			bRun, bLast = 0, x
		}
		bRun++
		bOut[i] = outcome(bSum, bLast, bRun, bNegative, w, mean)
	}
	s.Sum[j], s.Added[j], s.Cut[j], s.Last[j], s.Run[j], s.Negative[j] = aSum, aAdded, aCut, aLast, int64(aRun), int64(aNegative)
	s.Sum[j+1], s.Added[j+1], s.Cut[j+1], s.Last[j+1], s.Run[j+1], s.Negative[j+1] = bSum, bAdded, bCut, bLast, int64(bRun), int64(bNegative)
}

// begin is the sum of the first window.
func begin(v []float64, mean bool) *sums {
	a := &sums{mean: mean}
	for _, x := range v {
		a.add(x)
	}
	return a
}

// outcome is sums.result of w values.
func outcome(sum, last float64, run, negative, w int, mean bool) float64 {
	switch {
	case run >= w && mean:
		return last
	case run >= w:
		return last * float64(w)
	case !mean:
		return sum
	}
	m := sum / float64(w)
	if m < 0 && negative == 0 || m > 0 && negative == w {
		return 0
	}
	return m
}
