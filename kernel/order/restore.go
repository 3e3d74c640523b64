package order

import (
	"math"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/mem"
)

// RowsAndKey is RowsIn of one key, and the key's column in that order; nil where the numbers that are sorted
// do not tell its values. They are turned back into values from one end to the other, where gathering values
// by their rows would wait for memory. The column has the bits that Take of the rows has; it lies in memory
// of to, the rows in that of al.
func RowsAndKey(to, al mem.Allocator, key Key, n int) (rows []int64, sorted *frame.Column, err error) {
	if n < 2 || n > math.MaxUint32 || !restorable(key.Col) {
		rows, err = RowsIn(al, []Key{key}, n)
		return rows, nil, err
	}
	if rows, _, err = mem.Scratch[int64](al, n); err != nil {
		return nil, nil, err
	}
	r, err := newRestorer(to, al, key, n)
	if err != nil {
		return nil, nil, err
	}
	defer r.end()
	if err := sort.SortWords(al, r.words, rows); err != nil {
		return nil, nil, err
	}
	sorted, err = r.column(rows)
	return rows, sorted, err
}

// KeyAndLabels puts a column, and labels that go along with its rows, in the order of the column. Both are
// nil where the numbers that are sorted do not tell its values, or the labels are no plain whole numbers near
// each other. Labels are dealt with the keys, so that nothing is gathered. Both lie in memory of to.
func KeyAndLabels(to, al mem.Allocator, key Key, labels *frame.Column) (sorted, along *frame.Column, err error) {
	n := key.Col.Rows
	if n < 2 || n > math.MaxUint32 || !restorable(key.Col) || !exact(key.Col) || !numbering(labels) {
		return nil, nil, nil
	}
	numbers, free, err := mem.Scratch[uint32](al, n)
	if err != nil {
		return nil, nil, err
	}
	defer free()
	base, near := numbered(numbers, frame.Values[int64](labels))
	if !near {
		return nil, nil, nil
	}
	b, err := to.Alloc(8 * n)
	if err != nil {
		return nil, nil, err
	}
	r, err := newRestorer(to, al, key, n)
	if err != nil {
		return nil, nil, err
	}
	defer r.end()
	out := mem.View[int64](b, 0, n)
	if err := sort.SortNumbered(al, r.words, out, numbers); err != nil {
		return nil, nil, err
	}
	for i, v := range out {
		out[i] = v + base
	}
	sorted, err = r.column(nil)
	return sorted, labels.Reordered(b, frame.Bitmap{}), err
}

// numbering reports labels that KeyAndLabels may take along.
func numbering(c *frame.Column) bool {
	return c.Enc == frame.Plain && c.Valid.IsZero() && (c.DType.IsInteger() || c.DType.IsTemporal()) && c.DType.Size() == 8
}

// numbered writes labels as what they are above a base; near is false where one is too far from it.
func numbered(out []uint32, labels []int64) (base int64, near bool) {
	base = labels[0] - math.MaxUint32/2
	far := uint64(0)
	labels = labels[:len(out)]
	for i, v := range labels {
		d := uint64(v) - uint64(base)
		far |= d
		out[i] = uint32(d)
	}
	return base, far <= math.MaxUint32
}
