package bigmath

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// near fails where a and b differ by more than 2^-bits of b.
func near(t *testing.T, what string, a, b *big.Float, bits int) {
	t.Helper()
	d := sub(a, b)
	if d.Sign() != 0 && d.MantExp(nil) > b.MantExp(nil)-bits {
		t.Errorf("%s: %.60g is not %.60g", what, a, b)
	}
}

// TestDigits compares with digits that books print.
func TestDigits(t *testing.T) {
	for what, c := range map[string]struct {
		is     *big.Float
		digits string
	}{
		"pi":     {Pi(), "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798"},
		"e":      {Exp(of(1)), "2.71828182845904523536028747135266249775724709369995957496696762772407663035354759457138217852516642743"},
		"log 2":  {Log(of(2)), "0.693147180559945309417232121458176568075500134360255254120680009493393621969694715605863326996418687"},
		"log 10": {Log(of(10)), "2.30258509299404568401799145468436420760110148862877297603332790096757260967735248023599720508959829834"},
		"tanh 1": {Tanh(of(1)), "0.761594155955764888119458282604793590412768597257936551596810500121953244576638483458947521673676714421"},
		"sin 1":  {Sin(of(1)), "0.841470984807896506652502321630298999622563060798371065672751709991910404391239668948639743543052695854"},
	} {
		want, _, err := big.ParseFloat(c.digits, 10, 400, big.ToNearestEven)
		if err != nil {
			t.Fatal(err)
		}
		near(t, what, c.is, want, 250)
	}
}

// TestIdentities holds functions and their inverses, and sums, against each other, over magnitudes.
func TestIdentities(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		x := of(math.Ldexp(1+r.Float64(), r.IntN(60)-55))
		neg := num().Neg(x)
		if x.Cmp(of(50)) < 0 {
			near(t, "log of exp", Log1p(Expm1(x)), x, 200)
			near(t, "atanh of tanh", Atanh(Tanh(num().Quo(x, of(50)))), quo(x, of(50)), 200)
			near(t, "asinh of sinh", Asinh(Sinh(neg)), neg, 200)
			near(t, "cosh", sub(mul(Cosh(x), Cosh(x)), mul(Sinh(x), Sinh(x))), of(1), 100)
		}
		near(t, "exp of log", Exp(Log(x)), x, 230)
		s, c := Sin(x), Cos(x)
		near(t, "circle", add(mul(s, s), mul(c, c)), of(1), 250)
		near(t, "sinh far out", num().Neg(Sinh(num().Neg(mul(x, of(9))))), Sinh(mul(x, of(9))), 250)
		near(t, "tan", mul(Tan(x), c), s, 250)
		near(t, "tan of atan", Tan(Atan(x)), x, 200)
		u := quo(x, add(x, of(1)))
		near(t, "sin of asin", Sin(Asin(u)), u, 200)
		near(t, "cos of acos", Cos(Acos(num().Neg(u))), num().Neg(u), 180)
		y := Cbrt(x)
		near(t, "cube", mul(y, mul(y, y)), x, 250)
		near(t, "power", Pow(x, of(3)), mul(x, mul(x, x)), 230)
		near(t, "powers of 2", Log2(Exp2(x)), x, 200)
		near(t, "atan2", add(Atan2(x, of(-3)), Atan2(x, of(3))), Pi(), 250)
		near(t, "acosh", Cosh(Acosh(add(x, of(1)))), add(x, of(1)), 200)
	}
	big := of(0x1p1000)
	s, c := Sin(big), Cos(big)
	near(t, "circle far away", add(mul(s, s), mul(c, c)), of(1), 250)
	near(t, "double angle far away", Sin(of(0x1p1001)), mul(of(2), mul(s, c)), 230)
	near(t, "hypot", Hypot(of(3e200), of(4e200)), mul(of(5), of(1e200)), 50)
	near(t, "log10", Log10(of(1e22)), of(22), 250)
}
