package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/mem"
)

// A CategoryType is the dtype of categories that are known, in their order, as pandas' CategoricalDtype. A value that is none of them becomes missing.
type CategoryType struct {
	Categories []any
	Ordered    bool // they compare by their places
}

// typeOf reads a dtype that a user gives.
func typeOf(v any) (colType, error) {
	switch v := v.(type) {
	case dtype.DType:
		return colType{DType: v}, nil
	case string:
		d, err := dtype.Parse(v)
		return colType{DType: d}, err
	case CategoryType:
		cats, err := labelsIn(v.Categories)
		return colType{DType: dtype.DType{Kind: dtype.CategoricalKind, Ordered: v.Ordered}, Categories: cats, Given: true}, err
	}
	return colType{}, errs.New(errs.Type, "a %T is no dtype", v)
}

// dictionary is the categories that were given.
func (to colType) dictionary() (*frame.Dictionary, error) {
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

// categorized casts the columns of a file that were asked for as categories.
func categorized(d *DataFrame, all dtype.DType, by DTypes) *DataFrame {
	to := map[any]any{}
	for _, l := range d.Columns() {
		t, ok := by[l.String()]
		if !ok {
			t = all
		}
		if t.IsCategorical() {
			to[l] = t
		}
	}
	if len(to) == 0 {
		return d
	}
	return d.AsType(to)
}
