package reshape

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Number is a Go number in the widest type of its sort.
func Number(v any) any {
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

// Unstack is the operand of dataframe.unstack.
type Unstack struct {
	Level     []frame.Label // numbers, once the node is built
	FillValue any
	Names     []frame.Label `sig:"-"` // of all levels
	Series    bool          `sig:"-"`
}

func init() {
	op.Register[Unstack](op.Doc{
		Gives: "dataframe", Face: "inner", Name: "dataframe.unstack_levels", Like: "pandas.DataFrame.unstack", Sig: "unstack_levels(df, level=-1, fill_value=None)", Summary: "Index levels as columns",
	})
}

// Normalize resolves names of levels.
func (o *Unstack) Normalize(in []op.Meta) error {
	if in[0].Index.Kind != frame.MultiIndex {
		return errs.New(errs.Invalid, "index must be a MultiIndex to unstack, an index of one level was passed")
	}
	if len(o.Level) == 0 {
		o.Level = []frame.Label{frame.L(-1)}
	}
	o.Names = schema.LabelsOf(in[0].Index.Levels)
	for i, l := range o.Level {
		k, err := schema.LevelOf(in[0].Index.Levels, l)
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
func (o *Unstack) levels() (stay, gone []int) {
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

func (o *Unstack) widening() chunk.Widening {
	return chunk.Widening{Rows: len(o.Names) - len(o.Level), Cols: len(o.Level), Unique: true, Fill: o.FillValue, At: len(o.Level) > 1}
}

func (o *Unstack) Infer(in []op.Meta) ([]op.Meta, error) {
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
	m.Open, m.Axis = true, o.axis(in[0].Axis)
	return []op.Meta{m}, nil
}

// StageMeta: everything before the table is a frame of its own.
func (o *Unstack) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	return chunk.Widening{}.Partials(s, "unstack", in)
}

// Look: rows are sorted; labels of several levels stand by appearance.
func (o *Unstack) Look(int) op.Look {
	if len(o.Level) > 1 {
		return op.Looks
	}
	return op.Ignores
}

func (o *Unstack) Tile(t *op.Tiler) error {
	in := t.In(0)
	w := o.widening()
	long := t.At(op.Map).Map(in)
	if long.Len() > 1 {
		if t.Need(op.Stats, long) != nil {
			return t.Err()
		}
		by := op.By(long)
		for i := range w.Rows {
			by.Keys = append(by.Keys, op.RowKey{Label: frame.L(i), NullsFirst: true})
		}
		long = t.Shuffle(op.ByKey, by)
	}
	return t.Out(w.Cut(t, long, func(sum op.Tuple) op.Meta {
		m := t.Meta(0)
		m.Open, m.Cols = false, nil
		for _, p := range o.plan(w, sum, schema.TypesOf(in.Meta.Cols), schema.LabelsOf(in.Meta.Cols)) { // labels of the whole; chunks take them from there
			m.Cols = append(m.Cols, op.Col{Name: p.Label, Type: op.T(p.Dtype)})
		}
		return m
	}))
}

func (o *Unstack) plan(w chunk.Widening, sum op.Tuple, types []dtype.DType, names []frame.Label) (out []chunk.WideCol) {
	for v, d := range types {
		for k := range w.Keys(sum) {
			l := w.Key(sum, k)
			if !o.Series && names != nil {
				l = append(names[v].Elems(), l...)
			}
			p := chunk.WideCol{Value: v, Key: k, Dtype: w.Dtype(sum, d)}
			if p.Label = l[0]; len(l) > 1 {
				p.Label = frame.TupleOf(l)
			}
			out = append(out, p)
		}
	}
	return out
}

func (o *Unstack) Exec(x *op.Exec) error {
	switch x.Stage {
	case op.Map:
		return o.long(x, x.Frame(0))
	case op.Final:
		return x.Put(0, x.Frame(0))
	}
	w := o.widening()
	_, err := w.Run(x, func(rows, cells []*frame.Column, _ op.Tuple) error {
		m := x.Out(0)
		var names []frame.Label
		for _, l := range m.Index.Levels {
			names = append(names, l.Name)
		}
		ix := frame.NewMulti(names, rows...)
		if len(rows) == 1 {
			ix = frame.NewIndex(names[0], rows[0])
		}
		out, err := frame.New(ix, schema.LabelsOf(m.Cols), cells...)
		if err != nil {
			return err
		}
		out.Axis = m.Axis
		return x.Put(0, out)
	}, func(sum op.Tuple, types []dtype.DType) []chunk.WideCol { return o.plan(w, sum, types, nil) })
	return err
}

// long makes a long frame of a chunk: levels that stay, levels that go, values.
func (o *Unstack) long(x *op.Exec, f *frame.Frame) error {
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

// axis is the names of the levels of the column labels, those that they had first; nil when none has a name.
func (o *Unstack) axis(had []frame.Label) []frame.Label {
	var out []frame.Label
	if !o.Series && len(had) > 0 {
		out = append(out, had...)
	} else if !o.Series {
		out = append(out, frame.Label{})
	}
	_, gone := o.levels()
	for _, k := range gone {
		out = append(out, o.Names[k])
	}
	return schema.AxisNames(out)
}
