package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// spans tells whether a text is coarser than the times that label the rows, so that it selects all in it.
type spans struct {
	op.Deferred
	Text string
}

func init() {
	op.Register[spans](op.Doc{
		Name: "dataframe.spans", Face: "inner", Sig: "spans(df, text)", Summary: "Whether a text names more than one of the times that label rows",
		Text: "Errors: NotFound where all of them lie before or behind what it names.",
	})
}

func (*spans) Infer([]op.Meta) ([]op.Meta, error) { return []op.Meta{op.NewTensor(dtype.Bool)}, nil }

func (o *spans) Build(a *op.Asker, h Handle) (*Scalar, error) {
	labels, is := levelSeries(h, 0), h.Value().Meta().Index.Levels[0].Is
	span, ok := pick.SpanOf(o.Text, is)
	if !ok {
		return NewSeries([]any{false}).Any(), nil
	}
	wall := labels
	if is.TZ != "" {
		wall = labels.Dt().TzLocalize("")
	}
	finer := NewSeries([]any{true}).Any()
	if span.Step != "" {
		finer = wall.Ne(wall.Dt().Floor(span.Step)).And(wall.NotNA()).Any()
	}
	low, high := labels.Min(), labels.Max()
	if err := a.Need(op.Values, finer, low, high); err != nil {
		return nil, err
	}
	first, some := tickOf(a.Value(low))
	last, _ := tickOf(a.Value(high))
	if some && fetchedBool(a.Value(finer)) && (first > span.Last || last < span.First) {
		return nil, errs.New(errs.NotFound, "'%s'", o.Text)
	}
	return finer, nil
}

// within is the condition that a row's label lies in the part of time that a text names; other keys stay.
func within(h Handle, key any) any {
	text, ok := key.(string)
	is := h.Value().Meta().Index.Levels[0].Is
	s, named := pick.SpanOf(text, is)
	if !ok || !named {
		return key
	}
	at := func(t int64) frame.Timestamp { return frame.Timestamp{Ticks: t, Unit: is.Unit, TZ: is.TZ} }
	return levelSeries(h, 0).Between(at(s.First), at(s.Last))
}
