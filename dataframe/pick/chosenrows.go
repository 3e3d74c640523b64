package pick

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// ChosenRows tells of each row whether a selection by label or by place has it: what an assignment to
// df.loc or df.iloc changes. Ranked gives in the place of true which of the selected it is, from 1 on, and
// of one that is selected twice the last; 0 is the others.
type ChosenRows struct {
	Places *Places
	Named  *Labels
	Ranked bool
}

func init() {
	op.Register[ChosenRows](op.Doc{
		Face: "inner",
		Name: "dataframe.chosen_rows", Sig: "chosen_rows(df, places=None, named=None, ranked=False)", Summary: "Whether rows are selected",
		Notes: "A label that no row has is an error, where pandas would append a row.",
	})
}

// Normalize gives what was left out its meaning.
func (o *ChosenRows) Normalize(in []op.Meta) error {
	if (o.Places == nil) == (o.Named == nil) {
		return errs.New(errs.Invalid, "rows are chosen by place or by label")
	}
	if o.Places != nil {
		p, err := o.Places.normal()
		o.Places = &p
		return err
	}
	l, err := o.Named.normal(in[0].Index.Levels)
	o.Named = &l
	return err
}

func (o *ChosenRows) Infer(in []op.Meta) ([]op.Meta, error) {
	if d := in[0].Rows(); d.Known() && o.Places != nil {
		if _, _, err := o.Places.on(d.N); err != nil {
			return nil, err
		}
	}
	return o.described(in[0])
}

// StageMeta: Map, Combine and Final are what chunks know of the labels.
func (o *ChosenRows) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Chunk {
		return o.described(in[0])
	}
	return []op.Meta{op.NewObject()}, nil
}

// described is the meta of the whole and of a chunk, whose places are those of the whole.
func (o *ChosenRows) described(m op.Meta) ([]op.Meta, error) {
	d := dtype.Bool
	if o.Ranked {
		d = dtype.Int64
	}
	return []op.Meta{op.NewSeries(m.Rows(), m.Index, op.Col{Type: op.T(d)})}, nil
}

// Tile numbers the rows of chunks where places count, and asks all chunks whether they have the labels.
func (o *ChosenRows) Tile(t *op.Tiler) error {
	g := t.In(0)
	if o.Places != nil || o.Named.Kind == "slice" {
		if err := t.Need(op.Rows, g); err != nil {
			return err
		}
	}
	lo, n := 0, 0
	var before [][]int // of each chunk: how many rows come before it in the order of the labels that it has
	if o.Named != nil {
		known := t.TreeReduce(g)
		if t.Err() != nil || t.Need(op.Values, known) != nil {
			return t.Err()
		}
		if o.Named.Kind == "slice" {
			v := t.Value(known).(op.Tuple)
			lo, n = int(v[0].(int64)), int(v[1].(int64))
		} else if o.Ranked {
			before = ranksBefore(t.Value(known).(op.Tuple))
		}
	} else {
		n = op.Sum(t.Splits(g, 0)).N
		if _, _, err := o.Places.on(n); err != nil {
			return t.Fail(err)
		}
	}
	out := op.Grid{Shape: g.Shape, Edges: make([]op.Edge, len(g.Edges))}
	at := 0
	for i, e := range g.Edges {
		index := []int{i, at, lo, n}
		if before != nil {
			index = append(index, before[i]...)
		}
		out.Edges[i] = t.At(op.Chunk).Edge(index, e)
		if o.Named == nil || o.Named.Kind == "slice" {
			at += t.Splits(g, 0)[i].N
		}
	}
	return t.Out(out)
}

func (o *ChosenRows) Exec(x *op.Exec) error {
	if x.Stage != op.Chunk {
		if o.Named.Kind == "slice" {
			return (&LocOp{Rows: *o.Named}).ends(x)
		}
		return o.know(x)
	}
	if o.Ranked {
		return o.ranked(x)
	}
	f := x.Frame(0)
	b, err := x.Mem().Alloc(f.NRows)
	if err != nil {
		return err
	}
	is := mem.View[bool](b, 0, f.NRows)
	clear(is)
	if o.byPlace() {
		s, list, err := o.places(x, f.NRows)
		if err != nil {
			return err
		}
		mark(is, x.Index[1], s, list)
	} else {
		for _, l := range o.Named.wanted() {
			for _, r := range f.Index.Locate(l) {
				is[r] = true
			}
		}
	}
	c := frame.NewPlain(dtype.Bool, b, 0, f.NRows, frame.Bitmap{})
	s, err := frame.NewSeries(f.Index, frame.Label{}, c)
	if err != nil {
		return err
	}
	return x.Put(0, s.WithOrd(f.Ord))
}

// byPlace reports rows that are chosen by where they stand.
func (o *ChosenRows) byPlace() bool { return o.Places != nil || o.Named.Kind == "slice" }

// places are those of the chosen rows, for a chunk of so many rows.
func (o *ChosenRows) places(x *op.Exec, rows int) (span, []int, error) {
	at, lo, n := x.Index[1], x.Index[2], x.Index[3]
	if o.Places != nil {
		return o.Places.on(n)
	}
	return Places{Kind: "slice", Start: &lo, Stop: &n, Step: o.Named.Step}.slice(max(lo, n, at+rows)), nil, nil
}

// mark sets the rows of a chunk that begins at a place which are in a span or list of places.
func mark(is []bool, at int, s span, list []int) {
	for _, p := range list {
		if p >= at && p < at+len(is) {
			is[p-at] = true
		}
	}
	if list != nil || s.n == 0 {
		return
	}
	if s.step < 0 {
		s = span{s.lo + (s.n-1)*s.step, -s.step, s.n}
	}
	k := 0
	if s.lo < at {
		k = (at - s.lo + s.step - 1) / s.step
	}
	for ; k < s.n && s.lo+k*s.step < at+len(is); k++ {
		is[s.lo+k*s.step-at] = true
	}
}

// know is which of the wanted labels rows have: Map asks a chunk, Combine joins, Final refuses those that no
// row has.
func (o *ChosenRows) know(x *op.Exec) error {
	if o.Ranked {
		return o.count(x)
	}
	want := o.Named.wanted()
	found := make(op.Tuple, len(want))
	for i, l := range want {
		has := false
		if x.Stage == op.Map {
			has = x.Frame(0).Index.Has(l)
		} else {
			for _, t := range x.Tuples() {
				has = has || t[i].(bool)
			}
		}
		found[i] = has
	}
	if x.Stage == op.Final {
		if err := o.allFound(func(i int) bool { return found[i].(bool) }); err != nil {
			return err
		}
	}
	return x.Put(0, found)
}

// allFound refuses labels that no row has.
func (o *ChosenRows) allFound(has func(i int) bool) error {
	var missing []frame.Label
	for i, l := range o.Named.wanted() {
		if !has(i) {
			missing = append(missing, l)
		}
	}
	switch {
	case missing == nil:
		return nil
	case o.Named.Kind == "label":
		return errs.New(errs.NotFound, "no row is labeled %s, and rows that an assignment adds are not there yet: append the row with concat", missing[0].Repr())
	}
	return o.Named.notFound(missing)
}

// Look passes: rows stay where they are, but places count them.
func (o *ChosenRows) Look(int) op.Look {
	if o.Places != nil || o.Named.Kind == "slice" {
		return op.Looks
	}
	return op.Passes
}

// Labels are looked up.
func (o *ChosenRows) Labels(int) op.Look {
	if o.Named != nil {
		return op.Looks
	}
	return op.Passes
}
