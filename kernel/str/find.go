package str

import (
	"bytes"
	"unicode/utf8"
)

// Len is the number of characters.
func Len(s []byte) int64 { return int64(runes(s)) }

// Find is the first place of sub in the characters start to end of s, -1 where there is none; Rfind the last
// one. Bounds are Python's: negative ones count from the end, a nil end is the end.
func Find(s, sub []byte, start int, end *int) int64 { return find(s, sub, start, end, bytes.Index) }

// Rfind is the last place of sub.
func Rfind(s, sub []byte, start int, end *int) int64 {
	return find(s, sub, start, end, bytes.LastIndex)
}

func find(s, sub []byte, start int, end *int, index func(s, sub []byte) int) int64 {
	if start == 0 && end == nil {
		i := index(s, sub)
		if i <= 0 {
			return int64(i)
		}
		return int64(runes(s[:i]))
	}
	n := runes(s)
	lo, hi := start, n
	if end != nil {
		hi = *end
	}
	if lo < 0 {
		lo = max(0, lo+n)
	}
	if hi < 0 {
		hi = max(0, hi+n)
	}
	hi = min(hi, n)
	if lo > hi {
		return -1
	}
	part := s[at(s, lo):at(s, hi)]
	i := index(part, sub)
	if i < 0 {
		return -1
	}
	return int64(lo + runes(part[:i]))
}

// at is the byte where character n of s begins, len(s) beyond the end.
func at(s []byte, n int) int {
	i := 0
	for ; n > 0 && i < len(s); n-- {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		_, k := utf8.DecodeRune(s[i:])
		i += k
	}
	return i
}
