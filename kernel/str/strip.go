package str

import (
	"bytes"
	"unicode/utf8"
)

// A Stripper takes characters off the ends of texts.
type Stripper struct {
	Left, Right bool
	set         []rune // nil: blanks
}

// NewStripper strips the characters of set, or blanks where it is nil.
func NewStripper(left, right bool, set *string) *Stripper {
	p := &Stripper{Left: left, Right: right}
	if set != nil {
		p.set = append([]rune{}, []rune(*set)...)
	}
	return p
}

// Strip appends what is left of s.
func (p *Stripper) Strip(dst, s []byte) []byte {
	for p.Left && len(s) > 0 {
		r, n := utf8.DecodeRune(s)
		if !p.strips(r) {
			break
		}
		s = s[n:]
	}
	for p.Right && len(s) > 0 {
		r, n := utf8.DecodeLastRune(s)
		if !p.strips(r) {
			break
		}
		s = s[:len(s)-n]
	}
	return append(dst, s...)
}

func (p *Stripper) strips(r rune) bool {
	if p.set == nil {
		return isSpace(r)
	}
	for _, c := range p.set {
		if c == r {
			return true
		}
	}
	return false
}

// RemovePrefix appends s without prefix, RemoveSuffix without suffix.
func RemovePrefix(dst, s, prefix []byte) []byte { return append(dst, bytes.TrimPrefix(s, prefix)...) }

// RemoveSuffix appends s without suffix.
func RemoveSuffix(dst, s, suffix []byte) []byte { return append(dst, bytes.TrimSuffix(s, suffix)...) }
