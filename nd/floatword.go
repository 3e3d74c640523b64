package nd

import (
	"math"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/dtype"
)

// A floatFormat is NumPy's FloatingFormat in its mode maxprec: shortest digits up to the precision, one width
// for all.
type floatFormat struct {
	size        int  // bytes of the float
	plus        bool // positive numbers have a sign, as imaginary parts do
	exp         bool // scientific notation
	prec        int  // digits after the point in scientific notation
	expSize     int  // digits of the exponent
	left, right int  // width before and after the point
}

// floatWords is the text of values, which are exact in a float of size bytes.
func floatWords(vals []float64, size int, plus bool) []string {
	f := newFloatFormat(vals, size, plus)
	out := make([]string, len(vals))
	for i, v := range vals {
		out[i] = f.word(v)
	}
	return out
}

func newFloatFormat(vals []float64, size int, plus bool) *floatFormat {
	f := &floatFormat{size: size, plus: plus}
	var finite []float64
	minusInf := plus
	for _, v := range vals {
		minusInf = minusInf || math.IsInf(v, -1)
		if !math.IsInf(v, 0) && !math.IsNaN(v) {
			finite = append(finite, v)
		}
	}
	f.exp = scientific(finite, size)
	for _, v := range finite {
		whole, frac, exp := f.digits(v)
		f.left, f.right, f.expSize = max(f.left, len(whole)), max(f.right, len(frac)), max(f.expSize, len(exp))
	}
	if f.exp {
		f.prec = f.right
		f.right += f.expSize + 2
	}
	if len(finite) < len(vals) {
		special := len("inf")
		if minusInf {
			special++
		}
		f.left = max(f.left, special-f.right-1)
	}
	return f
}

// scientific chooses exponents when numbers are large for their size, small, or far apart. NumPy compares in
// the size itself.
func scientific(finite []float64, size int) bool {
	hi, lo := 0.0, math.Inf(1)
	for _, v := range finite {
		if v != 0 {
			hi, lo = max(hi, math.Abs(v)), min(lo, math.Abs(v))
		}
	}
	if hi == 0 {
		return false
	}
	switch size {
	case 2:
		ratio := dtype.ToF16(float32(hi) / float32(lo)).Float64()
		return hi >= 1e3 || lo < dtype.ToF16From64(1e-4).Float64() || ratio > 1000
	case 4:
		return hi >= 1e6 || lo < float64(float32(1e-4)) || float32(hi)/float32(lo) > 1000
	}
	return hi >= 1e8 || lo < 1e-4 || hi/lo > 1000
}

// digits is the shortest text of v within the precision, trailing zeros gone, in parts: with sign, after the
// point, exponent.
func (f *floatFormat) digits(v float64) (whole, frac, exp string) {
	format := byte('f')
	if f.exp {
		format = 'e'
	}
	whole, frac, exp = split(dtype.ShortFloat(v, format, f.size))
	if len(frac) > precision {
		whole, frac, exp = split(strconv.FormatFloat(v, format, precision, 64))
		frac = strings.TrimRight(frac, "0")
	}
	return f.sign(v, whole), frac, exp
}

func (f *floatFormat) sign(v float64, whole string) string {
	if f.plus && !math.Signbit(v) {
		return "+" + whole
	}
	return whole
}

// split cuts "-1.5e+08" into "-1", "5" and "08".
func split(s string) (whole, frac, exp string) {
	s, exp, _ = strings.Cut(s, "e")
	whole, frac, _ = strings.Cut(s, ".")
	if exp != "" {
		exp = exp[1:]
	}
	return whole, frac, exp
}

func (f *floatFormat) word(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return f.special(v)
	}
	if !f.exp {
		whole, frac, _ := f.digits(v)
		return pad(f.left-len(whole)) + whole + "." + frac + pad(f.right-len(frac))
	}
	s, exp, _ := strings.Cut(strconv.FormatFloat(v, 'e', f.prec, 64), "e")
	whole, frac, _ := strings.Cut(s, ".")
	whole = f.sign(v, whole)
	zeros := strings.Repeat("0", max(f.expSize-(len(exp)-1), 0))
	return pad(f.left-len(whole)) + whole + "." + frac + "e" + exp[:1] + zeros + exp[1:]
}

func (f *floatFormat) special(v float64) string {
	s := "inf"
	switch {
	case math.IsNaN(v):
		s = "nan"
	case v < 0:
		s = "-inf"
	}
	if f.plus && s[0] != '-' {
		s = "+" + s
	}
	return pad(f.left+f.right+1-len(s)) + s
}
