package dataframe

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Loc selects rows, and columns, by label: a slice (Between), a list of labels, a label of the first levels, which go away, or a bool series, as
// Filter. Errors: NotFound for labels that do not
// exist, with pandas' words.
func (d *DataFrame) Loc(rows any, cols ...any) *DataFrame {
	if mask, ok := rows.(*Series); ok {
		d, rows = d.Filter(mask), AllLabels
	}
	return FrameOf(loc(d, "", rows, cols))
}

// LocRow is the row with a label as a series over the columns. Where several rows have it, it fails: use Loc with a list.
func (d *DataFrame) LocRow(label any, cols ...any) *Series {
	return SeriesOf(loc(d, "row", label, cols))
}

// At is the value at the labels of a row and a column.
func (d *DataFrame) At(row, col any) *Scalar { return ScalarOf(loc(d, "cell", row, []any{col})) }

// Loc selects rows by label, as DataFrame.Loc.
func (s *Series) Loc(rows any) *Series {
	if mask, ok := rows.(*Series); ok {
		return s.Filter(mask)
	}
	return SeriesOf(loc(s, "", rows, nil))
}

// At is the value at a label.
func (s *Series) At(label any) *Scalar { return ScalarOf(loc(s, "cell", label, nil)) }

func loc(h Handle, kind string, rows any, cols []any) op.Value {
	const name = "dataframe.loc"
	o := &locOp{Cols: AllLabels}
	var err error
	if len(cols) > 1 {
		err = errs.New(errs.Invalid, "Too many indexers")
	} else if o.Rows, err = labelsOfAny(rows); err == nil && len(cols) > 0 {
		o.Cols, err = labelsOfAny(cols[0])
	}
	_, some := o.Rows.prefix(len(h.Value().Meta().Index.Levels))
	row, col := o.Rows.Kind == "label" && !some, o.Cols.Kind == "label" || h.Value().Meta().Kind == op.Series
	want := map[string][2]bool{"row": {true, false}, "cell": {true, true}}[kind]
	switch {
	case err != nil:
	case kind == "" && row:
		err = errs.New(errs.Invalid, "one row is a series or a value: use LocRow or At")
	case kind == "" && o.Cols.Kind == "label":
		err = errs.New(errs.Invalid, "one column is a series: use Col")
	case kind != "" && want != [2]bool{row, col}:
		err = errs.New(errs.Invalid, "a selection of more than one %s", kind)
	}
	if err != nil {
		return bad(name, err)
	}
	return apply(o, h)
}

type locOp struct {
	Rows Labels
	Cols Labels
}

func init() {
	op.Register[locOp](op.Doc{
		Face: "inner",
		Name: "dataframe.loc", Like: "pandas.DataFrame.loc", Sig: "loc(df, rows, cols=None)", Summary: "Rows and columns by label",
		Notes: "In Go one label of several rows is refused, which a list of it selects, and a text of a time is that instant.",
	})
	op.AddRule(op.Rule{Name: "labels of a range are places", Try: placesOfRange})
}

// placesOfRange turns labels of a range index of known length into places.
func placesOfRange(n *op.Node, _ op.Uses) (op.Value, bool) {
	o, ok := n.Op.(*locOp)
	if !ok || n.Err != nil {
		return op.Value{}, false
	}
	m := n.In[0].Meta()
	p, ok, err := o.known(m)
	if !ok || err != nil || m.Open {
		return op.Value{}, false
	}
	at, single, err := o.Cols.columns(m)
	if err != nil {
		return op.Value{}, false
	}
	c := Places{Kind: "list", List: at}
	if single && m.Kind != op.Series {
		c = Places{Kind: "int", Start: &at[0]}
	} else if o.Cols.all() {
		c = allPlaces
	}
	v := op.Value{N: op.ApplyAt(n.Site, &ilocOp{Rows: p, Cols: c}, n.In...)}
	return v, v.Err() == nil
}

// known are the places of the rows where m is a range of known length.
func (o *locOp) known(m op.Meta) (p Places, ok bool, err error) {
	d := m.Rows()
	if m.Index.Kind != frame.RangeIndex || !d.Known() || m.Index.Step == 0 {
		return p, false, nil
	}
	if o.Rows.all() {
		return allPlaces, true, nil
	}
	p, err = o.Rows.places(frame.NewRange(int64(m.Index.Start), int64(m.Index.Step), d.N))
	return p, true, err
}

// Normalize gives what was left out its meaning.
func (o *locOp) Normalize(in []op.Meta) (err error) {
	if o.Rows, err = o.Rows.normal(in[0].Index.Levels); err != nil {
		return err
	}
	o.Cols, err = o.Cols.normal(nil)
	return err
}

func (o *locOp) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	_, some := o.Rows.prefix(len(m.Index.Levels))
	one := o.Rows.Kind == "label" && !some
	if m.Open && !o.Cols.all() {
		if one || o.Cols.Kind != "label" {
			return in[:1], nil
		}
		w, err := o.chosen(m)
		return []op.Meta{openSeries(w, m, []frame.Label{o.Cols.From})}, err
	}
	at, single, err := o.Cols.columns(m)
	if err != nil {
		return nil, err
	}
	w, err := o.chosen(m)
	if err != nil {
		return nil, err
	}
	cols := pickCols(m.Cols, at)
	if one {
		if single || m.Kind == op.Series {
			return []op.Meta{scalarMeta(cols[0].Is)}, nil
		}
		return []op.Meta{op.NewSeries(across(m, cols), namesMeta(cols), op.Col{Name: o.Rows.From, Type: op.T(rowType(cols))})}, nil
	}
	if w.Cols = cols; single {
		w.Kind = op.Series
	}
	return []op.Meta{w}, nil
}

// chosen is m of the rows that are chosen, with all of its columns. Errors: what known says.
func (o *locOp) chosen(m op.Meta) (op.Meta, error) {
	p, known, err := o.known(m)
	first, some := o.Rows.prefix(len(m.Index.Levels))
	switch {
	case err != nil:
		return m, err
	case known && o.Rows.Kind == "label": // one row, which is no frame
		return m, nil
	case known:
		out, err := inferRows(p, m)
		if err != nil {
			return m, err
		}
		return out[0], nil
	case o.Rows.all():
		return m, nil
	}
	w := m.WithRows(op.Sym(o.Rows.question(), m))
	if some {
		w.Index = levelsMeta(o.Rows.question(), m, m.Index.Levels[first:]...)
	} else {
		w.Index = m.Index.Derive(o.Rows.question(), m)
	}
	return w, nil
}

// Labels are looked up, unless all rows stay.
func (o *locOp) Labels(int) op.Look {
	if o.Rows.all() {
		return op.Passes
	}
	return op.Looks
}
