package op

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Assemble makes the whole value of its chunks, in C order of the grid, as a client fetches it: pending
// dtypes decided, the labels of a range index numbered through.
func Assemble(al mem.Allocator, m Meta, grid []int, chunks []any) (any, error) {
	vs := make([]any, len(chunks))
	row := 0
	for i, v := range chunks {
		v, err := Settle(v, m, al)
		if err != nil {
			return nil, err
		}
		if f, ok := v.(*frame.Frame); ok && m.Index.Loose {
			start := int64(m.Index.Start + row*m.Index.Step)
			row += f.NRows
			v = f.WithIndex(frame.NewRange(start, int64(m.Index.Step), f.NRows).WithNames(f.Index.Names...))
		}
		if f, ok := v.(*frame.Frame); ok {
			if v, err = f.Widened(al); err != nil {
				return nil, err
			}
		}
		if f, ok := v.(*frame.Frame); ok && f.Ord != nil {
			v = f.WithOrd(nil)
		}
		vs[i] = v
	}
	return Stack(al, grid, vs)
}

// SchemaOfValue is SchemaOf for a frame, the description of a tensor, and nil for anything else.
func SchemaOfValue(v any) *Meta {
	switch v := v.(type) {
	case *frame.Frame:
		return SchemaOf(v)
	case *nd.Array:
		m := NewTensor(v.DType, Dims(v.Shape...)...)
		return &m
	}
	return nil
}
