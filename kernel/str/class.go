package str

import (
	"unicode"
	"unicode/utf8"
)

// IsAlpha reports letters only, and at least one; so do the others of their characters.
func IsAlpha(s []byte) bool { return all(s, unicode.IsLetter) }

// IsDecimal reports decimal digits only.
func IsDecimal(s []byte) bool { return all(s, func(r rune) bool { return unicode.Is(unicode.Nd, r) }) }

// IsDigit reports digits and other numbers only, '½' among them, but no letters that are numbers.
func IsDigit(s []byte) bool {
	return all(s, func(r rune) bool { return unicode.Is(unicode.Nd, r) || unicode.Is(unicode.No, r) })
}

// IsNumeric reports numbers of every category only.
func IsNumeric(s []byte) bool { return all(s, unicode.IsNumber) }

// IsAlnum reports letters and numbers only.
func IsAlnum(s []byte) bool {
	return all(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}

// IsSpace reports blanks only.
func IsSpace(s []byte) bool { return all(s, isSpace) }

// IsASCII reports ASCII only; the empty text is.
func IsASCII(s []byte) bool {
	for _, c := range s {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// isSpace is Python's: Unicode white space and the four separators of ASCII.
func isSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

func all(s []byte, is func(rune) bool) bool {
	if len(s) == 0 {
		return false
	}
	for len(s) > 0 {
		r, n := utf8.DecodeRune(s)
		if !is(r) {
			return false
		}
		s = s[n:]
	}
	return true
}
