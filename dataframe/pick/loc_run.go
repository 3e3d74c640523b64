package pick

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// StageMeta: Map and Combine are what a chunk knows of the labels; Chunk its selected columns.
func (o *LocOp) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	switch s {
	case op.Chunk:
		at, single, err := o.Cols.columns(in[0])
		return []op.Meta{withCols(in[0], at, single)}, err
	case op.Map, op.Combine:
		return []op.Meta{op.NewObject()}, nil
	case op.Final:
		if o.Rows.Kind == "slice" {
			return []op.Meta{op.NewObject()}, nil
		}
	}
	return nil, nil
}

// Tile selects columns first. Of a slice every chunk tells where its ends would lie, and the rows between
// them are gathered; rows of single labels are taken from every chunk and put in the order of the list.
func (o *LocOp) Tile(t *op.Tiler) error {
	g := t.In(0)
	if !o.Cols.all() {
		m := g.Meta
		g = t.Pair(g)
		g.Meta = m
		if at, single, err := o.Cols.columns(m); err == nil {
			g.Meta = withCols(m, at, single)
		}
	}
	if o.Rows.all() || t.Err() != nil {
		return t.Out(g)
	}
	if o.Rows.Kind != "slice" {
		r := t.TreeReduce(g)
		if m := t.Meta(0); m.Kind != op.Frame && m.Kind != op.Series {
			r.Shape = nil
		} else {
			r.Shape = []int{1}
		}
		return t.Out(r)
	}
	ends := t.TreeReduce(g)
	if t.Err() != nil || t.Need(op.Values, ends) != nil || t.Need(op.Rows, g) != nil {
		return t.Err()
	}
	v := t.Value(ends).(op.Tuple)
	lo, hi := int(v[0].(int64)), int(v[1].(int64))
	s := Places{Kind: "slice", Start: &lo, Stop: &hi, Step: o.Rows.Step}.slice(op.Sum(t.Splits(g, 0)).N)
	if s.step < 0 && hi < 0 { // down to the first row
		s = Places{Kind: "slice", Start: &lo, Step: o.Rows.Step}.slice(op.Sum(t.Splits(g, 0)).N)
	}
	return t.Out(cutRows(t, g, s))
}

func (o *LocOp) Exec(x *op.Exec) error {
	switch {
	case x.Stage == op.Chunk:
		f := x.Frame(0)
		at, _, err := o.Cols.columns(*op.SchemaOf(f))
		if err != nil {
			return err
		}
		return x.Put(0, f.Select(at...))
	case o.Rows.Kind == "slice":
		return o.ends(x)
	case x.Stage == op.Map:
		return o.find(x)
	case x.Stage == op.Combine:
		f, ids, err := o.found(x)
		if err != nil {
			return err
		}
		return x.Put(0, op.Tuple{f, ids})
	}
	return o.finish(x)
}

// find takes the rows of a chunk that have a wanted label: a tuple of them and of the numbers of their
// labels.
func (o *LocOp) find(x *op.Exec) error {
	f := x.Frame(0)
	var rows, ids []int64
	for k, l := range o.Rows.wanted() {
		for _, r := range f.Index.Locate(l) {
			rows, ids = append(rows, int64(r)), append(ids, int64(k))
		}
	}
	out, err := f.WithOrd(nil).Take(x.Mem(), rows)
	if err != nil {
		return err
	}
	n, err := frame.New(nil, make([]frame.Label, 1), frame.Of(ids))
	if err != nil {
		return err
	}
	return x.Put(0, op.Tuple{out, n})
}

// found joins partials in chunk order.
func (o *LocOp) found(x *op.Exec) (rows, ids *frame.Frame, err error) {
	fs, ns := make([]*frame.Frame, x.Len()), make([]*frame.Frame, x.Len())
	for i, t := range x.Tuples() {
		fs[i], ns[i] = t[0].(*frame.Frame), t[1].(*frame.Frame)
	}
	if rows, err = frame.ConcatFrames(x.Mem(), fs...); err != nil {
		return nil, nil, err
	}
	ids, err = frame.ConcatFrames(x.Mem(), ns...)
	return rows, ids, err
}

// finish puts found rows in the order of the wanted labels.
func (o *LocOp) finish(x *op.Exec) error {
	f, n, err := o.found(x)
	if err != nil {
		return err
	}
	want := o.Rows.wanted()
	at := make([][]int64, len(want))
	for i, v := range n.Cols[0].Cells() {
		at[v.(int64)] = append(at[v.(int64)], int64(i))
	}
	var missing []frame.Label
	for k, rows := range at {
		if rows == nil {
			missing = append(missing, want[k])
		}
	}
	if missing != nil {
		return o.Rows.notFound(missing)
	}
	if f, err = f.Take(x.Mem(), slices.Concat(at...)); err != nil {
		return err
	}
	if k, ok := o.Rows.Prefix(f.Index.NLevels()); ok {
		return x.Put(0, f.WithIndex(schema.PickLevels(f.Index, chunk.Places(k, f.Index.NLevels()))))
	}
	if o.Rows.Kind != "label" {
		return x.Put(0, f)
	}
	if f.NRows > 1 {
		return o.Rows.several()
	}
	return chunk.PutRow(x, f)
}
