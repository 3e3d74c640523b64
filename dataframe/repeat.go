package dataframe

import (
	"fmt"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// repeated is every value several times, with its label.
type repeated struct {
	op.Deferred
	Repeats []int
}

func init() {
	op.Register[repeated](op.Doc{
		Name: "dataframe.Series.repeat", Like: "pandas.Series.repeat", Methods: "Series.repeat Index.repeat", Labels: "index",
		Sig: "repeat(series, repeats, axis=None)", Summary: "Every value as many times as said, with its label",
		Text: "repeats is a number for all values, or one for each of them.",
	})
}

// Infer is that of other rows: how many there are follows from the data.
func (o *repeated) Infer(in []op.Meta) ([]op.Meta, error) {
	q := fmt.Sprint("repeat", o.Repeats)
	m := in[0].WithRows(op.Sym(q, in[0]))
	m.Index = in[0].Index.Derive(q, in[0])
	return []op.Meta{m}, nil
}

func (o *repeated) Build(a *op.Asker, s *Series) (*Series, error) {
	if err := a.Need(op.Rows, s); err != nil {
		return nil, err
	}
	n := a.Rows(s)
	at := tensor.Repeat(tensor.Arange(0, n, 1), o.Repeats)
	return s.ToFrame(0).takeAt(at, n).IlocCol(0).Rename(s.Name()), nil
}
