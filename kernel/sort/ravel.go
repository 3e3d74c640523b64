package sort

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Ravel turns positions along several axes into C-order positions in an array of those axes' lengths:
// numpy.ravel_multi_index. The int64 arrays broadcast; axes are the names of the axes in errors. Errors:
// NotFound in NumPy's words for a position outside.
func Ravel(al mem.Allocator, idx []*nd.Array, lens, axes []int, mode Mode) (*nd.Array, error) {
	shapes := make([][]int, len(idx))
	for i, a := range idx {
		shapes[i] = a.Shape
	}
	shape, err := nd.Broadcast(shapes...)
	if err != nil {
		return nil, err
	}
	out, err := nd.Zeros(al, dtype.Int64, shape...)
	if err != nil || out.Size() == 0 {
		return out, err
	}
	to := nd.Data[int64](out)
	for k, a := range idx {
		b, err := a.BroadcastTo(shape...)
		if err != nil {
			return nil, err
		}
		if b, err = b.Contig(al); err != nil {
			return nil, err
		}
		n := lens[k]
		from := nd.Data[int64](b)
		if k == 0 && within(from, n) {
			copy(to, from)
			continue
		}
		for i, v := range from {
			if uint64(v) >= uint64(n) {
				p, err := mode.resolve(v, n, axes[k])
				if err != nil {
					return nil, errs.New(errs.NotFound, "%s", err.Error())
				}
				v = int64(p)
			}
			to[i] = to[i]*int64(n) + v
		}
	}
	return out, nil
}

// A Mesh is a grid of boxes over some axes: Bounds has the starts of the boxes along each axis and, last, its
// length.
type Mesh struct{ Bounds [][]int64 }

// Len is the number of boxes.
func (m Mesh) Len() int {
	n := 1
	for _, b := range m.Bounds {
		n *= len(b) - 1
	}
	return n
}

// Route finds the box of every C-order position over the whole axes, counted in C order of the boxes, and
// turns positions into C-order positions in their box, in place.
func (m Mesh) Route(pos []int64) (box []int32) {
	box = make([]int32, len(pos))
	find := make([]finder, len(m.Bounds))
	for a, b := range m.Bounds {
		find[a] = finderOf(b)
	}
	if len(find) == 1 {
		f := &find[0]
		for i, p := range pos {
			k := f.box(p)
			box[i], pos[i] = int32(k), p-f.bounds[k]
		}
		return box
	}
	for i, p := range pos {
		part, local := 0, int64(0)
		parts, size := 1, int64(1) // of the axes behind
		for a := len(find) - 1; a >= 0; a-- {
			f := &find[a]
			n := f.bounds[len(f.bounds)-1]
			q := p / n
			at := p - q*n
			p = q
			k := f.box(at)
			part += parts * k
			local += size * (at - f.bounds[k])
			parts *= len(f.bounds) - 1
			size *= f.bounds[k+1] - f.bounds[k]
		}
		box[i], pos[i] = int32(part), local
	}
	return box
}

// TakeFlat is the elements of a at C-order positions over some of its axes, which are replaced by the shape
// of pos, put at axis place of the result.
func TakeFlat(al mem.Allocator, a *nd.Array, axes []int, pos *nd.Array, place int) (*nd.Array, error) {
	rows, rest, err := rowsOf(al, a, axes)
	if err != nil {
		return nil, err
	}
	t, err := Take(al, rows, pos, 0, Raise)
	if err != nil {
		return nil, err
	}
	t, _ = t.Reshape(append(append([]int{}, pos.Shape...), rest...)...)
	return t.Transpose(inserted(len(pos.Shape), len(rest), place)...), nil
}

// rowsOf is a as rows along its axes together and, in one axis, the rest, whose lengths it also gives.
func rowsOf(al mem.Allocator, a *nd.Array, axes []int) (rows *nd.Array, rest []int, err error) {
	t, n := front(a, axes)
	rest = t.Shape[len(axes):]
	rows, ok := t.Reshape(n, nd.Size(rest))
	if !ok {
		if t, err = t.Clone(al); err != nil {
			return nil, nil, err
		}
		rows, _ = t.Reshape(n, nd.Size(rest))
	}
	return rows, rest, nil
}

// front is a view of a with the axes first, and the number of places along them.
func front(a *nd.Array, axes []int) (t *nd.Array, n int) {
	n = 1
	perm := append([]int{}, axes...)
	for k := range a.Shape {
		if !has(axes, k) {
			perm = append(perm, k)
		}
	}
	for _, k := range axes {
		n *= a.Shape[k]
	}
	return a.Transpose(perm...), n
}

func has(s []int, v int) bool {
	for _, x := range s {
		if x == v {
			return true
		}
	}
	return false
}

// inserted is the permutation that moves the first n of n+rest axes to place.
func inserted(n, rest, place int) []int {
	perm := make([]int, 0, n+rest)
	for k := range place {
		perm = append(perm, n+k)
	}
	for k := range n {
		perm = append(perm, k)
	}
	for k := place; k < rest; k++ {
		perm = append(perm, n+k)
	}
	return perm
}

// PutFlat sets the elements of a at C-order positions over some of its axes to values, whose first axes
// broadcast to the shape of pos and whose others to the other axes of a, in order. Later positions win. The
// dtypes are equal.
func PutFlat(al mem.Allocator, a *nd.Array, axes []int, pos, values *nd.Array) error {
	t, _ := front(a, axes)
	rest := t.Shape[len(axes):]
	v, err := values.BroadcastTo(append(append([]int{}, pos.Shape...), rest...)...)
	if err != nil || v.Size() == 0 {
		return err
	}
	p, err := pos.Contig(al)
	if err != nil {
		return err
	}
	if v, err = v.Contig(al); err != nil {
		return err
	}
	v, _ = v.Reshape(append([]int{pos.Size()}, rest...)...)
	at := nd.Data[int64](p)
	switch a.DType.Size() {
	case 1:
		return putRows[uint8](t, v, at, len(axes))
	case 2:
		return putRows[uint16](t, v, at, len(axes))
	case 4:
		return putRows[uint32](t, v, at, len(axes))
	case 8:
		return putRows[uint64](t, v, at, len(axes))
	}
	return putRows[complex128](t, v, at, len(axes))
}

// putRows writes row i of v to the place at[i] along the first n axes of t.
func putRows[T dtype.Elem](t, v *nd.Array, at []int64, n int) error {
	t, v = asWords(t), asWords(v)
	row := t
	for range n {
		row = row.Index(0, 0)
	}
	win, first := nd.Window[T](t)
	from := nd.Data[T](v)
	inner := row.Size()
	if inner == 1 && t.Contiguous() {
		to := nd.Data[T](t)
		for i, p := range at {
			to[p] = from[i]
		}
		return nil
	}
	for i, p := range at {
		off := 0
		for a := n - 1; a >= 0; a-- {
			off += int(p) % t.Shape[a] * t.Strides[a]
			p /= int64(t.Shape[a])
		}
		switch {
		case inner == 1:
			win[first+off] = from[i]
		case row.Contiguous():
			copy(win[first+off:first+off+inner], from[i*inner:])
		default:
			r := *row
			r.Offset += off
			if err := nd.Copy(&r, v.Index(0, i)); err != nil {
				return err
			}
		}
	}
	return nil
}
