package rng

import "math"

// Poisson is a Poisson number of mean lam >= 0: products of uniforms below 10, above it the transformed rejection PTRS of Hörmann, "The
// transformed rejection method for generating Poisson random variables" (Insurance: Mathematics and Economics 12, 1993).
func (d *Draws) Poisson(lam float64) int64 {
	if lam < 10 {
		limit, p := math.Exp(-lam), d.Open()
		k := int64(0)
		for ; p > limit; k++ {
			p *= d.Open()
		}
		return k
	}
	root, loglam := math.Sqrt(lam), math.Log(lam)
	b := 0.931 + 2.53*root
	a := -0.059 + 0.02483*b
	logInvAlpha := math.Log(1.1239 + 1.1328/(b-3.4))
	vr := 0.9277 - 3.6224/(b-2)
	for {
		u, v := d.Float64()-0.5, d.Open()
		us := 0.5 - math.Abs(u)
		k := math.Floor((2*a/us+b)*u + lam + 0.43)
		if us >= 0.07 && v <= vr {
			return int64(k)
		}
		if k < 0 || us < 0.013 && v > us {
			continue
		}
		lg, _ := math.Lgamma(k + 1)
		if math.Log(v)+logInvAlpha-math.Log(a/(us*us)+b) <= k*loglam-lam-lg {
			return int64(k)
		}
	}
}
