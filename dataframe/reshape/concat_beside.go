package reshape

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/ordering"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/op"
)

// besideNames are the column labels of inputs side by side: a series without a name is numbered.
func (o *Concat) besideNames(in []op.Meta) (names []frame.Label) {
	unnamed := 0
	frames := slices.ContainsFunc(in, func(m op.Meta) bool { return m.Kind == op.Frame })
	for i, m := range in {
		for _, c := range m.Cols {
			l := c.Name
			if m.Kind == op.Series && l.IsNil() {
				l = frame.L(unnamed)
				unnamed++
			}
			switch {
			case o.IgnoreIndex:
				l = frame.L(len(names))
			case o.Keys != nil && m.Kind == op.Series && !frames:
				l = o.Keys[i]
			case o.Keys != nil:
				l = frame.TupleOf(append([]frame.Label{o.Keys[i]}, l.Elems()...))
			}
			names = append(names, l)
		}
	}
	return names
}

// equalTokens reports inputs that are known to have the same labels.
func equalTokens(in []op.Meta) bool {
	for _, m := range in[1:] {
		a, b := &in[0].Index, &m.Index
		same := a.Kind == frame.RangeIndex && b.Kind == frame.RangeIndex && a.Start == b.Start && a.Step == b.Step && in[0].Rows() == m.Rows()
		if !a.Same(b) && !same {
			return false
		}
	}
	return true
}

// inferBeside is the meta of inputs side by side, whose labels are known to be equal or not.
func (o *Concat) inferBeside(in []op.Meta, equal bool) ([]op.Meta, error) {
	out := op.NewFrame(in[0].Rows(), in[0].Index)
	names := o.besideNames(in)
	for _, m := range in {
		out.Open = out.Open || m.Open
		for _, c := range m.Cols {
			c.Name = names[len(out.Cols)]
			if d := c.Is; !equal && o.Join == "outer" && d.WithMissing() != d {
				c.Type = op.Pending(d, d.WithMissing())
			}
			out.Cols = append(out.Cols, c)
		}
	}
	var axes [][]frame.Label
	for _, m := range in {
		axes = append(axes, m.Axis)
	}
	if !out.Open {
		out.Axis = o.axis(names, axes)
	}
	if equal {
		return []op.Meta{out}, nil
	}
	out.Dims = []op.Dim{op.Sym(o.question(), in...)}
	ix, err := (&Concat{Join: o.Join}).below(in, out.Rows())
	if err != nil {
		return nil, err
	}
	out.Index = ix.Derive(o.question(), in...)
	return []op.Meta{out}, nil
}

// StageMeta: along axis 1, Map is the labels of a chunk; Final the distinct labels of all, or the result
// where it has several inputs.
func (o *Concat) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if o.Axis == 0 || s != op.Final {
		return nil, nil
	}
	if len(in) == 1 {
		return []op.Meta{op.NewFrame(op.Sym("labels", in[0]), in[0].Index)}, nil
	}
	ms, err := o.inferBeside(in[1:], false) // parts of inputs with other labels, also where those of the parts look alike
	if err != nil {
		return nil, err
	}
	if ms[0].Dims = in[0].Dims; o.Join == "inner" {
		ms[0].Dims = []op.Dim{op.Sym(o.question(), in...)}
	}
	return ms, nil
}

// beside meets rows by label. Where labels differ, those of the result are found first: the distinct ones in
// order of appearance.
func (o *Concat) beside(t *op.Tiler) error {
	in := slices.Clone(t.Ins())
	if len(in) == 1 || t.Same(in) {
		return t.Out(t.Map(in...))
	}
	if t.Err() != nil {
		return t.Err()
	}
	base := o.heads(t, in[:1])
	if o.Join == "outer" {
		base = o.heads(t, in)
	}
	sorted := o.Sort || t.Meta(0).Index.Kind == frame.DatetimeIndex
	if o.Join == "outer" || sorted {
		order := op.ByInput
		if sorted {
			order = op.ByKey
		}
		base = t.Shuffle(order, op.ByLevels(base))
		base.Meta = op.NewFrame(op.Dim{}, t.Meta(0).Index)
	}
	return t.Out(t.Shuffle(op.ByInput, sidesByLevels(append([]op.Grid{base}, in...))...))
}

func sidesByLevels(gs []op.Grid) (sides []op.Side) {
	for _, g := range gs {
		sides = append(sides, op.ByLevels(g))
	}
	return sides
}

// heads are the labels of inputs below each other.
func (o *Concat) heads(t *op.Tiler, in []op.Grid) op.Grid {
	var gs []op.Grid
	ms := make([]op.Meta, len(t.Ins()))
	for i, g := range t.Ins() {
		ms[i] = g.Meta.WithRows(op.Dim{})
	}
	for i, g := range in {
		out := op.Grid{Shape: []int{g.Len()}}
		for k, e := range g.Edges {
			virt := slices.Clone(ms)
			virt[i] = t.MetaOf(e)
			virt[i].Index = g.Meta.Index
			out.Edges = append(out.Edges, op.Edge{ID: t.At(op.Map).Task([]int{i, k}, virt, e), Part: -1})
		}
		gs = append(gs, out)
	}
	g := t.Concat(0, gs...)
	g.Meta = op.NewFrame(op.Dim{}, t.Meta(0).Index)
	return g
}

func (o *Concat) execBeside(x *op.Exec) error {
	switch {
	case x.Stage == op.Map:
		f := x.Frame(0)
		ix, err := (&Concat{}).labels(column.Env{Mem: x.Mem(), Parallel: x.Parallel}, f.Index, x.Out(0).Index, 0)
		if err != nil {
			return err
		}
		return x.Put(0, f.Select().WithIndex(ix).WithOrd(f.Ord))
	case x.Stage == op.Final && x.Len() == 1:
		return o.distinct(x)
	case x.Stage == op.Final:
		return o.meet(x)
	}
	names := schema.LabelsOf(x.Out(0).Cols)
	var cols []*frame.Column
	for _, f := range x.Frames() {
		cols = append(cols, f.Cols...)
	}
	f, err := frame.New(x.Frame(0).Index.WithNames(schema.LabelsOf(x.Out(0).Index.Levels)...), names, cols...)
	if err != nil {
		return err
	}
	f.Axis = o.axis(f.Names, axesOf(x.Frames()))
	return x.Put(0, f.WithOrd(x.Frame(0).Ord))
}

// distinct keeps the first row of every label, of an inner join all; in order of the labels where that is
// asked for.
func (o *Concat) distinct(x *op.Exec) error {
	f := x.Frame(0)
	if o.Join == "outer" {
		n, err := hash.Number(x.Mem(), hash.Appearance, false, schema.LevelsOf(f.Index))
		if err != nil {
			return err
		}
		if f, err = f.Take(x.Mem(), n.First); err != nil {
			return err
		}
	}
	if o.Sort || f.Index.Kind == frame.DatetimeIndex {
		levels := make([]int, f.Index.NLevels())
		for k := range levels {
			levels[k] = k
		}
		return ordering.PutSorted(x, f, ordering.LevelKeys(levels, slices.Repeat([]bool{true}, len(levels)), "last"), false)
	}
	return x.Put(0, f)
}

// meet takes, for the labels of the first input, the rows of the others.
func (o *Concat) meet(x *op.Exec) error {
	base := x.Frame(0)
	keep := chunk.EveryRow(base.NRows)
	var taken [][]int64
	for _, f := range x.Frames()[1:] {
		if !f.Index.IsUnique() || !base.Index.IsUnique() {
			return errs.New(errs.Invalid, "Reindexing only valid with uniquely valued Index objects")
		}
		_, rows, err := join.Rows(x.Mem(), join.Left, false, schema.LevelsOf(base.Index), schema.LevelsOf(f.Index))
		if err != nil {
			return err
		}
		taken = append(taken, rows)
	}
	if o.Join == "inner" {
		keep = slices.DeleteFunc(keep, func(r int64) bool {
			return slices.ContainsFunc(taken, func(rows []int64) bool { return rows[r] < 0 })
		})
	}
	var cols []*frame.Column
	for i, f := range x.Frames()[1:] {
		rows := make([]int64, len(keep))
		for k, r := range keep {
			rows[k] = taken[i][r]
		}
		for _, c := range f.Cols {
			t, err := c.Take(x.Mem(), rows)
			if err != nil {
				return err
			}
			cols = append(cols, t)
		}
	}
	head, err := base.Take(x.Mem(), keep)
	if err != nil {
		return err
	}
	out, err := frame.New(head.Index, schema.LabelsOf(x.Out(0).Cols), cols...)
	if err != nil {
		return err
	}
	out.Axis = o.axis(out.Names, axesOf(x.Frames()[1:]))
	return x.Put(0, out.WithOrd(head.Ord))
}

// axis is the names of the levels of these column labels: those of the keys, and those that all inputs share.
func (o *Concat) axis(names []frame.Label, of [][]frame.Label) []frame.Label {
	out := make([]frame.Label, frame.ColumnLevels(names))
	k := 0
	if o.Keys != nil {
		copy(out, o.Names)
		k = min(len(out), max(1, frame.ColumnLevels(o.Keys)))
	}
	for _, a := range of {
		if len(a) != len(out)-k || !slices.Equal(a, of[0]) {
			return schema.AxisNames(out)
		}
	}
	copy(out[k:], of[0])
	return schema.AxisNames(out)
}

// axesOf are the names of the column axes of frames.
func axesOf(fs []*frame.Frame) (out [][]frame.Label) {
	for _, f := range fs {
		if f == nil {
			return [][]frame.Label{nil}
		}
		out = append(out, f.Axis)
	}
	return out
}
