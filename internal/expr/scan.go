package expr

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A token is a word of an expression.
type token struct {
	kind  kind
	text  string // of a sign or keyword; the name itself of names
	value any    // of a literal
	at    int
}

type kind uint8

const (
	theEnd  kind = iota
	sign         // an operator, a bracket, a keyword of the grammar
	name         // a name, of backticks too
	local        // @name
	literal      // a number or text
)

// signs are the operators, longer ones first.
var signs = strings.Fields("**= //= <<= >>= ** // << >> <= >= == != -> := += -= *= /= %= &= |= ^= @= + - * / % < > = & | ^ ~ ( ) [ ] { } , : . ;")

// words are the keywords of the grammar; keywords are Python's others.
var (
	words    = set("and or not in is True False None")
	keywords = set("as assert async await break class continue def del elif else except finally for from global if import lambda nonlocal pass raise return try while with yield")
)

// nodes are what pandas calls the expressions of Python that begin with a keyword.
var nodes = map[string]string{"if": "IfExp", "else": "IfExp", "lambda": "Lambda", "await": "Await", "yield": "Yield"}

func set(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// scan cuts a source into tokens; the last is theEnd.
func scan(src string) ([]token, error) {
	var out []token
	for i := 0; i < len(src); {
		c := src[i]
		if strings.IndexByte(" \t\r\n\f", c) >= 0 {
			i++
			continue
		}
		if c == '#' { // a comment
			n := strings.IndexByte(src[i:], '\n')
			if n < 0 {
				break
			}
			i += n
			continue
		}
		t, end, err := scanOne(src, i)
		if err != nil {
			return nil, err
		}
		out, i = append(out, t), end
	}
	return append(out, token{kind: theEnd, at: len(src)}), nil
}

// scanOne is the token that begins at i, and where it ends.
func scanOne(src string, i int) (token, int, error) {
	c := src[i]
	fail := func(at int, format string, args ...any) (token, int, error) {
		return token{}, 0, Error(src, at, format, args...)
	}
	switch {
	case c == '`':
		n := strings.IndexByte(src[i+1:], '`')
		if n < 0 {
			return fail(i, "the backtick is not closed")
		}
		return token{kind: name, text: src[i+1 : i+1+n], at: i}, i + n + 2, nil
	case c == '@':
		n := nameLen(src[i+1:])
		if n == 0 {
			return fail(i, "the name of a variable must follow @")
		}
		return token{kind: local, text: src[i+1 : i+1+n], at: i}, i + 1 + n, nil
	case c >= '0' && c <= '9', c == '.' && i+1 < len(src) && src[i+1] >= '0' && src[i+1] <= '9':
		n := numberLen(src[i:])
		v, err := number(src[i : i+n])
		if err != nil {
			return fail(i, "%v", err)
		}
		return token{kind: literal, value: v, text: src[i : i+n], at: i}, i + n, nil
	case c == '\'' || c == '"':
		return scanText(src, i, i, false)
	}
	if n := nameLen(src[i:]); n > 0 {
		w := src[i : i+n]
		if i+n < len(src) && (src[i+n] == '\'' || src[i+n] == '"') {
			switch strings.ToLower(w) {
			case "r", "u":
				return scanText(src, i, i+n, w == "r" || w == "R")
			}
			return fail(i, "texts with the prefix %s are not supported", w)
		}
		switch {
		case nodes[w] != "":
			return fail(i, "'%s' nodes are not implemented", nodes[w])
		case keywords[w]:
			return fail(i, "Python keyword not valid identifier in numexpr query; a column of that name is written `%s`", w)
		case words[w]:
			return token{kind: sign, text: w, at: i}, i + n, nil
		}
		return token{kind: name, text: w, at: i}, i + n, nil
	}
	for _, s := range signs {
		if strings.HasPrefix(src[i:], s) {
			t := token{kind: sign, text: s, at: i}
			switch s {
			case "&":
				t.text = "and"
			case "|":
				t.text = "or"
			}
			return t, i + len(s), nil
		}
	}
	r, _ := utf8.DecodeRuneInString(src[i:])
	return fail(i, "the character %q cannot stand here; a column whose name holds it is written in backticks", r)
}

// nameLen is the length of the name that s begins with, 0 where it begins with none.
func nameLen(s string) int {
	for i, r := range s {
		if r == '_' || unicode.IsLetter(r) || i > 0 && (unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Mc, r)) {
			continue
		}
		return i
	}
	return len(s)
}
