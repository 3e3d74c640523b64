package expr

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/mars-project/mars-go/errs"
)

// A Node is one of the types below. At is the byte of the source where it begins; of operators it is that of
// the operator's sign.
type Node interface{ Place() int }

// At is a place in the source.
type At int

// Place is the place itself.
func (a At) Place() int { return int(a) }

type (
	// A Const is a literal: nil, bool, int64, uint64, float64, complex128 or string.
	Const struct {
		At
		Value any
	}
	// A Name is a column, a level of the row labels or a function; a Local one, written @name, a variable of
	// the caller.
	Name struct {
		At
		Name  string
		Local bool
	}
	// A List is a list, a tuple or a set.
	List struct {
		At
		Items []Node
	}
	// A Unary is "-", "+", "~" or "not" of a value.
	Unary struct {
		At
		Op string
		X  Node
	}
	// A Binary is two values joined by one of + - * / // % **, "and" or "or".
	Binary struct {
		At
		Op   string
		X, Y Node
	}
	// A Compare is a chain of comparisons: First Ops[0] Rest[0] Ops[1] Rest[1] and so on. An Op is one of ==
	// != < <= > >=, "in" or "not in".
	Compare struct {
		At
		First Node
		Ops   []string
		Rest  []Node
	}
	// An Attr is a value's attribute.
	Attr struct {
		At
		X    Node
		Name string
	}
	// A Call is a call of a name or attribute.
	Call struct {
		At
		Func  Node
		Args  []Node
		Named []Keyword
	}
	// An Index is a value in brackets behind another.
	Index struct {
		At
		X, Key Node
	}
	// A Slice is bounds with colons between brackets; nil where one is left out.
	Slice struct {
		At
		From, To, Step Node
	}
)

// A Keyword is an argument with its name.
type Keyword struct {
	At
	Name  string
	Value Node
}

// A Stmt is an expression, and the name that it is assigned to, empty where it is not.
type Stmt struct {
	Target string
	Value  Node
}

// Error is an error about the place of a source; it counts characters from 1. What pandas has no node for is
// said as it says it, all else is invalid syntax.
func Error(source string, at int, format string, args ...any) error {
	words := fmt.Sprintf(format, args...)
	if !strings.Contains(words, "not supported") && !strings.Contains(words, "not implemented") && !strings.HasPrefix(words, "Python keyword") {
		words = "invalid syntax: " + words
	}
	return errs.New(errs.Invalid, "%s, at %s", words, Where(source, at))
}

// Where are the words for a place of a source.
func Where(source string, at int) string {
	return fmt.Sprintf("character %d of %q", utf8.RuneCountInString(source[:min(at, len(source))])+1, source)
}

// Locals are the variables that a source names as @name, each once. Of what is no expression there are none.
func Locals(source string) (names []string) {
	ts, _ := scan(source)
	for _, t := range ts {
		if t.kind == local && !slices.Contains(names, t.text) {
			names = append(names, t.text)
		}
	}
	return names
}
