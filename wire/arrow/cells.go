package arrow

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// cells builds a typed column of object cells that have one type or are nil. Nullable dtypes hold the missing
// ones, so that a NaN among floats is kept apart from None.
type cells struct {
	add    func(v any)
	column func() (*frame.Column, error)
}

func newCells(al mem.Allocator, d dtype.DType, n int) cells {
	switch {
	case d.IsString() || d.IsBinary():
		b := frame.PlainStr(al, d)
		return cells{func(v any) {
			switch v := v.(type) {
			case string:
				b.Append(v)
			case []byte:
				b.AppendBytes(v)
			default:
				b.AppendNull()
			}
		}, b.Column}
	case d.IsBool():
		return numCells[bool](al, d.Nullable(), n, func(v any) bool { return v.(bool) })
	case d.IsFloat():
		return numCells[float64](al, d.Nullable(), n, func(v any) float64 {
			if f, ok := v.(float32); ok {
				return float64(f)
			}
			return v.(float64)
		})
	case d.IsTemporal():
		return numCells[int64](al, d, n, func(v any) int64 {
			if t, ok := v.(frame.Timestamp); ok {
				return t.Ticks
			}
			return v.(frame.Timedelta).Ticks
		})
	}
	return numCells[int64](al, d.Nullable(), n, func(v any) int64 {
		i, _ := frame.L(v).Int()
		return i
	})
}

func numCells[T dtype.Elem](al mem.Allocator, d dtype.DType, n int, of func(any) T) cells {
	b := frame.NewNumBuilder[T](al, d, n)
	return cells{func(v any) {
		if v == nil {
			b.AppendNull()
		} else {
			b.Append(of(v))
		}
	}, b.Column}
}
