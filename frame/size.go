package frame

import "github.com/mars-project/mars-go/mem"

// Size is the bytes that the frame's rows take, as a copy of them would, dictionaries once each. It depends
// on the rows and their encodings, not on the blocks that a view shares: plans that follow it are the same
// wherever the rows lie.
func (f *Frame) Size() int64 {
	n, dicts := int64(0), map[*Dictionary]bool{}
	add := func(c *Column) {
		n += c.rowBytes()
		if c.Dict != nil && !dicts[c.Dict] {
			dicts[c.Dict] = true
			n += c.Dict.Values.Bytes()
		}
	}
	for _, c := range f.Cols {
		add(c)
	}
	for _, c := range f.Index.Levels {
		add(c)
	}
	if f.Ord != nil {
		add(f.Ord)
	}
	return n
}

// rowBytes is what the rows of c take without its dictionary. Missing texts and those within their view take
// no more than the view.
func (c *Column) rowBytes() int64 {
	n := c.objectBytes()
	if c.Data != nil {
		n += int64(c.slots()) * int64(c.width())
	}
	if !c.Valid.IsZero() {
		n += int64(c.slots()+7) / 8
	}
	if c.Enc == Dict || len(c.Heaps) == 0 || c.slots() == 0 {
		return n
	}
	vs := mem.View[View](c.Data, c.Offset, c.slots())
	for i := range vs {
		if !vs[i].Inline() {
			n += int64(vs[i].Len)
		}
	}
	return n
}
