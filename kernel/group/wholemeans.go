package group

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// exactSums reports that no sum of so many integers, whose magnitudes joined are size, rounds as a float64.
func exactSums(size uint64, rows int) bool { return size < 1<<53/uint64(max(rows, 1)) }

// wholeMeans is the sums, as floats, and the counts of a column of integers or bools. Sums that no addition
// rounds are those of integers; ok is false where they might be others.
func wholeMeans(al mem.Allocator, g *Groups, c *frame.Column) (parts []*frame.Column, ok bool, err error) {
	p, err := c.Stored().Decode(al)
	if err != nil {
		return nil, false, err
	}
	there, err := present(al, p)
	if err != nil {
		return nil, false, err
	}
	sum, sums, err := column[int64](al, dtype.Float64, g.N) // the floats take the place of the integers
	if err != nil {
		return nil, false, err
	}
	var size uint64
	if there == nil && g.sizes == nil {
		size, err = sumAndCount(al, g, p, sum)
	} else {
		clear(sum)
		size = sumWhole(g, p, there, sum)
	}
	if err != nil || !exactSums(size, p.Rows) {
		return nil, false, err
	}
	as := frame.Values[float64](sums)
	for i, s := range sum {
		as[i] = float64(s)
	}
	n, err := countOf(al, g, there)
	return []*frame.Column{sums, n}, true, err
}

// A wholeCell is what a group's mean of integers needs, side by side: one look-up serves both.
type wholeCell struct{ sum, n int64 }

// sumAndCount is sumWhole of a column that misses nothing, and the sizes of the groups from the same pass.
func sumAndCount(al mem.Allocator, g *Groups, c *frame.Column, sum []int64) (size uint64, err error) {
	cells, free, err := mem.Scratch[wholeCell](al, g.N)
	if err != nil {
		return 0, err
	}
	defer free()
	clear(cells)
	n, sizes, err := column[int64](al, dtype.Int64, g.N)
	if err != nil {
		return 0, err
	}
	switch c.DType.Kind {
	case dtype.BoolKind, dtype.Uint8Kind:
		size = sumAndCountOf[uint8](g.IDs, c, cells)
	case dtype.Int8Kind:
		size = sumAndCountOf[int8](g.IDs, c, cells)
	case dtype.Int16Kind:
		size = sumAndCountOf[int16](g.IDs, c, cells)
	case dtype.Int32Kind:
		size = sumAndCountOf[int32](g.IDs, c, cells)
	case dtype.Uint16Kind:
		size = sumAndCountOf[uint16](g.IDs, c, cells)
	case dtype.Uint32Kind:
		size = sumAndCountOf[uint32](g.IDs, c, cells)
	case dtype.Uint64Kind:
		size = sumAndCountOf[uint64](g.IDs, c, cells)
	default:
		size = sumAndCountOf[int64](g.IDs, c, cells)
	}
	for i, p := range cells {
		sum[i], n[i] = p.sum, p.n
	}
	g.sizes = sizes
	return size, nil
}

func sumAndCountOf[T whole](ids []int32, c *frame.Column, cells []wholeCell) (size uint64) {
	v := frame.Values[T](c)[:len(ids)]
	for i, id := range ids {
		if k := uint(id); k < uint(len(cells)) { // a missing key has a negative id
			p := &cells[k]
			p.sum += int64(v[i])
			p.n++
			size |= magnitude(v[i])
		}
	}
	return size
}
