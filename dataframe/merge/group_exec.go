package merge

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/op"
)

func (o *Groups) Exec(x *op.Exec) error {
	if x.Stage == op.Combine || x.Stage == op.Final && (len(x.Index) > 1 || x.Len() == 1) {
		return o.Group.Exec(x)
	}
	p, err := o.Join.Plan([]op.Meta{x.InMeta(0), x.InMeta(1)})
	if err != nil {
		return err
	}
	m := &merging{p: p, x: x, sides: [2]*frame.Frame{x.Frame(0), x.Frame(1)}}
	if err := m.match(&o.Join); err != nil {
		return err
	}
	for i, f := range m.sides {
		m.all[i] = same(m.rows[i], f.NRows)
	}
	ms, err := o.merged([]op.Meta{x.InMeta(0), x.InMeta(1)})
	if err != nil {
		return err
	}
	w := &mergedGroups{merging: m, o: &o.Group, cols: ms[0].Cols}
	if w.outs, err = o.Group.Outs(w.cols); err != nil {
		return err
	}
	if x.Stage == op.Chunk {
		return w.direct()
	}
	return w.partials()
}

// mergedGroups is the groups of the rows of one chunk of a merge.
type mergedGroups struct {
	*merging
	o    *groupby.Agg
	cols []op.Col // of the merge
	outs []groupby.Out
}

// partials are the keys and partial columns that groupAgg makes of a merge in its stage Map.
func (w *mergedGroups) partials() error {
	gs, keys, err := w.groups(w.x, false)
	if err != nil {
		return err
	}
	parts := make([][]*frame.Column, len(w.outs))
	source := make([]string, len(w.outs)) // dtypes
	err = w.each(w.x, func(src *frame.Column, of []int) (err error) {
		for _, i := range of {
			source[i] = src.DType.String()
			if parts[i], err = w.outs[i].Agg.Map(w.x.Mem(), gs, src); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	names := w.o.KeyNames()
	for i, cs := range parts {
		for p, c := range cs {
			names = append(names, frame.Tup(i, p, source[i], w.outs[i].Agg.Func.String()))
			keys = append(keys, c)
		}
	}
	out, err := frame.New(nil, names, keys...)
	if err != nil {
		return err
	}
	out.Axis = chunk.SharedAxis(schema.LabelsOf(w.cols), w.sides[:])
	return w.x.Put(0, out)
}

// direct is the result where the merge has one chunk: without its columns or, if there is no room, of batches
// of its rows that went through scratch space.
func (w *mergedGroups) direct() error {
	var r chunk.Joined
	err := w.x.Try(func(y *op.Exec) error {
		gs, keys, err := w.groups(y, true)
		if err != nil {
			return err
		}
		r = chunk.Joined{First: gs.First, Keys: keys, Cols: make([]*frame.Column, len(w.outs))}
		return w.each(y, func(src *frame.Column, of []int) (err error) {
			for _, i := range of {
				if r.Cols[i], err = w.outs[i].Agg.Direct(y.Mem(), gs, src); err != nil {
					return err
				}
			}
			return nil
		})
	})
	if errs.Is(err, errs.Pressure) {
		r, err = w.o.SpilledOf(w.x, len(w.rows[0]), w.batch)
		r.From = nil
	}
	if err != nil {
		return err
	}
	r.Axis = chunk.SharedAxis(schema.LabelsOf(w.cols), w.sides[:])
	return w.o.Put(w.x, r)
}

// batch is rows lo to hi of the merge as groupAgg aggregates them: keys and sources.
func (w *mergedGroups) batch(y *op.Exec, lo, hi int) (*frame.Frame, error) {
	few := *w.merging
	few.x, few.all = y, [2]bool{}
	for i := range few.rows {
		few.rows[i] = few.rows[i][lo:hi]
	}
	f := &frame.Frame{NRows: hi - lo, Index: frame.NewRange(0, 1, hi-lo), Cols: make([]*frame.Column, len(w.cols))}
	keys, err := (&mergedGroups{merging: &few, o: w.o, cols: w.cols}).keys(y)
	if err != nil {
		return nil, err
	}
	for _, out := range w.outs {
		if out.Src < 0 || f.Cols[out.Src] != nil {
			continue
		}
		if f.Cols[out.Src], err = few.column(few.p.Cols[out.Src]); err != nil {
			return nil, err
		}
	}
	return w.o.Rows(f, keys, w.outs)
}

// keys are the key columns of the rows.
func (w *mergedGroups) keys(y *op.Exec) ([]*frame.Column, error) {
	few := *w.merging
	few.x = y
	var keys []*frame.Column
	for _, k := range w.o.By {
		c, err := few.column(few.p.Cols[schema.PlaceOf(w.cols, k.Label)])
		if err != nil {
			return nil, err
		}
		if c.Enc == frame.Range || c.Enc == frame.Const || c.Enc == frame.Narrow { // levels of a result are none of these
			if c, err = c.Decode(y.Mem()); err != nil {
				return nil, err
			}
		}
		keys = append(keys, c)
	}
	return keys, nil
}

// groups numbers the rows, and returns the keys of the groups, in memory of y. Where all keys are columns of
// one side that has fewer rows than the merge, the rows of that side are numbered.
func (w *mergedGroups) groups(y *op.Exec, last bool) (gs *group.Groups, keys []*frame.Column, err error) {
	o := w.o.Options(last)
	if side, cols := w.side(); cols != nil {
		var few *group.Groups
		if few, err = group.Of(y.Mem(), cols, o); err != nil {
			return nil, nil, err
		}
		var first []int64
		if gs, first, err = few.Of(y.Mem(), w.rows[side], last); err != nil {
			return nil, nil, err
		}
		for _, c := range cols {
			k, err := c.Take(y.Mem(), first)
			if err != nil {
				return nil, nil, err
			}
			keys = append(keys, k)
		}
		return gs, keys, nil
	}
	if keys, err = w.keys(y); err != nil {
		return nil, nil, err
	}
	if gs, err = group.Of(y.Mem(), keys, o); err != nil {
		return nil, nil, err
	}
	keys, err = gs.Keys(y.Mem(), keys)
	return gs, keys, err
}

// side is the side that has all keys as they are in the merge, and these columns; nil where the rows of the
// merge are numbered themselves.
func (w *mergedGroups) side() (side mergeSource, cols []*frame.Column) {
	for i, k := range w.o.By {
		c := w.p.Cols[schema.PlaceOf(w.cols, k.Label)]
		if c.From > FromRight || c.At < 0 || i > 0 && c.From != side || w.p.Misses(int(c.From)) && !*w.o.Dropna {
			return 0, nil
		}
		side = c.From
		src := w.sides[side].Cols[c.At]
		if src.DType != c.As || src.Enc == frame.Range || src.Enc == frame.Const {
			return 0, nil
		}
		cols = append(cols, src)
	}
	if w.all[side] || w.sides[side].NRows >= len(w.rows[side]) {
		return 0, nil
	}
	return side, cols
}

// each calls do for every column that is aggregated, with the places of the results that are made of it. The
// column lasts until do returns.
func (w *mergedGroups) each(x *op.Exec, do func(src *frame.Column, of []int) error) error {
	var order []int
	of := map[int][]int{}
	for i, out := range w.outs {
		if of[out.Src] == nil {
			order = append(order, out.Src)
		}
		of[out.Src] = append(of[out.Src], i)
	}
	for _, src := range order {
		if err := w.with(x, src, func(c *frame.Column) error { return do(c, of[src]) }); err != nil {
			return err
		}
	}
	return nil
}

// with calls do with column src of the merge, or the first key for the sizes of groups.
func (w *mergedGroups) with(x *op.Exec, src int, do func(c *frame.Column) error) error {
	if src < 0 {
		src = schema.PlaceOf(w.cols, w.o.By[0].Label)
	}
	at := w.p.Cols[src]
	made := at.From > FromRight || at.At < 0 || w.sides[at.From].Cols[at.At].DType != at.As || w.sides[at.From].Cols[at.At].Enc == frame.Const
	take := func(y *op.Exec) error {
		few := *w.merging
		few.x = y
		c, err := few.column(at)
		if err != nil {
			return err
		}
		return do(c)
	}
	if made { // what is aggregated may go on pointing at its one value
		return take(x)
	}
	return x.Briefly(take)
}
