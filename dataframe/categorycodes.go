package dataframe

import (
	"math"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
)

// categoryCodes are the places of the categories of elements. It asks how many there are, which the dtype
// follows.
type categoryCodes struct{ op.Deferred }

func init() {
	op.Register[categoryCodes](op.Doc{
		Name: "dataframe.Series.cat.codes", Like: "pandas.Series.cat.codes", Methods: "Series.cat.codes", Sig: "codes()", Face: "property",
		Summary: "The place of the category of each element, -1 where it is missing",
	})
}

// Infer leaves the dtype to the data.
func (*categoryCodes) Infer(in []op.Meta) ([]op.Meta, error) {
	m := op.NewSeries(in[0].Dims[0], in[0].Index, op.Col{Type: op.T(dtype.Int8)})
	m.Open = true
	return []op.Meta{m}, nil
}

func (*categoryCodes) Build(a *op.Asker, in []*Series) (*Series, error) {
	s := in[0]
	cats, _, err := categoriesOf(a, s)
	if err != nil {
		return nil, err
	}
	to := dtype.Int8
	switch n := len(cats); {
	case n == 0:
		return s.IsNA().AsType(to).Neg().Rename(nil), nil
	case n >= math.MaxInt16:
		to = dtype.Int32
	case n >= math.MaxInt8:
		to = dtype.Int16
	}
	by := make([]cells.Mapping, len(cats))
	for i, c := range cats {
		by[i] = cells.Mapping{Key: c, Value: int64(i)}
	}
	places := SeriesOf(apply(&cells.MapCells{Arg: by}, s.AsType(typeOfAll(cats))))
	return places.FillNA(-1).AsType(to).Rename(nil), nil
}
