package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// UnstackOptions are the options of Unstack.
type UnstackOptions struct {
	Level     any // the level, or list of levels, that becomes columns: the last by default
	FillValue any // a number for cells without value
}

// Unstack turns index levels into columns: (column, label) for each label, in ascending order, or by first appearance of those of several levels. What the labels are is known when the data is. Two
// rows with the same labels are an Invalid error. Rows are sorted by the levels that stay.
func (d *DataFrame) Unstack(o ...UnstackOptions) *DataFrame {
	return FrameOf(unstackOf(d, one(o), false))
}

// Unstack turns index levels into columns; see DataFrame.Unstack.
func (s *Series) Unstack(o ...UnstackOptions) *DataFrame { return FrameOf(unstackOf(s, one(o), true)) }

func unstackOf(h Handle, p UnstackOptions, series bool) op.Value {
	o := &unstack{FillValue: number(p.FillValue), Series: series}
	for _, l := range listOf(p.Level) {
		k, ok := frame.LabelOf(l)
		if !ok {
			return bad("dataframe.unstack", errs.New(errs.Type, "a %T is no level of an index", l))
		}
		o.Level = append(o.Level, k)
	}
	return apply(o, h)
}

// number is a Go number in the widest type of its sort.
func number(v any) any {
	switch n := v.(type) {
	case int:
		return int64(n)
	case int32:
		return int64(n)
	case float32:
		return float64(n)
	}
	return v
}

type unstack struct {
	Level     []frame.Label // numbers, once the node is built
	FillValue any
	Names     []frame.Label `sig:"-"` // of all levels
	Series    bool          `sig:"-"`
}

func init() {
	op.Register[unstack](op.Doc{
		Gives: "dataframe", Forms: "series=kind",
		Name: "dataframe.unstack", Like: "pandas.DataFrame.unstack", Methods: "DataFrame.unstack Series.unstack",
		Sig: "unstack(df, level=-1, fill_value=None, sort=True)", Summary: "Index levels as columns",
	})
}

// Normalize resolves names of levels.
func (o *unstack) Normalize(in []op.Meta) error {
	if in[0].Index.Kind != frame.MultiIndex {
		return errs.New(errs.Invalid, "index must be a MultiIndex to unstack, an index of one level was passed")
	}
	if len(o.Level) == 0 {
		o.Level = []frame.Label{frame.L(-1)}
	}
	o.Names = labelsOf(in[0].Index.Levels)
	for i, l := range o.Level {
		k, err := levelOf(in[0].Index.Levels, l)
		if err != nil {
			return err
		}
		o.Level[i] = frame.L(k)
	}
	if len(o.Level) >= len(in[0].Index.Levels) {
		return errs.New(errs.Invalid, "cannot unstack all levels of an index")
	}
	return nil
}

// levels are the places of the levels that stay and of those that go.
func (o *unstack) levels() (stay, gone []int) {
	for _, l := range o.Level {
		k, _ := l.Int()
		gone = append(gone, int(k))
	}
	for i := range o.Names {
		if !slices.Contains(gone, i) {
			stay = append(stay, i)
		}
	}
	return stay, gone
}

func (o *unstack) widening() widening {
	return widening{rows: len(o.Names) - len(o.Level), cols: len(o.Level), unique: true, fill: o.FillValue, at: len(o.Level) > 1}
}

func (o *unstack) Infer(in []op.Meta) ([]op.Meta, error) {
	ls := in[0].Index.Levels
	stay, _ := o.levels()
	ix := op.IndexMeta{Kind: frame.MultiIndex}
	for _, k := range stay {
		ix.Levels = append(ix.Levels, ls[k])
	}
	if len(stay) == 1 {
		ix.Kind = frame.IndexKindOf(ls[stay[0]].Is)
	}
	q := "unstack"
	for _, l := range o.Level {
		q += "|" + l.String()
	}
	m := op.NewFrame(op.Sym(q, in[0]), ix.Derive(q, in[0]))
	m.Open, m.Axis = true, o.axis()
	return []op.Meta{m}, nil
}

// StageMeta: everything before the table is a frame of its own.
func (o *unstack) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	return widening{}.stageMeta(s, "unstack", in)
}

// Look: rows are sorted; labels of several levels stand by appearance.
func (o *unstack) Look(int) op.Look {
	if len(o.Level) > 1 {
		return op.Looks
	}
	return op.Ignores
}

func (o *unstack) Tile(t *op.Tiler) error {
	in := t.In(0)
	w := o.widening()
	long := t.At(op.Map).Map(in)
	if long.Len() > 1 {
		if t.Need(op.Stats, long) != nil {
			return t.Err()
		}
		by := op.By(long)
		for i := range w.rows {
			by.Keys = append(by.Keys, op.RowKey{Label: frame.L(i), NullsFirst: true})
		}
		long = t.Shuffle(op.ByKey, by)
	}
	return t.Out(w.tile(t, long, func(sum op.Tuple) op.Meta {
		m := t.Meta(0)
		m.Open, m.Cols = false, nil
		for _, p := range o.plan(w, sum, typesOf(in.Meta.Cols), labelsOf(in.Meta.Cols)) { // labels of the whole; chunks take them from there
			m.Cols = append(m.Cols, op.Col{Name: p.label, Type: op.T(p.dtype)})
		}
		return m
	}))
}

func (o *unstack) plan(w widening, sum op.Tuple, types []dtype.DType, names []frame.Label) (out []wideCol) {
	for v, d := range types {
		for k := range w.keys(sum) {
			l := w.key(sum, k)
			if !o.Series && names != nil {
				l = append(names[v].Elems(), l...)
			}
			p := wideCol{value: v, key: k, dtype: w.dtype(sum, d)}
			if p.label = l[0]; len(l) > 1 {
				p.label = frame.TupleOf(l)
			}
			out = append(out, p)
		}
	}
	return out
}

func (o *unstack) Exec(x *op.Exec) error {
	switch x.Stage {
	case op.Map:
		return o.long(x, x.Frame(0))
	case op.Final:
		return x.Put(0, x.Frame(0))
	}
	w := o.widening()
	_, err := w.exec(x, func(rows, cells []*frame.Column, _ op.Tuple) error {
		m := x.Out(0)
		var names []frame.Label
		for _, l := range m.Index.Levels {
			names = append(names, l.Name)
		}
		ix := frame.NewMulti(names, rows...)
		if len(rows) == 1 {
			ix = frame.NewIndex(names[0], rows[0])
		}
		out, err := frame.New(ix, labelsOf(m.Cols), cells...)
		if err != nil {
			return err
		}
		out.Axis = o.axis()
		return x.Put(0, out)
	}, func(sum op.Tuple, types []dtype.DType) []wideCol { return o.plan(w, sum, types, nil) })
	return err
}

// long makes a long frame of a chunk: levels that stay, levels that go, values.
func (o *unstack) long(x *op.Exec, f *frame.Frame) error {
	stay, gone := o.levels()
	var names []frame.Label
	var cols []*frame.Column
	for i, k := range append(stay, gone...) {
		names, cols = append(names, frame.L(i)), append(cols, f.Index.Level(k))
	}
	names, cols = append(names, f.Names...), append(cols, f.Cols...)
	if len(o.Level) > 1 {
		names = append(names, frame.Label{})
		cols = append(cols, frame.NewRangeColumn(dtype.Int64, int64(x.Index[0])<<40, 1, f.NRows))
	}
	out, err := frame.New(nil, names, cols...)
	if err != nil {
		return err
	}
	return x.Put(0, out)
}

// axis is the names of the levels of the column labels, nil when none has a name.
func (o *unstack) axis() []frame.Label {
	var out []frame.Label
	if !o.Series {
		out = append(out, frame.Label{})
	}
	_, gone := o.levels()
	for _, k := range gone {
		out = append(out, o.Names[k])
	}
	return axisNames(out)
}

func axisNames(names []frame.Label) []frame.Label {
	for _, l := range names {
		if !l.IsNil() {
			return names
		}
	}
	return nil
}
