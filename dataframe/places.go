package dataframe

import (
	"fmt"
	"slices"

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

// allPlaces is a slice of everything.
var allPlaces = Places{Kind: "slice"}

// placesOf reads what a caller may select with: an int, a tensor.Index (Slice, From, To, Whole), []int or []bool.
func placesOf(v any) (Places, error) {
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
		return allPlaces, nil
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

// on resolves p against a length: a span, or a list of places when list is not nil. Errors, as pandas' IndexError: NotFound.
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

// rows gathers the rows of g that p selects, whose lengths must be known where p looks at them.
func (p Places) rows(t *op.Tiler, g op.Grid) op.Grid {
	if p.all() {
		return g
	}
	if p.prefix() && p.Stop != nil && *p.Stop >= 0 {
		g = firstRows(t, g, *p.Stop)
	}
	if t.Need(op.Rows, g) != nil {
		return g
	}
	n := op.Sum(t.Splits(g, 0)).N
	s, list, err := p.on(n)
	if err != nil {
		t.Fail(err)
		return g
	}
	if list != nil {
		return takeRows(t, g, list)
	}
	return cutRows(t, g, s)
}

// firstRows is the first chunks of g that hold n rows: it runs twice as many each time, until they do.
func firstRows(t *op.Tiler, g op.Grid, n int) op.Grid {
	for k := 1; ; k *= 2 {
		h := g.First(k)
		if t.Need(op.Rows, h) != nil || k >= g.Shape[0] || op.Sum(t.Splits(h, 0)).N >= n {
			return h
		}
	}
}

// cutRows is a slice of g, cut where g is cut.
func cutRows(t *op.Tiler, g op.Grid, s span) op.Grid {
	m := g.Meta.WithRows(op.Dim{N: s.n})
	return t.Gather(m, [][]op.Dim{cutSpan(s, t.Splits(g, 0))}, []op.Grid{g}, func(lo, size []int) []op.Box {
		return []op.Box{{From: g, Lo: []int{s.lo + lo[0]*s.step}, Step: []int{s.step}, Size: size}}
	})
}

// cutSpan cuts the places of a slice along the borders of the chunks that are read.
func cutSpan(s span, splits []op.Dim) []op.Dim {
	if s.n == 0 {
		return op.Dims(0)
	}
	var out []op.Dim
	first, last := s.lo, s.lo+(s.n-1)*s.step
	at := 0
	for _, d := range splits {
		lo, hi := max(at, min(first, last)), min(at+d.N, max(first, last)+1)
		at += d.N
		step := max(s.step, -s.step)
		// places p of the slice with lo <= p < hi
		base := min(first, last)
		n := (hi-base+step-1)/step - (lo-base+step-1)/step
		if lo < hi && n > 0 {
			out = append(out, op.Dim{N: n})
		}
	}
	if s.step < 0 {
		slices.Reverse(out)
	}
	return out
}

// takeRows is the rows of g at a list of places: a Map task for every chunk that has some, which takes them in ascending order, and where the
// list does not ascend a Final task that puts them in the list's.
func takeRows(t *op.Tiler, g op.Grid, list []int) op.Grid {
	if len(list) == 0 {
		return cutRows(t, g, span{0, 1, 0})
	}
	out, lo := op.Grid{}, 0
	up := slices.Clone(list)
	slices.Sort(up)
	n := op.Sum(t.Splits(g, 0)).N
	for c, d := range t.Splits(g, 0) {
		if k, _ := slices.BinarySearch(up, lo); k < len(up) && up[k] < lo+d.N {
			out.Edges = append(out.Edges, t.At(op.Map).Edge([]int{c, lo, n}, g.Edges[c]))
		}
		lo += d.N
	}
	out.Shape = []int{len(out.Edges)}
	if slices.IsSorted(list) || t.Err() != nil {
		return out
	}
	id := t.At(op.Final).Task([]int{0, n}, nil, out.Edges...)
	return op.Grid{Shape: []int{1}, Edges: []op.Edge{{ID: id, Part: -1}}}
}

// stage describes the chunks of the stages that takeRows uses.
func (p Places) stage(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	switch s {
	case op.Map:
		return []op.Meta{in[0].WithRows(op.Sym(p.question(), in[0]))}, nil
	case op.Final:
		return []op.Meta{in[0].WithRows(op.Dim{N: len(p.List)})}, nil
	}
	return nil, nil
}

// exec runs a task of takeRows.
func (p Places) exec(x *op.Exec) error {
	_, list, err := p.on(x.Index[len(x.Index)-1])
	if err != nil {
		return err
	}
	var rows []int64
	f := x.Frame(0)
	if x.Stage == op.Map {
		for _, i := range list {
			if i -= x.Index[1]; i >= 0 && i < f.NRows {
				rows = append(rows, int64(i))
			}
		}
		slices.Sort(rows)
	} else {
		if f, err = frame.ConcatFrames(x.Mem(), x.Frames()...); err != nil {
			return err
		}
		at := make([]int, len(list)) // places of the list in ascending order of what is there
		for i := range at {
			at[i] = i
		}
		slices.SortStableFunc(at, func(i, j int) int { return list[i] - list[j] })
		rows = make([]int64, len(list))
		for k, i := range at {
			rows[i] = int64(k)
		}
	}
	out, err := f.Take(x.Mem(), rows)
	if err != nil {
		return err
	}
	return x.Put(0, out)
}
