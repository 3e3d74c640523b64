package cells

import (
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/mem"
)

// A CategoryType is the dtype of categories that are known, in their order, as pandas' CategoricalDtype. A
// value that is none of them becomes missing.
type CategoryType struct {
	Categories []any
	Ordered    bool // they compare by their places
}

// TypeOf reads a dtype that a user gives.
func TypeOf(v any) (ColType, error) {
	switch v := v.(type) {
	case dtype.DType:
		return ColType{DType: v}, nil
	case string:
		d, err := dtype.Parse(v)
		return ColType{DType: d}, err
	case CategoryType:
		cats, err := schema.LabelsIn(v.Categories)
		return ColType{DType: dtype.DType{Kind: dtype.CategoricalKind, Ordered: v.Ordered}, Categories: cats, Given: true}, err
	}
	return ColType{}, errs.New(errs.Type, "a %T is no dtype", v)
}

// dictionary is the categories that were given.
func (to ColType) dictionary() (*frame.Dictionary, error) {
	if !to.DType.IsCategorical() {
		return nil, errs.New(errs.Type, "dtype %s has no categories", to.DType)
	}
	cells := make([]any, len(to.Categories))
	for i, l := range to.Categories {
		if l.IsMissing() {
			return nil, errs.New(errs.Invalid, "Categorical categories cannot be null")
		}
		cells[i] = l.Value()
	}
	values, err := column.Env{Mem: mem.Heap}.FromCells(cells)
	if err != nil {
		return nil, err
	}
	dict, err := frame.NewDictionary(values)
	if err != nil {
		err = errs.New(errs.Invalid, "Categorical categories must be unique")
	}
	return dict, err
}

// plain is a categorical whose categories have a dtype of NumPy: none of them is missing.
func plain(c *frame.Column) *frame.Column {
	if c.Dict == nil || !c.Dict.Values.DType.Null {
		return c
	}
	out, values := c.Slice(0, c.Rows), c.Dict.Values.Slice(0, c.Dict.Values.Rows)
	values.DType.Null = false
	out.Dict = &frame.Dictionary{Values: values, Ordered: c.Dict.Ordered}
	return out
}
