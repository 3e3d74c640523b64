package group

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// pairGroups is the groups of which columns are summed two at a time: they are looked at once in pairRows
// rows.
const pairGroups = 1 << 14

// pairRows is the rows whose sums of bytes fit 24 bits with their sign, and whose number fits 16.
const pairRows = 1 << 15

// bytesAt tells columns of bytes apart by where they lie.
type bytesAt struct {
	block *mem.Block
	off   int
	kind  dtype.Kind
}

// Ahead sums columns of integers of a byte, of which aggs want sums or means and no row is missing, two at a
// time, and counts the rows of groups on the way. Map finds the sums. Aggregate i is of column i.
func (g *Groups) Ahead(al mem.Allocator, aggs []Agg, cols []*frame.Column) error {
	if g.apart || g.N > pairGroups || len(g.IDs) < 8*g.N {
		return nil
	}
	var todo []*frame.Column
	seen := map[bytesAt]bool{}
	for i, a := range aggs {
		if a.Func != Mean && (a.Func != Sum || a.counted()) || !(cols[i].DType.IsInteger() || cols[i].DType.IsBool()) {
			continue
		}
		c := cols[i].Stored()
		switch c.DType.Kind {
		case dtype.BoolKind, dtype.Uint8Kind, dtype.Int8Kind:
			at := bytesAt{c.Data, c.Offset, c.DType.Kind}
			if c.Enc == frame.Plain && c.Valid.IsZero() && !seen[at] {
				seen[at] = true
				todo = append(todo, c)
			}
		}
	}
	for ; len(todo) > 1; todo = todo[2:] {
		if err := g.pair(al, todo[0], todo[1]); err != nil {
			return err
		}
	}
	return nil
}

// pair sums two columns of bytes.
func (g *Groups) pair(al mem.Allocator, a, b *frame.Column) error {
	acc, free, err := zeros[int64](al, g.N)
	if err != nil {
		return err
	}
	defer free()
	x, _, err := zeros[int64](al, g.N)
	if err != nil {
		return err
	}
	y, _, err := zeros[int64](al, g.N)
	if err != nil {
		return err
	}
	n, sizes, err := column[int64](al, dtype.Int64, g.N)
	if err != nil {
		return err
	}
	clear(n)
	for lo := 0; lo < len(g.IDs); lo += pairRows {
		hi := min(lo+pairRows, len(g.IDs))
		addPair(g.IDs[lo:hi], a, b, lo, acc)
		for k, s := range acc {
			u := s << 40 >> 40
			s = (s - u) >> 24
			v := s << 40 >> 40
			x[k], y[k], n[k] = x[k]+u, y[k]+v, n[k]+int64(uint16((s-v)>>24))
		}
		clear(acc)
	}
	if g.sums == nil {
		g.sums = map[bytesAt][]int64{}
	}
	g.sums[bytesAt{a.Data, a.Offset, a.DType.Kind}] = x
	g.sums[bytesAt{b.Data, b.Offset, b.DType.Kind}] = y
	g.sizes = sizes
	return nil
}

// addPair adds rows from lo on of two columns by group: a sum of each, 24 bits, and above them the number of
// rows.
func addPair(ids []int32, a, b *frame.Column, lo int, acc []int64) {
	signedA, signedB := a.DType.Kind == dtype.Int8Kind, b.DType.Kind == dtype.Int8Kind
	switch {
	case signedA && signedB:
		addPairOf(ids, frame.Values[int8](a)[lo:], frame.Values[int8](b)[lo:], acc)
	case signedA:
		addPairOf(ids, frame.Values[int8](a)[lo:], frame.Values[uint8](b)[lo:], acc)
	case signedB:
		addPairOf(ids, frame.Values[uint8](a)[lo:], frame.Values[int8](b)[lo:], acc)
	default:
		addPairOf(ids, frame.Values[uint8](a)[lo:], frame.Values[uint8](b)[lo:], acc)
	}
}

func addPairOf[A, B int8 | uint8](ids []int32, a []A, b []B, acc []int64) {
	a, b = a[:len(ids)], b[:len(ids)]
	for i, id := range ids {
		if k := uint(id); k < uint(len(acc)) {
			acc[k] += int64(a[i]) + int64(b[i])<<24 + 1<<48
		}
	}
}
