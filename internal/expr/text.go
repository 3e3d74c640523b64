package expr

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// escapes are the characters behind a backslash that stand for one other.
var escapes = map[byte]byte{'\\': '\\', '\'': '\'', '"': '"', 'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}

// scanText is the text whose quote stands at q; its token begins at i. Of a raw one backslashes stay.
func scanText(src string, i, q int, raw bool) (token, int, error) {
	quote := src[q : q+1]
	if strings.HasPrefix(src[q:], strings.Repeat(quote, 3)) {
		quote = src[q : q+3]
	}
	var b strings.Builder
	for k := q + len(quote); k < len(src); {
		switch {
		case strings.HasPrefix(src[k:], quote):
			return token{kind: literal, value: b.String(), text: src[i : k+len(quote)], at: i}, k + len(quote), nil
		case src[k] == '\\' && k+1 < len(src) && raw:
			b.WriteString(src[k : k+2])
			k += 2
		case src[k] == '\\' && k+1 < len(src):
			n, ok := escape(&b, src[k:])
			if !ok {
				return token{}, 0, Error(src, k, "the escape is not complete")
			}
			k += n
		default:
			b.WriteByte(src[k])
			k++
		}
	}
	return token{}, 0, Error(src, i, "the text is not closed by %s", quote)
}

// escape writes what the escape at the start of s stands for and tells its length. Unknown ones stay as they
// are, as in Python.
func escape(b *strings.Builder, s string) (int, bool) {
	c := s[1]
	if e, ok := escapes[c]; ok {
		b.WriteByte(e)
		return 2, true
	}
	switch c {
	case '\n':
		return 2, true
	case 'x', 'u', 'U':
		n := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
		if len(s) < 2+n {
			return 0, false
		}
		v, err := strconv.ParseUint(s[2:2+n], 16, 32)
		if err != nil || v > utf8.MaxRune {
			return 0, false
		}
		b.WriteRune(rune(v))
		return 2 + n, true
	}
	n := 1
	for n < 4 && n < len(s) && s[n] >= '0' && s[n] <= '7' {
		n++
	}
	if n == 1 {
		b.WriteByte('\\')
		return 1, true
	}
	v, _ := strconv.ParseUint(s[1:n], 8, 32)
	b.WriteRune(rune(v))
	return n, true
}
