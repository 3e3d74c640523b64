package str

import (
	"bytes"
	"unicode/utf8"
)

// A Pad fills texts up to a width in characters.
type Pad struct {
	Width       int
	Left, Right bool // where the filling goes
	Fill        string
}

// Pad appends s filled up. When both sides get an odd number of characters, the left one gets one more in an
// odd width, as in Python.
func (p Pad) Pad(dst, s []byte) []byte {
	n := p.Width - utf8.RuneCount(s)
	l, r := 0, 0
	switch {
	case n <= 0:
	case p.Left && p.Right:
		l = n / 2
		if n&p.Width&1 != 0 {
			l++
		}
		r = n - l
	case p.Left:
		l = n
	default:
		r = n
	}
	return p.fill(append(p.fill(dst, l), s...), r)
}

func (p Pad) fill(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, p.Fill...)
	}
	return dst
}

// Zfill appends s with zeros on its left, behind a sign, up to width characters.
func Zfill(dst, s []byte, width int) []byte {
	n := width - utf8.RuneCount(s)
	if n > 0 && len(s) > 0 && (s[0] == '+' || s[0] == '-') {
		dst, s = append(dst, s[0]), s[1:]
	}
	for ; n > 0; n-- {
		dst = append(dst, '0')
	}
	return append(dst, s...)
}

// Repeat appends s n times.
func Repeat(dst, s []byte, n int) []byte {
	for range n {
		dst = append(dst, s...)
	}
	return dst
}

// Join appends the characters of s with sep between.
func Join(dst, s []byte, sep string) []byte {
	for i := 0; len(s) > 0; i++ {
		if i > 0 {
			dst = append(dst, sep...)
		}
		_, n := utf8.DecodeRune(s)
		dst = append(dst, s[:n]...)
		s = s[n:]
	}
	return dst
}

// ReplaceText appends s with the first n of old replaced, all where n is negative. An empty old stands
// between all characters.
func ReplaceText(dst, s []byte, old, repl string, n int) []byte {
	if old != "" {
		o := []byte(old)
		for ; n != 0; n-- {
			i := bytes.Index(s, o)
			if i < 0 {
				break
			}
			dst = append(append(dst, s[:i]...), repl...)
			s = s[i+len(o):]
		}
		return append(dst, s...)
	}
	for ; n != 0; n-- {
		dst = append(dst, repl...)
		_, k := utf8.DecodeRune(s)
		if k == 0 {
			return dst
		}
		dst = append(dst, s[:k]...)
		s = s[k:]
	}
	return append(dst, s...)
}
