package pick

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

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
	if ix := g.Meta.Index; ix.Kind == frame.RangeIndex && !ix.Loose && (s.lo != 0 || s.step != 1) {
		token := ix.Derive(fmt.Sprint("cut", s.lo, s.step), g.Meta).Token
		m.Index = rangeIndex(ix, ix.Start+s.lo*ix.Step, ix.Step*s.step, op.Dim{N: s.n}, token)
	}
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

// takeRows is the rows of g at a list of places: a Map task for every chunk that has some, which takes them
// in ascending order, and where the list does not ascend a Final task that puts them in the list's.
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
