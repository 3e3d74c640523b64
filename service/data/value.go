package data

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/storage"
	"github.com/mars-project/mars-go/wire/chunk"
)

// value is a chunk value as storage keeps it.
type value struct{ v any }

// box makes v fit for storage: partitioned values become one value for each part.
func box(v any) storage.Value {
	p, ok := v.(*op.Parts)
	if !ok {
		return value{v}
	}
	out := make(storage.Parts, len(p.P))
	for i, x := range p.P {
		out[i] = value{x}
	}
	return out
}

// unbox is the inverse of box.
func unbox(v storage.Value) any {
	switch v := v.(type) {
	case value:
		return v.v
	case storage.Parts:
		p := &op.Parts{P: make([]any, len(v))}
		for i, x := range v {
			p.P[i] = unbox(x)
		}
		return p
	}
	return nil
}

// Blocks calls f for every block that the value needs; one may come more than once.
func (v value) Blocks(f func(*mem.Block)) { op.Blocks(v.v, f) }

// Bytes is the size of the data.
func (v value) Bytes() int64 {
	if v.v == nil {
		return 0
	}
	return op.Observe(v.v).Bytes
}

// Block is the block of an array.
func (v value) Block() (b *mem.Block, only bool) {
	a, ok := v.v.(*nd.Array)
	if !ok {
		return nil, false
	}
	return a.Block, true
}

// Loose reports that it may keep more memory alive than it needs.
func (v value) Loose() bool {
	a, ok := v.v.(*nd.Array)
	return !ok || loose(a)
}

func loose(a *nd.Array) bool { return a.Block.Len() > 128 && 2*a.Bytes() < a.Block.Len() }

// Compact copies what keeps less than half of its block alive.
func (v value) Compact(al mem.Allocator) (storage.Value, error) {
	c, err := compact(v.v, al)
	if c == nil || err != nil {
		return nil, err
	}
	return value{c}, nil
}

// compact is v without blocks of which it needs little; nil when there are none.
func compact(v any, al mem.Allocator) (any, error) {
	switch v := v.(type) {
	case *nd.Array:
		if loose(v) {
			return v.Clone(al)
		}
	case *frame.Frame:
		f, err := v.Compact(al)
		if err == nil && f != v {
			return f, nil
		}
		return nil, err
	case op.Tuple:
		var out op.Tuple
		for i, x := range v {
			c, err := compact(x, al)
			if err != nil {
				return nil, err
			}
			if c == nil {
				continue
			}
			if out == nil {
				out = append(out, v...)
			}
			out[i] = c
		}
		if out != nil {
			return out, nil
		}
	}
	return nil, nil
}

// clone copies v into blocks of al. Objects that are no arrays, frames or tuples of them are shared: values
// do not change.
func clone(v any, al mem.Allocator) (any, error) {
	switch v := v.(type) {
	case *nd.Array:
		return v.Clone(al)
	case *frame.Frame:
		return cloneFrame(v, al)
	case op.Tuple:
		out := make(op.Tuple, len(v))
		err := cloneAll(out, v, al)
		return out, err
	case *op.Pickled:
		return v.Clone(al)
	case *op.Parts:
		out := &op.Parts{P: make([]any, len(v.P))}
		err := cloneAll(out.P, v.P, al)
		return out, err
	case *frame.Column, *frame.Index:
		return nil, errs.New(errs.Type, "a %T by itself cannot be sent", v)
	}
	return v, nil
}

func cloneAll(to, from []any, al mem.Allocator) error {
	for i, x := range from {
		c, err := clone(x, al)
		if err != nil {
			return err
		}
		to[i] = c
	}
	return nil
}

// cloneFrame leaves behind what a view does not need: Clone copies whole blocks.
func cloneFrame(f *frame.Frame, al mem.Allocator) (*frame.Frame, error) {
	tmp, err := f.Compact(mem.Heap)
	if err != nil {
		return nil, err
	}
	return tmp.Clone(al)
}

// codec writes values to spill files.
type codec struct{ c chunk.Codec }

func newCodec() codec {
	return codec{chunk.Codec{Tuple: func(vs []any) any { return op.Tuple(vs) }}}
}

// Codec is how this package writes values to disk: what storage.Options need.
func Codec() storage.Codec { return newCodec() }

// Pack describes a value to be sent in a header and lists its bytes, which are views of its blocks where its
// layout allows. Type: it has no form outside this process.
func Pack(v any) (header []byte, segs [][]byte, err error) {
	p, ok := v.(*op.Parts)
	if !ok {
		return newCodec().Encode(value{v})
	}
	header, segs, err = newCodec().Encode(value{op.Tuple(p.P)})
	if err == nil {
		header[0] = asParts
	}
	return header, segs, err
}

// Unpack is the inverse of Pack in blocks of al. Lost: damaged. Blocks of al stay al's to free after an
// error.
func Unpack(header []byte, segs storage.Segments, al mem.Allocator) (any, error) {
	parts := len(header) > 0 && header[0] == asParts
	if parts {
		header = append([]byte{asIs}, header[1:]...)
	}
	v, err := newCodec().Decode(header, segs, al)
	if err != nil {
		return nil, err
	}
	x := v.(value).v
	if !parts {
		return x, nil
	}
	t, ok := x.(op.Tuple)
	if !ok {
		return nil, errs.New(errs.Lost, "a %T as the parts of a value", x)
	}
	return &op.Parts{P: t}, nil
}

// The first byte of a header: a plain list is told from a tuple, and a tuple from the parts of a value.
const (
	asIs byte = iota
	asList
	asParts
	asPickled
)

// Encode describes a value and lists its bytes.
func (c codec) Encode(v storage.Value) ([]byte, [][]byte, error) {
	x, ok := v.(value)
	if !ok {
		return nil, nil, errs.New(errs.Internal, "a %T is not a chunk value", v)
	}
	kind, what := asIs, x.v
	switch v := x.v.(type) {
	case []any:
		kind = asList
	case *op.Pickled:
		kind, what = asPickled, bytesOf(v)
	}
	h, segs, err := c.c.Encode(what)
	if err != nil {
		return nil, nil, err
	}
	return append(append(make([]byte, 0, len(h)+1), kind), h...), segs, nil
}

// Decode reads a value back. A header that Encode did not write is Lost.
func (c codec) Decode(header []byte, segs storage.Segments, al mem.Allocator) (storage.Value, error) {
	if len(header) == 0 || header[0] > asList && header[0] != asPickled {
		return nil, errs.New(errs.Lost, "a header of %d bytes of no known kind", len(header))
	}
	v, err := c.c.Decode(header[1:], segs, al)
	if err != nil {
		return nil, err
	}
	switch t, ok := v.(op.Tuple); {
	case ok && header[0] == asList:
		v = []any(t)
	case header[0] == asPickled:
		if v, err = pickledOf(t); err != nil {
			return nil, err
		}
	}
	return value{v}, nil
}

// bytesOf are the parts of a pickled object as arrays.
func bytesOf(p *op.Pickled) op.Tuple {
	t := make(op.Tuple, len(p.Parts))
	for i, b := range p.Parts {
		t[i] = &nd.Array{DType: dtype.Uint8, Shape: []int{b.Len()}, Strides: []int{1}, Block: b}
	}
	return t
}

// pickledOf is the inverse of bytesOf.
func pickledOf(t op.Tuple) (*op.Pickled, error) {
	p := &op.Pickled{}
	for _, x := range t {
		a, ok := x.(*nd.Array)
		if !ok || a.DType != dtype.Uint8 || a.Offset != 0 || a.Block.Len() < a.Size() {
			return nil, errs.New(errs.Lost, "a %T as a part of a pickled object", x)
		}
		p.Parts = append(p.Parts, a.Block)
	}
	if len(p.Parts) == 0 {
		return nil, errs.New(errs.Lost, "a pickled object of no parts")
	}
	return p, nil
}
