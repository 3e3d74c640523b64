package pick

import (
	"fmt"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// Places select along an axis by position. Exactly one way is used: a slice, one place, a list, a mask.
type Places struct {
	Kind  string // "slice", "int", "list", "mask"
	Start *int   // of a slice; the place of an int
	Stop  *int
	Step  *int
	List  []int
	Mask  []bool
}

// AllPlaces is a slice of everything.
var AllPlaces = Places{Kind: "slice"}

// PlacesOf reads what a caller may select with: an int, a tensor.Index (Slice, From, To, Whole), []int or
// []bool.
func PlacesOf(v any) (Places, error) {
	switch v := v.(type) {
	case int:
		return Places{Kind: "int", Start: &v}, nil
	case tensor.Index:
		if v.Kind == "slice" || v.Kind == "int" {
			return Places{Kind: v.Kind, Start: v.Start, Stop: v.Stop, Step: v.Step}, nil
		}
	case []int:
		return Places{Kind: "list", List: v}, nil
	case []bool:
		return Places{Kind: "mask", Mask: v}, nil
	case Places:
		return v, nil
	}
	return Places{}, errs.New(errs.Invalid, "Cannot index by location index with a non-integer key: %v", v)
}

// normal checks what does not depend on a length, and writes a mask as a list where its length is right.
func (p Places) normal() (Places, error) {
	switch p.Kind {
	case "":
		return AllPlaces, nil
	case "slice":
		if p.Step != nil && *p.Step == 0 {
			return p, errs.New(errs.Invalid, "slice step cannot be zero")
		}
	}
	return p, nil
}

// all reports a slice of everything.
func (p Places) all() bool {
	return p.Kind == "slice" && p.Start == nil && p.Stop == nil && (p.Step == nil || *p.Step == 1)
}

// question names p in symbols and tokens.
func (p Places) question() string {
	s := p.Kind
	for _, q := range []*int{p.Start, p.Stop, p.Step} {
		if s += ":"; q != nil {
			s += fmt.Sprint(*q)
		}
	}
	if p.List != nil || p.Mask != nil {
		var h op.Hasher
		h.Ints(p.List)
		for _, b := range p.Mask {
			h.Str(fmt.Sprint(b))
		}
		k := h.Sum()
		s += string(k[:])
	}
	return s
}

// span is n places from lo on, step apart.
type span struct{ lo, step, n int }

// on resolves p against a length: a span, or a list of places when list is not nil. Errors, as pandas'
// IndexError: NotFound.
func (p Places) on(n int) (s span, list []int, err error) {
	switch p.Kind {
	case "int":
		i := *p.Start
		if i < -n || i >= n {
			return s, nil, errs.New(errs.NotFound, "single positional indexer is out-of-bounds")
		}
		return span{(i + n) % n, 1, 1}, nil, nil
	case "list":
		list = make([]int, 0, len(p.List))
		for _, i := range p.List {
			if i < -n || i >= n {
				return s, nil, errs.New(errs.NotFound, "positional indexers are out-of-bounds")
			}
			list = append(list, (i+n)%n)
		}
		return s, list, nil
	case "mask":
		if len(p.Mask) != n {
			return s, nil, errs.New(errs.NotFound, "Boolean index has wrong length: %d instead of %d", len(p.Mask), n)
		}
		list = []int{}
		for i, b := range p.Mask {
			if b {
				list = append(list, i)
			}
		}
		return s, list, nil
	}
	return p.slice(n), nil, nil
}

func (p Places) slice(n int) span {
	step := 1
	if p.Step != nil {
		step = *p.Step
	}
	lo, hi, low, high := 0, n, 0, n
	if step < 0 {
		lo, hi, low, high = n-1, -1, -1, n-1
	}
	end := func(q *int, at int) int {
		if q == nil {
			return at
		}
		i := *q
		if i < 0 {
			i += n
		}
		return min(max(i, low), high)
	}
	lo, hi = end(p.Start, lo), end(p.Stop, hi)
	if step > 0 {
		return span{lo, step, max(0, (hi-lo+step-1)/step)}
	}
	return span{lo, step, max(0, (lo-hi-step-1)/-step)}
}

// count is how many of n places p selects.
func (p Places) count(n int) (int, error) {
	s, list, err := p.on(n)
	if list != nil {
		return len(list), err
	}
	return s.n, err
}

// columns are the places of p among n columns, and whether p is one place.
func (p Places) columns(n int) (cols []int, single bool, err error) {
	s, cols, err := p.on(n)
	if cols == nil {
		cols = make([]int, s.n)
		for i := range cols {
			cols[i] = s.lo + i*s.step
		}
	}
	return cols, p.Kind == "int", err
}

// Among are the places of p among n columns.
func (p Places) Among(n int) ([]int, error) {
	at, _, err := p.columns(n)
	return at, err
}

// selected is the index of the rows that p selects from m. A range stays one under a slice.
func (p Places) selected(m op.Meta) op.IndexMeta {
	ix := m.Index
	if p.all() {
		return ix
	}
	out := ix.Derive(p.question(), m)
	if p.Kind == "list" || p.Kind == "mask" || ix.Kind != frame.RangeIndex {
		return out
	}
	switch d := m.Rows(); {
	case d.Known():
		s, _, err := p.on(d.N)
		if err != nil {
			return out
		}
		out = rangeIndex(ix, ix.Start+s.lo*ix.Step, ix.Step*s.step, op.Dim{N: s.n}, out.Token)
		out.Loose = ix.Loose && p.prefix()
		return out
	case p.prefix():
		out.Kind, out.Start, out.Step, out.Loose = ix.Kind, ix.Start, ix.Step, ix.Loose
	}
	return out
}

// prefix reports a slice of the first rows, whatever the length.
func (p Places) prefix() bool {
	return p.Kind == "slice" && p.Start == nil && (p.Step == nil || *p.Step == 1)
}

// rangeIndex is a range of known length. One that counts from 0 has the token of all such ranges.
func rangeIndex(like op.IndexMeta, start, step int, rows op.Dim, token op.Key) op.IndexMeta {
	ix := op.FreshRange(rows)
	ix.Levels = like.Levels
	if ix.Start, ix.Step = start, step; start != 0 || step != 1 {
		ix.Token = token
	}
	return ix
}
