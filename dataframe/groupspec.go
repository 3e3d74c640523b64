package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/op"
)

// OfColumn asks for aggregates of one column: an entry of pandas' dict of functions.
type OfColumn struct {
	Column any
	Func   any // a name, or a []string of names
}

// Named asks for one result column: pandas' named aggregation. A SeriesGroupBy needs no Column.
type Named struct {
	Name   any
	Column any
	Func   string
}

// An aggSpec is the canonical form of what agg was asked for.
type aggSpec struct {
	Form  string // one, list, dict, dicts (of lists), named
	Items []aggItem
}

type aggItem struct {
	Name   frame.Label
	Column frame.Label
	Func   string
}

// specOf reads the argument of Agg.
func specOf(v any) (aggSpec, error) {
	switch v := v.(type) {
	case string:
		return aggSpec{"one", []aggItem{{Func: v}}}, nil
	case []string:
		s := aggSpec{Form: "list"}
		for _, f := range v {
			s.Items = append(s.Items, aggItem{Func: f})
		}
		return s, noneIf(len(v))
	case []OfColumn:
		return dictSpec(v)
	case []Named:
		s := aggSpec{Form: "named"}
		for _, n := range v {
			name, ok := frame.LabelOf(n.Name)
			col, ok2 := frame.LabelOf(n.Column)
			if !ok || !ok2 {
				return s, errs.New(errs.Type, "a %T and a %T are no labels", n.Name, n.Column)
			}
			s.Items = append(s.Items, aggItem{name, col, n.Func})
		}
		return s, noneIf(len(v))
	}
	return aggSpec{}, errs.New(errs.Type, "a %T names no aggregate; want a string, []string, []OfColumn or []Named", v)
}

func noneIf(n int) error {
	if n == 0 {
		return errs.New(errs.Type, "Must provide 'func' or tuples of '(column, aggfunc).")
	}
	return nil
}

func dictSpec(v []OfColumn) (aggSpec, error) {
	s := aggSpec{Form: "dict"}
	for _, c := range v {
		if _, ok := c.Func.(string); !ok {
			s.Form = "dicts"
		}
	}
	for _, c := range v {
		col, ok := frame.LabelOf(c.Column)
		if !ok {
			return s, errs.New(errs.Type, "a %T is no column label", c.Column)
		}
		for _, f := range listOf(c.Func) {
			name, ok := f.(string)
			if !ok {
				return s, errs.New(errs.Type, "a %T names no aggregate", f)
			}
			s.Items = append(s.Items, aggItem{Column: col, Func: name})
		}
	}
	return s, noneIf(len(s.Items))
}

// An aggOut is one column of the result: an aggregate of column Src of input 0, -1 for the size of groups.
type aggOut struct {
	name frame.Label
	src  int
	agg  group.Agg
	q    int // which of several quantiles of a source
}

// agg is the kernel's aggregate of a name, with the parameters of the call.
func (o *groupAgg) agg(name string) (group.Agg, error) {
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

// outs are the columns of the result for the columns of input 0.
func (o *groupAgg) outs(cols []op.Col) ([]aggOut, error) {
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
		return []aggOut{{name: name, src: -1, agg: a}}, err
	}
	var out []aggOut
	add := func(name frame.Label, src int, fn string) error {
		a, err := o.agg(fn)
		if !o.List {
			out = append(out, aggOut{name: name, src: src, agg: a})
			return err
		}
		for i, q := range o.quantiles() {
			a.Q = q
			out = append(out, aggOut{name, src, a, i})
		}
		return err
	}
	switch o.Func.Form {
	case "dict", "dicts", "named":
		for _, it := range o.Func.Items {
			src, err := o.source(cols, it.Column)
			if err != nil {
				return nil, err
			}
			name := it.Column
			switch o.Func.Form {
			case "dicts":
				name = frame.TupleOf([]frame.Label{it.Column, frame.L(it.Func)})
			case "named":
				name = it.Name
			}
			if err := add(name, src, it.Func); err != nil {
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
func (o *groupAgg) values(cols []op.Col) ([]int, error) {
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

// chosenPlaces are the places of the columns of groups that were chosen by label: all that share one, but a series is of one alone.
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
func (o *groupAgg) source(cols []op.Col, l frame.Label) (int, error) {
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
	i := placeOf(cols, l)
	if i < 0 {
		return 0, errs.New(errs.NotFound, "Label(s) [%s] do not exist", l.Repr())
	}
	return i, nil
}

func placeOf(cols []op.Col, l frame.Label) int { return op.Meta{Cols: cols}.Find(l) }
