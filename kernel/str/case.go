package str

import (
	"unicode"
	"unicode/utf8"
)

// Lower appends s in lower case, character by character: 'İ' gives one 'i'.
func Lower(dst, s []byte) []byte {
	if out, ok := asciiCase(dst, s, 'A'); ok {
		return out
	}
	return mapped(dst, s, lower)
}

// Upper appends s in upper case, character by character: 'ß' gives 'ẞ'.
func Upper(dst, s []byte) []byte {
	if out, ok := asciiCase(dst, s, 'a'); ok {
		return out
	}
	return mapped(dst, s, upper)
}

// Swapcase appends s with upper and lower case exchanged.
func Swapcase(dst, s []byte) []byte {
	return mapped(dst, s, func(r rune) rune {
		switch {
		case isUpper(r):
			return lower(r)
		case isLower(r):
			return upper(r)
		}
		return r
	})
}

// Capitalize appends s with its first character in upper case and the rest in lower case.
func Capitalize(dst, s []byte) []byte {
	r, n := utf8.DecodeRune(s)
	if n == 0 {
		return dst
	}
	return Lower(utf8.AppendRune(dst, upper(r)), s[n:])
}

// Title appends s with each run of cased characters capitalized.
func Title(dst, s []byte) []byte {
	inside := false
	return mapped(dst, s, func(r rune) rune {
		was := inside
		inside = isCased(r)
		switch {
		case !inside:
			return r
		case was:
			return lower(r)
		}
		return upper(r)
	})
}

func mapped(dst, s []byte, f func(rune) rune) []byte {
	for len(s) > 0 {
		r, n := rune(s[0]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(s)
		}
		dst = utf8.AppendRune(dst, f(r))
		s = s[n:]
	}
	return dst
}

func lower(r rune) rune { return unicode.ToLower(r) }

func upper(r rune) rune {
	if r == 'ß' {
		return 'ẞ'
	}
	return unicode.ToUpper(r)
}

// isUpper, isLower and isCased take a character without a category of case by what it maps to, as Arrow does:
// 'Ⅷ' is upper case.
func isUpper(r rune) bool {
	return unicode.IsUpper(r) || !unicode.IsTitle(r) && lower(r) != r
}

func isLower(r rune) bool {
	return unicode.IsLower(r) || !unicode.IsTitle(r) && upper(r) != r
}

func isCased(r rune) bool { return isUpper(r) || isLower(r) || unicode.IsTitle(r) }

// IsLower reports that s has cased characters and all are lower case.
func IsLower(s []byte) bool { return cased(s, isLower) }

// IsUpper reports that s has cased characters and all are upper case.
func IsUpper(s []byte) bool { return cased(s, isUpper) }

func cased(s []byte, is func(rune) bool) bool {
	any := false
	for len(s) > 0 {
		r, n := utf8.DecodeRune(s)
		s = s[n:]
		switch {
		case is(r):
			any = true
		case isCased(r):
			return false
		}
	}
	return any
}

// IsTitle reports that s has cased characters and each run of them is capitalized.
func IsTitle(s []byte) bool {
	any, inside := false, false
	for len(s) > 0 {
		r, n := utf8.DecodeRune(s)
		s = s[n:]
		if !isCased(r) {
			inside = false
			continue
		}
		if inside == !isLower(r) {
			return false
		}
		any, inside = true, true
	}
	return any
}
