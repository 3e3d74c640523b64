package str

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Python's classes without their brackets: digits, and blanks.
const (
	digits = `\p{Nd}`
	words  = `\p{L}\p{N}_`
	blanks = "\t-\r\x1c-\x20\u0085\\p{Z}"
)

// shorthand is \d, \w, \s or a capital of them in Go's syntax, "" for another letter.
func (t *translation) shorthand(c byte, inside bool) string {
	t.blanks = t.blanks || c|0x20 == 's'
	body := map[byte]string{'d': digits, 'w': words, 's': blanks}[c|0x20]
	switch {
	case body == "" || c&0x40 == 0:
		return ""
	case t.flags&ASCII != 0 && c|0x20 == 's':
		body = `\t-\r\x20`
	case t.flags&ASCII != 0 && t.back:
		body = map[byte]string{'d': "0-9", 'w': "0-9A-Za-z_"}[c|0x20]
	case t.flags&ASCII != 0:
		return `\` + string(c)
	}
	switch {
	case c >= 'a' && inside:
		return body
	case c >= 'a':
		return "[" + body + "]"
	case !inside:
		return "[^" + body + "]"
	case t.flags&ASCII != 0:
		return t.outside(func(r rune) bool {
			return r < utf8.RuneSelf && (c == 'S' && (r == ' ' || r >= '\t' && r <= '\r') || c != 'S' && r >= '0' && r <= '9' ||
				c == 'W' && (r == '_' || unicode.IsLetter(r)))
		})
	case c == 'D':
		return `\P{Nd}`
	case c == 'W':
		return t.outside(func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) })
	}
	return t.outside(isSpace)
}

// outside is the ranges of characters that a class of Python lacks: inside brackets Go cannot say so.
func (t *translation) outside(is func(rune) bool) string {
	var b strings.Builder
	from := rune(-1)
	for r := rune(0); r <= unicode.MaxRune+1; r++ {
		switch in := r > unicode.MaxRune || is(r); {
		case !in && from < 0:
			from = r
		case in && from >= 0:
			b.WriteString(t.char(from) + "-" + t.char(r-1))
			from = -1
		}
	}
	return b.String()
}

// class translates a class in brackets: a bracket inside is itself, and so is a closing one that comes first.
func (t *translation) class() error {
	t.i++
	t.out.WriteByte('[')
	if t.i < len(t.pat) && t.pat[t.i] == '^' {
		t.out.WriteByte('^')
		t.i++
	}
	for first := true; t.i < len(t.pat); first = false {
		switch c := t.pat[t.i]; {
		case c == ']' && !first:
			t.out.WriteByte(']')
			t.i++
			return nil
		case c == '\\':
			if err := t.escape(true); err != nil {
				return err
			}
		case c == '[' || c == ']':
			t.out.WriteByte('\\')
			t.out.WriteByte(c)
			t.i++
		default:
			_, n := utf8.DecodeRuneInString(t.pat[t.i:])
			t.out.WriteString(t.pat[t.i : t.i+n])
			t.i += n
		}
	}
	return fmt.Errorf("unterminated character set")
}
