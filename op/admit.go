package op

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// Tags at the trait of an operand say what it takes, so that Build and Infer need not ask. The engine refuses
// other inputs when the node is built.
//
//	type fillDiagonal struct {
//		op.Recipe `known:"lengths" rank:"0 2.. array must be at least 2-d"`
//		Wrap      bool
//	}
//
// known:"lengths" wants a tensor of known lengths, known:"columns" a frame of known columns; numbers behind
// it name the inputs, which are else the first alone. rank:"0 1..2 words" wants so many axes of input 0, and
// has the words of the error, where %d is how many there are; semicolons part what several inputs must be.

// An admission is what one input must be.
type admission struct {
	input       int
	what        string // lengths, columns or rank
	least, most int    // axes; most is -1 without a bound
	words       string
}

// admissionsOf reads the tags of an operand's type.
func admissionsOf(t reflect.Type) (as []admission, err error) {
	for i := range t.NumField() {
		tag := t.Field(i).Tag
		if what, at, _ := strings.Cut(tag.Get("known"), " "); what == "lengths" || what == "columns" {
			for _, n := range append(strings.Fields(at), "0")[:max(1, len(strings.Fields(at)))] {
				in, err := strconv.Atoi(n)
				if err != nil {
					return nil, fmt.Errorf("the tag known: %w", err)
				}
				as = append(as, admission{input: in, what: what})
			}
		} else if what != "" {
			return nil, fmt.Errorf("the tag known is for lengths and columns, not for %s", what)
		}
		if ranks := tag.Get("rank"); ranks != "" {
			for one := range strings.SplitSeq(ranks, "; ") {
				a, err := rankIn(one)
				if err != nil {
					return nil, fmt.Errorf("the tag rank:%q: %w", one, err)
				}
				as = append(as, a)
			}
		}
	}
	return as, nil
}

// rankIn reads what a tag says of the axes of one input.
func rankIn(s string) (a admission, err error) {
	a.what = "rank"
	number, rest, _ := strings.Cut(s, " ")
	span, words, _ := strings.Cut(rest, " ")
	least, most, several := strings.Cut(span, "..")
	if a.words = words; words == "" {
		return a, fmt.Errorf("it has no words")
	}
	if a.input, err = strconv.Atoi(number); err != nil {
		return a, err
	}
	if a.least, err = strconv.Atoi(least); err != nil {
		return a, err
	}
	switch a.most = a.least; {
	case most != "":
		a.most, err = strconv.Atoi(most)
	case several:
		a.most = -1
	}
	return a, err
}

// admit refuses inputs that an operator does not take.
func (d *Def) admit(in []Meta) error {
	for _, a := range d.admits {
		if a.input >= len(in) {
			continue
		}
		m := in[a.input]
		switch n := len(m.Dims); a.what {
		case "columns":
			if m.Open {
				return errs.New(errs.Invalid, "which columns there are follows from the data: execute the frame first")
			}
		case "lengths":
			if _, ok := m.Shape(); !ok {
				return errs.New(errs.Invalid, "%s of a tensor of unknown lengths: execute it first", d.Doc.Name[strings.LastIndexByte(d.Doc.Name, '.')+1:])
			}
		default:
			if n < a.least || a.most >= 0 && n > a.most {
				return errs.New(errs.Invalid, "%s", strings.ReplaceAll(a.words, "%d", strconv.Itoa(n)))
			}
		}
	}
	return nil
}
