package jsonl

import (
	"math"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"

	"github.com/mars-project/mars-go/frame"
)

// view is b as a string that lives as long as b does not change.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// integer is an integer in 64 bits, or its bits where it needs the sign bit too (big); false for another
// number.
func integer(b []byte) (v int64, big, ok bool) {
	neg := len(b) > 0 && b[0] == '-'
	d := b
	if neg {
		d = b[1:]
	}
	if len(d) == 0 {
		return 0, false, false
	}
	u := uint64(0)
	for _, c := range d {
		if c -= '0'; c > 9 || u > (math.MaxUint64-uint64(c))/10 {
			return 0, false, false
		} else {
			u = u*10 + uint64(c)
		}
	}
	switch {
	case neg && u <= 1<<63:
		return -int64(u), false, true
	case neg:
		return 0, false, false
	}
	return int64(u), u > math.MaxInt64, true
}

// The powers of ten that floats hold.
var pow10 = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// float is a number, correctly rounded: at once where digits and power are exact (W. D. Clinger, "How to Read
// Floating Point Numbers Accurately", PLDI 1990), else by strconv.
func float(b []byte) float64 {
	i, neg, u, scale := 0, false, uint64(0), 0
	if len(b) > 0 && b[0] == '-' {
		i, neg = 1, true
	}
	point := false
	for ; i < len(b) && u < 1<<53/10; i++ {
		if c := b[i] - '0'; c <= 9 {
			u = u*10 + uint64(c)
			if point {
				scale++
			}
		} else if b[i] == '.' && !point {
			point = true
		} else {
			break
		}
	}
	if i == len(b) && i > 0 && scale < len(pow10) {
		v := float64(u) / pow10[scale]
		if neg {
			v = -v
		}
		return v
	}
	v, _ := strconv.ParseFloat(view(b), 64) // out of range is an infinity
	return v
}

// fromText is the number that a text is by Python's float(); false for another text.
func fromText(b []byte) (float64, bool) {
	for len(b) > 0 && (b[0] == ' ' || b[0]-'\t' < 5) {
		b = b[1:]
	}
	for len(b) > 0 && (b[len(b)-1] == ' ' || b[len(b)-1]-'\t' < 5) {
		b = b[:len(b)-1]
	}
	if len(b) == 0 || len(b) > 400 {
		return 0, false
	}
	t := make([]byte, 0, 32)
	for i, c := range b {
		switch {
		case c == '_': // between digits
			if i == 0 || i+1 == len(b) || b[i-1]-'0' > 9 || b[i+1]-'0' > 9 {
				return 0, false
			}
		case c|0x20 == 'x' || c|0x20 == 'p':
			return 0, false
		default:
			t = append(t, c)
		}
	}
	v, err := strconv.ParseFloat(view(t), 64)
	return v, err == nil || math.IsInf(v, 0)
}

// unescape appends the text that b writes with escapes; half of a pair of surrogates becomes the replacement
// character. It returns the place of what is no escape, -1 when all are.
func unescape(dst, b []byte) ([]byte, int) {
	for i := 0; i < len(b); i++ {
		if b[i] != '\\' {
			dst = append(dst, b[i])
			continue
		}
		if i++; i == len(b) {
			return dst, i
		}
		switch c := b[i]; c {
		case '"', '\\', '/':
			dst = append(dst, c)
		case 'b':
			dst = append(dst, '\b')
		case 'f':
			dst = append(dst, '\f')
		case 'n':
			dst = append(dst, '\n')
		case 'r':
			dst = append(dst, '\r')
		case 't':
			dst = append(dst, '\t')
		case 'u':
			r, ok := hex4(b, i+1)
			if !ok {
				return dst, i
			}
			i += 4
			if utf16.IsSurrogate(r) {
				low := rune(0)
				if i+2 < len(b) && b[i+1] == '\\' && b[i+2] == 'u' {
					low, _ = hex4(b, i+3)
				}
				if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
					i += 6
				}
			}
			dst = utf8.AppendRune(dst, r)
		default:
			return dst, i
		}
	}
	return dst, -1
}

func hex4(b []byte, at int) (r rune, ok bool) {
	if at+4 > len(b) {
		return 0, false
	}
	v, err := strconv.ParseUint(view(b[at:at+4]), 16, 16)
	return rune(v), err == nil && b[at] != '+'
}

// chars is the bytes of a text.
func (s *scanner) chars(v span, buf []byte) ([]byte, error) {
	b := s.b[v.lo:v.hi]
	if v.kind == escaped {
		var at int
		if b, at = unescape(buf[:0], b); at >= 0 {
			return nil, s.bad(v.lo+at, "no such escape")
		}
	}
	if !utf8.Valid(b) {
		return nil, s.bad(v.lo, "text that is not UTF-8: %.40q", b)
	}
	return b, nil
}

// cell is a value as a Go value of an object column.
func (s *scanner) cell(v span) (any, error) {
	switch v.kind {
	case yes, no:
		return v.kind == yes, nil
	case number:
		b := s.b[v.lo:v.hi]
		if i, big, ok := integer(b); ok && !big {
			return i, nil
		} else if ok {
			return uint64(i), nil
		}
		return float(b), nil
	case text, escaped:
		b, err := s.chars(v, nil)
		return string(b), err
	case nested:
		in := &scanner{b: s.b[:v.hi], at: v.lo}
		if s.b[v.lo] == '[' {
			out := []any{}
			err := in.list(0, func(e span) error {
				c, err := in.cell(e)
				out = append(out, c)
				return err
			})
			return out, err
		}
		return in.record()
	}
	return nil, nil
}

// record is the object that begins here; of a name that comes twice the last value counts.
func (s *scanner) record() (frame.Record, error) {
	out, at := frame.Record{}, map[string]int{}
	err := s.object(0, func(name, v span) error {
		n, err := s.chars(name, nil)
		if err != nil {
			return err
		}
		c, err := s.cell(v)
		if k, ok := at[string(n)]; ok {
			out[k].Value = c
			return err
		}
		at[string(n)] = len(out)
		out = append(out, frame.Part{Name: string(n), Value: c})
		return err
	})
	return out, err
}
