package main

import (
	"math"
	"math/big"
)

// A taylor gives the coefficient of x^n of a series, as a fraction.
type taylor func(n int) *big.Rat

// fit is the polynomial of k coefficients that meets the series at the k Chebyshev points of [lo, hi], in 300
// bits, each coefficient then rounded to float64: within a small factor of the best one (Trefethen,
// Approximation Theory and Approximation Practice, chapter 16). The series must converge on the interval.
func fit(f taylor, lo, hi float64, k int) []float64 {
	terms := 40 + int(150/math.Log2(1/min(0.98, max(math.Abs(lo), math.Abs(hi)))))
	if max(math.Abs(lo), math.Abs(hi)) >= 1 { // a series that converges everywhere
		terms = 150
	}
	coef := make([]*big.Float, terms)
	for i := range coef {
		coef[i] = new(big.Float).SetPrec(300).SetRat(f(i))
	}
	return interpolate(func(x *big.Float) *big.Float {
		s := new(big.Float).SetPrec(300)
		for j := terms - 1; j >= 0; j-- {
			s.Add(s.Mul(s, x), coef[j])
		}
		return s
	}, lo, hi, k)
}

// interpolate is the polynomial of k coefficients that meets f at the k Chebyshev points of [lo, hi], in 300
// bits, each coefficient then rounded.
func interpolate(f func(x *big.Float) *big.Float, lo, hi float64, k int) []float64 {
	num := func() *big.Float { return new(big.Float).SetPrec(300) }
	at := make([]*big.Float, k)  // the points
	dif := make([]*big.Float, k) // values there, then divided differences
	for i := range at {
		at[i] = num().SetFloat64((lo+hi)/2 + (hi-lo)/2*math.Cos(math.Pi*(2*float64(i)+1)/(2*float64(k))))
		dif[i] = f(at[i])
	}
	for d := 1; d < k; d++ {
		for i := k - 1; i >= d; i-- {
			dif[i] = num().Quo(num().Sub(dif[i], dif[i-1]), num().Sub(at[i], at[i-d]))
		}
	}
	c := make([]*big.Float, k) // Newton's form multiplied out
	for i := range c {
		c[i] = num()
	}
	for i := k - 1; i >= 0; i-- {
		for j := k - 1; j > 0; j-- {
			c[j] = num().Sub(c[j-1], num().Mul(c[j], at[i]))
		}
		c[0] = num().Sub(dif[i], num().Mul(c[0], at[i]))
	}
	o := make([]float64, k)
	for i := range o {
		o[i], _ = c[i].Float64()
	}
	return o
}

func factorial(n int) *big.Int { return new(big.Int).MulRange(1, int64(max(n, 1))) }

func rat(a, b int64) *big.Rat { return big.NewRat(a, b) }

func alternate(n int) int64 { return 1 - 2*int64(n&1) }

// expAfter is (exp(x) - the first m terms)/x^m.
func expAfter(m int) taylor {
	return func(n int) *big.Rat { return new(big.Rat).SetFrac(big.NewInt(1), factorial(n+m)) }
}

// logAfter is (log(1+x) - the first m terms)/x^(m+1).
func logAfter(m int) taylor { return func(n int) *big.Rat { return rat(alternate(n+m), int64(n+m+1)) } }

// sinAfter is sin in powers of x^2 without its first m terms, cosAfter cos, sinhAfter sinh.
func sinAfter(m int) taylor {
	return func(n int) *big.Rat { return new(big.Rat).SetFrac(big.NewInt(alternate(n+m)), factorial(2*(n+m)+1)) }
}

func cosAfter(m int) taylor {
	return func(n int) *big.Rat { return new(big.Rat).SetFrac(big.NewInt(alternate(n+m)), factorial(2*(n+m))) }
}

func sinhAfter(m int) taylor {
	return func(n int) *big.Rat { return new(big.Rat).SetFrac(big.NewInt(1), factorial(2*(n+m)+1)) }
}

// atanAfter is atan in powers of x^2 without its first m terms.
func atanAfter(m int) taylor {
	return func(n int) *big.Rat { return rat(alternate(n+m), int64(2*(n+m)+1)) }
}

// asinAfter is asin in powers of x^2 without its first m terms.
func asinAfter(m int) taylor {
	return func(n int) *big.Rat {
		n += m
		d := new(big.Int).Mul(factorial(n), factorial(n))
		d.Lsh(d.Mul(d, big.NewInt(int64(2*n+1))), uint(2*n))
		return new(big.Rat).SetFrac(factorial(2*n), d)
	}
}

// power is (1+x)^(a/b).
func power(a, b int64) taylor {
	return func(n int) *big.Rat {
		r := rat(1, 1)
		for i := range int64(n) {
			r.Mul(r, rat(a-i*b, b*(i+1)))
		}
		return r
	}
}
