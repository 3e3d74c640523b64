package column

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/mem"
)

// Distinct is the values of c, none missing, each once: ascending where they have an order, else as they
// appear.
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

// sortable reports objects that Python can order among each other, or that pandas does: numbers come before
// texts.
func sortable(c *frame.Column) bool {
	kinds := 0
	for _, v := range c.Objects {
		if frame.IsMissing(v) {
			continue
		}
		k := kindOf(v)
		if kinds |= 1 << k; k == 0 {
			return false
		}
	}
	return kinds&(kinds-1) == 0 || kinds == 1<<1|1<<2
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
	nums, err := hash.Number(e.Mem, hash.Appearance, true, []*frame.Column{cats.Values}, []*frame.Column{c})
	if err != nil {
		return nil, err
	}
	n := int32(cats.Len())
	return e.coded(cats, ordered, nums.IDs[1], func(id int32) int32 {
		if id >= n {
			return -1
		}
		return id
	})
}

// Recode is c, of any dtype, as a categorical of given categories; a value that equals none of them, as
// labels do, is missing. No bool equals a number, except among objects.
func (e Env) Recode(c *frame.Column, cats *frame.Dictionary, ordered bool) (*frame.Column, error) {
	nums, err := hash.Number(e.Mem, hash.Appearance, true, []*frame.Column{c})
	if err != nil {
		return nil, err
	}
	from, values := c.DType, cats.Values.DType
	if from.IsCategorical() {
		from = c.Dict.Values.DType
	}
	none := from.IsBool() != values.IsBool() && !from.IsObject() && !values.IsObject()
	to := make([]int32, nums.N)
	for k, row := range nums.First[:nums.N] {
		if to[k] = -1; none {
			continue
		}
		if code, ok := cats.Code(c.Label(int(row))); ok {
			to[k] = int32(code)
		}
	}
	return e.coded(cats, ordered, nums.IDs[0], func(id int32) int32 {
		if id < 0 {
			return -1
		}
		return to[id]
	})
}

// coded is the categorical of rows that are numbered; code tells the category of a number.
func (e Env) coded(cats *frame.Dictionary, ordered bool, ids []int32, code func(id int32) int32) (*frame.Column, error) {
	width := frame.WidthOf(cats.Len())
	blk, err := e.Mem.Alloc(len(ids) * int(width))
	if err != nil {
		return nil, err
	}
	for i, id := range ids {
		switch k := code(id); width {
		case 1:
			mem.View[int8](blk, i, 1)[0] = int8(k)
		case 2:
			mem.View[int16](blk, i, 1)[0] = int16(k)
		default:
			mem.View[int32](blk, i, 1)[0] = k
		}
	}
	return frame.NewDict(dtype.DType{Kind: dtype.CategoricalKind, Ordered: ordered}, cats, blk, 0, len(ids), width), nil
}

// Union is the categories of several columns of distinct values: ascending where they have an order, else as
// they appear.
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
