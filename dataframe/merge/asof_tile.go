package merge

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/op"
)

// Tile asks for the first and the last key of every chunk, and gives each left chunk the right chunks whose
// keys it may need. With further keys these may lie anywhere: then all right rows go to every chunk, when
// they are few, or of distant chunks the nearest row of every further key, see scan, or rows are sent by the
// further keys.
func (o *Asof) Tile(t *op.Tiler) error {
	p, spec, err := o.plan([]op.Meta{t.In(0).Meta, t.In(1).Meta})
	if err != nil {
		return err
	}
	var ends [2]op.Grid
	for side := range ends {
		g := t.In(side)
		ends[side] = op.Grid{Shape: []int{g.Len()}}
		for k, e := range g.Edges {
			ends[side].Edges = append(ends[side].Edges, t.At(op.Map).Edge([]int{side, k}, e))
		}
	}
	if err := t.Need(op.Values, ends[0], ends[1]); err != nil {
		return err
	}
	left, err := chunkEnds(t, ends[0], "left")
	if err != nil {
		return t.Fail(err)
	}
	right, err := chunkEnds(t, ends[1], "right")
	if err != nil {
		return t.Fail(err)
	}
	if n := len(p.Keys) - 1; n > 0 {
		if t.Small(t.In(1)) {
			return t.Out(t.Map(t.In(0), op.Whole(t.In(1))))
		}
		if t.Err() != nil {
			return t.Err()
		}
		if fewGroups(right) {
			return t.Out(o.scan(t, left, right, spec.Direction))
		}
		l, r := op.Side{Grid: t.In(0)}, op.Side{Grid: t.In(1)}
		for _, k := range p.Keys[:n] {
			l.Keys, r.Keys = append(l.Keys, k.L), append(r.Keys, k.R)
		}
		return t.Out(t.Shuffle(op.ByInput, l, r))
	}
	out := op.Grid{Shape: t.In(0).Shape}
	for k, e := range t.In(0).Edges {
		lo, hi := left[k].needs(right, spec.Direction)
		in := append([]op.Edge{e}, t.In(1).Edges[lo:hi]...)
		out.Edges = append(out.Edges, t.Edge([]int{k}, in...))
	}
	return t.Out(out)
}

// asofEnds are the first and the last key of a chunk that has rows.
type asofEnds struct {
	rows        int64
	first, last frame.Label
	groups      int64 // of further keys, of the right side
}

// chunkEnds reads what the Map stage tells of the chunks of a side, and checks that they ascend.
func chunkEnds(t *op.Tiler, g op.Grid, side string) ([]asofEnds, error) {
	out := make([]asofEnds, g.Len())
	last := -1
	for k := range out {
		v := t.ValueAt(g, k).(op.Tuple)
		e := &out[k]
		if e.rows = v[0].(int64); e.rows == 0 {
			continue
		}
		e.first, e.last = unsigned(v[1].(frame.Label)), unsigned(v[2].(frame.Label))
		e.groups = v[3].(int64)
		if last >= 0 && e.first.Less(out[last].last) {
			return nil, errs.New(errs.Invalid, "%s keys must be sorted", side)
		}
		last = k
	}
	return out, nil
}

// unsigned is a key whose negative zero is zero: the two are equal, and labels order them.
func unsigned(l frame.Label) frame.Label {
	if l.Same(frame.L(0.0)) {
		return frame.L(0)
	}
	return l
}

// needs are the right chunks lo to hi, at least one, in which the matches of the rows of e lie.
func (e asofEnds) needs(right []asofEnds, d join.Direction) (lo, hi int) {
	lo, hi = len(right), 0
	take := func(k int) { lo, hi = min(lo, k), max(hi, k+1) }
	before, after := -1, -1 // chunks that begin before the first row and end behind the last one
	for k, r := range right {
		if e.rows == 0 || r.rows == 0 {
			continue
		}
		switch {
		case r.first.Less(e.first):
			before = k
		case e.last.Less(r.last) && after < 0:
			after = k
		}
		if !r.last.Less(e.first) && !e.last.Less(r.first) {
			take(k)
		}
	}
	if before >= 0 && d != join.Forward {
		take(before)
	}
	if after >= 0 && d != join.Backward {
		take(after)
	}
	if lo >= hi {
		return 0, 1
	}
	return lo, hi
}
