package chunk

import (
	"slices"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// smallDict is how many values a dictionary may have without being looked at: dropping some would not be
// worth it.
const smallDict = 64

func (e *encoder) column(c *frame.Column) (*columnHead, error) {
	c, err := lean(c)
	if err != nil {
		return nil, err
	}
	d, err := c.DType.MarshalText()
	if err != nil {
		return nil, err
	}
	h := &columnHead{DType: string(d), Enc: c.Enc, Rows: c.Rows, Start: c.Start, Step: c.Step, Codes: c.Codes}
	if h.Known, err = known(c); err != nil {
		return nil, err
	}
	if c.DType.IsObject() {
		p, err := appendCells(nil, c.Objects, 0)
		e.add(p)
		return h, err
	}
	if n := slots(c.Enc, c.Rows); n > 0 {
		w := width(c)
		e.add(c.Data.Bytes()[c.Offset*w:][:n*w])
		if !c.Valid.IsZero() {
			h.Valid, h.Off = true, c.Valid.Off&7
			e.add(c.Valid.Block.Bytes()[c.Valid.Off>>3:][:(h.Off+n+7)/8])
		}
		h.Heaps = len(c.Heaps)
		for _, b := range c.Heaps {
			e.add(b.Bytes())
		}
	}
	if c.Dict != nil {
		h.Dict, err = e.dict(c.Dict)
	}
	return h, err
}

func (e *encoder) dict(d *frame.Dictionary) (*dictHead, error) {
	if id, ok := e.dicts[d]; ok {
		return &dictHead{ID: id, Ordered: d.Ordered}, nil
	}
	h := &dictHead{ID: len(e.dicts), Ordered: d.Ordered}
	e.dicts[d] = h.ID
	var err error
	h.Values, err = e.column(d.Values)
	return h, err
}

// slots is how many elements the data of a column holds.
func slots(enc frame.Enc, rows int) int {
	switch {
	case enc == frame.Range || rows == 0:
		return 0
	case enc == frame.Const:
		return 1
	}
	return rows
}

func width(c *frame.Column) int {
	if c.Enc == frame.Dict || c.Enc == frame.Narrow {
		return int(c.Codes)
	}
	return c.DType.Size()
}

// lean is c without the strings and dictionary values that its rows hardly use. What a mapper cuts into a
// thousand parts shares both with its input, and would be written a thousand times.
func lean(c *frame.Column) (*frame.Column, error) {
	switch {
	case c.Rows == 0:
		return c, nil
	case c.Enc == frame.Dict && !c.DType.IsCategorical() && c.Dict.Values.Rows > max(2*c.Rows, smallDict):
		return prune(c)
	case len(c.Heaps) > 0 && c.Enc != frame.Dict:
		return c.Compact(mem.Heap)
	}
	return c, nil
}

// prune keeps the dictionary values that occur, in their order.
func prune(c *frame.Column) (*frame.Column, error) {
	used := make([]int64, 0, c.Rows)
	for i := range c.Rows {
		if k := c.Code(i); k >= 0 {
			used = append(used, int64(k))
		}
	}
	slices.Sort(used)
	used = slices.Compact(used)
	values, err := frame.TakeColumn(mem.Heap, c.Dict.Values, used)
	if err != nil {
		return nil, err
	}
	if values, err = lean(values); err != nil {
		return nil, err
	}
	codes := make([]int32, c.Rows)
	for i := range codes {
		codes[i] = -1
		if k := c.Code(i); k >= 0 {
			at, _ := slices.BinarySearch(used, int64(k))
			codes[i] = int32(at)
		}
	}
	dict := &frame.Dictionary{Values: values, Ordered: c.Dict.Ordered}
	return frame.NewDict(c.DType, dict, mem.WrapOf(codes), 0, c.Rows, 4), nil
}
