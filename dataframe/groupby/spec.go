package groupby

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/op"
)

// A Spec is the canonical form of what agg was asked for.
type Spec struct {
	Form  string // one, list, dict, dicts (of lists), named
	Items []Item
}

// Item is one function, of one column where that is named.
type Item struct {
	Name   frame.Label
	Column frame.Label
	Func   string
}

// NoneIf is the error of an aggregate of no function.
func NoneIf(n int) error {
	if n == 0 {
		return errs.New(errs.Type, "Must provide 'func' or tuples of '(column, aggfunc).")
	}
	return nil
}

// An Out is one column of the result: an aggregate of column Src of input 0, -1 for the size of groups.
type Out struct {
	name frame.Label
	Src  int
	Agg  group.Agg
	q    int // which of several quantiles of a source
}

// agg is the kernel's aggregate of a name, with the parameters of the call.
func (o *Agg) agg(name string) (group.Agg, error) {
	f, err := group.Parse(name)
	if err != nil {
		return group.Agg{}, err
	}
	a := group.New(f)
	a.MinCount = o.MinCount
	if o.Ddof != nil {
		a.Ddof = *o.Ddof
	}
	if len(o.Q) == 1 {
		a.Q = o.Q[0]
	}
	a.KeepNull = o.KeepNull
	if o.Interpolation != "" {
		if a.Method, err = sort.ParseMethod(o.Interpolation); err != nil {
			return a, err
		}
	}
	if f == group.IdxMin || f == group.IdxMax {
		return a, errs.New(errs.Invalid, "groupby.%s is not supported", name)
	}
	return a, nil
}

// Outs are the columns of the result for the columns of input 0.
func (o *Agg) Outs(cols []op.Col) ([]Out, error) {
	if o.sizes() {
		a, err := o.agg("size")
		name := frame.Label{}
		if !*o.AsIndex {
			name = frame.L("size")
		} else if o.Series && len(o.Chosen) == 1 { // which need not be read
			name = o.Chosen[0]
		} else if o.Series {
			if v, _ := o.values(cols); len(v) == 1 {
				name = cols[v[0]].Name
			}
		}
		return []Out{{name: name, Src: -1, Agg: a}}, err
	}
	var out []Out
	add := func(name frame.Label, src int, fn string) error {
		a, err := o.agg(fn)
		if !o.List {
			out = append(out, Out{name: name, Src: src, Agg: a})
			return err
		}
		for i, q := range o.quantiles() {
			a.Q = q
			out = append(out, Out{name, src, a, i})
		}
		return err
	}
	switch o.Func.Form {
	case "dict", "dicts":
		for items := o.Func.Items; len(items) > 0; {
			c, n := items[0].Column, 1
			for n < len(items) && items[n].Column.Same(c) {
				n++
			}
			if _, err := o.source(cols, c); err != nil {
				return nil, err
			}
			for src := range cols { // columns of one label are aggregated one after the other
				if !cols[src].Name.Same(c) {
					continue
				}
				for _, it := range items[:n] {
					name := c
					if o.Func.Form == "dicts" {
						name = frame.TupleOf([]frame.Label{c, frame.L(it.Func)})
					}
					if err := add(name, src, it.Func); err != nil {
						return nil, err
					}
				}
			}
			items = items[n:]
		}
		return out, nil
	case "named":
		for _, it := range o.Func.Items {
			src, err := o.source(cols, it.Column)
			if err != nil {
				return nil, err
			}
			if err := add(it.Name, src, it.Func); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	vals, err := o.values(cols)
	if err != nil {
		return nil, err
	}
	for _, src := range vals {
		for _, it := range o.Func.Items {
			name := cols[src].Name
			switch {
			case o.Func.Form == "list" && o.Series:
				name = frame.L(it.Func)
			case o.Func.Form == "list":
				name = frame.TupleOf(append(append([]frame.Label{}, name.Elems()...), frame.L(it.Func)))
			}
			if o.NumericOnly && !cols[src].Is.IsNumeric() {
				continue
			}
			if err := add(name, src, it.Func); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// values are the places of the columns to aggregate: the chosen ones, else all but the keys.
func (o *Agg) values(cols []op.Col) ([]int, error) {
	var out []int
	if o.Chosen == nil {
		for i, c := range cols {
			if !o.isKey(c.Name) {
				out = append(out, i)
			}
		}
	}
	at, err := chosenPlaces(cols, o.Chosen, o.Series)
	if err != nil {
		return nil, err
	}
	out = append(out, at...)
	if o.ByLabel {
		slices.SortStableFunc(out, func(a, b int) int { return cols[a].Name.Compare(cols[b].Name) })
	}
	return out, nil
}

// chosenPlaces are the places of the columns of groups that were chosen by label: all that share one, but a
// series is of one alone.
func chosenPlaces(cols []op.Col, chosen []frame.Label, series bool) (out []int, err error) {
	for _, l := range chosen {
		n := len(out)
		for i, c := range cols {
			if c.Name.Same(l) {
				out = append(out, i)
			}
		}
		switch n = len(out) - n; {
		case n == 0:
			return nil, errs.New(errs.NotFound, "Column not found: %s", l)
		case n > 1 && series:
			return nil, errs.New(errs.Invalid, "%d columns are named %s: select them with a list", n, l.Repr())
		}
	}
	return out, nil
}

// source is the place of a column that was named.
func (o *Agg) source(cols []op.Col, l frame.Label) (int, error) {
	if o.Series && l.IsNil() {
		v, err := o.values(cols)
		if err == nil && len(v) != 1 {
			err = errs.New(errs.Internal, "a series group-by over %d columns", len(v))
		}
		if err != nil {
			return 0, err
		}
		return v[0], nil
	}
	i := schema.PlaceOf(cols, l)
	if i < 0 {
		return 0, errs.New(errs.NotFound, "Label(s) [%s] do not exist", l.Repr())
	}
	return i, nil
}
