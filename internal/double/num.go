package double

import "math"

// A Num is the unevaluated sum of two floats, the second at most half of the last place of the first (Dekker,
// "A floating-point technique for extending the available precision", Numerische Mathematik 18, 1971).
type Num struct{ Hi, Lo float64 }

// Of is a float as it is.
func Of(x float64) Num { return Num{x, 0} }

// sum is a + b exactly, quick where |a| >= |b| or a is 0.
func sum(a, b float64) Num {
	s := a + b
	t := s - a
	return Num{s, (a - (s - t)) + (b - t)}
}

func quick(a, b float64) Num {
	s := a + b
	return Num{s, b - (s - a)}
}

func product(a, b float64) Num {
	p := float64(a * b) // rounded: it must not become part of a multiply-add
	return Num{p, math.FMA(a, b, -p)}
}

// Add is a + b.
func (a Num) Add(b Num) Num {
	s, t := sum(a.Hi, b.Hi), sum(a.Lo, b.Lo)
	s = quick(s.Hi, s.Lo+t.Hi)
	return quick(s.Hi, s.Lo+t.Lo)
}

// Neg is -a.
func (a Num) Neg() Num { return Num{-a.Hi, -a.Lo} }

// Sub is a - b.
func (a Num) Sub(b Num) Num { return a.Add(b.Neg()) }

// Mul is a b.
func (a Num) Mul(b Num) Num {
	p := product(a.Hi, b.Hi)
	return quick(p.Hi, p.Lo+math.FMA(a.Hi, b.Lo, float64(a.Lo*b.Hi)))
}

// Times is a x.
func (a Num) Times(x float64) Num {
	p := product(a.Hi, x)
	return quick(p.Hi, math.FMA(a.Lo, x, p.Lo))
}

// Quo is a / b.
func (a Num) Quo(b Num) Num {
	q := a.Hi / b.Hi
	r := a.Sub(b.Times(q))
	p := r.Hi / b.Hi
	r = r.Sub(b.Times(p))
	return quick(q, p).Add(Of(r.Hi / b.Hi))
}

// Sqrt is the square root.
func (a Num) Sqrt() Num {
	if a.Hi == 0 {
		return a
	}
	s := math.Sqrt(a.Hi)
	r := a.Sub(product(s, s))
	return quick(s, r.Hi/(2*s))
}

// Scale is a 2^e.
func (a Num) Scale(e int) Num { return Num{math.Ldexp(a.Hi, e), math.Ldexp(a.Lo, e)} }

// Abs is the magnitude.
func (a Num) Abs() Num {
	if a.Hi < 0 {
		return a.Neg()
	}
	return a
}

// signed is a with the sign of x.
func (a Num) signed(x float64) Num {
	if math.Signbit(x) {
		return a.Neg()
	}
	return a
}

var one = Of(1)
