package fft

import (
	"math"
	"math/bits"
)

type float interface{ float32 | float64 }

// root is exp(-2 pi i k/n), within a unit in the last place: the angle is reduced to an eighth of the circle
// and known to twice the precision.
func root(k, n int) (re, im float64) {
	k %= n
	// 8k/n counts eighths.
	eighth, rest := 8*k/n, 8*k%n // rest/(8n) of a turn beyond it
	up := eighth%2 == 1
	if up { // from the next multiple of a quarter back
		rest = n - rest
	}
	s, c := sincosTurn(rest, 8*n)
	if up {
		s, c = c, s
	}
	switch eighth / 2 { // quarters: exp(-i(a + pi/2)) = -i exp(-ia)
	case 0:
		return c, -s
	case 1:
		return -s, -c
	case 2:
		return -c, s
	}
	return s, c
}

// sincosTurn is the sine and cosine of a/b of a turn.
func sincosTurn(a, b int) (s, c float64) {
	const piHigh, piLow = 2 * math.Pi, 2.4492935982947064e-16 // 2 pi in two parts
	x, y := float64(a), float64(b)
	q := x / y
	r := math.FMA(-q, y, x) / y
	high := float64(q * piHigh) // rounded, as low takes its error in
	low := math.FMA(q, piHigh, -high) + q*piLow + r*piHigh
	s, c = math.Sincos(high)
	return s + low*c, c - low*s
}

// A circle is the roots of n, each the product of one of few and one near 1, whose distance to 1 is known
// well: within three units in the last place. It answers for the divisors of n too.
type circle struct {
	n      int
	shift  int
	coarse [][2]float64
	fine   [][2]float64 // less 1
	some   [][2]float64 // of coarse, the first ones, less 1
}

// plainRoots is the greatest n whose roots are each made by themselves.
const plainRoots = 1 << 6

func newCircle(n int) *circle {
	c := &circle{n: n}
	if n <= plainRoots {
		return c
	}
	c.shift = bits.Len(uint(n)) / 2
	for k := 0; k < n; k += 1 << c.shift {
		re, im := root(k, n)
		c.coarse = append(c.coarse, [2]float64{re, im})
	}
	for k := range 1 << c.shift {
		c.fine = append(c.fine, lessOne(k, n))
	}
	for k := 0; k < 4*side && k<<c.shift < n; k++ {
		c.some = append(c.some, lessOne(k<<c.shift, n))
	}
	return c
}

// lessOne is root k of n, less 1.
func lessOne(k, n int) [2]float64 {
	_, im := root(k, n)
	s, _ := sincosTurn(k, 2*n)
	return [2]float64{-2 * s * s, im}
}

// near is root k of n, less 1, for k so small that the root is near 1.
func (c *circle) near(k int) (re, im float64) {
	if c.fine == nil || k>>c.shift >= len(c.some) {
		z := lessOne(k, c.n)
		return z[0], z[1]
	}
	a, b := c.some[k>>c.shift], c.fine[k&(1<<c.shift-1)] // (1+a)(1+b) - 1
	return a[0] + (b[0] + (float64(a[0]*b[0]) - float64(a[1]*b[1]))), a[1] + (b[1] + (float64(a[0]*b[1]) + float64(a[1]*b[0])))
}

// root is root k of a divisor m of n; k is below m.
func (c *circle) root(k, m int) (re, im float64) { return c.at(k * (c.n / m)) }

// at is root k of n; k is below n.
func (c *circle) at(k int) (re, im float64) {
	if c.fine == nil {
		return root(k, c.n)
	}
	a, b := c.coarse[k>>(c.shift&63)], c.fine[k&(1<<(c.shift&63)-1)]
	return a[0] + (float64(a[0]*b[0]) - float64(a[1]*b[1])), a[1] + (float64(a[0]*b[1]) + float64(a[1]*b[0]))
}
