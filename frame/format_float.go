package frame

import (
	"math"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/dtype"
)

// signed is Python's format(v, " .6f") or " .6e": a blank in the place of the sign.
func signed(v float64, verb byte, digits int) string {
	switch {
	case v != v:
		return " nan"
	case math.IsInf(v, 1):
		return " inf"
	case math.IsInf(v, -1):
		return "-inf"
	}
	s := strconv.FormatFloat(v, verb, digits, 64)
	if s[0] != '-' {
		s = " " + s
	}
	return s
}

// floatTexts are the cells of a float column: one number of digits for all, trailing zeros cut from all
// alike, and exponents when a value is too small to show or the cells get too wide.
func (d Display) floatTexts(vs []float64, of dtype.DType, na string) []string {
	format := func(verb byte) []string {
		out := make([]string, len(vs))
		for i, v := range vs {
			if v != v {
				out[i] = na
			} else {
				out[i] = signed(v, verb, d.Precision)
			}
		}
		return trimZeros(out)
	}
	out := format('f')
	large, small := limits(of, d.Precision)
	wide, tiny := false, false
	for _, v := range vs {
		a := math.Abs(v)
		wide = wide || a > large
		tiny = tiny || a < small && a > 0
	}
	if tiny || wide && maxWidth(out) > d.Precision+6 {
		return format('e')
	}
	return out
}

// limits are 1e6 and 10^-digits as the dtype has them.
func limits(of dtype.DType, digits int) (large, small float64) {
	large, small = 1e6, math.Pow10(-digits)
	switch of.Kind {
	case dtype.Float16Kind:
		large, small = math.Inf(1), dtype.ToF16From64(small).Float64()
	case dtype.Float32Kind, dtype.Complex64Kind:
		small = float64(float32(small))
	}
	return large, small
}

// isDecimal reports blanks, a sign, digits, a point and perhaps digits.
func isDecimal(s string) bool {
	s = strings.TrimLeft(s, " ")
	if s != "" && (s[0] == '-' || s[0] == '+') {
		s = s[1:]
	}
	whole, frac, point := strings.Cut(s, ".")
	return point && whole != "" && strings.Trim(whole, "0123456789") == "" && strings.Trim(frac, "0123456789") == ""
}

// trimZeros cuts zeros from the end of all decimals while all have one, and leaves one behind the point.
func trimZeros(ss []string) []string {
	cut := -1
	for _, s := range ss {
		if isDecimal(s) {
			if n := len(s) - len(strings.TrimRight(s, "0")); cut < 0 || n < cut {
				cut = n
			}
		}
	}
	if cut <= 0 {
		return ss
	}
	out := make([]string, len(ss))
	for i, s := range ss {
		if isDecimal(s) {
			s = s[:len(s)-cut]
			if strings.HasSuffix(s, ".") {
				s += "0"
			}
		}
		out[i] = s
	}
	return out
}

// trimOne is trimZeros of one number.
func trimOne(s string) string {
	s = strings.TrimRight(s, "0")
	if strings.HasSuffix(s, ".") {
		s += "0"
	}
	return s
}

// complexTexts are the cells of a complex column: real and imaginary parts with the same digits, imaginary
// parts equally wide.
func (d Display) complexTexts(vs []complex128, of dtype.DType, na string) []string {
	n := len(vs)
	format := func(verb byte) []string {
		parts := make([]string, 2*n)
		for i, v := range vs {
			parts[i] = na
			if re := real(v); re == re {
				parts[i] = signed(re, verb, d.Precision)
			}
			parts[n+i] = "+" + na
			if im := imag(v); im == im {
				parts[n+i] = strings.Replace(signed(im, verb, d.Precision), " ", "+", 1)
			}
		}
		parts = trimZeros(parts)
		w := maxWidth(parts) - 1
		out := make([]string, n)
		for i := range out {
			im := parts[n+i]
			out[i] = parts[i] + im[:1] + pad(im[1:], w, right) + "j"
		}
		return out
	}
	out := format('f')
	large, small := limits(of, d.Precision)
	wide, tiny := false, false
	for _, v := range vs {
		a := math.Hypot(real(v), imag(v))
		wide = wide || a > large
		tiny = tiny || a < small && a > 0
	}
	if tiny || wide && maxWidth(out) > d.Precision+6 {
		return format('e')
	}
	return out
}
