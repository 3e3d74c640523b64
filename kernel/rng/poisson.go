package rng

import "math"

// poissonSetup is what draws of one mean share.
type poissonSetup struct {
	lam                           float64
	none                          float64 // probability of 0, of small means
	loglam, a, b, logInvAlpha, vr float64
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
	s.logInvAlpha = math.Log(1.1239 + 1.1328/(s.b-3.4))
	s.vr = 0.9277 - 3.6224/(s.b-2)
}

// inverses are 1/k.
var inverses = func() (r [128]float64) {
	for k := 1; k < len(r); k++ {
		r[k] = 1 / float64(k)
	}
	return r
}()

// Poisson is a Poisson number of mean lam >= 0: by inversion below 10, above it by the transformed rejection PTRS of Hörmann, "The
// transformed rejection method for generating Poisson random variables" (Insurance: Mathematics and Economics 12, 1993).
func (d *Draws) Poisson(lam float64) int64 {
	s := &d.poisson
	if s.lam != lam || s.none == 0 && s.b == 0 {
		s.set(lam)
	}
	if lam < 10 {
		u, p := d.Float64(), s.none
		k := int64(0)
		for u >= p && k < int64(len(inverses))-1 {
			u -= p
			k++
			p *= lam * inverses[k]
		}
		return k
	}
	for {
		u, v := d.Float64()-0.5, d.Open()
		us := 0.5 - math.Abs(u)
		k := math.Floor((2*s.a/us+s.b)*u + lam + 0.43)
		if us >= 0.07 && v <= s.vr {
			return int64(k)
		}
		if k < 0 || us < 0.013 && v > us {
			continue
		}
		lg, _ := math.Lgamma(k + 1)
		if math.Log(v)+s.logInvAlpha-math.Log(s.a/(us*us)+s.b) <= k*s.loglam-lam-lg {
			return int64(k)
		}
	}
}
