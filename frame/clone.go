package frame

import "github.com/mars-project/mars-go/mem"

// Clone is f over blocks of its own from al: what outlives the store. Blocks and dictionaries that columns
// share stay shared.
func (f *Frame) Clone(al mem.Allocator) (*Frame, error) {
	k := cloner{al: al, blocks: map[*mem.Block]*mem.Block{}, dicts: map[*Dictionary]*Dictionary{}}
	g := *f
	g.Cols = make([]*Column, len(f.Cols))
	for i, c := range f.Cols {
		g.Cols[i] = k.column(c)
	}
	if len(f.Index.Levels) > 0 {
		levels := make([]*Column, len(f.Index.Levels))
		for i, c := range f.Index.Levels {
			levels[i] = k.column(c)
		}
		g.Index = f.Index.over(levels)
	}
	if f.Ord != nil {
		g.Ord = k.column(f.Ord)
	}
	return &g, k.err
}

// cloner copies each block once; the first error sticks.
type cloner struct {
	al     mem.Allocator
	blocks map[*mem.Block]*mem.Block
	dicts  map[*Dictionary]*Dictionary
	err    error
}

func (k *cloner) block(b *mem.Block) *mem.Block {
	if b == nil || k.err != nil {
		return nil
	}
	if c := k.blocks[b]; c != nil {
		return c
	}
	c, err := k.al.Alloc(b.Len())
	if err != nil {
		k.err = err
		return nil
	}
	copy(c.Bytes(), b.Bytes())
	k.blocks[b] = c
	return c
}

func (k *cloner) column(c *Column) *Column {
	d := c.clone()
	d.Data, d.Valid.Block = k.block(c.Data), k.block(c.Valid.Block)
	if c.Heaps != nil {
		d.Heaps = make([]*mem.Block, len(c.Heaps))
		for i, h := range c.Heaps {
			d.Heaps[i] = k.block(h)
		}
	}
	if c.Dict != nil {
		if k.dicts[c.Dict] == nil {
			k.dicts[c.Dict] = &Dictionary{Values: k.column(c.Dict.Values), Ordered: c.Dict.Ordered}
		}
		d.Dict = k.dicts[c.Dict]
	}
	d.stats.Store(c.stats.Load())
	return d
}
