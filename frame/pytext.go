package frame

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pyFloat is Python's repr of a float: the shortest text that reads back, with an exponent below 1e-4 and
// from 1e16 on.
func pyFloat(f float64) string { return pyFloatBits(f, 64) }

func pyFloatBits(f float64, bits int) string {
	switch {
	case f != f:
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	s := strconv.FormatFloat(f, 'e', -1, bits)
	e := strings.IndexByte(s, 'e')
	exp, _ := strconv.Atoi(s[e+1:])
	if exp < -4 || exp >= 16 {
		return fmt.Sprintf("%se%s%02d", s[:e], s[e+1:e+2], max(exp, -exp))
	}
	s = strconv.FormatFloat(f, 'f', -1, bits)
	if !strings.ContainsRune(s, '.') {
		s += ".0"
	}
	return s
}

// pyQuote is Python's repr of a str. Bytes that are not UTF-8 come out as \xNN.
func pyQuote(s string) string {
	q := byte('\'')
	if strings.ContainsRune(s, '\'') && !strings.ContainsRune(s, '"') {
		q = '"'
	}
	b := []byte{q}
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b = fmt.Appendf(b, "\\x%02x", s[i])
		case r == rune(q) || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r == ' ' || pyPrintable(r):
			b = append(b, s[i:i+n]...)
		case r < 0x100:
			b = fmt.Appendf(b, "\\x%02x", r)
		case r < 0x10000:
			b = fmt.Appendf(b, "\\u%04x", r)
		default:
			b = fmt.Appendf(b, "\\U%08x", r)
		}
		i += n
	}
	return string(append(b, q))
}

// pyPrintable is Python's str.isprintable of one character other than the space.
func pyPrintable(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S)
}

// pyBytes is Python's repr of bytes.
func pyBytes(p []byte) string {
	q := byte('\'')
	if strings.ContainsRune(string(p), '\'') && !strings.ContainsRune(string(p), '"') {
		q = '"'
	}
	b := []byte{'b', q}
	for _, c := range p {
		switch {
		case c == q || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\r':
			b = append(b, `\r`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c < ' ' || c >= 0x7f:
			b = fmt.Appendf(b, "\\x%02x", c)
		default:
			b = append(b, c)
		}
	}
	return string(append(b, q))
}

// pyRepr is Python's repr of a cell.
func pyRepr(v any) string {
	switch v := v.(type) {
	case Missing:
		return "<NA>"
	case []byte:
		return pyBytes(v)
	case complex128:
		return pyComplex(v)
	case complex64:
		return pyComplex(complex128(v))
	case []any:
		ps := make([]string, len(v))
		for i, e := range v {
			ps[i] = pyRepr(e)
		}
		return "[" + strings.Join(ps, ", ") + "]"
	case Tuple:
		ps := make([]string, len(v))
		for i, e := range v {
			ps[i] = pyRepr(e)
		}
		if len(ps) == 1 {
			return "(" + ps[0] + ",)"
		}
		return "(" + strings.Join(ps, ", ") + ")"
	case Record:
		ps := make([]string, len(v))
		for i, p := range v {
			ps[i] = pyRepr(p.Label()) + ": " + pyRepr(p.Value)
		}
		return "{" + strings.Join(ps, ", ") + "}"
	}
	if l, ok := LabelOf(v); ok {
		return l.Repr()
	}
	return fmt.Sprint(v)
}

// pyStr is Python's str of a cell.
func pyStr(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case Timestamp, Timedelta, Interval, Label:
		return L(v).String()
	}
	return pyRepr(v)
}

// pyComplex is Python's repr of a complex: (1+2j), 2j where the real part is zero.
func pyComplex(z complex128) string {
	part := func(f float64) string { return strings.TrimSuffix(pyFloat(f), ".0") }
	im := part(imag(z)) + "j"
	if real(z) == 0 && !math.Signbit(real(z)) {
		return im
	}
	if im[0] != '-' {
		im = "+" + im
	}
	return "(" + part(real(z)) + im + ")"
}
