package functions

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// A place is where bytes lie that a process reads: the number of an arena of its own, an offset, a length.
type place [3]int64

// A described is a value as a process is told of it, or tells of it.
type described struct {
	Kind    string  `json:"kind"`           // "array", "pickle", "table"; to a process "label" too
	What    string  `json:"what,omitempty"` // of a table to a process: "dataframe", "series", "index"
	DType   string  `json:"dtype,omitempty"`
	Shape   []int   `json:"shape,omitempty"`
	Places  []place `json:"places"`            // to a process
	Buffers []int   `json:"buffers,omitempty"` // from one
}

// An input is a value in memory that its process shares.
type input struct {
	described
	blocks []*mem.Block // one for each place
	bytes  int          // of what is no pickle, whose block may have more
	moved  any          // the value as it was copied; nil: it was there, or is small
}

// worthMoving is from how many bytes on a copy is offered to who has the value: the next call needs none.
const worthMoving = 64 << 10

func (x *input) release() {
	for _, b := range x.blocks {
		b.Release()
	}
}

// share retains a value for a call. What does not lie in shared memory is copied there. Errors: Type, of a
// value that no function takes; those of an Allocator.
func share(al mem.Allocator, v any) (x *input, err error) {
	switch v := v.(type) {
	case *nd.Array:
		if !v.DType.Fixed() {
			return nil, errs.New(errs.Type, "an array of %s", v.DType)
		}
		x = &input{described: described{Kind: "array", DType: v.DType.String(), Shape: append([]int{}, v.Shape...)}, bytes: v.Bytes()}
		if v.Size() == 0 {
			return x, nil
		}
		b := v.Block
		if _, ok := b.Place(); ok && v.Offset == 0 && v.Contiguous() {
			b.Retain()
		} else {
			c, err := v.Clone(al)
			if err != nil {
				return nil, err
			}
			if b = c.Block; x.bytes >= worthMoving {
				x.moved = c
			}
		}
		x.blocks = []*mem.Block{b}
		return x, nil
	case *op.Pickled:
		x = &input{described: described{Kind: "pickle"}}
		moved, copied := slices.Clone(v.Parts), 0
		for i, b := range v.Parts {
			if _, ok := b.Place(); ok {
				b.Retain()
			} else {
				c, err := al.Alloc(max(1, b.Len()))
				if err != nil {
					x.release()
					return nil, err
				}
				if n := copy(c.Bytes(), b.Bytes()); n > 0 {
					moved[i], copied = c, copied+n
				}
				b = c
			}
			x.blocks = append(x.blocks, b)
		}
		if copied >= worthMoving {
			x.moved = &op.Pickled{Parts: moved}
		}
		return x, nil
	}
	switch v := v.(type) {
	case Table:
		return shareTable(al, v)
	case Label:
		return shareLabel(al, v)
	}
	return nil, errs.New(errs.Type, "a function cannot be given a %T", v)
}

// value makes a value of what a process has described and of its buffers, which it takes over. Frames are
// copied to blocks of al.
func value(al mem.Allocator, d described, buffers []*mem.Block) (v any, err error) {
	of := make([]*mem.Block, len(d.Buffers))
	defer func() {
		if err != nil {
			(&op.Pickled{Parts: of}).Release()
		}
	}()
	for i, n := range d.Buffers {
		if n < 0 || n >= len(buffers) || buffers[n] == nil {
			return nil, errs.New(errs.Internal, "a result speaks of buffer %d of %d", n, len(buffers))
		}
		of[i], buffers[n] = buffers[n], nil
	}
	switch d.Kind {
	case "pickle":
		return &op.Pickled{Parts: of}, nil
	case "array":
		dt, err := dtype.Parse(d.DType)
		if err != nil {
			return nil, err
		}
		if !dt.Fixed() { // its elements would be places in our memory
			return nil, errs.New(errs.Internal, "a result of dtype %s", dt)
		}
		size := dt.Size()
		for _, n := range d.Shape {
			if n < 0 || size > 0 && n > 1<<50/size {
				return nil, errs.New(errs.Internal, "a result of shape %v", d.Shape)
			}
			size *= n
		}
		a := &nd.Array{DType: dt, Shape: slices.Clone(d.Shape), Strides: nd.Strides(d.Shape)}
		switch {
		case size == 0 && len(of) == 0:
			a.Block = mem.Wrap(nil)
		case len(of) == 1 && of[0].Len() == size:
			a.Block = of[0]
		default:
			return nil, errs.New(errs.Internal, "a result of shape %v in %d buffers", d.Shape, len(of))
		}
		return a, nil
	case "table":
		if len(of) != 1 {
			return nil, errs.New(errs.Internal, "a table in %d buffers", len(of))
		}
		f, err := readTable(al, of[0].Bytes())
		if err == nil {
			of[0].Release()
		}
		return f, err
	}
	return nil, errs.New(errs.Internal, "a result of kind %.20q", d.Kind)
}

// release gives a value back that a call has made.
func release(v any) {
	op.Blocks(v, func(b *mem.Block) { b.Release() })
}
