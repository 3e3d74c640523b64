package dtype

import (
	"math"
	"strconv"
	"strings"
)

// ShortFloat is the shortest decimal text that reads back as v in a float of size bytes (2, 4 or 8), in
// strconv's format 'e' or 'f'. v must be exact in that size. Of several shortest texts it is the nearest to
// v, and of two equally near the even one, as NumPy's Dragon4 has it; strconv alone decides such ties
// upwards.
func ShortFloat(v float64, format byte, size int) string {
	bits := 8 * max(size, 4)
	if v == 0 || math.IsInf(v, 0) || math.IsNaN(v) {
		return strconv.FormatFloat(v, format, -1, bits)
	}
	if size == 2 {
		w, _ := strconv.ParseFloat(shortHalf(v), 64)
		return strconv.FormatFloat(w, format, -1, 64)
	}
	s := strconv.FormatFloat(v, format, -1, bits)
	point := strings.IndexByte(s, '.')
	if point < 0 {
		return s
	}
	end := strings.IndexByte(s, 'e')
	if end < 0 {
		end = len(s)
	}
	even := strconv.FormatFloat(v, format, end-point-1, 64)
	if w, err := strconv.ParseFloat(even, bits); err == nil && w == v {
		return even
	}
	return s
}

// shortHalf tries each number of digits: the nearest decimal, then, as intervals are lopsided at powers of
// two, its neighbours.
func shortHalf(v float64) string {
	want := ToF16From64(v)
	for prec := 0; ; prec++ {
		s := strconv.FormatFloat(v, 'e', prec, 64)
		w, _ := strconv.ParseFloat(s, 64)
		if prec == 20 || ToF16From64(w) == want {
			return s
		}
		_, exp, _ := strings.Cut(s, "e")
		e, _ := strconv.Atoi(exp)
		step := math.Pow10(e - prec)
		for _, n := range []float64{w - step, w + step} {
			if t := strconv.FormatFloat(n, 'e', prec, 64); reads(t) == want {
				return t
			}
		}
	}
}

func reads(s string) F16 {
	w, _ := strconv.ParseFloat(s, 64)
	return ToF16From64(w)
}

// FormatFloat is the text of a single float of size bytes as NumPy and Python print it: "1.0", "0.0001",
// "1e-05", "1e+16", "nan", "inf".
func FormatFloat(v float64, size int) string {
	switch {
	case math.IsNaN(v):
		return "nan"
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	}
	if !positional(v, size) {
		return ShortFloat(v, 'e', size)
	}
	s := ShortFloat(v, 'f', size)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// positional reports that v is printed without an exponent: a wide range for float64, the digits that hold
// for the smaller ones.
func positional(v float64, size int) bool {
	a, hi := math.Abs(v), 1e16
	switch size {
	case 2:
		hi = 1e3
	case 4:
		hi = 1e6
	}
	return a == 0 || a >= 1e-4 && a < hi
}

// FormatComplex is the text of a single complex number whose parts have size bytes: "(1+2j)", "2j".
func FormatComplex(v complex128, size int) string {
	re, im := part(real(v), size), part(imag(v), size)
	if !strings.HasPrefix(im, "-") && !strings.HasPrefix(im, "+") {
		im = "+" + im
	}
	if real(v) == 0 && !math.Signbit(real(v)) {
		return strings.TrimPrefix(im, "+") + "j"
	}
	return "(" + re + im + "j)"
}

func part(v float64, size int) string { return strings.TrimSuffix(FormatFloat(v, size), ".0") }
