package op

import (
	"fmt"
	"slices"
	"strings"
)

// A Dim is a length: a number, or a number plus symbols. Dims compare with ==, and equal symbols are equal
// lengths.
type Dim struct {
	N   int
	Sym string // sorted atoms of eight bytes each; empty when the length is known
}

const atom = 8

// maxAtoms bounds the sum of symbols that is kept readable; a longer one becomes a symbol of its own.
const maxAtoms = 16

// Dims makes known lengths.
func Dims(n ...int) []Dim {
	d := make([]Dim, len(n))
	for i := range n {
		d[i].N = n[i]
	}
	return d
}

// Sym is the unknown length that the question and the given values alone decide: the same question has the
// same symbol.
func Sym(question string, of ...Meta) Dim {
	var h Hasher
	h.Str(question)
	for _, m := range of {
		h.Key(m.Key)
	}
	k := h.Sum()
	return Dim{Sym: string(k[:atom])}
}

// Known reports that d is a number.
func (d Dim) Known() bool { return d.Sym == "" }

// Plus is the sum of two lengths.
func (d Dim) Plus(e Dim) Dim {
	d.N += e.N
	switch {
	case e.Sym == "":
		return d
	case d.Sym == "":
		d.Sym = e.Sym
		return d
	}
	atoms := append(d.atoms(), e.atoms()...)
	slices.Sort(atoms)
	d.Sym = strings.Join(atoms, "")
	if len(atoms) > maxAtoms {
		var h Hasher
		k := h.Str("sum").Str(d.Sym).Sum()
		d.Sym = string(k[:atom])
	}
	return d
}

func (d Dim) atoms() []string {
	var a []string
	for s := d.Sym; s != ""; s = s[atom:] {
		a = append(a, s[:atom])
	}
	return a
}

// Resolve replaces the symbols that known answers. A sum may be known whose parts are not.
func (d Dim) Resolve(known func(sym string) (int, bool)) Dim {
	if d.Sym == "" {
		return d
	}
	if n, ok := known(d.Sym); ok {
		return Dim{N: d.N + n}
	}
	out := Dim{N: d.N}
	var left []string
	for _, a := range d.atoms() {
		if n, ok := known(a); ok {
			out.N += n
		} else {
			left = append(left, a)
		}
	}
	out.Sym = strings.Join(left, "")
	return out
}

// String is the number, or "?" with the start of its symbols.
func (d Dim) String() string {
	if d.Known() {
		return fmt.Sprint(d.N)
	}
	s := fmt.Sprintf("?%x", d.Sym[:2])
	if d.N != 0 {
		s += fmt.Sprintf("%+d", d.N)
	}
	return s
}
