package op

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// CloneValue copies a value to Go memory, so that it outlives the blocks it was borrowed from.
func CloneValue(v any) (any, error) {
	switch v := v.(type) {
	case *nd.Array:
		return v.Clone(mem.Heap)
	case *frame.Frame:
		return v.Clone(mem.Heap)
	case Tuple:
		out := make(Tuple, len(v))
		for i, x := range v {
			c, err := CloneValue(x)
			if err != nil {
				return nil, err
			}
			out[i] = c
		}
		return out, nil
	}
	return v, nil
}
