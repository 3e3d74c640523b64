package op

import (
	"slices"

	"github.com/mars-project/mars-go/frame"
)

// Join is how Align meets the labels of its inputs.
type Join int

const (
	Outer Join = iota // the union of the labels, sorted unless they are equal
	Left              // the labels of the first input
)

// Align makes one task per chunk with the rows of every input that have the same labels. Inputs with equal identity
// tokens, and those whose labels turn out equal, meet chunk by chunk and keep their order (Index[0] counts chunks, stage
// Chunk). Otherwise rows are sent by label (stage Final): Exec joins the labels of what it gets.
func (t *Tiler) Align(how Join, in ...Grid) Grid {
	if !t.ok() {
		return Grid{}
	}
	if t.sameLabels(in) {
		return t.Map(in...)
	}
	prints := make([]Grid, len(in))
	for i, g := range in {
		g = t.Labels(g)
		in[i] = g
		prints[i] = t.fingerprint(g)
	}
	if t.Need(Values, prints...) != nil {
		return Grid{}
	}
	equal := true
	for _, p := range prints[1:] {
		a, b := t.Value(prints[0]).(Tuple), t.Value(p).(Tuple)
		equal = equal && slices.Equal(a, b)
	}
	if equal {
		return t.Map(in...)
	}
	sides := make([]Side, len(in))
	for i, g := range in {
		sides[i] = ByLevels(g)
	}
	if how == Left {
		return t.Shuffle(ByInput, sides...)
	}
	return t.Shuffle(ByKey, sides...)
}

// sameLabels reports inputs whose labels are known to be equal without looking.
func (t *Tiler) sameLabels(in []Grid) bool {
	for _, g := range in[1:] {
		a, b := in[0].Meta.Index, g.Meta.Index
		if a.Token != b.Token && !(a.Kind == frame.RangeIndex && b.Kind == frame.RangeIndex && a.Start == b.Start &&
			a.Step == b.Step && t.sameRows(in[0], g)) {
			return false
		}
	}
	return true
}

func (t *Tiler) sameRows(a, b Grid) bool {
	x, y := Sum(t.Splits(a, 0)), Sum(t.Splits(b, 0))
	return x == y
}

// fingerprint is a one-chunk grid: row count and a hash of all labels in order.
func (t *Tiler) fingerprint(g Grid) Grid {
	obj := NewObject()
	o := t.c.operand(&fingerprint{})
	line := make([]Edge, 0, len(g.Edges))
	for i, e := range g.Edges {
		line = append(line, t.made(o, Map, []int{i}, []Edge{e}, nil, obj))
	}
	return Grid{Shape: []int{1}, Edges: []Edge{t.made(o, Final, nil, line, nil, obj)}, Meta: obj}
}

// Labels is g with its true row labels. Chunks of a range index made by an operator of unknown lengths number their rows
// from 0; adding up their lengths needs them to have run.
func (t *Tiler) Labels(g Grid) Grid {
	if !t.ok() || !g.Meta.Index.Loose {
		return g
	}
	if t.Need(Rows, g) != nil {
		return g
	}
	out := g
	out.Edges = nil
	start, step := g.Meta.Index.Start, g.Meta.Index.Step
	for i, at := range offsets(t.Splits(g, 0))[:g.Shape[0]] {
		e := g.Edges[i]
		m := t.c.Meta(e)
		m.Index.Loose = false
		out.Edges = append(out.Edges, t.make(&relabel{Start: start + at*step, Step: step}, Chunk, []int{i}, []Edge{e}, nil, m))
	}
	out.Meta.Index.Loose = false
	return out
}

// Anchor is Tiler.Labels for an input of n, before n is tiled.
func Anchor(c *Chunks, n *Node, g Grid, env Env) (Grid, error) {
	t := &Tiler{tiling: &tiling{c: c, n: n, node: c.addNode(n), env: env}}
	out := t.Labels(g)
	return out, t.err
}
