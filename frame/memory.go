package frame

import "github.com/mars-project/mars-go/mem"

// Blocks calls visit once for each block that c needs, dictionary and heaps too.
func (c *Column) Blocks(visit func(*mem.Block)) { c.eachBlock(once(visit)) }

// Blocks calls visit once for each block of the index.
func (x *Index) Blocks(visit func(*mem.Block)) { x.eachBlock(once(visit)) }

// Blocks calls visit once for each block of the frame: what the store retains.
func (f *Frame) Blocks(visit func(*mem.Block)) {
	v := once(visit)
	f.Index.eachBlock(v)
	for _, c := range f.Cols {
		c.eachBlock(v)
	}
	if f.Ord != nil {
		f.Ord.eachBlock(v)
	}
}

// once passes each block on the first time only.
func once(visit func(*mem.Block)) func(*mem.Block) {
	seen := map[*mem.Block]bool{}
	return func(b *mem.Block) {
		if b != nil && !seen[b] {
			seen[b] = true
			visit(b)
		}
	}
}

func (c *Column) eachBlock(visit func(*mem.Block)) {
	visit(c.Data)
	visit(c.Valid.Block)
	for _, h := range c.Heaps {
		visit(h)
	}
	if c.Dict != nil {
		c.Dict.Values.eachBlock(visit)
	}
}

func (x *Index) eachBlock(visit func(*mem.Block)) {
	for _, c := range x.Levels {
		c.eachBlock(visit)
	}
}

// Bytes is the memory of the frame's blocks, each counted once, and an estimate for objects.
func (f *Frame) Bytes() int64 {
	n := int64(0)
	f.Blocks(func(b *mem.Block) { n += int64(b.Len()) })
	for _, c := range f.Cols {
		n += c.objectBytes()
	}
	for _, c := range f.Index.Levels {
		n += c.objectBytes()
	}
	return n
}

// Bytes is the memory of the column's blocks, each counted once, and an estimate for objects. Of a view it is
// all of the blocks that it keeps alive.
func (c *Column) Bytes() int64 {
	n := c.objectBytes()
	c.Blocks(func(b *mem.Block) { n += int64(b.Len()) })
	return n
}

// objectBytes is what the Go values of an object column take, about.
func (c *Column) objectBytes() int64 {
	n := int64(0)
	for _, v := range c.Objects {
		n += 16
		switch v := v.(type) {
		case string:
			n += int64(len(v)) + 16
		case []byte:
			n += int64(len(v)) + 24
		case []any:
			n += 24 + NewObjects(v).objectBytes()
		case Tuple:
			n += 24 + NewObjects(v).objectBytes()
		case Record:
			n += 24
			for _, p := range v {
				n += int64(len(p.Name)) + 16 + NewObjects([]any{p.Key, p.Value}).objectBytes()
			}
		case nil, bool:
		default:
			n += 8
		}
	}
	return n
}
