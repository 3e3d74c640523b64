package column

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/mem"
)

// Distinct is the values of c, none missing, each once: ascending where they have an order, else as they appear.
func (e Env) Distinct(c *frame.Column) (*frame.Column, error) {
	order := hash.Sorted
	if c.DType.IsObject() && !sortable(c) {
		order = hash.Appearance
	}
	nums, err := hash.Number(e.Mem, order, true, []*frame.Column{c})
	if err != nil {
		return nil, err
	}
	return e.picked(c, nums)
}

// picked is the first row of every number.
func (e Env) picked(c *frame.Column, nums *hash.Numbers) (*frame.Column, error) {
	v, err := c.Take(e.Mem, nums.First[:nums.N])
	if err != nil {
		return nil, err
	}
	if v.Enc == frame.Dict {
		d := v.DType
		if v, err = v.Uncode(e.Mem); err == nil && !d.IsCategorical() {
			v.DType = d
		}
	} else if v.Enc != frame.Plain {
		v, err = v.Decode(e.Mem)
	}
	if err == nil {
		v.Valid = frame.Bitmap{}
	}
	return v, err
}

// sortable reports objects that Python can order among each other.
func sortable(c *frame.Column) bool {
	kind := 0
	for _, v := range c.Objects {
		if frame.IsMissing(v) {
			continue
		}
		k := kindOf(v)
		if k == 0 || kind != 0 && k != kind {
			return false
		}
		kind = k
	}
	return true
}

// Categories is c as a categorical of its distinct values.
func (e Env) Categories(c *frame.Column, ordered bool) (*frame.Column, error) {
	if c.DType.IsCategorical() {
		return c, nil
	}
	vs, err := e.Distinct(c)
	if err != nil {
		return nil, err
	}
	return e.Encode(c, &frame.Dictionary{Values: vs, Ordered: ordered || !vs.DType.IsObject()}, ordered)
}

// Encode is c as a categorical of given categories; a value that is none is missing.
func (e Env) Encode(c *frame.Column, cats *frame.Dictionary, ordered bool) (*frame.Column, error) {
	d := dtype.DType{Kind: dtype.CategoricalKind, Ordered: ordered}
	n := cats.Len()
	width := frame.WidthOf(n)
	blk, err := e.Mem.Alloc(c.Rows * int(width))
	if err != nil {
		return nil, err
	}
	nums, err := hash.Number(e.Mem, hash.Appearance, true, []*frame.Column{cats.Values}, []*frame.Column{c})
	if err != nil {
		return nil, err
	}
	for i, id := range nums.IDs[1] {
		if int(id) >= n {
			id = -1
		}
		switch width {
		case 1:
			mem.View[int8](blk, i, 1)[0] = int8(id)
		case 2:
			mem.View[int16](blk, i, 1)[0] = int16(id)
		default:
			mem.View[int32](blk, i, 1)[0] = id
		}
	}
	return frame.NewDict(d, cats, blk, 0, c.Rows, width), nil
}

// Union is the categories of several columns of distinct values: ascending where they have an order, else as they appear.
func (e Env) Union(cs ...*frame.Column) (*frame.Column, error) {
	if len(cs) == 0 {
		return nil, errs.New(errs.Internal, "a union of no columns")
	}
	all, err := frame.Concat(e.Mem, cs...)
	if err != nil {
		return nil, err
	}
	return e.Distinct(all)
}
