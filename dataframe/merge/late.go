package merge

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// lateRow names the column that tells the row of the chunk of the driving side that a row comes from.
var lateRow = frame.Tup("merge", "row")

// lateName names a column of the result that does not come from the driving side.
func lateName(c Col) frame.Label { return frame.Tup("merge", int(c.From), c.At) }

// late is a merge in the order of the driving side of which only the keys are sent by key, since its other
// columns are wanted where they are: what they meet is sent back to them: late materialisation.
func (o *Merge) late(t *op.Tiler, n int, drive, other op.Side) op.Grid {
	whole, keys, others := drive.Grid, t.At(keysOnly), t.At(otherColumns)
	few, rest := op.Grid{Shape: []int{whole.Len()}}, op.Grid{Shape: []int{other.Grid.Len()}}
	for k, e := range whole.Edges {
		few.Edges = append(few.Edges, keys.Edge([]int{k}, e))
	}
	for k, e := range other.Grid.Edges {
		rest.Edges = append(rest.Edges, others.Edge([]int{k}, e))
	}
	like := t.At(otherSchema).Edge([]int{0}, other.Grid.Edges[0])
	if t.Err() != nil {
		return whole
	}
	few.Meta, rest.Meta = t.MetaOf(few.Edges[0]), t.MetaOf(rest.Edges[0])
	drive.Grid, other.Grid = few, rest
	met := t.At(joinKeys).ShuffleN(op.ByInput, n, drive, other)
	out := op.Grid{Shape: []int{whole.Len()}}
	if t.Err() != nil {
		return out
	}
	last := t.At(materialise)
	for k, e := range whole.Edges {
		out.Edges = append(out.Edges, last.Edge([]int{k}, e, met.Edges[k], like))
	}
	return out
}

// lateParts is the number of parts of a merge that is made late; 0 when it is not: where nobody looks at the
// order of the rows, or the keys are all that the driving side has, or follow from both sides.
func (o *Merge) lateParts(t *op.Tiler, drive, other op.Side) int {
	named := o.On != nil || o.LeftOn != nil || o.RightOn != nil || o.LeftIndex
	cols := o.keyPlaces(drive.Grid.Meta, o.driveKeys())
	if !named || drive.Grid.Meta.Open || other.Grid.Meta.Open || drive.Grid.Len() < 2 || len(cols) == len(drive.Grid.Meta.Cols) || !t.Ordered() {
		return 0
	}
	if n := max(t.Parts(drive.Grid), t.Parts(other.Grid)); n > 1 {
		return n
	}
	return 0
}

// driveKeys and otherKeys are the names of the keys of the sides; nil where they are the labels.
func (o *Merge) driveKeys() []frame.Label {
	switch {
	case o.On != nil:
		return o.On
	case o.swaps():
		return o.RightOn
	}
	return o.LeftOn
}

func (o *Merge) otherKeys() []frame.Label {
	switch {
	case o.On != nil:
		return o.On
	case o.swaps():
		return o.LeftOn
	}
	return o.RightOn
}

// keyPlaces are the columns of a side that are keys, ascending.
func (o *Merge) keyPlaces(m op.Meta, keys []frame.Label) (at []int) {
	for i, c := range m.Cols {
		if slices.ContainsFunc(keys, c.Name.Same) {
			at = append(at, i)
		}
	}
	return at
}

// needsLabels reports that labels of a side are keys or, of the other side, become labels of the result.
func (o *Merge) needsLabels(m op.Meta, keys []frame.Label) bool {
	return o.LeftIndex || o.RightIndex || len(o.keyPlaces(m, keys)) < len(keys)
}

// withoutLabels is m with equal labels, which take no memory wherever they are sent.
func withoutLabels(m op.Meta) op.Meta {
	m.Index = op.IndexOf(sameLabels(0))
	return m
}

// sameLabels is the label 0, n times.
func sameLabels(n int) *frame.Index {
	c, err := frame.NewConst(mem.Heap, frame.Of([]int64{0}), n)
	if err != nil {
		panic(err) // the Go heap does not refuse
	}
	return frame.NewIndex(frame.Label{}, c)
}

// lateMeta describes the tasks of a merge that is made late.
func (o *Merge) lateMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	switch s {
	case keysOnly:
		m, keys := in[0], o.driveKeys()
		if !o.needsLabels(m, keys) {
			m = withoutLabels(m)
		}
		var cols []op.Col
		for _, at := range o.keyPlaces(in[0], keys) {
			cols = append(cols, m.Cols[at])
		}
		m.Cols, m.Kind = append(cols, op.Col{Name: lateRow, Type: op.T(dtype.Int32)}), op.Frame
		return []op.Meta{m}, nil
	case otherColumns, otherSchema:
		m := in[0]
		if s == otherSchema {
			m = m.WithRows(op.Dim{})
		}
		if !o.needsLabels(m, o.otherKeys()) {
			m = withoutLabels(m)
		}
		return []op.Meta{m}, nil
	case materialise:
		return o.Infer(o.inOrder(in[0], in[2]))
	case joinKeys:
		p, err := o.latePlan(o.inOrder(in[0], in[1]))
		if err != nil {
			return nil, err
		}
		m := op.NewFrame(op.Sym("late merge "+o.question(), in...), op.IndexOf(sameLabels(0)))
		m.Cols = []op.Col{{Name: lateRow, Type: op.T(dtype.Int32)}}
		for _, c := range p.others(o.drive()) {
			m.Cols = append(m.Cols, op.Col{Name: lateName(c), Type: p.typeAfter(c.As, 1-o.drive())})
		}
		return []op.Meta{m}, nil
	}
	return nil, nil
}

// inOrder is the left side, then the right one.
func (o *Merge) inOrder(drive, other op.Meta) []op.Meta {
	if o.swaps() {
		return []op.Meta{other, drive}
	}
	return []op.Meta{drive, other}
}

// drive is the input whose order counts.
func (o *Merge) drive() int {
	if o.swaps() {
		return 1
	}
	return 0
}

// latePlan is the plan of the keys of a side and all of the other. New names are given later.
func (o *Merge) latePlan(in []op.Meta) (*Plan, error) {
	m := *o
	m.Suffixes = &[2]string{"\x00x", "\x00y"}
	return m.Plan(in)
}

// others are the columns and levels of the result that are not those of the driving side, each once.
func (p *Plan) others(drive int) (out []Col) {
	for _, cs := range [2][]Col{p.Cols, p.index.levels} {
		for _, c := range cs {
			again := slices.ContainsFunc(out, func(d Col) bool { return d.From == c.From && d.At == c.At })
			if c.From != mergeSource(drive) && !again {
				out = append(out, c)
			}
		}
	}
	return out
}
