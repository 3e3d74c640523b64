package cells

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// Mapping is a cell and what it becomes.
type Mapping struct {
	Key   frame.Label
	Value any
}

// MapCells is the operand of dataframe.map.
type MapCells struct {
	byColumn
	Arg []Mapping
}

// Values are the values in the order of the keys.
func (o *MapCells) Values() (*frame.Column, error) {
	cells := make([]any, len(o.Arg))
	for i, m := range o.Arg {
		cells[i] = m.Value
	}
	return chunk.Heap.FromCells(cells)
}

func (o *MapCells) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].Kind != op.Series {
		return nil, errs.New(errs.Type, "the elements of a %s are no keys", in[0].Kind)
	}
	c, err := o.Values()
	if err != nil {
		return nil, err
	}
	return EachType(in[0], func(_ int, k op.Col) (op.Type, error) {
		if d, ok := nullableOf(k.Is, c.DType); ok {
			return op.T(d), nil
		}
		if d := c.DType; !frame.CanMiss(d) {
			return op.Pending(d, d.WithMissing()), nil
		}
		return op.T(c.DType), nil
	})
}

// nullableOf is the dtype of numbers v that elements of a nullable dtype stand for: nullable too, as they may
// have no number.
func nullableOf(d, v dtype.DType) (dtype.DType, bool) {
	switch {
	case !d.Null || d.IsString() || !v.IsReal():
		return v, false
	case v.IsFloat(), d.IsFloat():
		return dtype.Float64.Nullable(), true
	}
	return dtype.Int64.Nullable(), true
}

func (o *MapCells) Exec(x *op.Exec) error {
	vs, err := o.Values()
	if err != nil {
		return err
	}
	keys := make([]frame.Label, len(o.Arg))
	for i, m := range o.Arg {
		keys[i] = m.Key
	}
	return mapColumns(x, func(_ int, c *frame.Column) (*frame.Column, error) {
		from := vs
		if d, ok := nullableOf(c.DType, vs.DType); ok {
			if from, err = chunk.Env(x).Cast(vs, d); err != nil {
				return nil, err
			}
		}
		if schema.BoolsAndNumbers(c.DType, keys) {
			return chunk.Env(x).Moved(from, slices.Repeat([]int64{-1}, c.Rows))
		}
		return chunk.Env(x).Moved(from, column.Find(c, keys))
	})
}
