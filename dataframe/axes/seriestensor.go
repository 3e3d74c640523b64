package axes

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// SeriesTensor is the operand of dataframe.series_from_tensor.
type SeriesTensor struct{ Name frame.Label }

func init() {
	op.Register[SeriesTensor](op.Doc{
		Gives: "series", Forms: "data=in:tensor",
		Name: "dataframe.series_from_tensor", Like: "pandas.Series", Sig: "series_from_tensor(data, name=None)",
		Summary: "Series of a tensor of one dimension",
	})
}

func (o *SeriesTensor) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].Kind != op.Tensor || len(in[0].Dims) != 1 {
		return nil, errs.New(errs.Invalid, "Data must be 1-dimensional, got %d dimensions", len(in[0].Dims))
	}
	ix := op.FreshRange(in[0].Dims[0])
	ix.Loose = true // a chunk does not know how many rows come before it
	return []op.Meta{op.NewSeries(in[0].Dims[0], ix, op.Col{Name: o.Name, Type: in[0].DType})}, nil
}

func (*SeriesTensor) Tile(t *op.Tiler) error { return t.Out(t.Map(t.In(0))) }

func (o *SeriesTensor) Exec(x *op.Exec) error {
	c, err := frame.FromArray(x.Mem(), x.Array(0))
	if err != nil {
		return err
	}
	f, err := frame.NewSeries(nil, o.Name, c)
	if err != nil {
		return err
	}
	return x.Put(0, f)
}
