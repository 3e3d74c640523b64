package rng

import (
	"math"
	"sort"

	"github.com/mars-project/mars-go/errs"
)

// Weights is a discrete distribution over 0, 1, ... n-1, ready to draw from.
type Weights struct {
	cdf   []float64
	guide []int32 // for j/len(guide), the first element whose share of the distribution is above it
}

// NewWeights checks probabilities as numpy's Generator.choice does: none negative or NaN, and their sum
// within 1.5e-8 of 1.
func NewWeights(p []float64) (*Weights, error) {
	cdf := make([]float64, len(p))
	sum, comp := 0.0, 0.0 // Kahan: the check below is finer than plain sums of many terms
	for i, v := range p {
		if math.IsNaN(v) {
			return nil, errs.New(errs.Invalid, "Probabilities contain NaN")
		}
		if v < 0 {
			return nil, errs.New(errs.Invalid, "Probabilities are not non-negative")
		}
		y := v - comp
		t := sum + y
		comp = (t - sum) - y
		sum = t
		cdf[i] = sum
	}
	if math.Abs(sum-1) > 1.5e-8 {
		return nil, errs.New(errs.Invalid, "Probabilities do not sum to 1. See Notes section of docstring for more information.")
	}
	for i := range cdf {
		cdf[i] /= sum
	}
	w := &Weights{cdf: cdf, guide: make([]int32, min(max(1, len(cdf)), 1<<16))}
	i := 0
	for j := range w.guide {
		for i < len(cdf)-1 && cdf[i] <= float64(j)/float64(len(w.guide)) {
			i++
		}
		w.guide[j] = int32(i)
	}
	return w, nil
}

// find is the first element whose share is above u: from the guide on, straight ahead for a few, else by
// halves.
func (w *Weights) find(u float64) int {
	i := int(w.guide[int(u*float64(len(w.guide)))])
	for range 8 {
		if w.cdf[i] > u {
			return i
		}
		i++
	}
	rest := w.cdf[i:]
	return i + sort.Search(len(rest), func(j int) bool { return rest[j] > u })
}

// Choice fills out with places drawn with replacement by their weights: the inverse of the distribution at a
// uniform number.
func (w *Weights) Choice(out []int64, k Key, b Box) {
	b.fits(len(out))
	s := newSource(k)
	b.Runs(func(at int, pos uint64, n int) {
		s.spans(pos, n, func(i int, x []uint64) {
			o := out[at+i:][:len(x)]
			for j, y := range x {
				o[j] = int64(w.find(unit(y)))
			}
		})
	})
}

// Races fills out with a random key per element such that the elements with the k least keys are a draw of k
// without replacement by weight, in order of drawing: exponential numbers over weights (Efraimidis and
// Spirakis, "Weighted random sampling with a reservoir", Information Processing Letters 97, 2006). Weights
// are those of the box's elements, all of them not negative; zero gives +Inf.
func Races(out, weights []float64, k Key, b Box) {
	Exponential(out, k, b)
	for i, w := range weights {
		out[i] /= w
	}
}
