package chunk

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// sound checks the elements of a column against what they point at. Rows that are missing may hold anything;
// it is made harmless.
func sound(c *frame.Column) error {
	n := slots(c.Enc, c.Rows)
	switch {
	case n == 0:
		return nil
	case c.Enc == frame.Dict:
		return soundCodes(c, c.Dict.Values.Rows)
	case c.DType.IsString() || c.DType.IsBinary():
		return soundViews(c, n)
	case c.DType.IsBool():
		return soundBools(c, c.Data.Bytes()[:n])
	}
	return nil
}

func soundBools(c *frame.Column, p []byte) error {
	for i, v := range p {
		switch {
		case v <= 1:
		case c.Valid.Get(i):
			return damaged("bool %d is %d", i, v)
		default:
			p[i] = 0
		}
	}
	return nil
}

func soundCodes(c *frame.Column, n int) error {
	switch c.Codes {
	case 1:
		return codesIn(mem.View[int8](c.Data, 0, c.Rows), n)
	case 2:
		return codesIn(mem.View[int16](c.Data, 0, c.Rows), n)
	}
	return codesIn(mem.View[int32](c.Data, 0, c.Rows), n)
}

func codesIn[T int8 | int16 | int32](codes []T, n int) error {
	for i, k := range codes {
		if k < -1 || int(k) >= n {
			return damaged("row %d has code %d in a dictionary of %d", i, k, n)
		}
	}
	return nil
}

func soundViews(c *frame.Column, n int) error {
	vs := mem.View[frame.View](c.Data, 0, n)
	for i := range vs {
		v := &vs[i]
		if uint32(v.Len) <= 12 || v.Len > 0 && v.Off >= 0 && uint32(v.Heap) < uint32(len(c.Heaps)) && int(v.Off)+int(v.Len) <= c.Heaps[v.Heap].Len() {
			continue
		}
		if c.Valid.Get(i) {
			return damaged("text %d of %d bytes at %d of heap %d of %d", i, v.Len, v.Off, v.Heap, len(c.Heaps))
		}
		*v = frame.View{}
	}
	return nil
}
