package frame

import "github.com/mars-project/mars-go/mem"

// FewParts is how many parts Deal deals columns to at once: more take more entries than the translation
// buffer of the processor has.
const FewParts = 64

// Deal is the rows of f dealt to parts, in frames of neighbouring parts: frame k has those of parts lots[k]
// to lots[k+1], in order of the parts, the rows of one as they are. to is the part of every row, bounds where
// parts begin when all rows are in their order. What is needed on the way lies in tmp.
//
// Columns are read from end to end, and each cell is written behind the last one of its part. Taken part by
// part, nearly every line of memory would be read once for each of them.
func (f *Frame) Deal(al, tmp mem.Allocator, to []int32, bounds, lots []int) ([]*Frame, error) {
	parts := len(bounds) - 1
	rows, _, err := mem.Scratch[int32](tmp, len(to))
	if err != nil {
		return nil, err
	}
	next := append([]int{}, bounds[:parts]...)
	for i, p := range to {
		rows[next[p]] = int32(i)
		next[p]++
	}
	out := make([]*Frame, len(lots)-1)
	d := dealing{al: al, to: to, bounds: bounds, lots: lots, rows: rows}
	dealt := make([][]*Column, len(out)) // by frame and column
	for k := range dealt {
		dealt[k] = make([]*Column, len(f.Cols))
	}
	for i, c := range f.Cols {
		if parts > FewParts || c.DType.IsObject() || c.Enc == Const || c.Enc == Range {
			continue
		}
		cols, err := d.column(c)
		if err != nil {
			return nil, err
		}
		for k := range dealt {
			dealt[k][i] = cols[k]
		}
	}
	for k := range out {
		if out[k], err = take(al, f, d.lot(k), dealt[k]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

type dealing struct {
	al           mem.Allocator
	to           []int32
	bounds, lots []int
	rows         []int32 // in order of their parts
}

// lot is the rows of frame k.
func (d *dealing) lot(k int) []int32 { return d.rows[d.bounds[d.lots[k]]:d.bounds[d.lots[k+1]]] }

// column is the rows of c by frame.
func (d *dealing) column(c *Column) ([]*Column, error) {
	width, _ := c.cell()
	blocks := make([]*mem.Block, len(d.lots)-1)
	for k := range blocks {
		var err error
		if blocks[k], err = d.al.Alloc(width * len(d.lot(k))); err != nil {
			return nil, err
		}
	}
	switch width {
	case 1:
		dealAs[uint8](d, blocks, c)
	case 2:
		dealAs[uint16](d, blocks, c)
	case 4:
		dealAs[uint32](d, blocks, c)
	case 8:
		dealAs[uint64](d, blocks, c)
	default:
		dealAs[w128](d, blocks, c)
	}
	out := make([]*Column, len(blocks))
	for k, b := range blocks {
		var err error
		if out[k], err = taken(d.al, c, d.lot(k), b, false); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func dealAs[T uint8 | uint16 | uint32 | uint64 | w128](d *dealing, blocks []*mem.Block, c *Column) {
	type pile struct {
		cells []T
		n     int
	}
	piles := make([]pile, len(d.bounds)-1)
	for k, b := range blocks {
		cells := mem.View[T](b, 0, len(d.lot(k)))
		for p := d.lots[k]; p < d.lots[k+1]; p++ {
			n := d.bounds[p+1] - d.bounds[p]
			piles[p].cells, cells = cells[:n:n], cells[n:]
		}
	}
	src := mem.View[T](c.Data, c.Offset, len(d.to))
	for i, p := range d.to {
		s := &piles[p]
		s.cells[s.n] = src[i]
		s.n++
	}
}
