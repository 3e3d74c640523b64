package str

import "unicode/utf8"

// A Slice is a Python slice of characters; nil bounds are absent.
type Slice struct {
	Start, Stop *int
	Step        int // not 0
}

// Cut appends the characters of s that the slice takes.
func (p Slice) Cut(dst, s []byte) []byte {
	ascii := IsASCII(s)
	n := len(s)
	if !ascii {
		n = utf8.RuneCount(s)
	}
	lo, hi := p.bounds(n)
	switch {
	case p.Step == 1 && lo >= hi:
		return dst
	case p.Step == 1 && ascii:
		return append(dst, s[lo:hi]...)
	case p.Step == 1:
		i := at(s, lo)
		return append(dst, s[i:i+at(s[i:], hi-lo)]...)
	case ascii:
		for i := lo; p.Step > 0 && i < hi || p.Step < 0 && i > hi; i += p.Step {
			dst = append(dst, s[i])
		}
		return dst
	}
	rs := []rune(string(s))
	for i := lo; p.Step > 0 && i < hi || p.Step < 0 && i > hi; i += p.Step {
		dst = utf8.AppendRune(dst, rs[i])
	}
	return dst
}

// bounds are the first place and the one past the last, as slice.indices in Python.
func (p Slice) bounds(n int) (lo, hi int) {
	least, most := 0, n
	if p.Step < 0 {
		least, most = -1, n-1
	}
	bound := func(v *int, absent int) int {
		if v == nil {
			return absent
		}
		k := *v
		if k < 0 {
			k += n
		}
		return min(max(k, least), most)
	}
	if p.Step < 0 {
		return bound(p.Start, most), bound(p.Stop, least)
	}
	return bound(p.Start, least), bound(p.Stop, most)
}

// Replace appends s with the characters start to stop replaced by repl. A stop before start inserts at start.
func (p Slice) Replace(dst, s []byte, repl string) []byte {
	lo, hi := Slice{p.Start, p.Stop, 1}.bounds(utf8.RuneCount(s))
	hi = max(lo, hi)
	i := at(s, lo)
	j := i + at(s[i:], hi-lo)
	return append(append(append(dst, s[:i]...), repl...), s[j:]...)
}

// Get appends character i, from the end where it is negative; false where there is none.
func Get(dst, s []byte, i int) ([]byte, bool) {
	if i < 0 {
		for ; i < -1 && len(s) > 0; i++ {
			_, n := utf8.DecodeLastRune(s)
			s = s[:len(s)-n]
		}
		_, n := utf8.DecodeLastRune(s)
		return append(dst, s[len(s)-n:]...), n > 0
	}
	k := at(s, i)
	_, n := utf8.DecodeRune(s[k:])
	return append(dst, s[k:k+n]...), n > 0
}
