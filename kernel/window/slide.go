package window

import "math"

// slides is how many windows there must be, in windows, for slide to be worth its two beginnings.
const slides = 16

// slide is roll for sums and means of values none of which is missing. Windows that are whole are halved: two sums move at a time, for a compensated sum
// waits for the one before it. ok is false where that does not serve.
func slide(out, v []float64, from int, s Spec, mean bool) (ok bool) {
	w, after := s.Window, s.offset()
	first, last := max(0, w-1-after-from), min(len(out), len(v)-after-from)
	if s.Growing || s.Ranges != nil || w < 1 || last-first < slides*w {
		return false
	}
	for _, x := range v {
		if x != x {
			return false
		}
	}
	roll(out[:first], v, from, s, &sums{mean: mean})
	lo := from + first + 1 + after - w
	two(out[first:last], v[lo:lo+last-first+w-1], w, mean)
	roll(out[last:], v, from+last, s, &sums{mean: mean})
	return true
}

// two writes the sums or means of v[i:i+w] to out[i].
func two(out, v []float64, w int, mean bool) {
	half := len(out) / 2
	a, b := begin(v[:w], mean), begin(v[half:half+w], mean)
	out[0], out[half] = a.result(0), b.result(0)
	aSum, aAdded, aCut, aLast, aRun, aNegative := a.sum, a.added, a.cut, a.run.last, a.run.n, a.negative
	bSum, bAdded, bCut, bLast, bRun, bNegative := b.sum, b.added, b.cut, b.run.last, b.run.n, b.negative
	aOut, bOut := out[:half], out[half:2*half]
	aNew, bNew := v[w-1:][:half], v[half+w-1:][:half]
	aOld, bOld := v[:half], v[half:][:half]
	for i := 1; i < half; i++ {
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
	if n := len(out); n > 2*half {
		c := sums{n: w, negative: bNegative, sum: bSum, added: bAdded, cut: bCut, run: run{bRun, bLast}, mean: mean}
		c.remove(v[n-2])
		c.add(v[n+w-2])
		out[n-1] = c.result(0)
	}
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
