package group

import (
	"bytes"
	"cmp"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// pickRows is one row per group: the first, the last, the least or the greatest that is not missing; -1 for
// groups without one. Among equals the first row wins.
func pickRows(al mem.Allocator, g *Groups, c *frame.Column, f Func) ([]int64, error) {
	out, _, err := mem.Scratch[int64](al, g.N)
	if err != nil {
		return nil, err
	}
	for i := range out {
		out[i] = -1
	}
	there, err := present(al, c)
	if err != nil {
		return nil, err
	}
	switch f {
	case First:
		for i, id := range g.IDs {
			if id >= 0 && out[id] < 0 && (there == nil || there[i]) {
				out[id] = int64(i)
			}
		}
	case Last:
		for i, id := range g.IDs {
			if id >= 0 && (there == nil || there[i]) {
				out[id] = int64(i)
			}
		}
	default:
		return out, extremes(al, g, c, there, f == Max || f == IdxMax, out)
	}
	return out, nil
}

func extremes(al mem.Allocator, g *Groups, c *frame.Column, there []bool, greatest bool, out []int64) error {
	switch {
	case c.DType.IsObject():
		return extremeCells(g, c, there, greatest, out)
	case c.Enc == frame.Dict:
		rank, err := dictRanks(c)
		if err != nil {
			return err
		}
		keys, _, err := mem.Scratch[int32](al, c.Rows)
		if err != nil {
			return err
		}
		for i := range keys {
			if k := c.Code(i); k >= 0 {
				keys[i] = rank[k]
			}
		}
		extreme(g, keys, there, greatest, out)
		return nil
	}
	p, err := c.Stored().Decode(al)
	if err != nil {
		return err
	}
	switch p.DType.Kind {
	case dtype.BoolKind, dtype.Uint8Kind:
		extreme(g, frame.Values[uint8](p), there, greatest, out)
	case dtype.Int8Kind:
		extreme(g, frame.Values[int8](p), there, greatest, out)
	case dtype.Int16Kind:
		extreme(g, frame.Values[int16](p), there, greatest, out)
	case dtype.Int32Kind:
		extreme(g, frame.Values[int32](p), there, greatest, out)
	case dtype.Int64Kind, dtype.DatetimeKind, dtype.TimedeltaKind:
		extreme(g, frame.Values[int64](p), there, greatest, out)
	case dtype.Uint16Kind:
		extreme(g, frame.Values[uint16](p), there, greatest, out)
	case dtype.Uint32Kind:
		extreme(g, frame.Values[uint32](p), there, greatest, out)
	case dtype.Uint64Kind:
		extreme(g, frame.Values[uint64](p), there, greatest, out)
	case dtype.Float32Kind:
		extreme(g, frame.Values[float32](p), there, greatest, out)
	case dtype.Float64Kind:
		extreme(g, frame.Values[float64](p), there, greatest, out)
	case dtype.Float16Kind:
		v, err := floats(al, p)
		if err != nil {
			return err
		}
		extreme(g, v, there, greatest, out)
	case dtype.StringKind, dtype.BinaryKind:
		for i, id := range g.IDs {
			if id < 0 || there != nil && !there[i] {
				continue
			}
			if b := out[id]; b < 0 || bytes.Compare(p.Text(i), p.Text(int(b))) == sign(greatest) {
				out[id] = int64(i)
			}
		}
	default:
		return errs.New(errs.Type, "%v has no order", c.DType)
	}
	return nil
}

// sign is the comparison that replaces the best row so far.
func sign(greatest bool) int {
	if greatest {
		return 1
	}
	return -1
}

func extreme[T cmp.Ordered](g *Groups, v []T, there []bool, greatest bool, out []int64) {
	for i, id := range g.IDs {
		if id < 0 || there != nil && !there[i] {
			continue
		}
		b := out[id]
		if b < 0 || !greatest && v[i] < v[b] || greatest && v[i] > v[b] {
			out[id] = int64(i)
		}
	}
}

// dictRanks is the place of each dictionary value in ascending order; categories are in order as they stand.
func dictRanks(c *frame.Column) ([]int32, error) {
	n := c.Dict.Len()
	rank := make([]int32, n)
	if c.DType.IsCategorical() {
		for i := range rank {
			rank[i] = int32(i)
		}
		return rank, nil
	}
	for p, k := range c.Dict.Sorted() {
		rank[k] = int32(p)
	}
	return rank, nil
}

// extremeCells compares objects as labels, which must be of one sort.
func extremeCells(g *Groups, c *frame.Column, there []bool, greatest bool, out []int64) error {
	name := Min
	if greatest {
		name = Max
	}
	for i, id := range g.IDs {
		if id < 0 || there != nil && !there[i] {
			continue
		}
		b := out[id]
		if b < 0 {
			out[id] = int64(i)
			continue
		}
		x, ok := frame.LabelOf(c.Objects[i])
		y, ok2 := frame.LabelOf(c.Objects[b])
		if !ok || !ok2 || numeric(x) != numeric(y) || !numeric(x) && x.Kind() != y.Kind() {
			return errs.New(errs.Type, "agg function failed [how->%s,dtype->object]", name)
		}
		if r := x.Compare(y); r < 0 && !greatest || r > 0 && greatest {
			out[id] = int64(i)
		}
	}
	return nil
}

func numeric(l frame.Label) bool {
	switch l.Kind() {
	case frame.LabelBool, frame.LabelInt, frame.LabelUint, frame.LabelFloat:
		return true
	}
	return false
}
