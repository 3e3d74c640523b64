package pick

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// LocOp is the operand of dataframe.loc.
type LocOp struct {
	Rows Labels
	Cols Labels
}

func init() {
	op.Register[LocOp](op.Doc{
		Face: "inner",
		Name: "dataframe.loc", Like: "pandas.DataFrame.loc", Sig: "loc(df, rows, cols=None)", Summary: "Rows and columns by label",
		Notes: "In Go one label of several rows is refused, which a list of it selects, and a text of a time is that instant.",
	})
	op.AddRule(op.Rule{Name: "labels of a range are places", Try: placesOfRange})
}

// placesOfRange turns labels of a range index of known length into places.
func placesOfRange(n *op.Node, _ op.Uses) (op.Value, bool) {
	o, ok := n.Op.(*LocOp)
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
		c = AllPlaces
	}
	v := op.Value{N: op.ApplyAt(n.Site, &IlocOp{Rows: p, Cols: c}, n.In...)}
	return v, v.Err() == nil
}

// known are the places of the rows where m is a range of known length.
func (o *LocOp) known(m op.Meta) (p Places, ok bool, err error) {
	d := m.Rows()
	if m.Index.Kind != frame.RangeIndex || !d.Known() || m.Index.Step == 0 {
		return p, false, nil
	}
	if o.Rows.all() {
		return AllPlaces, true, nil
	}
	p, err = o.Rows.places(frame.NewRange(int64(m.Index.Start), int64(m.Index.Step), d.N))
	return p, true, err
}

// Normalize gives what was left out its meaning.
func (o *LocOp) Normalize(in []op.Meta) (err error) {
	if o.Rows, err = o.Rows.normal(in[0].Index.Levels); err != nil {
		return err
	}
	o.Cols, err = o.Cols.normal(nil)
	return err
}

func (o *LocOp) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	_, some := o.Rows.Prefix(len(m.Index.Levels))
	one := o.Rows.Kind == "label" && !some
	if m.Open && !o.Cols.all() {
		if one || o.Cols.Kind != "label" {
			return in[:1], nil
		}
		w, err := o.chosen(m)
		return []op.Meta{schema.OpenSeries(w, m, []frame.Label{o.Cols.From})}, err
	}
	at, single, err := o.Cols.columns(m)
	if err != nil {
		return nil, err
	}
	w, err := o.chosen(m)
	if err != nil {
		return nil, err
	}
	cols := chunk.PickCols(m.Cols, at)
	if one {
		if single || m.Kind == op.Series {
			return []op.Meta{schema.ScalarMeta(cols[0].Is)}, nil
		}
		return []op.Meta{op.NewSeries(schema.Across(m, cols), schema.NamesMeta(cols, m.Axis), op.Col{Name: o.Rows.From, Type: op.T(schema.RowType(cols))})}, nil
	}
	if w.Cols = cols; single {
		w.Kind = op.Series
	}
	return []op.Meta{w}, nil
}

// chosen is m of the rows that are chosen, with all of its columns. Errors: what known says.
func (o *LocOp) chosen(m op.Meta) (op.Meta, error) {
	p, known, err := o.known(m)
	first, some := o.Rows.Prefix(len(m.Index.Levels))
	switch {
	case err != nil:
		return m, err
	case known && o.Rows.Kind == "label": // one row, which is no frame
		return m, nil
	case known:
		out, err := InferRows(p, m)
		if err != nil {
			return m, err
		}
		return out[0], nil
	case o.Rows.all():
		return m, nil
	}
	w := m.WithRows(op.Sym(o.Rows.question(), m))
	if some {
		w.Index = schema.LevelsMeta(o.Rows.question(), m, m.Index.Levels[first:]...)
	} else {
		w.Index = m.Index.Derive(o.Rows.question(), m)
	}
	return w, nil
}

// Labels are looked up, unless all rows stay.
func (o *LocOp) Labels(int) op.Look {
	if o.Rows.all() {
		return op.Passes
	}
	return op.Looks
}
