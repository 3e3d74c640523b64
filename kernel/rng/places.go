package rng

import (
	"math"
	"slices"
	"sort"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

// Places fills out with places below n, as numpy.random.RandomState.choice draws them and pandas' sample asks
// for them. Weights are one for each place, nil for equal ones; they are spent. Errors: Invalid for weights
// that are negative, infinite or all 0, or too large for a draw without replacement, and for more places than
// there are.
func (m *Mersenne) Places(al mem.Allocator, out []int64, n int, replace bool, weights []float64) error {
	if weights != nil {
		if err := shares(weights); err != nil {
			return err
		}
		if !replace && float64(len(out))*slices.Max(weights) > 1 {
			return errs.New(errs.Invalid, "Weighted sampling cannot be achieved with replace=False. Either set replace=True or use smaller weights. See the docstring of sample for details.")
		}
	}
	switch {
	case len(out) == 0:
	case n == 0:
		return errs.New(errs.Invalid, "a must be greater than 0 unless no samples are taken")
	case weights != nil && replace:
		cdf := cumulated(weights)
		for i := range out {
			out[i] = above(cdf, m.Float64())
		}
	case replace:
		for i := range out {
			out[i] = 0
			if n > 1 { // of one place nothing is drawn
				out[i] = int64(m.UpTo(uint64(n - 1)))
			}
		}
	case len(out) > n:
		return errs.New(errs.Invalid, "Cannot take a larger sample than population when 'replace=False'")
	case weights != nil:
		return m.lots(al, out, weights)
	default:
		all, free, err := mem.Scratch[int64](al, n)
		if err != nil {
			return err
		}
		defer free()
		m.shuffle(all)
		copy(out, all)
	}
	return nil
}

// shuffle fills out with its places in random order, by Fisher and Yates.
func (m *Mersenne) shuffle(out []int64) {
	for i := range out {
		out[i] = int64(i)
	}
	for i := len(out) - 1; i > 0; i-- {
		j := m.UpTo(uint64(i))
		out[i], out[j] = out[j], out[i]
	}
}

// lots draws without replacement by weight: as many as are missing at a time, of which each counts once.
func (m *Mersenne) lots(al mem.Allocator, out []int64, p []float64) error {
	some := 0
	for _, w := range p {
		if w > 0 {
			some++
		}
	}
	if some < len(out) {
		return errs.New(errs.Invalid, "Fewer non-zero entries in p than size")
	}
	cdf, free, err := mem.Scratch[float64](al, len(p))
	if err != nil {
		return err
	}
	defer free()
	drawn, free, err := mem.Scratch[bool](al, len(p))
	if err != nil {
		return err
	}
	defer free()
	clear(drawn)
	for n := 0; n < len(out); {
		copy(cdf, p)
		cumulated(cdf)
		for range len(out) - n {
			if i := above(cdf, m.Float64()); !drawn[i] {
				out[n], drawn[i] = i, true
				n++
			}
		}
		for _, i := range out[:n] {
			p[i] = 0
		}
	}
	return nil
}

// above is the first place whose share of a distribution is above u.
func above(cdf []float64, u float64) int64 {
	return int64(sort.Search(len(cdf), func(i int) bool { return cdf[i] > u }))
}

// cumulated is the distribution of weights, in their place.
func cumulated(p []float64) []float64 {
	sum := 0.0
	for i, w := range p {
		sum += w
		p[i] = sum
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

// shares divides weights by their sum; missing ones are 0.
func shares(weights []float64) error {
	for i, w := range weights {
		switch {
		case math.IsInf(w, 0):
			return errs.New(errs.Invalid, "weights vector may not include `inf` values")
		case w < 0:
			return errs.New(errs.Invalid, "weights vector may not include negative values")
		case math.IsNaN(w):
			weights[i] = 0
		}
	}
	sum := paired(weights)
	if sum == 0 {
		return errs.New(errs.Invalid, "Invalid weights: weights sum to zero")
	}
	for i := range weights {
		weights[i] /= sum
	}
	return nil
}

// paired is the sum by halves as NumPy adds up: eight sums beside each other of 128 numbers and fewer.
func paired(s []float64) float64 {
	n := len(s)
	switch {
	case n < 8:
		sum := 0.0
		for _, v := range s {
			sum += v
		}
		return sum
	case n <= 128:
		r := [8]float64(s[:8])
		i := 8
		for ; i < n-n%8; i += 8 {
			for k := range r {
				r[k] += s[i+k]
			}
		}
		sum := ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
		for ; i < n; i++ {
			sum += s[i]
		}
		return sum
	}
	half := n / 2
	half -= half % 8
	return paired(s[:half]) + paired(s[half:])
}
