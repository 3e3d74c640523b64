package linalg

import (
	"math"

	"github.com/mars-project/mars-go/internal/parallel"
)

// Roots, and poles, that are one task of several.
const (
	rootTask = 32
	poleTask = 512
)

// solve writes all roots to values, as numbers that d is of, and to column j of gaps the distances of the
// poles from root j.
func (s *secular) solve(par parallel.Func, gaps Mat[float64], values []float64) (ok bool, err error) {
	k := len(s.d)
	failed := make([]bool, (k+rootTask-1)/rootTask)
	err = par.Each(len(failed), func(task int) error {
		for j := task * rootTask; j < min(k, (task+1)*rootTask); j++ {
			o, t, ok := s.root(j, gaps.col(0, j))
			failed[task] = failed[task] || !ok
			if s.squared {
				t /= s.d[o] + math.Sqrt(s.d[o]*s.d[o]+t)
			}
			values[j] = s.d[o] + t
		}
		return nil
	})
	for _, f := range failed {
		if f {
			return false, err
		}
	}
	return true, err
}

// weights are the z, times the root of rho, for which the computed roots are exact: Loewner's formula, which
// makes the vectors of Gu and Eisenstat orthogonal.
func (s *secular) weights(par parallel.Func, gaps Mat[float64]) ([]float64, error) {
	k := len(s.d)
	w := make([]float64, k)
	err := par.Each((k+poleTask-1)/poleTask, func(task int) error {
		lo, hi := task*poleTask, min(k, (task+1)*poleTask)
		for i := lo; i < hi; i++ {
			w[i] = 1
		}
		for j := range k {
			col := gaps.col(0, j)
			if j < lo || j >= hi {
				s.ratios(w[lo:hi], col[lo:hi], s.d[lo:hi], s.d[j])
				continue
			}
			s.ratios(w[lo:j], col[lo:j], s.d[lo:j], s.d[j])
			w[j] *= col[j]
			s.ratios(w[j+1:hi], col[j+1:hi], s.d[j+1:hi], s.d[j])
		}
		for i := lo; i < hi; i++ {
			w[i] = math.Copysign(math.Sqrt(math.Abs(w[i])), s.z[i])
		}
		return nil
	})
	return w, err
}

// ratios multiplies w by gaps over the distances of d, or of their squares, from at.
func (s *secular) ratios(w, gaps, d []float64, at float64) {
	switch {
	case s.loops != nil:
		s.loops.Ratios(w, gaps, d, at, s.squared)
	case s.squared:
		for i, g := range gaps {
			w[i] *= g / ((d[i] - at) * (d[i] + at))
		}
	default:
		for i, g := range gaps {
			w[i] *= g / (d[i] - at)
		}
	}
}

// quotients overwrites gaps with z/gaps; it gives the sum of the squares of that and of d times that.
func (s *secular) quotients(gaps, z []float64) (squares, scaled float64) {
	if s.loops != nil {
		return s.loops.Quotients(gaps, z, s.d)
	}
	for i, g := range gaps {
		v := z[i] / g
		gaps[i] = v
		squares += v * v
		scaled += s.d[i] * v * s.d[i] * v
	}
	return squares, scaled
}
