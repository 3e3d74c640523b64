package golden

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// Read fills cases from the file of a golden.
func Read(path string, cases any) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	g := struct{ Cases any }{cases}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	return d.Decode(&g)
}

// A Column is a column as pandas said it.
type Column struct{ *frame.Column }

// UnmarshalJSON reads what golden.py writes.
func (c *Column) UnmarshalJSON(b []byte) error {
	var j struct {
		DType      string
		Ordered    bool
		Categories *Column
		Values     []any
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	err := d.Decode(&j)
	if err != nil {
		return err
	}
	if j.Categories != nil {
		c.Column, err = category(j.Ordered, j.Categories.Column, j.Values)
		return err
	}
	dt, err := dtype.Parse(j.DType)
	if err != nil {
		return err
	}
	c.Column, err = column(dt, j.Values)
	return err
}

func category(ordered bool, cats *frame.Column, codes []any) (*frame.Column, error) {
	out := make([]int32, len(codes))
	for i, v := range codes {
		k, err := v.(json.Number).Int64()
		if err != nil {
			return nil, err
		}
		out[i] = int32(k)
	}
	cats, err := cats.Decode(mem.Heap)
	if err != nil {
		return nil, err
	}
	dict, err := frame.NewDictionary(cats)
	if err != nil {
		return nil, err
	}
	d := dtype.Categorical
	d.Ordered = ordered
	return frame.NewDict(d, dict, mem.WrapOf(out), 0, len(out), 4), nil
}

func column(d dtype.DType, vs []any) (*frame.Column, error) {
	switch d.Kind {
	case dtype.BoolKind:
		return build(d, vs, func(v any) (bool, error) { return v.(bool), nil })
	case dtype.Int8Kind:
		return build(d, vs, integer[int8])
	case dtype.Int16Kind:
		return build(d, vs, integer[int16])
	case dtype.Int32Kind:
		return build(d, vs, integer[int32])
	case dtype.Int64Kind, dtype.DatetimeKind, dtype.TimedeltaKind:
		return build(d, vs, integer[int64])
	case dtype.Uint8Kind:
		return build(d, vs, integer[uint8])
	case dtype.Uint16Kind:
		return build(d, vs, integer[uint16])
	case dtype.Uint32Kind:
		return build(d, vs, integer[uint32])
	case dtype.Uint64Kind:
		return build(d, vs, func(v any) (uint64, error) { return strconv.ParseUint(v.(json.Number).String(), 10, 64) })
	case dtype.Float32Kind:
		return build(d, vs, func(v any) (float32, error) { f, err := float(v); return float32(f), err })
	case dtype.Float64Kind:
		return build(d, vs, float)
	case dtype.Complex128Kind:
		return build(d, vs, func(v any) (complex128, error) {
			re, err := float(v.([]any)[0])
			if err != nil {
				return 0, err
			}
			im, err := float(v.([]any)[1])
			return complex(re, im), err
		})
	case dtype.StringKind:
		b := frame.NewStrBuilder(mem.Heap, d)
		for _, v := range vs {
			if v == nil {
				b.AppendNull()
			} else {
				b.Append(v.(string))
			}
		}
		return b.Column()
	case dtype.ObjectKind:
		out := make([]any, len(vs))
		for i, v := range vs {
			out[i] = object(v)
		}
		return frame.NewObjects(out), nil
	}
	return nil, fmt.Errorf("a golden of %v", d)
}

func build[T dtype.Elem](d dtype.DType, vs []any, read func(any) (T, error)) (*frame.Column, error) {
	b := frame.NewNumBuilder[T](mem.Heap, d, len(vs))
	for _, v := range vs {
		if v == nil {
			b.AppendNull()
			continue
		}
		x, err := read(v)
		if err != nil {
			return nil, err
		}
		b.Append(x)
	}
	return b.Column()
}

func integer[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32](v any) (T, error) {
	i, err := v.(json.Number).Int64()
	return T(i), err
}

func float(v any) (float64, error) {
	if s, ok := v.(string); ok {
		return strconv.ParseFloat(s, 64)
	}
	return v.(json.Number).Float64()
}

func object(v any) any {
	switch v := v.(type) {
	case json.Number:
		if i, err := v.Int64(); err == nil {
			return i
		}
		if u, err := strconv.ParseUint(v.String(), 10, 64); err == nil {
			return u
		}
		f, _ := v.Float64()
		return f
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = object(e)
		}
		return out
	case map[string]any:
		var b []byte
		for _, r := range v["bytes"].(string) {
			b = append(b, byte(r))
		}
		return b
	}
	return v
}

// Diff says where got is not what pandas said, "" where it is: dtype, rows, and values within tol of relative
// error for floats.
func (c Column) Diff(got *frame.Column, tol float64) string {
	if got.DType != c.DType {
		return fmt.Sprintf("dtype %v, pandas says %v", got.DType, c.DType)
	}
	if got.Rows != c.Rows {
		return fmt.Sprintf("%d rows, pandas says %d", got.Rows, c.Rows)
	}
	for i := range got.Rows {
		if x, y := cellOf(got, i), cellOf(c.Column, i); !same(x, y, tol) {
			return fmt.Sprintf("row %d is %v, pandas says %v\n got %v\nwant %v", i, x, y, got.Cells(), c.Cells())
		}
	}
	return ""
}

// cellOf is a cell with one value for everything that is missing but a NaN among nullable floats.
func cellOf(c *frame.Column, i int) any {
	if c.IsNull(i) {
		return nil
	}
	return c.Cell(i)
}

func same(x, y any, tol float64) bool {
	switch a := x.(type) {
	case float64:
		b, ok := y.(float64)
		return ok && near(a, b, tol)
	case complex128:
		b, ok := y.(complex128)
		return ok && near(real(a), real(b), tol) && near(imag(a), imag(b), tol)
	case []any:
		b, ok := y.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !same(a[i], b[i], tol) {
				return false
			}
		}
		return true
	case []byte:
		b, ok := y.([]byte)
		return ok && bytes.Equal(a, b)
	case frame.Tuple:
		return same([]any(a), y, tol)
	}
	return x == y
}

func near(a, b, tol float64) bool {
	return a == b || a != a && b != b || math.Abs(a-b) <= tol*max(math.Abs(a), math.Abs(b))
}
