package frame

import (
	"math"

	"github.com/mars-project/mars-go/mem"
)

// What ByDictionary looks at before it numbers any row: runs of neighbours, spread over the rows.
const (
	sampleRuns = 64
	sampleRun  = 256
)

// ByDictionary is a plain column of long texts as a dictionary column, whose values are in order of
// appearance; nil where that does not pay: for few rows, for texts that mostly fit into their views, which
// are compared as fast as codes, and for more distinct texts than a quarter of the rows or than dictBytes
// hold. The rows alone decide. The column's blocks stay as they are; nothing of the result points into them.
func (c *Column) ByDictionary(al mem.Allocator) (*Column, error) {
	if c.Enc != Plain || !c.isText() || c.Rows < dictRows || !c.worthCodes() {
		return nil, nil
	}
	block, err := al.Alloc(4 * c.Rows)
	if err != nil {
		return nil, err
	}
	t, codes := newCoding(al), mem.View[int32](block, 0, c.Rows)
	defer t.free()
	pays := t.number(c, codes)
	heaps, err := t.heaps.done()
	if err = firstError(err, t.views.err, t.err); err == nil && pays {
		var views *mem.Block
		if views, err = t.views.done(); err == nil {
			d := &Dictionary{Values: NewText(c.DType, views, 0, t.views.n, heaps, Bitmap{})}
			return NewCoded(al, c.DType, d, block, codes)
		}
	}
	mem.Free(al, block)
	mem.Free(al, t.views.block)
	for _, h := range heaps {
		mem.Free(al, h)
	}
	return nil, err
}

// worthCodes reports that most texts of a sample are long, and as few of them differ as would of texts drawn
// from a quarter as many as there are rows.
func (c *Column) worthCodes() bool {
	var seen [4 * sampleRuns * sampleRun]uint32 // upper halves of hashes, 0 for none
	views := mem.View[View](c.Data, c.Offset, c.Rows)
	n, long, differ := 0, 0, 0
	for run := range sampleRuns {
		at := run * (c.Rows - sampleRun) / (sampleRuns - 1)
		for i := at; i < at+sampleRun; i++ {
			v := &views[i]
			if !c.Valid.Get(i) {
				continue
			}
			n++
			if v.Inline() {
				continue
			}
			long++
			h := hashBytes(v.bytesIn(c.Heaps))
			tag := uint32(h>>32) | 1
			k := int(h) & (len(seen) - 1)
			for seen[k] != 0 && seen[k] != tag {
				k = (k + 1) & (len(seen) - 1)
			}
			if seen[k] == 0 {
				seen[k] = tag
				differ++
			}
		}
	}
	few := float64(c.Rows / 4)
	return 2*long > n && float64(differ) <= few*-math.Expm1(-float64(long)/few)
}
