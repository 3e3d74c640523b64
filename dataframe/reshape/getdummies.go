package reshape

import (
	"math"
	"slices"

	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/op"
)

// GetDummies is the operand of dataframe.get_dummies.
type GetDummies struct {
	Prefix    []string
	PrefixSep []string
	DummyNa   bool
	Columns   []frame.Label
	DropFirst bool
	Dtype     *dtype.DType
	Series    bool         `sig:"-"`
	Prefixes  []ColumnText `sig:"-"` // Prefix by column
	Seps      []ColumnText `sig:"-"` // PrefixSep by column
}

// ColumnText is a text for a column.
type ColumnText struct {
	Column frame.Label
	Text   string
}

func init() {
	op.Register[GetDummies](op.Doc{
		Gives: "dataframe", Forms: "prefix=by_column:prefixes prefix_sep=by_column:seps series=kind sparse=only",
		Name: "dataframe.get_dummies", Like: "pandas.get_dummies",
		Sig:     "get_dummies(data, prefix=None, prefix_sep='_', dummy_na=False, columns=None, sparse=False, drop_first=False, dtype=None)",
		Summary: "Indicator columns of the values of columns",
	})
}

// encoded are the places of the columns that are replaced.
func (o *GetDummies) encoded(cols []op.Col) ([]int, error) {
	var out []int
	if o.Columns != nil {
		for _, l := range o.Columns {
			p := schema.PlaceOf(cols, l)
			if p < 0 {
				return nil, errs.New(errs.NotFound, "None of [%s] are in the [columns]", l.Repr())
			}
			out = append(out, p)
		}
	} else {
		for i, c := range cols {
			if d := c.Is; o.Series || d.IsString() || d.IsObject() || d.IsCategorical() || d.IsBinary() {
				out = append(out, i)
			}
		}
	}
	for i, by := range [][]ColumnText{o.Prefixes, o.Seps} {
		if by != nil && len(by) != len(out) {
			name := []string{"prefix", "prefix_sep"}[i]
			return nil, errs.New(errs.Invalid, "Length of '%s' (%d) did not match the length of the columns being encoded (%d).", name, len(by), len(out))
		}
		for _, p := range out {
			if by != nil && !slices.ContainsFunc(by, func(t ColumnText) bool { return t.Column.Same(cols[p].Name) }) {
				return nil, errs.New(errs.NotFound, "%s", cols[p].Name.Repr())
			}
		}
	}
	for _, p := range []struct {
		name string
		n    int
	}{{"prefix", len(o.Prefix)}, {"prefix_sep", len(o.PrefixSep)}} {
		if p.n > 1 && p.n != len(out) {
			return nil, errs.New(errs.Invalid, "Length of '%s' (%d) did not match the length of the columns being encoded (%d).", p.name, p.n, len(out))
		}
	}
	return out, nil
}

// Infer knows the columns that stay; the others depend on the data.
func (o *GetDummies) Infer(in []op.Meta) ([]op.Meta, error) {
	m := op.NewFrame(in[0].Rows(), in[0].Index)
	m.Open = true
	if o.Dtype != nil && !o.Dtype.IsNumber() && !o.Dtype.IsBool() {
		return nil, errs.New(errs.Invalid, "dtype=%v is not a valid dtype for get_dummies", *o.Dtype)
	}
	if in[0].Open {
		return []op.Meta{m}, nil
	}
	enc, err := o.encoded(in[0].Cols)
	if err != nil {
		return nil, err
	}
	m.Cols, m.Open = rest(in[0].Cols, enc), len(enc) > 0
	return []op.Meta{m}, nil
}

func rest(cols []op.Col, without []int) (out []op.Col) {
	for i, c := range cols {
		if !slices.Contains(without, i) {
			out = append(out, c)
		}
	}
	return out
}

// StageMeta: what is found is a tuple of frames, one for each encoded column.
func (*GetDummies) StageMeta(s op.Stage, _ []op.Meta) ([]op.Meta, error) {
	if s == op.Chunk {
		return nil, nil
	}
	return []op.Meta{op.NewObject()}, nil
}

// Look passes.
func (*GetDummies) Look(int) op.Look { return op.Passes }

// Labels pass.
func (*GetDummies) Labels(int) op.Look { return op.Passes }

// Tile asks for the values first: they are the columns.
func (o *GetDummies) Tile(t *op.Tiler) error {
	cols := t.In(0).Meta.Cols
	enc, err := o.encoded(cols)
	if err != nil {
		return t.Fail(err)
	}
	if len(enc) == 0 {
		return t.Out(t.In(0))
	}
	levels := t.TreeReduce(t.In(0), 0)
	if err := t.Need(op.Values, levels); err != nil {
		return err
	}
	m := t.Meta(0)
	m.Open, m.Cols = false, rest(cols, enc)
	for i, v := range t.Value(levels).(op.Tuple) {
		c := dummyLevels(v)
		for _, l := range o.labels(i, cols[enc[i]], c) {
			m.Cols = append(m.Cols, op.Col{Name: l, Type: op.T(o.dtype(cols[enc[i]].Is))})
		}
	}
	t.Refine(0, m)
	return t.Out(t.Map(t.In(0), op.Whole(levels)))
}

// dummyLevels is the values, or the categories, that a partial stands for.
func dummyLevels(v any) *frame.Column {
	c := v.(*frame.Frame).Cols[0]
	if c.DType.IsCategorical() {
		return c.Dict.Values
	}
	return c
}

// dtype of the new columns: nullable strings make nullable bools.
func (o *GetDummies) dtype(d dtype.DType) dtype.DType {
	switch {
	case o.Dtype != nil:
		return *o.Dtype
	case d.IsString() && d.Null:
		return dtype.Bool.Nullable()
	}
	return dtype.Bool
}

// labels are those of the new columns of encoded column i.
func (o *GetDummies) labels(i int, of op.Col, levels *frame.Column) (out []frame.Label) {
	name := of.Name
	at := func(list []string, by []ColumnText, def string) string {
		for _, t := range by {
			if t.Column.Same(name) {
				return t.Text
			}
		}
		switch {
		case len(list) == 0:
			return def
		case len(list) == 1:
			return list[0]
		}
		return list[i]
	}
	add := func(l frame.Label, text string) {
		if !o.Series || len(o.Prefix) > 0 {
			l = frame.L(at(o.Prefix, o.Prefixes, name.String()) + at(o.PrefixSep, o.Seps, "_") + text)
		}
		out = append(out, l)
	}
	d := levels.DType
	for r := range levels.Rows {
		l := levels.Label(r)
		if n, ok := l.Int(); ok && o.DummyNa && !d.Null && d.IsInteger() && !of.Is.IsCategorical() { // an index that holds NaN is of floats
			l = frame.L(float64(n))
		}
		add(l, l.String())
	}
	if o.DummyNa {
		text := "nan"
		if d.IsTemporal() || d.Null {
			text = d.NAText()
		}
		add(frame.L(math.NaN()), text)
	}
	if o.DropFirst && len(out) > 0 {
		out = out[1:]
	}
	return out
}

func (o *GetDummies) Exec(x *op.Exec) error {
	switch x.Stage {
	case op.Chunk:
		return o.encode(x)
	case op.Map:
		f := x.Frame(0)
		enc, err := o.encoded(op.SchemaOf(f).Cols)
		if err != nil {
			return err
		}
		out := make(op.Tuple, len(enc))
		for i, p := range enc {
			if out[i], err = distinct(x, f.Cols[p]); err != nil {
				return err
			}
		}
		return x.Put(0, out)
	}
	ts := x.Tuples()
	out := make(op.Tuple, len(ts[0]))
	for i := range out {
		parts := make([]*frame.Column, len(ts))
		for k, t := range ts {
			parts[k] = t[i].(*frame.Frame).Cols[0]
		}
		c, err := frame.Concat(x.Mem(), parts...)
		if err != nil {
			return err
		}
		if out[i], err = distinct(x, c); err != nil {
			return err
		}
	}
	return x.Put(0, out)
}

// distinct is a frame of the distinct values of c in ascending order; of a categorical no row, but its
// categories.
func distinct(x *op.Exec, c *frame.Column) (*frame.Frame, error) {
	if c.DType.IsCategorical() {
		return frame.New(nil, make([]frame.Label, 1), c.Slice(0, 0))
	}
	n, err := hash.Number(x.Mem(), hash.Sorted, true, []*frame.Column{c})
	if err != nil {
		return nil, err
	}
	d, err := c.Take(x.Mem(), n.First)
	if err != nil {
		return nil, err
	}
	return frame.New(nil, make([]frame.Label, 1), d)
}

// encode makes a chunk of the result.
func (o *GetDummies) encode(x *op.Exec) error {
	f := x.Frame(0)
	cols := op.SchemaOf(f).Cols
	enc, err := o.encoded(cols)
	if err != nil {
		return err
	}
	out := f.Drop(enc...)
	out.Axis = nil
	for i, v := range x.Tuple(1) {
		levels := dummyLevels(v)
		codes, err := group.Codes(x.Mem(), levels, f.Cols[enc[i]])
		if err != nil {
			return err
		}
		k := levels.Rows
		if o.DummyNa {
			for r, c := range codes {
				if c < 0 {
					codes[r] = int32(k)
				}
			}
			k++
		}
		names := o.labels(i, cols[enc[i]], levels)
		if len(names) < k {
			for r := range codes {
				codes[r]--
			}
		}
		ds, err := group.Dummies(x.Mem(), codes, len(names), o.dtype(cols[enc[i]].Is))
		if err != nil {
			return err
		}
		out.Names, out.Cols = append(out.Names, names...), append(out.Cols, ds...)
	}
	return x.Put(0, out)
}
