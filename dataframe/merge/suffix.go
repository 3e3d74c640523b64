package merge

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

func names(m op.Meta, drop map[int]bool) (out []frame.Label) {
	for i, c := range m.Cols {
		if !drop[i] {
			out = append(out, c.Name)
		}
	}
	return out
}

// suffixed gives names that both sides have the suffix of their side. A name that comes twice by that is an
// Invalid error.
func suffixed(left, right []frame.Label, suffixes [2]string) (l, r []frame.Label, err error) {
	both := func(n frame.Label) bool {
		return slices.ContainsFunc(left, n.Same) && slices.ContainsFunc(right, n.Same)
	}
	var overlap []frame.Label
	for _, n := range left {
		if both(n) && !slices.ContainsFunc(overlap, n.Same) {
			overlap = append(overlap, n)
		}
	}
	if len(overlap) == 0 {
		return left, right, nil
	}
	if suffixes[0] == "" && suffixes[1] == "" {
		return nil, nil, errs.In(errs.New(errs.Invalid, "columns overlap and Suffixes are empty: %s", schema.Reprs(overlap)),
			"columns overlap but no suffix specified: %s", labelIndex(overlap))
	}
	rename := func(ns []frame.Label, suffix string) []frame.Label {
		out := slices.Clone(ns)
		for i, n := range out {
			if suffix != "" {
				out[i] = withSuffix(n, overlap, suffix)
			}
		}
		return out
	}
	l, r = rename(left, suffixes[0]), rename(right, suffixes[1])
	var twice []frame.Label
	check := func(now, was, other []frame.Label) {
		for i, n := range now {
			again := slices.Contains(now[:i], n) && !slices.Contains(was[:i], was[i])
			if (again || slices.Contains(other, n) && !slices.Contains(overlap, n)) && !slices.Contains(twice, n) {
				twice = append(twice, n)
			}
		}
	}
	check(l, left, right)
	check(r, right, left)
	if twice != nil {
		return nil, nil, errs.New(errs.Invalid, "Passing 'suffixes' which cause duplicate columns {%s} is not allowed.", strings.Trim(schema.Reprs(twice), "[]"))
	}
	return l, r, nil
}

// withSuffix is a label with a suffix where it is one of those that both sides have. Of a label of several
// levels every level has it that is the first one of such a label.
func withSuffix(l frame.Label, overlap []frame.Label, suffix string) frame.Label {
	if l.Kind() != frame.LabelTuple {
		if slices.ContainsFunc(overlap, l.Same) {
			return frame.L(l.String() + suffix)
		}
		return l
	}
	levels := slices.Clone(l.Elems())
	for i, e := range levels {
		if slices.ContainsFunc(overlap, func(o frame.Label) bool { return o.Kind() == frame.LabelTuple && o.Elems()[0] == e }) {
			levels[i] = frame.L(e.String() + suffix)
		}
	}
	return frame.TupleOf(levels)
}

func labelIndex(ls []frame.Label) string {
	return frame.NewIndex(frame.Label{}, frame.LabelColumn(ls)).String()
}
