package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// putRow is a frame or series after an assignment to all of the row of a label. Where no row has the label it
// is added below the others. A column keeps its dtype where that holds the value, else it takes the one of
// both: which of the two it is, it asks.
type putRow struct {
	op.Deferred
	Label frame.Label
	Each  []any // a value for each column
	Apart bool  // whose dtypes have nothing to do with each other
	New   bool  // no row has the label: it is known
}

func init() {
	op.Register[putRow](op.Doc{
		Name: "dataframe.put_row", Face: "inner", Sig: "put_row(df, label, each, apart=False, new=False)",
		Summary: "Frame or series after an assignment to a row, which may be new",
	})
}

// wholeRow is the assignment of single values to a row of one label, if this is one.
func (s *setting) wholeRow(h Handle, rows, cols any) (*putRow, error) {
	m := h.Value().Meta()
	category := slices.ContainsFunc(m.Cols, func(c op.Col) bool { return c.Is.IsCategorical() })
	if category || len(m.Index.Levels) != 1 || !isLabel(rows) || !isAll(cols) {
		return nil, nil
	}
	l, err := labelWritten(rows)
	if err != nil {
		return nil, err
	}
	l, ok := asLabel(l, m.Index.Levels[0].Is)
	if !ok {
		return nil, nil
	}
	o := &putRow{Label: l, Apart: s.apart}
	by, mapping := s.each.(op.Dict)
	list, listed := s.each.(op.List)
	switch {
	case listed && m.Kind == op.Frame:
		if len(list) != len(m.Cols) {
			return nil, errs.New(errs.Invalid, "cannot set a row with mismatched columns: %d values for %d columns",
				len(list), len(m.Cols))
		}
		o.Each = slices.Clone(list)
	case mapping && m.Kind == op.Frame:
		o.Each = valuesOf(by, schema.LabelsOf(m.Cols))
	case s.each == nil:
		for range m.Cols {
			o.Each = append(o.Each, s.value)
		}
	}
	for i, v := range o.Each {
		w, ok := chunk.ScalarOf(v)
		if !ok {
			return nil, nil
		}
		o.Each[i] = w
	}
	if len(o.Each) == 0 {
		return nil, nil
	}
	return o, nil
}

// asLabel is a label as it stands among those of the dtype, and whether it may: a whole number among floats
// is one.
func asLabel(l frame.Label, is dtype.DType) (frame.Label, bool) {
	switch v := l.Value().(type) {
	case int64:
		if is.IsFloat() {
			return frame.L(float64(v)), true
		}
		return l, is.IsInteger() && !is.Null || is.IsString() || is.IsObject()
	case float64:
		if is.IsInteger() && is.HoldsWhole(v) {
			return frame.L(int64(v)), !is.Null
		}
		return l, is.IsFloat() || is.IsInteger() && !is.Null
	case string:
		return l, is.IsInteger() && !is.Null || is.IsString() || is.IsObject()
	case frame.Timestamp:
		return l, is.IsDatetime()
	}
	return l, false
}

// Infer is that of a row that is added: where it was there, its values have the same dtypes or are refused.
func (o *putRow) Infer(in []op.Meta) ([]op.Meta, error) {
	p := *o
	p.New = true
	out, err := op.Expressed(&p, in)
	if err == nil {
		out[0].Dims[0] = op.Sym("put_row", in...)
	}
	return out, err
}

func (o *putRow) Build(a *op.Asker, h Handle) (Handle, error) {
	if o.New {
		return o.added(h)
	}
	there := indexIn(h).IsIn([]any{o.Label}).Any()
	if err := a.Need(op.Values, there); err != nil {
		return nil, err
	}
	if !fetchedBool(a.Value(there)) {
		return o.added(h)
	}
	at := pick.Labels{Kind: "label", From: o.Label}
	s := &setting{one: true, cond: SeriesOf(apply(&pick.ChosenRows{Named: &at}, h))}
	d, ok := h.(*DataFrame)
	if !ok {
		return s.into(h.(*Series), o.Each[0])
	}
	s.each = op.List(o.Each)
	return s.frame(d, d.Columns())
}

// counted is a truth value below numbers as a number, and the dtype of truth values above a whole number,
// which count there.
func counted(v any, is dtype.DType) (any, dtype.DType) {
	switch b := v.(type) {
	case bool:
		if is.IsNumber() && !is.IsBool() && !is.Null {
			if b {
				return int64(1), is
			}
			return int64(0), is
		}
	case int64:
		if is == dtype.Bool {
			return v, dtype.Int64
		}
	}
	return v, is
}

// added is the frame or series with the row below the others.
func (o *putRow) added(h Handle) (Handle, error) {
	m := h.Value().Meta()
	all, err := chunk.Infer(o.Each)
	if err != nil {
		return nil, err
	}
	// The first row says what the dtypes are, where it is known that it is the first.
	first := m.Rows().Known() && m.Rows().N == 0
	d, s, err := asFrame(h)
	if err != nil {
		return nil, err
	}
	names := d.Columns()
	d = d.numbered()
	x := frame.NewIndex(m.Index.Levels[0].Name, frame.LabelColumn([]frame.Label{o.Label}))
	var row []Handle
	for i, c := range m.Cols {
		v := o.Each[i]
		if n, whole := v.(int64); !o.Apart && all.DType.IsFloat() {
			if whole {
				v = float64(n)
			} else if v == nil {
				v = chunk.Nan
			}
		}
		is := c.Is
		if s == nil {
			v, is = counted(v, is)
		} else if v == nil && is.IsBool() {
			v = chunk.Nan
		}
		alone, err := chunk.Infer([]any{v})
		if err != nil {
			return nil, err
		}
		w, _ := cells.Wider(v, is)
		if first && (w != c.Is || !c.Is.IsInteger()) {
			w = alone.DType
		} else if w != is && c.Is.IsNumber() && alone.DType.IsInteger() {
			w = dtype.Common(c.Is, alone.DType)
		}
		if w != c.Is {
			d = d.Assign(C{frame.L(i), d.IlocCol(i).AsType(w)})
		}
		row = append(row, NewSeries(alone, Options{Index: x, Name: i}).AsType(w))
	}
	out := Concat(row, Concats{Axis: 1})
	if !first {
		out = Concat([]Handle{d, out})
	}
	if s == nil {
		return out.labeled(names), nil
	}
	return out.IlocCol(0).Rename(s.Name()), nil
}
