package products

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// explicit writes the subscripts of einsum out for operands of these ranks: without blanks, with "->", and
// with letters that nobody uses in place of ellipses. Errors: Invalid in NumPy's words.
func explicit(s string, ranks []int) (string, error) {
	s = strings.ReplaceAll(s, " ", "")
	lhs, out, arrow := strings.Cut(s, "->")
	ls := strings.Split(lhs, ",")
	if len(ls) != len(ranks) {
		than := "more" // NumPy's words have the two the wrong way round, and people search for them
		if len(ls) < len(ranks) {
			than = "fewer"
		}
		return "", errs.New(errs.Invalid, "%s operands provided to einstein sum function than specified in the subscripts string", than)
	}
	dots, most := make([]int, len(ls)), 0 // how many axes the ellipsis of each operand stands for
	for i, l := range ls {
		if err := checkLabels(l); err != nil {
			return "", err
		}
		plain := strings.Replace(l, "...", "", 1)
		dots[i] = ranks[i] - len(plain)
		switch {
		case dots[i] < 0:
			return "", errs.New(errs.Invalid, "einstein sum subscripts string contains too many subscripts for operand %d", i)
		case dots[i] > 0 && plain == l:
			return "", errs.New(errs.Invalid, "operand has more dimensions than subscripts given in einstein sum, but no '...' ellipsis provided to broadcast the extra dimensions.")
		}
		if plain != l {
			most = max(most, dots[i])
		}
	}
	free, err := unused(s, most)
	if err != nil {
		return "", err
	}
	for i, l := range ls {
		ls[i] = strings.Replace(l, "...", free[len(free)-max(0, dots[i]):], 1)
	}
	joined := strings.Join(ls, ",")
	if !arrow {
		return joined + "->" + free + once(lhs), nil
	}
	if err := checkLabels(out); err != nil {
		return "", err
	}
	if most > 0 && !strings.Contains(out, "...") {
		return "", errs.New(errs.Invalid, "output has more dimensions than subscripts given in einstein sum, but no '...' ellipsis provided to broadcast the extra dimensions.")
	}
	out = strings.Replace(out, "...", free, 1)
	for i := range out {
		if !strings.Contains(joined, out[i:i+1]) {
			return "", errs.New(errs.Invalid, "einstein sum subscripts string included output subscript '%c' which never appeared in an input", out[i])
		}
		if strings.IndexByte(out, out[i]) < i {
			return "", errs.New(errs.Invalid, "einstein sum subscripts string includes output subscript '%c' multiple times", out[i])
		}
	}
	return joined + "->" + out, nil
}

// checkLabels refuses what is no letter and no ellipsis.
func checkLabels(l string) error {
	for _, c := range strings.Replace(l, "...", "", 1) {
		switch {
		case c == '.':
			return errs.New(errs.Invalid, "einstein sum subscripts string contains a '.' that is not part of an ellipsis ('...')")
		case !strings.ContainsRune(Letters(0, 52), c):
			return errs.New(errs.Invalid, "invalid subscript '%c' in einstein sum subscripts string, subscripts must be letters", c)
		}
	}
	return nil
}

// unused are n letters that s lacks.
func unused(s string, n int) (string, error) {
	out := ""
	for _, c := range Letters(0, 52) {
		if len(out) == n {
			break
		}
		if !strings.ContainsRune(s, c) {
			out += string(c)
		}
	}
	if len(out) < n {
		return "", errs.New(errs.Invalid, "too many subscripts in einsum")
	}
	return out, nil
}

// once is the labels that occur once, in alphabetical order.
func once(lhs string) string {
	var out []byte
	for i := range lhs {
		if c := lhs[i]; c != ',' && c != '.' && strings.Count(lhs, lhs[i:i+1]) == 1 {
			out = append(out, c)
		}
	}
	slices.Sort(out)
	return string(out)
}
