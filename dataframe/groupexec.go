package dataframe

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// Partial frames have the keys as columns 0, 1, ..., then a column for each part of each aggregate, labelled (place of the result
// column, part, dtype that was aggregated, function); of holistic aggregates the rows of each source column once, labelled
// (places and functions, -1, dtype, "").

func (o *groupAgg) Exec(x *op.Exec) error {
	switch x.Stage {
	case op.Chunk:
		return o.direct(x)
	case op.Map:
		return o.partials(x)
	}
	r, err := o.join(x)
	if err != nil {
		return err
	}
	if x.Stage == op.Combine {
		out, err := unlabelled(append(o.keyNames(), r.names...), append(r.keys, r.cols...))
		if err != nil {
			return err
		}
		out.Axis = r.axis
		return x.Put(0, out)
	}
	return o.put(x, r)
}

// joined is groups: their keys and aggregates, or partials with their names, and what they come from.
type joined struct {
	from       *frame.Frame // nil: nothing that follows
	first      []int64      // rows of from, one for each group
	keys, cols []*frame.Column
	names      []frame.Label
	axis       []frame.Label // names of the levels of the column labels of the input
}

// join merges partial frames into partials again or, in the last stage, into results.
func (o *groupAgg) join(x *op.Exec) (r joined, err error) {
	v, err := x.Join([]int{x.Len()}, ins(x))
	if err != nil {
		return r, err
	}
	return o.regroup(x, v.(*frame.Frame))
}

// regroup aggregates a frame of keys and partials, or rows: in memory or, if there is no room, part by part through scratch space.
func (o *groupAgg) regroup(x *op.Exec, f *frame.Frame) (r joined, err error) {
	filled := x.Stage != op.Combine && o.filledBy(f.Cols[:len(o.By)])
	r, err = o.regroupOf(x, f.NRows, filled, func(_ *op.Exec, lo, hi int) (*frame.Frame, error) {
		if lo == 0 && hi == f.NRows {
			return f, nil
		}
		return f.Slice(lo, hi), nil
	})
	r.from, r.axis = f, f.Axis
	return r, err
}

// regroupOf is regroup of n rows that are made batch by batch: all of them, where there is room, or if no row may belong to a group.
func (o *groupAgg) regroupOf(x *op.Exec, n int, filled bool, batch func(y *op.Exec, lo, hi int) (*frame.Frame, error)) (r joined, err error) {
	err = x.Try(func(y *op.Exec) error {
		f, err := batch(y, 0, n)
		if err != nil {
			return err
		}
		gs, keys, err := o.groups(y, f.Cols[:len(o.By)], x.Stage != op.Combine)
		if err != nil {
			return err
		}
		r = joined{first: gs.First, keys: keys}
		r.cols, r.names, err = o.merge(y, gs, f.Select(places(len(o.By), len(f.Cols))...))
		return err
	})
	if errs.Is(err, errs.Pressure) && !filled {
		r, err = o.spilledOf(x, n, batch)
	}
	return r, err
}

func metasOf(x *op.Exec) []op.Meta {
	ms := make([]op.Meta, x.Len())
	for i := range ms {
		ms[i] = x.InMeta(i)
	}
	return ms
}

func ins(x *op.Exec) []any {
	vs := make([]any, x.Len())
	for i := range vs {
		vs[i] = x.In(i)
	}
	return vs
}

func places(lo, hi int) []int {
	var out []int
	for i := lo; i < hi; i++ {
		out = append(out, i)
	}
	return out
}

// groups numbers the rows by keys, and returns the keys of the groups. The last stage orders them and adds groups without rows.
func (o *groupAgg) groups(x *op.Exec, keys []*frame.Column, last bool) (*group.Groups, []*frame.Column, error) {
	gs, err := group.Of(x.Mem(), keys, o.options(last && *o.Sort))
	if err != nil {
		return nil, nil, err
	}
	if last && !*o.Observed {
		gs, keys, err = gs.Fill(x.Mem(), keys, o.options(*o.Sort))
	} else {
		keys, err = gs.Keys(x.Mem(), keys)
	}
	if err != nil {
		return nil, nil, err
	}
	keys, err = wideKeys(x.Mem(), keys)
	return gs, keys, err
}

// chunkGroups are the groups of a chunk or, where keys hardly come twice, its rows.
func (o *groupAgg) chunkGroups(x *op.Exec, keys []*frame.Column) (gs *group.Groups, of []*frame.Column, err error) {
	apart := true
	for _, k := range keys {
		apart = apart && !(*o.Dropna && k.HasNulls())
	}
	if apart {
		err := x.Briefly(func(y *op.Exec) (err error) {
			apart, err = group.Mostly(y.Mem(), keys)
			return err
		})
		if err != nil {
			return nil, nil, err
		}
	}
	if !apart {
		return o.groups(x, keys, false)
	}
	if of, err = wideKeys(x.Mem(), keys); err != nil {
		return nil, nil, err
	}
	gs, err = group.Apart(x.Mem(), keys[0].Rows)
	return gs, of, err
}

// direct aggregates a value of one chunk.
func (o *groupAgg) direct(x *op.Exec) error {
	f := x.Frame(0)
	outs, err := o.outs(op.SchemaOf(f).Cols)
	if err != nil {
		return err
	}
	keys, err := o.cols(metasOf(x))
	if err != nil {
		return err
	}
	r, err := o.regroupOf(x, f.NRows, o.filled(keys), func(y *op.Exec, lo, hi int) (*frame.Frame, error) {
		in := x.Frames()
		if lo > 0 || hi < f.NRows {
			for i := range in {
				in[i] = in[i].Slice(lo, hi)
			}
		}
		keys, err := o.columns(y.Mem(), in)
		if err != nil {
			return nil, err
		}
		return o.rows(in[0], keys, outs)
	})
	if err != nil {
		return err
	}
	r.axis = f.Axis
	return o.put(x, r)
}

// rows is keys and source columns, each source once, which are labelled by what is made of them.
func (o *groupAgg) rows(f *frame.Frame, keys []*frame.Column, outs []aggOut) (*frame.Frame, error) {
	names, cols := o.keyNames(), keys
	spec := map[int]string{}
	var order []int
	for i, out := range outs {
		if spec[out.src] == "" {
			order = append(order, out.src)
		}
		spec[out.src] += fmt.Sprintf("%d:%s ", i, out.agg.Func)
	}
	for _, src := range order {
		c := keys[0]
		if src >= 0 {
			c = f.Cols[src]
		}
		names = append(names, frame.Tup(spec[src], -1, c.DType.String(), ""))
		cols = append(cols, c)
	}
	out, err := unlabelled(names, cols)
	if err == nil {
		out.Axis = f.Axis
	}
	return out, err
}

// partials is the Map stage: keys and partial columns or, where an aggregate is holistic, keys and rows.
func (o *groupAgg) partials(x *op.Exec) error {
	f := x.Frame(0)
	keys, err := o.narrowColumns(x.Mem(), x.Frames())
	if err != nil {
		return err
	}
	outs, err := o.outs(op.SchemaOf(f).Cols)
	if err != nil {
		return err
	}
	if o.holistic() {
		out, err := o.rows(f, keys, outs)
		if err != nil {
			return err
		}
		return x.Put(0, out)
	}
	names := o.keyNames()
	gs, of, err := o.chunkGroups(x, keys)
	if err != nil {
		return err
	}
	cols := of[:len(of):len(of)]
	aggs, srcs := make([]group.Agg, len(outs)), make([]*frame.Column, len(outs))
	for i, out := range outs {
		if aggs[i], srcs[i] = out.agg, keys[0]; out.src >= 0 {
			srcs[i] = f.Cols[out.src]
		}
	}
	if err := gs.Ahead(x.Mem(), aggs, srcs); err != nil {
		return err
	}
	for i, out := range outs {
		src := srcs[i]
		parts, err := out.agg.Map(x.Mem(), gs, src)
		if err != nil {
			return err
		}
		for p, c := range parts {
			names = append(names, frame.Tup(i, p, src.DType.String(), out.agg.Func.String()))
			cols = append(cols, c)
		}
	}
	out, err := unlabelled(names, cols)
	if err != nil {
		return err
	}
	out.Axis = f.Axis
	return x.Put(0, out)
}

// unlabelled is a frame of rows that no label is read of.
func unlabelled(names []frame.Label, cols []*frame.Column) (*frame.Frame, error) {
	same, err := noLabels(cols[0].Rows)
	if err != nil {
		return nil, err
	}
	return frame.New(same, names, cols...)
}

// noLabels are labels of rows on their way that nobody reads. All are one: a range would become eight bytes a row where an exchange sends them.
func noLabels(rows int) (*frame.Index, error) {
	same, err := frame.NewConst(mem.Heap, frame.Of([]int64{0}), rows)
	if err != nil {
		return nil, err
	}
	return frame.NewIndex(frame.Label{}, same), nil
}

// putUnlabelled puts rows that no label is read of.
func putUnlabelled(x *op.Exec, f *frame.Frame) error {
	same, err := noLabels(f.NRows)
	if err != nil {
		return err
	}
	return x.Put(0, f.WithIndex(same))
}

// merge aggregates partial columns, or rows, over groups: into partials again or, in the last stage, into results.
func (o *groupAgg) merge(x *op.Exec, gs *group.Groups, f *frame.Frame) (cols []*frame.Column, names []frame.Label, err error) {
	for i := 0; i < len(f.Cols); {
		l := f.Names[i].Elems()
		if p, _ := l[1].Int(); p < 0 {
			if cols, err = o.holistics(x, gs, l[0].String(), f.Cols[i], cols); err != nil {
				return nil, nil, err
			}
			i++
			continue
		}
		n := 1
		for i+n < len(f.Cols) && f.Names[i+n].Elem(0) == l[0] {
			n++
		}
		parts := f.Cols[i : i+n]
		a, d, err := o.labelled(l, parts[0])
		if err != nil {
			return nil, nil, err
		}
		if parts, err = a.Combine(x.Mem(), gs, parts, d); err != nil {
			return nil, nil, err
		}
		if x.Stage == op.Combine {
			names, cols = append(names, f.Names[i:i+n]...), append(cols, parts...)
		} else {
			c, err := a.Final(x.Mem(), parts, d)
			if err != nil {
				return nil, nil, err
			}
			cols = append(cols, c)
		}
		i += n
	}
	return cols, names, nil
}

// labelled reads the label of a partial column.
func (o *groupAgg) labelled(l []frame.Label, part *frame.Column) (group.Agg, dtype.DType, error) {
	a, err := o.agg(l[3].String())
	if err != nil {
		return a, dtype.DType{}, err
	}
	d, err := dtype.Parse(l[2].String())
	if d.IsCategorical() && part.DType.IsCategorical() { // which may be ordered
		d = part.DType
	}
	return a, d, err
}

// holistics aggregates the rows of one source column in all the ways that its label lists.
func (o *groupAgg) holistics(x *op.Exec, gs *group.Groups, spec string, c *frame.Column, cols []*frame.Column) ([]*frame.Column, error) {
	for _, s := range strings.Fields(spec) {
		var at int
		var name string
		if _, err := fmt.Sscanf(strings.Replace(s, ":", " ", 1), "%d %s", &at, &name); err != nil {
			return nil, errs.New(errs.Internal, "partial column %q", spec)
		}
		a, err := o.agg(name)
		if err != nil {
			return nil, err
		}
		if o.List {
			a.Q = o.quantiles()[at%len(o.quantiles())]
		}
		v, err := a.Direct(x.Mem(), gs, c)
		if err != nil {
			return nil, err
		}
		for len(cols) <= at {
			cols = append(cols, nil)
		}
		cols[at] = v
	}
	return cols, nil
}

// put makes the result.
func (o *groupAgg) put(x *op.Exec, r joined) error {
	m := x.Out(0)
	if o.List {
		var err error
		if r, err = o.byQuantile(x, r); err != nil {
			return err
		}
	}
	n, cols := len(r.keys), r.cols
	if o.sizes() { // made of a key, whatever its dtype
		c, _ := cols[0].Cast(o.sizeType())
		cols = []*frame.Column{c}
	}
	var ix *frame.Index
	switch {
	case !*o.AsIndex:
		var keys []*frame.Column
		for _, i := range o.keysBeside(labelsOf(m.Cols[len(m.Cols)-len(cols):])) {
			keys = append(keys, r.keys[i])
		}
		if o.List {
			keys = append(keys, r.keys[n-1])
		}
		cols = append(keys, cols...)
		ix = frame.NewRange(0, 1, len(r.first))
	case n == 1:
		ix = frame.NewIndex(m.Index.Levels[0].Name, r.keys[0])
	default:
		ix = frame.NewMulti(labelsOf(m.Index.Levels), r.keys...)
	}
	out, err := frame.New(ix, labelsOf(m.Cols), cols...)
	if err == nil {
		out.Axis = o.axis(r.axis)
	}
	if err == nil && r.from != nil && r.from.Ord != nil {
		out, err = out.Follow(x.Mem(), r.from, r.first)
	}
	if err != nil {
		return err
	}
	return x.Put(0, out)
}

// axis is the names of the levels of the column labels of a result, of those of the input; names that a user gives to aggregates are of no level.
func (o *groupAgg) axis(in []frame.Label) []frame.Label {
	switch {
	case in == nil || o.Series || o.Func.Form == "named" || o.sizes():
		return nil
	case o.Func.Form == "list" || o.Func.Form == "dicts":
		return append(slices.Clone(in), frame.Label{})
	}
	return in
}
