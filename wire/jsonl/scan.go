package jsonl

import (
	"bytes"
	"unicode/utf8"

	"github.com/mars-project/mars-go/errs"
)

// kind is what a value is by its first byte.
type kind uint8

const (
	absent kind = iota
	null
	yes
	no
	number
	text    // without escapes: the span is its bytes
	escaped // the span is its bytes, escapes among them
	nested  // a list or an object
)

// A span is a value of a line: its kind, and where it lies. That of a text lacks its quotes.
type span struct {
	kind   kind
	lo, hi int
}

// maxDepth is how deep lists and objects may nest.
const maxDepth = 128

// A scanner cuts a line into values.
type scanner struct {
	b  []byte
	at int
}

// bad is an error at a place of the line.
func (s *scanner) bad(at int, f string, args ...any) error {
	return errs.New(errs.Invalid, "column %d: "+f, append([]any{at + 1}, args...)...)
}

func (s *scanner) blanks() {
	for s.at < len(s.b) && (s.b[s.at] == ' ' || s.b[s.at] == '\t' || s.b[s.at] == '\r' || s.b[s.at] == '\n') {
		s.at++
	}
}

// next skips blanks and takes the byte c; false when another stands there.
func (s *scanner) next(c byte) bool {
	s.blanks()
	if s.at < len(s.b) && s.b[s.at] == c {
		s.at++
		return true
	}
	return false
}

// object calls f with the name and the value of each part of the object that begins here.
func (s *scanner) object(depth int, f func(name, v span) error) error {
	if !s.next('{') {
		return s.bad(s.at, "a line must hold an object, here is %s", s.here())
	}
	if s.next('}') {
		return nil
	}
	for {
		if !s.next('"') {
			return s.bad(s.at, "expected the name of a value, here is %s", s.here())
		}
		name, err := s.text()
		if err != nil {
			return err
		}
		if !s.next(':') {
			return s.bad(s.at, "expected a colon, here is %s", s.here())
		}
		v, err := s.value(depth)
		if err != nil {
			return err
		}
		if err := f(name, v); err != nil {
			return err
		}
		if s.next(',') {
			continue
		}
		if s.next('}') {
			return nil
		}
		return s.bad(s.at, "expected a comma or the end of the object, here is %s", s.here())
	}
}

// list calls f with each element of the list that begins here.
func (s *scanner) list(depth int, f func(v span) error) error {
	if !s.next('[') {
		return s.bad(s.at, "expected a list, here is %s", s.here())
	}
	if s.next(']') {
		return nil
	}
	for {
		v, err := s.value(depth)
		if err != nil {
			return err
		}
		if err := f(v); err != nil {
			return err
		}
		if s.next(',') {
			continue
		}
		if s.next(']') {
			return nil
		}
		return s.bad(s.at, "expected a comma or the end of the list, here is %s", s.here())
	}
}

// here shows what stands at the place.
func (s *scanner) here() string {
	if s.at >= len(s.b) {
		return "the end of the line"
	}
	r, _ := utf8.DecodeRune(s.b[s.at:])
	return string([]rune{'\'', r, '\''})
}

// value is the value that begins here.
func (s *scanner) value(depth int) (span, error) {
	s.blanks()
	lo := s.at
	if lo >= len(s.b) {
		return span{}, s.bad(lo, "expected a value, here is the end of the line")
	}
	switch c := s.b[lo]; c {
	case '"':
		s.at++
		return s.text()
	case 't':
		return s.word("true", yes)
	case 'f':
		return s.word("false", no)
	case 'n':
		return s.word("null", null)
	case '{', '[':
		if depth >= maxDepth {
			return span{}, s.bad(lo, "values nest deeper than %d", maxDepth)
		}
		var err error
		if c == '{' {
			err = s.object(depth+1, func(span, span) error { return nil })
		} else {
			err = s.list(depth+1, func(span) error { return nil })
		}
		return span{nested, lo, s.at}, err
	default:
		return s.number()
	}
}

func (s *scanner) word(w string, k kind) (span, error) {
	lo := s.at
	if len(s.b)-lo < len(w) || string(s.b[lo:lo+len(w)]) != w {
		return span{}, s.bad(lo, "expected %s", w)
	}
	s.at += len(w)
	return span{k, lo, s.at}, nil
}

// text is the text whose opening quote was taken.
func (s *scanner) text() (span, error) {
	lo, k := s.at, text
	i := bytes.IndexByte(s.b[lo:], '"')
	if i < 0 {
		return span{}, s.bad(lo-1, "a text does not end")
	}
	hi := lo + i
	if bytes.IndexByte(s.b[lo:hi], '\\') >= 0 {
		k = escaped
		for hi = lo; hi < len(s.b) && s.b[hi] != '"'; hi++ {
			if s.b[hi] == '\\' {
				hi++
			}
		}
		if hi >= len(s.b) {
			return span{}, s.bad(lo-1, "a text does not end")
		}
	}
	s.at = hi + 1
	return span{k, lo, hi}, nil
}

// number is a number, or NaN, Infinity and -Infinity, which pandas writes and reads.
func (s *scanner) number() (span, error) {
	lo := s.at
	for s.at < len(s.b) {
		c := s.b[s.at]
		if c-'0' > 9 && c != '-' && c != '+' && c != '.' && c|0x20 != 'e' {
			break
		}
		s.at++
	}
	if s.at < len(s.b) && (s.b[s.at] == 'N' || s.b[s.at] == 'I') {
		for _, w := range []string{"NaN", "Infinity"} {
			if bytes.HasPrefix(s.b[s.at:], []byte(w)) && (s.at == lo || s.at == lo+1 && s.b[lo] == '-' && w != "NaN") {
				s.at += len(w)
				return span{number, lo, s.at}, nil
			}
		}
	}
	if s.at == lo || !wellFormed(s.b[lo:s.at]) {
		s.at = lo
		return span{}, s.bad(lo, "expected a value, here is %s", s.here())
	}
	return span{number, lo, s.at}, nil
}

// wellFormed reports JSON's form of a number; leading zeros are let pass, as pandas does.
func wellFormed(b []byte) bool {
	if len(b) > 0 && b[0] == '-' {
		b = b[1:]
	}
	digits := func() bool {
		n := 0
		for n < len(b) && b[n]-'0' <= 9 {
			n++
		}
		b = b[n:]
		return n > 0
	}
	if !digits() {
		return false
	}
	if len(b) > 0 && b[0] == '.' {
		if b = b[1:]; !digits() {
			return false
		}
	}
	if len(b) > 0 && b[0]|0x20 == 'e' {
		b = b[1:]
		if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
			b = b[1:]
		}
		return digits() && len(b) == 0
	}
	return len(b) == 0
}
