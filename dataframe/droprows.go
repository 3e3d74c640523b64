package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// DropRows is the frame without the rows of these labels. Errors: NotFound, in pandas' words, for labels that
// no row has.
func (d *DataFrame) DropRows(labels ...any) *DataFrame {
	return FrameOf(withoutRows(d, labels))
}

// Drop is the series without the rows of these labels. Errors: NotFound for labels that no row has.
func (s *Series) Drop(labels ...any) *Series { return SeriesOf(withoutRows(s, labels)) }

func withoutRows(h Handle, labels []any) op.Value {
	ls, err := schema.LabelsIn(labels)
	if err != nil {
		return bad("dataframe.drop_rows", err)
	}
	return apply(&dropRowsBy{Labels: ls}, h)
}

type dropRowsBy struct {
	op.Deferred
	Labels  []frame.Label
	Level   *frame.Label
	Lenient bool // labels that no row has are passed over
}

func init() {
	op.Register[dropRowsBy](op.Doc{
		Name: "dataframe.drop_rows", Face: "inner", Like: "pandas.DataFrame.drop", Sig: "drop_rows(df, labels, level=None, lenient=False)", Summary: "Rows without those of some labels",
		Notes: "Which labels there are is looked up first.",
	})
}

func (o *dropRowsBy) Infer(in []op.Meta) ([]op.Meta, error) {
	m, q := in[0], "drop rows"+schema.Reprs(o.Labels)
	if o.Level != nil {
		q += o.Level.Repr()
		if _, err := schema.LevelOf(m.Index.Levels, *o.Level); err != nil {
			return nil, err
		}
	}
	w := m.WithRows(op.Sym(q, m))
	w.Index = m.Index.Derive(q, m)
	return []op.Meta{w}, nil
}

func (o *dropRowsBy) Build(a *op.Asker, h Handle) (Handle, error) {
	given := o.Labels
	o = &dropRowsBy{Level: o.Level, Lenient: o.Lenient}
	for _, l := range given {
		o.Labels = append(o.Labels, instant(h, l))
	}
	levels := h.Value().Meta().Index.Levels
	var gone *Series
	var lost []frame.Label
	if len(levels) == 1 || o.Level != nil {
		k := 0
		if o.Level != nil {
			var err error
			if k, err = schema.LevelOf(levels, *o.Level); err != nil {
				return nil, err
			}
		}
		key := levelSeries(h, k)
		gone = SeriesOf(isIn(key, []any{o.Labels}))
		if !o.Lenient {
			there := key.Filter(gone).Unique()
			if err := a.Need(op.Values, there); err != nil {
				return nil, err
			}
			found := column.Find(frame.LabelColumn(o.Labels), schema.LabelsOfRows(a.Value(there).(*frame.Frame).Cols[0]))
			for i, p := range found {
				if p < 0 {
					lost = append(lost, o.Labels[i])
				}
			}
		}
	} else {
		var err error
		if gone, lost, err = o.tuples(a, h, len(levels)); err != nil {
			return nil, err
		}
	}
	if lost != nil {
		return nil, errs.New(errs.NotFound, "%s not found in axis", schema.Reprs(lost))
	}
	if gone == nil {
		return h, nil
	}
	if s, ok := h.(*Series); ok {
		return s.Filter(gone.Not()), nil
	}
	return h.(*DataFrame).Filter(gone.Not()), nil
}

// tuples are the rows whose first levels are those of a label, and the labels that no row has.
func (o *dropRowsBy) tuples(a *op.Asker, h Handle, levels int) (gone *Series, lost []frame.Label, err error) {
	var any []interface{ Value() op.Value }
	for _, l := range o.Labels {
		if l.Len() > levels {
			return nil, []frame.Label{l}, nil
		}
		var is *Series
		for k, e := range l.Elems() {
			if eq := SeriesOf(isIn(levelSeries(h, k), []interface{}{e})); is == nil {
				is = eq
			} else {
				is = is.And(eq)
			}
		}
		any = append(any, is.Any())
		if gone == nil {
			gone = is
		} else {
			gone = gone.Or(is)
		}
	}
	if o.Lenient || gone == nil {
		return gone, nil, nil
	}
	if err := a.Need(op.Values, any...); err != nil {
		return nil, nil, err
	}
	for i, v := range any {
		if x, _ := chunk.GoValue(a.Value(v).(*nd.Array)); x != true {
			lost = append(lost, o.Labels[i])
		}
	}
	return gone, lost, nil
}
