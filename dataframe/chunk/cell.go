package chunk

import (
	"math"
	"slices"

	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// MissingColumn is n missing rows of dtype d; an object misses as NaN.
func MissingColumn(e column.Env, d dtype.DType, n int) (*frame.Column, error) {
	if d.IsObject() {
		return e.Build(slices.Repeat([]any{Nan}, n), d)
	}
	if n == 0 && !frame.CanMiss(d) {
		return e.Build(nil, d)
	}
	if d.IsCategorical() { // the categories come from the inputs that have the column
		b, err := e.Mem.Alloc(n)
		if err != nil {
			return nil, err
		}
		codes := mem.View[int8](b, 0, n)
		for i := range codes {
			codes[i] = -1
		}
		none, err := Heap.FromCells(nil)
		if err != nil {
			return nil, err
		}
		dict, err := frame.NewDictionary(none)
		if err != nil {
			return nil, err
		}
		return frame.NewDict(d, dict, b, 0, n, 1), nil
	}
	c, err := column.Missing(d)
	if err != nil {
		return nil, err
	}
	return e.Repeat(c, n)
}

// Cross turns row 0 of f into a series of dtype d: a row for each column.
func Cross(x *op.Exec, f *frame.Frame, name frame.Label, d dtype.DType) (*frame.Frame, error) {
	c, err := RowCells(x, f, 0, d)
	if err != nil {
		return nil, err
	}
	return frame.NewSeries(schema.AxisIndex(f.Names, f.Axis), name, c)
}

// PutRow puts row 0 of f: its only value, or a series over the columns where the output is one.
func PutRow(x *op.Exec, f *frame.Frame) error {
	m := x.Out(0)
	if m.Kind != op.Series {
		v, err := Scalar(x, f.Cols[0], 0)
		if err != nil {
			return err
		}
		return x.Put(0, v)
	}
	s, err := Cross(x, f, m.Cols[0].Name, m.Cols[0].Is)
	if err != nil {
		return err
	}
	return x.Put(0, s)
}

// RowCells is row r of f as a column of dtype d.
func RowCells(x *op.Exec, f *frame.Frame, r int, d dtype.DType) (*frame.Column, error) {
	same := len(f.Cols) > 0
	cols := make([]*frame.Column, len(f.Cols))
	for i, c := range f.Cols {
		cols[i] = c.Slice(r, r+1)
		same = same && c.DType == d
	}
	if same {
		return frame.Concat(x.Mem(), cols...)
	}
	cells := make([]any, len(cols))
	for i, c := range cols {
		if cells[i] = c.Cell(0); cells[i] == nil {
			cells[i] = MissingCell(c.DType)
		}
	}
	return column.Env{Mem: x.Mem(), Parallel: x.Parallel}.Build(cells, d)
}

// MissingCell is a missing value of dtype d as a cell of an object column.
func MissingCell(d dtype.DType) any {
	switch {
	case d.Null:
		return frame.NA
	case d.IsDatetime():
		return frame.Timestamp{Ticks: frame.NaT, Unit: d.Unit, TZ: d.TZ}
	case d.IsTimedelta():
		return frame.Timedelta{Ticks: frame.NaT, Unit: d.Unit}
	case d.IsObject():
		return nil
	}
	return Nan
}

// Scalar is row i of c as scalarMeta says. A missing value of an object is NaN, NaT, NA or nil.
func Scalar(x *op.Exec, c *frame.Column, i int) (any, error) {
	if schema.ScalarMeta(c.DType).Kind != op.Tensor {
		if v := c.Cell(i); v != nil {
			return v, nil
		}
		return MissingCell(c.DType), nil
	}
	c, err := c.Slice(i, i+1).Decode(x.Mem())
	if err != nil {
		return nil, err
	}
	if !c.Valid.IsZero() {
		if c, err = c.Settle(x.Mem(), false); err != nil {
			return nil, err
		}
	}
	a, ok := c.Array()
	if !ok {
		return nil, errs.New(errs.Internal, "a row of a %s column is no array", c.DType)
	}
	return &nd.Array{DType: a.DType, Block: a.Block, Offset: a.Offset}, nil
}

// TextsOf is the texts of a column: categories and objects must be texts, missing ones aside.
func TextsOf(x *op.Exec, c *frame.Column, what string) (*frame.Column, error) {
	switch {
	case c.DType.IsObject():
		for _, v := range c.Objects {
			if _, ok := v.(string); !ok && !frame.IsMissing(v) {
				return nil, errs.New(errs.Type, "%s of a column of objects reads texts, not a %s", errs.Name(what), column.PyType(v))
			}
		}
		return column.Env{Mem: x.Mem(), Parallel: x.Parallel}.Build(c.Objects, dtype.Str)
	case c.DType.IsCategorical() && c.Dict.Len() > 0 && !c.Dict.Values.DType.IsString():
		return nil, errs.New(errs.Type, "%s of categories reads texts, not %s", errs.Name(what), c.Dict.Values.DType)
	case c.DType.IsCategorical():
		out := c.Slice(0, c.Rows)
		out.DType = dtype.Str
		return out, nil
	}
	return c, nil
}

var Nan = math.NaN()

// GoValue is the one element of a as frame.Column.Cell has it.
func GoValue(a *nd.Array) (any, error) {
	b, _ := a.Reshape(1)
	c, err := frame.FromArray(mem.Heap, b)
	if err != nil {
		return nil, err
	}
	if v := c.Cell(0); v != nil {
		return v, nil
	}
	return MissingCell(c.DType), nil
}
