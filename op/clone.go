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
	case *Pickled:
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

// Blocks calls f for every block that a chunk value needs; one may come more than once.
func Blocks(v any, f func(*mem.Block)) {
	switch v := v.(type) {
	case *nd.Array:
		if v.Block != nil {
			f(v.Block)
		}
	case *frame.Frame:
		v.Blocks(f)
	case *frame.Column:
		v.Blocks(f)
	case *frame.Index:
		v.Blocks(f)
	case *Pickled:
		for _, b := range v.Parts {
			f(b)
		}
	case Tuple:
		for _, x := range v {
			Blocks(x, f)
		}
	case *Parts:
		for _, x := range v.P {
			Blocks(x, f)
		}
	}
}
