package rng

import "math"

// poissonSetup is what draws of one mean share.
type poissonSetup struct {
	lam                        float64
	none                       float64 // probability of 0, of small means
	loglam, a, b, invAlpha, vr float64
}

func (s *poissonSetup) set(lam float64) {
	*s = poissonSetup{lam: lam}
	if lam < 10 {
		s.none = math.Exp(-lam)
		return
	}
	root := math.Sqrt(lam)
	s.loglam = math.Log(lam)
	s.b = 0.931 + 2.53*root
	s.a = -0.059 + 0.02483*s.b
	s.invAlpha = 1.1239 + 1.1328/(s.b-3.4)
	s.vr = 0.9277 - 3.6224/(s.b-2)
}

// inverses are 1/k.
var inverses = func() (r [128]float64) {
	for k := 1; k < len(r); k++ {
		r[k] = 1 / float64(k)
	}
	return r
}()

// Poisson is a Poisson number of mean lam >= 0: by inversion below 10, above it by the transformed rejection
// PTRS of Hörmann, "The transformed rejection method for generating Poisson random variables" (Insurance:
// Mathematics and Economics 12, 1993).
func (d *Draws) Poisson(lam float64) int64 {
	s := &d.poisson
	if s.lam != lam || s.none == 0 && s.b == 0 {
		s.set(lam)
	}
	if lam < 10 {
		return inverted(d.Float64(), s.none, int64(len(inverses))-1, func(k int64, p float64) float64 { return p * (lam * inverses[k]) })
	}
	for {
		if k, ok := s.try(d.Float64()-0.5, d.Open()); ok {
			return k
		}
	}
}

// try is the number of two uniform ones, and whether it is accepted.
func (s *poissonSetup) try(u, v float64) (k int64, ok bool) {
	us := 0.5 - math.Abs(u)
	x := math.Floor(float64((2*s.a/us+s.b)*u) + s.lam + 0.43)
	if us >= 0.07 && v <= s.vr {
		return int64(x), true
	}
	if x < 0 || us < 0.013 && v > us {
		return 0, false
	}
	return int64(x), math.Log(v*s.invAlpha/(s.a/(us*us)+s.b)) <= float64(x*s.loglam)-s.lam-logFactorial(x)
}

// logFactorial is log k! within 1e-12 of itself.
func logFactorial(k float64) float64 {
	if k < float64(len(logFactorials)) {
		return logFactorials[int(k)]
	}
	return float64((k+0.5)*math.Log(k+1)) - (k + 1) + (stirling(k) + 0.5*math.Log(2*math.Pi))
}

var logFactorials = func() (r [256]float64) {
	for k := range r {
		r[k], _ = math.Lgamma(float64(k + 1))
	}
	return r
}()

// poissonsTogether draws Poisson numbers.
func poissonsTogether(lam float64) (g together[int64], ok bool) {
	var s poissonSetup
	s.set(lam)
	if lam < 10 {
		return newGuide(s.none, int64(len(inverses))-1, func(k int64, p float64) float64 { return p * (lam * inverses[k]) }).together(), lam >= 0
	}
	return triedTogether(s.try), true
}

// triedTogether draws numbers that are tried with two uniform ones, one about 0 and one in (0, 1], twice if
// need be.
func triedTogether(try func(u, v float64) (int64, bool)) together[int64] {
	return together[int64]{2, func(a *ahead, out []int64, undecided []int) []int {
		w, again := a.blocks[0][:2*len(out)], a.blocks[1][:2*len(out)]
		for i := range out {
			k, ok := try(unit(w[2*i])-0.5, unitOpen(w[2*i+1]))
			if !ok {
				if k, ok = try(unit(again[2*i])-0.5, unitOpen(again[2*i+1])); !ok {
					undecided = append(undecided, i)
				}
			}
			out[i] = k
		}
		return undecided
	}}
}
