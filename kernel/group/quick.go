package group

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// whole is what integers, bools and times are stored as.
type whole interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

// Sizes is the number of rows of each group.
func (g *Groups) Sizes(al mem.Allocator) (*frame.Column, error) {
	if g.sizes != nil {
		return g.sizes, nil
	}
	n, out, err := column[int64](al, dtype.Int64, g.N)
	if err != nil {
		return nil, err
	}
	clear(n)
	counts(g.IDs, nil, n)
	g.sizes = out
	return out, nil
}

// sumWhole adds the rows of a plain column of integers or bools by group; sums wrap. size is the bits of
// magnitude of every value, joined.
func sumWhole(g *Groups, c *frame.Column, there []bool, sum []int64) (size uint64) {
	if s := g.sums[bytesAt{c.Data, c.Offset, c.DType.Kind}]; s != nil && there == nil {
		copy(sum, s)
		return 255
	}
	switch c.DType.Kind {
	case dtype.BoolKind, dtype.Uint8Kind:
		return sumOfWhole(g.IDs, frame.Values[uint8](c), there, sum)
	case dtype.Int8Kind:
		return sumOfWhole(g.IDs, frame.Values[int8](c), there, sum)
	case dtype.Int16Kind:
		return sumOfWhole(g.IDs, frame.Values[int16](c), there, sum)
	case dtype.Int32Kind:
		return sumOfWhole(g.IDs, frame.Values[int32](c), there, sum)
	case dtype.Uint16Kind:
		return sumOfWhole(g.IDs, frame.Values[uint16](c), there, sum)
	case dtype.Uint32Kind:
		return sumOfWhole(g.IDs, frame.Values[uint32](c), there, sum)
	case dtype.Uint64Kind:
		return sumOfWhole(g.IDs, frame.Values[uint64](c), there, sum)
	}
	return sumOfWhole(g.IDs, frame.Values[int64](c), there, sum)
}

func sumOfWhole[T whole](ids []int32, v []T, there []bool, sum []int64) (size uint64) {
	v = v[:len(ids)]
	if there == nil {
		for i, id := range ids {
			if id >= 0 {
				sum[id] += int64(v[i])
				size |= magnitude(v[i])
			}
		}
		return size
	}
	for i, id := range ids {
		if id >= 0 && there[i] {
			sum[id] += int64(v[i])
			size |= magnitude(v[i])
		}
	}
	return size
}

// magnitude is the bits of the size of an integer: v, or, where it is negative, what is one less than its
// absolute value.
func magnitude[T whole](v T) uint64 {
	if ^T(0) > 0 { // unsigned: its highest bit is no sign
		return uint64(v)
	}
	return uint64(int64(v) ^ int64(v)>>63)
}

// bestOf is the least or greatest value of each group of a plain column of numbers or times none of which is
// missing, floats aside: their NaNs are skipped. It is nil for other columns.
func bestOf(al mem.Allocator, g *Groups, c *frame.Column, greatest bool) (*frame.Column, error) {
	if c.Enc == frame.Narrow {
		p, err := bestOf(al, g, c.Stored(), greatest)
		if p == nil {
			return nil, err
		}
		return frame.NewNarrow(c.DType, p.Data, p.Offset, p.Rows, c.Codes, p.Valid), nil
	}
	if c.Enc != frame.Plain || !c.Valid.IsZero() || !g.full {
		return nil, nil
	}
	switch c.DType.Kind {
	case dtype.BoolKind, dtype.Uint8Kind:
		return best[uint8](al, g, c, greatest, 0, math.MaxUint8)
	case dtype.Int8Kind:
		return best[int8](al, g, c, greatest, math.MinInt8, math.MaxInt8)
	case dtype.Int16Kind:
		return best[int16](al, g, c, greatest, math.MinInt16, math.MaxInt16)
	case dtype.Int32Kind:
		return best[int32](al, g, c, greatest, math.MinInt32, math.MaxInt32)
	case dtype.Uint16Kind:
		return best[uint16](al, g, c, greatest, 0, math.MaxUint16)
	case dtype.Uint32Kind:
		return best[uint32](al, g, c, greatest, 0, math.MaxUint32)
	case dtype.Uint64Kind:
		return best[uint64](al, g, c, greatest, 0, math.MaxUint64)
	case dtype.Int64Kind:
		return best[int64](al, g, c, greatest, math.MinInt64, math.MaxInt64)
	case dtype.Float32Kind:
		nan := float32(math.NaN())
		return best(al, g, c, greatest, nan, nan)
	case dtype.Float64Kind:
		return best(al, g, c, greatest, math.NaN(), math.NaN())
	}
	return nil, nil
}

// best starts from the least or greatest value there is, or NaN, which any value replaces.
func best[T whole | float32 | float64](al mem.Allocator, g *Groups, c *frame.Column, greatest bool, lo, hi T) (*frame.Column, error) {
	b, err := al.Alloc(g.N * sizeof(lo))
	if err != nil {
		return nil, err
	}
	out, v := mem.View[T](b, 0, g.N), frame.Values[T](c)[:len(g.IDs)]
	if greatest {
		for i := range out {
			out[i] = lo
		}
		for i, id := range g.IDs {
			if id >= 0 {
				if x := v[i]; !(x <= out[id]) && x == x { // most often one comparison
					out[id] = x
				}
			}
		}
	} else {
		for i := range out {
			out[i] = hi
		}
		for i, id := range g.IDs {
			if id >= 0 {
				if x := v[i]; !(x >= out[id]) && x == x {
					out[id] = x
				}
			}
		}
	}
	return frame.NewPlain(c.DType, b, 0, g.N, frame.Bitmap{}), nil
}
