package groupby

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/op"
)

// Partial frames have the keys as columns 0, 1, ..., then a column for each part of each aggregate, labelled
// (place of the result column, part, dtype that was aggregated, function); of holistic aggregates the rows of
// each source column once, labelled (places and functions, -1, dtype, "").

func (o *Agg) Exec(x *op.Exec) error {
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
		out, err := chunk.Unlabelled(append(o.KeyNames(), r.Names...), append(r.Keys, r.Cols...))
		if err != nil {
			return err
		}
		out.Axis = r.Axis
		return x.Put(0, out)
	}
	return o.Put(x, r)
}

// join merges partial frames into partials again or, in the last stage, into results.
func (o *Agg) join(x *op.Exec) (r chunk.Joined, err error) {
	v, err := x.Join([]int{x.Len()}, chunk.Ins(x))
	if err != nil {
		return r, err
	}
	return o.regroup(x, v.(*frame.Frame))
}

// regroup aggregates a frame of keys and partials, or rows: in memory or, if there is no room, part by part
// through scratch space.
func (o *Agg) regroup(x *op.Exec, f *frame.Frame) (r chunk.Joined, err error) {
	filled := x.Stage != op.Combine && o.filledBy(f.Cols[:len(o.By)])
	r, err = o.regroupOf(x, f.NRows, filled, func(_ *op.Exec, lo, hi int) (*frame.Frame, error) {
		if lo == 0 && hi == f.NRows {
			return f, nil
		}
		return f.Slice(lo, hi), nil
	})
	r.From, r.Axis = f, f.Axis
	return r, err
}

// regroupOf is regroup of n rows that are made batch by batch: all of them, where there is room, or if no row
// may belong to a group.
func (o *Agg) regroupOf(x *op.Exec, n int, filled bool, batch func(y *op.Exec, lo, hi int) (*frame.Frame, error)) (r chunk.Joined, err error) {
	err = x.Try(func(y *op.Exec) error {
		f, err := batch(y, 0, n)
		if err != nil {
			return err
		}
		gs, keys, err := o.groups(y, f.Cols[:len(o.By)], x.Stage != op.Combine)
		if err != nil {
			return err
		}
		r = chunk.Joined{First: gs.First, Keys: keys}
		r.Cols, r.Names, err = o.merge(y, gs, f.Select(chunk.Places(len(o.By), len(f.Cols))...))
		return err
	})
	if errs.Is(err, errs.Pressure) && !filled {
		r, err = o.SpilledOf(x, n, batch)
	}
	return r, err
}

// groups numbers the rows by keys, and returns the keys of the groups. The last stage orders them and adds
// groups without rows.
func (o *Agg) groups(x *op.Exec, keys []*frame.Column, last bool) (*group.Groups, []*frame.Column, error) {
	gs, err := group.Of(x.Mem(), keys, o.Options(last && *o.Sort))
	if err != nil {
		return nil, nil, err
	}
	if last && !*o.Observed {
		gs, keys, err = gs.Fill(x.Mem(), keys, o.Options(*o.Sort))
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
func (o *Agg) chunkGroups(x *op.Exec, keys []*frame.Column) (gs *group.Groups, of []*frame.Column, err error) {
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
func (o *Agg) direct(x *op.Exec) error {
	f := x.Frame(0)
	outs, err := o.Outs(op.SchemaOf(f).Cols)
	if err != nil {
		return err
	}
	keys, err := o.cols(chunk.MetasOf(x))
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
		return o.Rows(in[0], keys, outs)
	})
	if err != nil {
		return err
	}
	r.Axis = f.Axis
	return o.Put(x, r)
}

// Rows is keys and source columns, each source once, which are labelled by what is made of them.
func (o *Agg) Rows(f *frame.Frame, keys []*frame.Column, outs []Out) (*frame.Frame, error) {
	names, cols := o.KeyNames(), keys
	spec := map[int]string{}
	var order []int
	for i, out := range outs {
		if spec[out.Src] == "" {
			order = append(order, out.Src)
		}
		spec[out.Src] += fmt.Sprintf("%d:%s ", i, out.Agg.Func)
	}
	for _, src := range order {
		c := keys[0]
		if src >= 0 {
			c = f.Cols[src]
		}
		names = append(names, frame.Tup(spec[src], -1, c.DType.String(), ""))
		cols = append(cols, c)
	}
	out, err := chunk.Unlabelled(names, cols)
	if err == nil {
		out.Axis = f.Axis
	}
	return out, err
}

// partials is the Map stage: keys and partial columns or, where an aggregate is holistic, keys and rows.
func (o *Agg) partials(x *op.Exec) error {
	f := x.Frame(0)
	keys, err := o.narrowColumns(x.Mem(), x.Frames())
	if err != nil {
		return err
	}
	outs, err := o.Outs(op.SchemaOf(f).Cols)
	if err != nil {
		return err
	}
	if o.Holistic() {
		out, err := o.Rows(f, keys, outs)
		if err != nil {
			return err
		}
		return x.Put(0, out)
	}
	names := o.KeyNames()
	gs, of, err := o.chunkGroups(x, keys)
	if err != nil {
		return err
	}
	cols := of[:len(of):len(of)]
	aggs, srcs := make([]group.Agg, len(outs)), make([]*frame.Column, len(outs))
	for i, out := range outs {
		if aggs[i], srcs[i] = out.Agg, keys[0]; out.Src >= 0 {
			srcs[i] = f.Cols[out.Src]
		}
	}
	if err := gs.Ahead(x.Mem(), aggs, srcs); err != nil {
		return err
	}
	for i, out := range outs {
		src := srcs[i]
		parts, err := out.Agg.Map(x.Mem(), gs, src)
		if err != nil {
			return err
		}
		for p, c := range parts {
			names = append(names, frame.Tup(i, p, src.DType.String(), out.Agg.Func.String()))
			cols = append(cols, c)
		}
	}
	out, err := chunk.Unlabelled(names, cols)
	if err != nil {
		return err
	}
	out.Axis = f.Axis
	return x.Put(0, out)
}

// merge aggregates partial columns, or rows, over groups: into partials again or, in the last stage, into
// results.
func (o *Agg) merge(x *op.Exec, gs *group.Groups, f *frame.Frame) (cols []*frame.Column, names []frame.Label, err error) {
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
func (o *Agg) labelled(l []frame.Label, part *frame.Column) (group.Agg, dtype.DType, error) {
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
func (o *Agg) holistics(x *op.Exec, gs *group.Groups, spec string, c *frame.Column, cols []*frame.Column) ([]*frame.Column, error) {
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

// Put makes the result.
func (o *Agg) Put(x *op.Exec, r chunk.Joined) error {
	m := x.Out(0)
	if o.List {
		var err error
		if r, err = o.byQuantile(x, r); err != nil {
			return err
		}
	}
	n, cols := len(r.Keys), r.Cols
	if o.sizes() { // made of a key, whatever its dtype
		c, _ := cols[0].Cast(o.sizeType())
		cols = []*frame.Column{c}
	}
	cols, err := fit(x, m.Cols[len(m.Cols)-len(cols):], cols)
	if err != nil {
		return err
	}
	var ix *frame.Index
	switch {
	case !*o.AsIndex:
		var keys []*frame.Column
		for _, i := range o.keysBeside(schema.LabelsOf(m.Cols[len(m.Cols)-len(cols):])) {
			keys = append(keys, r.Keys[i])
		}
		if o.List {
			keys = append(keys, r.Keys[n-1])
		}
		cols = append(keys, cols...)
		ix = frame.NewRange(0, 1, len(r.First))
	case n == 1:
		ix = frame.NewIndex(m.Index.Levels[0].Name, r.Keys[0])
	default:
		ix = frame.NewMulti(schema.LabelsOf(m.Index.Levels), r.Keys...)
	}
	out, err := frame.New(ix, schema.LabelsOf(m.Cols), cols...)
	if err == nil {
		out.Axis = o.axis(r.Axis)
	}
	if err == nil && r.From != nil && r.From.Ord != nil {
		out, err = out.Follow(x.Mem(), r.From, r.First)
	}
	if err != nil {
		return err
	}
	return x.Put(0, out)
}

// axis is the names of the levels of the column labels of a result, of those of the input; names that a user
// gives to aggregates are of no level.
func (o *Agg) axis(in []frame.Label) []frame.Label {
	switch {
	case in == nil || o.Series || o.Func.Form == "named" || o.sizes():
		return nil
	case o.Func.Form == "list" || o.Func.Form == "dicts":
		return append(slices.Clone(in), frame.Label{})
	}
	return in
}
