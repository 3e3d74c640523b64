package sort

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Mode says what an index outside an axis means.
type Mode uint8

const (
	Raise Mode = iota // an Invalid error; negative ones count from the end
	Wrap              // modulo the length
	Clip              // the nearest end
)

// resolve is index i of an axis of n.
func (m Mode) resolve(i int64, n, axis int) (int, error) {
	switch k := int64(n); m {
	case Wrap:
		if k > 0 {
			return int(((i % k) + k) % k), nil
		}
	case Clip:
		if k > 0 {
			return int(min(max(i, 0), k-1)), nil
		}
	default:
		if i >= -k && i < k {
			if i < 0 {
				i += k
			}
			return int(i), nil
		}
	}
	return 0, errs.New(errs.Invalid, "index %d is out of bounds for axis %d with size %d", i, axis, n)
}

// positions is idx in C order, each within an axis of n: idx itself where it is so already.
func (m Mode) positions(al mem.Allocator, idx *nd.Array, n, axis int) ([]int64, error) {
	if idx.DType != dtype.Int64 {
		return nil, errs.New(errs.Type, "positions are int64, not %v", idx.DType)
	}
	if idx.Contiguous() {
		if p := nd.Data[int64](idx); within(p, n) {
			return p, nil
		}
	}
	out, err := nd.New(al, dtype.Int64, idx.Shape...)
	if err != nil {
		return nil, err
	}
	if err := nd.Copy(out, idx); err != nil {
		return nil, err
	}
	p := nd.Data[int64](out)
	for i, v := range p {
		if uint64(v) < uint64(n) {
			continue
		}
		k, err := m.resolve(v, n, axis)
		if err != nil {
			return nil, err
		}
		p[i] = int64(k)
	}
	return p, nil
}

// within reports that positions are those of an axis of n.
func within(p []int64, n int) bool {
	var bad int64
	last := int64(n) - 1
	for _, v := range p {
		bad |= v | (last - v) // negative where one of them is
	}
	return bad >= 0
}

// Take is the elements of a at int64 positions idx along an axis: numpy.take. The axis is replaced by the
// shape of idx.
func Take(al mem.Allocator, a, idx *nd.Array, axis int, mode Mode) (*nd.Array, error) {
	pos, err := mode.positions(al, idx, a.Shape[axis], axis)
	if err != nil {
		return nil, err
	}
	shape := append(append(append([]int{}, a.Shape[:axis]...), idx.Shape...), a.Shape[axis+1:]...)
	out, err := nd.New(al, a.DType, shape...)
	if err != nil || out.Size() == 0 {
		return out, err
	}
	return out, takeInto(al, out, a, pos, axis)
}

// takeInto writes rows of a at pos to out, seen as [outer, len(pos), inner]. A strided a is copied first,
// unless few rows are asked for.
func takeInto(al mem.Allocator, out, a *nd.Array, pos []int64, axis int) error {
	few := len(pos) < a.Shape[axis]/4
	if !a.Contiguous() && (!few || a.Rank() == 1) && len(pos) > 0 {
		var err error
		if a, err = a.Contig(al); err != nil {
			return err
		}
	}
	if a.Contiguous() {
		switch a.DType.Size() {
		case 1:
			takeRows[uint8](out, a, pos, axis)
		case 2:
			takeRows[uint16](out, a, pos, axis)
		case 4:
			takeRows[uint32](out, a, pos, axis)
		case 8:
			takeRows[uint64](out, a, pos, axis)
		default:
			takeRows[complex128](out, a, pos, axis)
		}
		return nil
	}
	shape := append([]int{}, a.Shape...)
	shape[axis] = len(pos)
	flat, _ := out.Reshape(shape...)
	for i, p := range pos {
		if err := nd.Copy(flat.Index(axis, i), a.Index(axis, int(p))); err != nil {
			return err
		}
	}
	return nil
}

func takeRows[T dtype.Elem](out, a *nd.Array, pos []int64, axis int) {
	to, from := nd.Data[T](asWords(out)), nd.Data[T](asWords(a))
	outer, n, inner := nd.Size(a.Shape[:axis]), a.Shape[axis], nd.Size(a.Shape[axis+1:])
	for range outer {
		if inner == 1 {
			for i, p := range pos {
				to[i] = from[p]
			}
		} else {
			for i, p := range pos {
				copy(to[i*inner:(i+1)*inner], from[int(p)*inner:])
			}
		}
		to, from = to[len(pos)*inner:], from[n*inner:]
	}
}

// Compress is the elements of a along an axis where mask is true: numpy.compress. The mask may be shorter
// than the axis.
func Compress(al mem.Allocator, a, mask *nd.Array, axis int) (*nd.Array, error) {
	if mask.Rank() != 1 {
		return nil, errs.New(errs.Invalid, "condition must be a 1-d array")
	}
	if a.Rank() == 1 && a.Contiguous() && mask.Contiguous() && mask.DType.Size() == 1 && mask.Shape[0] <= a.Shape[0] && a.DType.Size() <= 8 {
		return keep(al, a, mask)
	}
	idx, err := Nonzero(al, mask, 0, nil)
	if err != nil {
		return nil, err
	}
	return Take(al, a, idx[0], axis, Raise)
}

// keep is Compress of contiguous elements.
func keep(al mem.Allocator, a, mask *nd.Array) (*nd.Array, error) {
	m := nd.Data[uint8](asWords(mask))
	out, err := nd.New(al, a.DType, trues(m))
	if err != nil || out.Size() == 0 {
		return out, err
	}
	w, from := asWords(out), asWords(a)
	switch a.DType.Size() {
	case 1:
		keepWords(nd.Data[uint8](w), nd.Data[uint8](from), m)
	case 2:
		keepWords(nd.Data[uint16](w), nd.Data[uint16](from), m)
	case 4:
		keepWords(nd.Data[uint32](w), nd.Data[uint32](from), m)
	default:
		keepWords(nd.Data[uint64](w), nd.Data[uint64](from), m)
	}
	return out, nil
}

// Mask is the elements of a, in C order, where a bool array of the same shape is true.
func Mask(al mem.Allocator, a, mask *nd.Array) (*nd.Array, error) {
	if !nd.SameShape(a.Shape, mask.Shape) {
		return nil, errs.New(errs.Invalid, "boolean index did not match indexed array; shapes are %s and %s", nd.ShapeString(a.Shape), nd.ShapeString(mask.Shape))
	}
	flat, err := ravel(al, a)
	if err != nil {
		return nil, err
	}
	m, err := ravel(al, mask)
	if err != nil {
		return nil, err
	}
	return Compress(al, flat, m, 0)
}

// ravel is a as one dimension, copied where that needs it.
func ravel(al mem.Allocator, a *nd.Array) (*nd.Array, error) {
	c, err := a.Contig(al)
	if err != nil {
		return nil, err
	}
	f, _ := c.Reshape(c.Size())
	return f, nil
}

// TakeAlong is the elements of a at int64 positions along an axis, lane by lane: numpy.take_along_axis. Other
// axes of idx broadcast against those of a.
func TakeAlong(al mem.Allocator, a, idx *nd.Array, axis int) (*nd.Array, error) {
	if idx.Rank() != a.Rank() {
		return nil, errs.New(errs.Invalid, "`indices` and `arr` must have the same number of dimensions")
	}
	as, is := append([]int{}, a.Shape...), append([]int{}, idx.Shape...)
	as[axis], is[axis] = 1, 1
	shape, err := nd.Broadcast(as, is)
	if err != nil {
		return nil, err
	}
	shape[axis] = a.Shape[axis]
	if a, err = a.BroadcastTo(shape...); err != nil {
		return nil, err
	}
	shape[axis] = idx.Shape[axis]
	if idx, err = idx.BroadcastTo(shape...); err != nil {
		return nil, err
	}
	out, err := nd.New(al, a.DType, shape...)
	if err != nil || out.Size() == 0 {
		return out, err
	}
	switch a.DType.Size() {
	case 1:
		err = takeLanes[uint8](out, a, idx, axis)
	case 2:
		err = takeLanes[uint16](out, a, idx, axis)
	case 4:
		err = takeLanes[uint32](out, a, idx, axis)
	case 8:
		err = takeLanes[uint64](out, a, idx, axis)
	default:
		err = takeLanes[complex128](out, a, idx, axis)
	}
	return out, err
}

func takeLanes[T dtype.Elem](out, a, idx *nd.Array, axis int) (err error) {
	a, out = asWords(a), asWords(out)
	to, outFirst := nd.Window[T](out)
	from, first := nd.Window[T](a)
	pos, idxFirst := nd.Window[int64](idx)
	n, m := a.Shape[axis], out.Shape[axis]
	var starts, ends []int
	eachLane(a, axis, first, func(at int) { starts = append(starts, at) })
	eachLane(out, axis, outFirst, func(at int) { ends = append(ends, at) })
	l := 0
	eachLane(idx, axis, idxFirst, func(at int) {
		if err != nil {
			return
		}
		p, s := ends[l], starts[l]
		for range m {
			var k int
			if k, err = Raise.resolve(pos[at], n, axis); err != nil {
				return
			}
			to[p] = from[s+k*a.Strides[axis]]
			at += idx.Strides[axis]
			p += out.Strides[axis]
		}
		l++
	})
	return err
}
