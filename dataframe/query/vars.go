package query

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// A Variable is one of them: a value of the cluster, a list, or a single value.
type Variable struct {
	Name  string
	Local op.Ref        // which of the inputs it is, if it is a value of the cluster
	As    string        // "list", "rows" or "set" of Items
	Items []frame.Label // of a list
	Value any           // of all else
}

// Rows are values that meet those of a column one by one, where a list says which there may be.
type Rows []any

// Unordered is a list that has no order.
type Unordered []any

// Found is the value of a variable.
func Found(name string, vars []Vars) (any, bool) {
	for _, vs := range vars {
		if v, ok := vs[name]; ok {
			return v, true
		}
	}
	return nil, false
}

// ListItems are the values of a Go slice.
func ListItems(name string, v any) ([]frame.Label, error) {
	c, err := chunk.ColumnOf(v)
	if err != nil {
		return nil, errs.New(errs.Type, "variable '%s' is a %T, which expressions do not know", name, v)
	}
	if c, err = c.Decode(chunk.Heap.Mem); err != nil {
		return nil, err
	}
	return schema.LabelsOfRows(c), nil
}
