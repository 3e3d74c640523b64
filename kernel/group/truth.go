package group

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// truths is any or all by group; missing rows are skipped.
func truths(al mem.Allocator, g *Groups, c *frame.Column, there []bool, f Func) (*frame.Column, error) {
	t, free, err := truthOf(al, c)
	if err != nil {
		return nil, err
	}
	defer free()
	out, col, err := column[bool](al, dtype.Bool, g.N)
	if err != nil {
		return nil, err
	}
	for i := range out {
		out[i] = f == All
	}
	for i, id := range g.IDs {
		if id >= 0 && (there == nil || there[i]) && t[i] != (f == All) {
			out[id] = f == Any
		}
	}
	return col, nil
}

// truthOf is Python's bool of every row: numbers that are not zero, texts that are not empty.
func truthOf(al mem.Allocator, c *frame.Column) ([]bool, func(), error) {
	out, free, err := mem.Scratch[bool](al, c.Rows)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case c.DType.IsObject():
		for i, v := range c.Objects {
			out[i] = truth(v)
		}
	case c.Enc == frame.Dict:
		of := make([]bool, c.Dict.Len())
		for k := range of {
			of[k] = truth(c.Dict.Values.Cell(k))
		}
		for i := range out {
			k := c.Code(i)
			out[i] = k >= 0 && of[k]
		}
	case c.DType.IsString() || c.DType.IsBinary():
		for i := range out {
			out[i] = len(c.Text(i)) > 0
		}
	case c.DType.IsFloat():
		v, err := floats(al, c)
		if err != nil {
			return nil, nil, err
		}
		for i, x := range v {
			out[i] = x != 0
		}
	case c.DType.IsComplex():
		p, err := c.Decode(al)
		if err != nil {
			return nil, nil, err
		}
		for i := range out {
			out[i] = complexAt(p, i) != 0
		}
	default:
		v, _, err := integers(al, c)
		if err != nil {
			return nil, nil, err
		}
		for i, x := range v {
			out[i] = x != 0
		}
	}
	return out, free, nil
}

// truth is Python's bool of one value.
func truth(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case int64:
		return v != 0
	case uint64:
		return v != 0
	case float64:
		return v != 0
	case complex128:
		return v != 0
	case string:
		return v != ""
	case []byte:
		return len(v) > 0
	case frame.Tuple:
		return len(v) > 0
	case []any:
		return len(v) > 0
	case frame.Timedelta:
		return v.Ticks != 0
	}
	return true
}
