package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// factorize is the numbers of distinct values, and these values.
type factorize struct {
	op.Recipe
	Sort          bool
	UseNaSentinel *bool
}

func init() {
	op.Register[factorize](op.Doc{
		Name: "dataframe.factorize", Like: "pandas.factorize", Methods: "Series.factorize", Series: "(sort=False, use_na_sentinel=True)", Gives: "2",
		Sig: "factorize(values, sort=False, use_na_sentinel=True, size_hint=None)", Summary: "Numbers of the distinct values by first appearance, and these values", Forms: "size_hint=any",
		Text: "With sort they are numbered in ascending order. What is missing has the number -1, unless use_na_sentinel is false.",
	})
}

func (o *factorize) Build(h op.Handle) (*tensor.Tensor, *Index, error) {
	s, err := vectorOf(h)
	if err != nil {
		return nil, nil, errs.New(errs.Type, "factorize of a %s: give a series, an index of one level, a vector or a list", h.Value().Meta().Kind)
	}
	const value, number = "value", "number"
	s = s.DropIndex().Rename(value)
	distinct := s
	if o.UseNaSentinel == nil || *o.UseNaSentinel {
		distinct = s.DropNA()
	}
	distinct = distinct.DropDuplicates()
	if o.Sort {
		distinct = distinct.SortValues()
	}
	distinct = distinct.DropIndex()
	numbers := distinct.ToFrame(value).RenameAxis(number).ResetIndex()
	met := s.ToFrame(value).Merge(numbers, MergeOptions{How: "left", On: value})
	return met.Col(number).FillNA(-1).AsType(dtype.Int64).ToTensor(), NewIndex(distinct.Rename(nil)), nil
}
