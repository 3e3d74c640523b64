package csv

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// mangle makes header texts unique as pandas does: a, a.1, a.2; an empty one is "Unnamed: 3".
func mangle(cells [][]byte) []string {
	names, order, late := make([]string, len(cells)), []int{}, []int{}
	for i, c := range cells {
		names[i] = string(c)
		if names[i] == "" {
			names[i] = fmt.Sprintf("Unnamed: %d", i)
			late = append(late, i)
		} else {
			order = append(order, i)
		}
	}
	counts := map[string]int{}
	taken := map[string]int{}
	for _, n := range names {
		taken[n]++
	}
	for _, i := range append(order, late...) {
		old := names[i]
		name, n := old, counts[old]
		for n > 0 {
			counts[old] = n + 1
			name = fmt.Sprintf("%s.%d", old, n)
			if taken[name] > 0 {
				n++
			} else {
				n = counts[name]
			}
		}
		if name != old {
			taken[old]--
			taken[name]++
		}
		names[i] = name
		counts[name] = n + 1
	}
	return names
}

// A place finder resolves names and places that the user gave to fields.
type places struct {
	fields []Field
	use    []int // what places count in, nil: all fields
}

func (p *places) find(l frame.Label) (int, bool) {
	if n, ok := l.Int(); ok {
		switch {
		case p.use != nil && n >= 0 && n < int64(len(p.use)):
			return p.use[n], true
		case p.use == nil && n >= 0 && n < int64(len(p.fields)):
			return int(n), true
		}
	}
	for i := range p.fields {
		if p.fields[i].Name.Same(l) {
			return i, true
		}
	}
	return 0, false
}

// choose fills Index and Cols, marks dates and sets the dtypes that the user gave. header is the row of
// names, where there is one.
func (s *Schema) choose(o *Options, header [][]byte, leading, named int) error {
	all := places{fields: s.Fields}
	var use []int
	if len(o.UseCols) > 0 {
		var missing []string
		for _, l := range o.UseCols {
			k, ok := all.find(l)
			if !ok {
				missing = append(missing, l.Repr())
			} else if !slices.Contains(use, k) {
				use = append(use, k)
			}
		}
		if missing != nil {
			return errs.New(errs.Invalid, "Usecols do not match columns, columns expected but not found: [%s]", strings.Join(missing, ", "))
		}
		slices.Sort(use)
	}
	for i := range leading {
		s.Index = append(s.Index, i)
	}
	if leading == 0 {
		in := places{fields: s.Fields, use: use}
		for _, l := range o.IndexCol {
			k, ok := in.find(l)
			if !ok || use != nil && !slices.Contains(use, k) {
				return errs.New(errs.Invalid, "Index %s invalid", l)
			}
			if o.Names == nil && k < len(header) && len(header[k]) == 0 { // the name it got is no name of labels
				s.Fields[k].Name = frame.Label{}
			}
			s.Index = append(s.Index, k)
		}
	}
	for k := range s.Fields[:named] {
		if !slices.Contains(s.Index, k) && (use == nil || slices.Contains(use, k)) {
			s.Cols = append(s.Cols, k)
		}
	}
	for _, l := range o.ParseDates {
		k, ok := (&places{fields: s.Fields, use: use}).find(l)
		if !ok || use != nil && !slices.Contains(use, k) && !slices.Contains(s.Index, k) {
			return errs.New(errs.Invalid, "Missing column provided to 'parse_dates': %s", l.Repr())
		}
		s.Fields[k].Date = true
	}
	if o.ParseIndex {
		for _, k := range s.Index {
			s.Fields[k].Date = true
		}
	}
	for k := range s.Fields {
		f := &s.Fields[k]
		if slices.Contains(o.Verbatim, f.key()) {
			f.DType, f.Fixed, f.Date = dtype.Str, true, false
			continue
		}
		d, ok := o.DTypes[f.key()]
		if !ok && (o.DType.IsZero() || o.DType.IsObject() && slices.Contains(s.Index, k)) { // object says nothing of labels
			continue
		}
		if !ok {
			d = o.DType
		}
		if f.Date {
			continue
		}
		if d.IsCategorical() && !slices.Contains(s.Index, k) {
			f.Keep = true
			continue
		}
		if err := checkFixed(f.key(), d); err != nil {
			return err
		}
		f.DType, f.Fixed = d, true
	}
	return nil
}
