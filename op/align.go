package op

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
)

// Join is how Align meets the labels of its inputs.
type Join int

const (
	Outer Join = iota // the union of the labels, sorted unless they are equal
	Left              // the labels of the first input
)

// Align makes one task per chunk with the rows of every input that have the same labels. Inputs with equal
// identity tokens, and those whose labels turn out equal, meet chunk by chunk and keep their order (Index[0]
// counts chunks, stage Chunk). Otherwise rows are sent by label (stage Final): Exec joins the labels of what
// it gets.
func (t *Tiler) Align(how Join, in ...Grid) Grid {
	if !t.ok() {
		return Grid{}
	}
	if t.Same(in) {
		return t.Map(in...)
	}
	if !t.ok() {
		return Grid{}
	}
	if in = t.alikeLabels(in); !t.ok() {
		return Grid{}
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

// Same reports that the inputs have the same labels, row for row, and gives them their true ones where it has
// to look. False while that is not known: then the error that sticks asks for it.
func (t *Tiler) Same(in []Grid) bool {
	if !t.ok() {
		return false
	}
	if t.sameLabels(in) {
		if !sameTokens(in) { // ranges that only turned out to be equal: their true labels stay
			for i, g := range in {
				in[i] = t.Labels(g)
			}
		}
		return t.ok()
	}
	for _, g := range in[1:] {
		if unlikeZones(in[0].Meta.Index, g.Meta.Index) {
			return false
		}
	}
	prints := make([]Grid, len(in))
	for i, g := range in {
		g = t.Labels(g)
		in[i] = g
		prints[i] = t.fingerprint(g)
	}
	if t.Need(Values, prints...) != nil {
		return false
	}
	equal := true
	for _, p := range prints[1:] {
		a, b := t.Value(prints[0]).(Tuple), t.Value(p).(Tuple)
		equal = equal && slices.Equal(a, b)
	}
	return equal
}

// unlikeZones reports labels of times, those of one index with a zone and those of the other without, which a
// fingerprint does not tell.
func unlikeZones(a, b IndexMeta) bool {
	for k := range min(len(a.Levels), len(b.Levels)) {
		if column.UnlikeZones(a.Levels[k].Is, b.Levels[k].Is) {
			return true
		}
	}
	return false
}

// sameLabels reports inputs whose labels are known to be equal without looking.
func (t *Tiler) sameLabels(in []Grid) bool {
	for _, g := range in[1:] {
		a, b := &in[0].Meta.Index, &g.Meta.Index
		if !a.Same(b) && !(a.Kind == frame.RangeIndex && b.Kind == frame.RangeIndex && a.Start == b.Start &&
			a.Step == b.Step && t.sameRows(in[0], g)) {
			return false
		}
	}
	return true
}

// alikeLabels casts labels to the dtypes that all inputs have together, so that they are ordered and joined
// alike.
func (t *Tiler) alikeLabels(in []Grid) []Grid {
	d := make([]dtype.DType, len(in[0].Meta.Index.Levels))
	for k := range d {
		d[k] = in[0].Meta.Index.Levels[k].Is
		for _, g := range in[1:] {
			if len(g.Meta.Index.Levels) != len(d) {
				t.Fail(errs.New(errs.Invalid, "indexes of %d and %d levels are not there yet: they do not meet", len(d), len(g.Meta.Index.Levels)))
				return in
			}
			d[k] = column.LabelType(d[k], g.Meta.Index.Levels[k].Is)
		}
	}
	in = slices.Clone(in)
	for i, g := range in {
		same := true
		levels := slices.Clone(g.Meta.Index.Levels)
		for k := range levels {
			same = same && levels[k].Is == d[k]
			levels[k].Type = T(d[k])
		}
		if same {
			continue
		}
		o := t.c.operand(&castLabels{To: d})
		g.Meta.Index.Levels, g.Edges = levels, slices.Clone(g.Edges)
		if g.Meta.Index.Kind == frame.RangeIndex {
			g.Meta.Index.Kind = frame.IntIndex
		}
		for j, e := range g.Edges {
			m := t.c.Meta(e)
			m.Index = g.Meta.Index
			g.Edges[j] = t.made(o, Chunk, []int{j}, []Edge{e}, nil, m)
		}
		in[i] = g
	}
	return in
}

// castLabels gives labels other dtypes.
type castLabels struct {
	structural
	To []dtype.DType
}

func (o *castLabels) Exec(x *Exec) error {
	f := x.Frame(0)
	ix, err := column.Env{Mem: x.Mem()}.Labels(f.Index, o.To)
	if err != nil {
		return err
	}
	return x.Put(0, f.WithIndex(ix))
}

func sameTokens(in []Grid) bool {
	for _, g := range in[1:] {
		if !g.Meta.Index.Same(&in[0].Meta.Index) {
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

// Labels is g with its true row labels. Chunks of a range index made by an operator of unknown lengths number
// their rows from 0; adding up their lengths needs them to have run.
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
