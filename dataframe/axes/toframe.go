package axes

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

type toFrame struct {
	op.Rowwise
	Name  frame.Label
	Named bool `sig:"-"`
}

// ToSeries is the operand of dataframe.to_series.
type ToSeries struct {
	op.Rowwise
	Name  frame.Label
	Named bool `sig:"-"`
}

func init() {
	op.Register[toFrame](op.Doc{
		Gives: "dataframe", Forms: "name=label_or_none:named",
		Name: "dataframe.to_frame", Like: "pandas.Series.to_frame", Sig: "to_frame(series, name=<no_default>)", Summary: "Series as a frame of one column",
		Methods: "Series.to_frame",
	})
	op.Register[ToSeries](op.Doc{
		Gives: "series", Forms: "name=name:named",
		Name: "dataframe.to_series", Like: "pandas.Index.to_series", Sig: "to_series(labels, index=None, name=None)",
		Summary: "Labels as a series under themselves", Methods: "Index.to_series",
	})
}

// Framed is the operand that makes a frame of a series or an index, whose column gets the name, if there is
// one.
func Framed(name []any) (*toFrame, error) {
	if len(name) == 0 {
		return &toFrame{}, nil
	}
	l, ok := frame.LabelOf(name[0])
	if !ok {
		return nil, errs.In(errs.New(errs.Type, "a %T is no label", name[0]), "unhashable type: a %T is no label", name[0])
	}
	return &toFrame{Name: l, Named: true}, nil
}

func (o *toFrame) label(l frame.Label) frame.Label {
	switch {
	case o.Named:
		return o.Name
	case l.IsNil():
		return frame.L(0)
	}
	return l
}

// Normalize takes a name for given.
func (o *toFrame) Normalize([]op.Meta) error { o.Named = o.Named || !o.Name.IsNil(); return nil }

func (o *toFrame) Infer(in []op.Meta) ([]op.Meta, error) {
	m, c := in[0], in[0].Cols[0]
	c.Name = o.label(c.Name)
	m.Kind, m.Cols = op.Frame, []op.Col{c}
	return []op.Meta{m}, nil
}

func (o *toFrame) Exec(x *op.Exec) error {
	f := x.Frame(0)
	return x.Put(0, relabeled(f, func(int) frame.Label { return o.label(f.Names[0]) }))
}

// Normalize takes a name for given.
func (o *ToSeries) Normalize([]op.Meta) error { o.Named = o.Named || !o.Name.IsNil(); return nil }

func (o *ToSeries) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	if len(m.Index.Levels) != 1 {
		return nil, errs.New(errs.Type, "a series of tuples: take the levels of a MultiIndex by reset_index")
	}
	c := m.Index.Levels[0]
	if o.Named {
		c.Name = o.Name
	}
	m.Kind, m.Cols = op.Series, []op.Col{c}
	return []op.Meta{m}, nil
}

func (o *ToSeries) Exec(x *op.Exec) error {
	f := x.Frame(0)
	name := f.Index.Names[0]
	if o.Named {
		name = o.Name
	}
	g := f.With(name, f.Index.Level(0))
	return x.Put(0, g)
}

// Labels are looked at: they are the values.
func (*ToSeries) Labels(int) op.Look { return op.Looks }
