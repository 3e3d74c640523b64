package double

import "math"

// sums are the sums over k of w^k/(k!(k+n)!), w = -x^2/4 for J and Y, x^2/4 for I and K, and of the same
// times the harmonic number of k for n = 0, psi(k+1) + psi(k+2) for n = 1 (Abramowitz and Stegun, 9.1.11,
// 9.1.13, 9.6.11).
func sums(x Num, n int, modified bool) (s, h Num) {
	w := x.Mul(x).Scale(-2)
	if !modified {
		w = w.Neg()
	}
	t, a := one, Num{}
	if n == 1 {
		a = one.Sub(euler.Scale(1))
	}
	for k := 0.0; math.Abs(t.Hi) > math.Abs(s.Hi)*0x1p-110 && math.Abs(t.Hi) > 0x1p-140; k++ {
		s, h = s.Add(t), h.Add(t.Mul(a))
		t = t.Mul(w).Quo(Of((k + 1) * (k + 1 + float64(n))))
		a = a.Add(one.Quo(Of(k + 1)))
		if n == 1 {
			a = a.Add(one.Quo(Of(k + 2)))
		}
	}
	return s, h
}

// far is from where on J and Y are taken from Hankel's expansion: its least term is below 2^-72 there, as is
// what cancels in the sums below it.
const far = 25

// hankel are J and Y of order n for x >= far (9.2.5 to 9.2.10): P cos - Q sin and P sin + Q cos of x - (n/2 +
// 1/4) pi, times the root of 2/(pi x).
func hankel(x Num, n int) (j, y Num) {
	mu, t := float64(4*n*n), one
	var p, q Num
	eight := x.Scale(3)
	for k, last := 0, math.Inf(1); math.Abs(t.Hi) < last && math.Abs(t.Hi) > 0x1p-110; k++ {
		last = math.Abs(t.Hi)
		switch k % 4 {
		case 0:
			p = p.Add(t)
		case 1:
			q = q.Add(t)
		case 2:
			p = p.Sub(t)
		case 3:
			q = q.Sub(t)
		}
		m := float64(2*k + 1)
		t = t.Times(mu - m*m).Quo(eight.Times(float64(k + 1)))
	}
	u := x.Sub(half.Times(float64(n) + 0.5))
	s, c := Sin(u), Cos(u)
	r := one.Quo(half.Mul(x)).Sqrt()
	return p.Mul(c).Sub(q.Mul(s)).Mul(r), p.Mul(s).Add(q.Mul(c)).Mul(r)
}

// J is the Bessel function of the first kind and order n, 0 or 1, within 2^-70 of 1.
func J(n int, x Num) Num {
	a := x.Abs()
	var j Num
	if a.Hi >= far {
		j, _ = hankel(a, n)
	} else if j, _ = sums(a, n, false); n == 1 {
		j = j.Mul(a.Scale(-1))
	}
	if n == 1 {
		return j.signed(x.Hi)
	}
	return j
}

// Y is that of the second kind, x > 0, like J.
func Y(n int, x Num) Num {
	if x.Hi >= far {
		_, y := hankel(x, n)
		return y
	}
	s, h := sums(x, n, false)
	l := Log(x.Scale(-1))
	if n == 0 {
		return l.Add(euler).Mul(s).Sub(h).Scale(1).Quo(pi)
	}
	return l.Mul(x).Mul(s).Sub(Of(2).Quo(x)).Sub(x.Scale(-1).Mul(h)).Quo(pi)
}

// I is the modified one of the first kind.
func I(n int, x Num) Num {
	s, _ := sums(x, n, true)
	if n == 1 {
		return s.Mul(x.Scale(-1))
	}
	return s
}

// K is the modified one of the second kind, x > 0.
func K(n int, x Num) Num {
	if x.Hi > 6 {
		return Ke(n, x).Mul(Exp(x.Neg()))
	}
	s, h := sums(x, n, true)
	l := Log(x.Scale(-1))
	if n == 0 {
		return h.Sub(l.Add(euler).Mul(s))
	}
	return one.Quo(x).Add(l.Mul(x.Scale(-1)).Mul(s)).Sub(x.Scale(-2).Mul(h))
}

// Ke is e^x K(x): from 6 on the integral of e^(-x (cosh t - 1)) cosh(n t) (9.6.24) by the trapezoidal rule,
// whose error is e^(-pi^2/step).
func Ke(n int, x Num) Num {
	if x.Hi <= 6 {
		return K(n, x).Mul(Exp(x))
	}
	const step = 1.0 / 9
	s := Of(0.5)
	for i := 1.0; ; i++ {
		c := Cosh(Of(i).Quo(Of(1 / step)))
		e := c.Sub(one).Mul(x)
		if e.Hi > 80 {
			return s.Quo(Of(1 / step))
		}
		t := Exp(e.Neg())
		if n == 1 {
			t = t.Mul(c)
		}
		s = s.Add(t)
	}
}
