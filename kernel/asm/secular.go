package asm

// Secular is the loops over the poles of a secular equation at one level, all in float64.
type Secular struct {
	wide bool
}

var seculars = [...]Secular{{false}, {true}}

// SecularOf is the kernels of a level, nil where it has none.
func SecularOf(l Level) *Secular { return secularOf(l) }

// Sums is the sum of z*z/(pole-t) and that of the squares of z/(pole-t).
func (s *Secular) Sums(z, pole []float64, t float64) (sum, squares float64) {
	_ = pole[:len(z)]
	for i := 0; i < len(z); i += segment {
		var out [2]float64
		s.sums(min(segment, len(z)-i), &z[i], &pole[i], t, &out[0])
		sum, squares = sum+out[0], squares+out[1]
	}
	return sum, squares
}

// Ratios multiplies w by q/(d-at), with squared by q/((d-at)*(d+at)). Slices are of one length.
func (s *Secular) Ratios(w, q, d []float64, at float64, squared bool) {
	_, _ = q[:len(w)], d[:len(w)]
	for i := 0; i < len(w); i += segment {
		s.ratios(squared, min(segment, len(w)-i), &w[i], &q[i], &d[i], at)
	}
}

// Quotients overwrites q with z/q; it gives the sum of the squares of that and of d times that. Slices are of
// one length.
func (s *Secular) Quotients(q, z, d []float64) (squares, scaled float64) {
	_, _ = z[:len(q)], d[:len(q)]
	for i := 0; i < len(q); i += segment {
		var out [2]float64
		s.quotients(min(segment, len(q)-i), &q[i], &z[i], &d[i], &out[0])
		squares, scaled = squares+out[0], scaled+out[1]
	}
	return squares, scaled
}
