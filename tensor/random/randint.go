package random

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/rng"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Randint is the operand of tensor.random.randint.
type Randint struct {
	op.Seeded
	Low       int64
	High      *int64
	Size      []int
	Dtype     dtype.DType
	ChunkSize []int
}

func init() {
	op.Register[Randint](op.Doc{
		Name: "tensor.random.randint", Like: "numpy.random.randint", Summary: "Uniform integers in [low, high)",
		Sig:   "randint(low, high=None, size=None, dtype=int, chunk_size=None)",
		Notes: "low and high are numbers of 63 bits, not arrays.",
	})
}

// Normalize settles dtype and bounds: one bound is the upper one.
func (o *Randint) Normalize([]op.Meta) error {
	if o.Dtype.IsZero() {
		o.Dtype = dtype.Int64
	}
	if o.High == nil {
		high := o.Low
		o.Low, o.High = 0, &high
	}
	if err := chunk.CheckShape(o.Size); err != nil {
		return err
	}
	if !o.Dtype.IsInteger() && !o.Dtype.IsBool() {
		return errs.New(errs.Type, "Unsupported dtype %s for randint", o.Dtype)
	}
	least, most := int64(0), uint64(1)
	if o.Dtype.IsInteger() {
		least, most, _ = o.Dtype.IntRange()
	}
	switch {
	case o.Low >= *o.High:
		return errs.New(errs.Invalid, "low >= high")
	case o.Low < least:
		return errs.New(errs.Invalid, "low is out of bounds for %s", o.Dtype)
	case *o.High > 0 && uint64(*o.High-1) > most:
		return errs.New(errs.Invalid, "high is out of bounds for %s", o.Dtype)
	}
	return nil
}

func (o *Randint) Infer([]op.Meta) ([]op.Meta, error) {
	return []op.Meta{op.NewTensor(o.Dtype, op.Dims(o.Size...)...)}, chunk.CheckChunk(o.ChunkSize, len(o.Size))
}

func (o *Randint) Tile(t *op.Tiler) error { return t.Out(t.SourceAt(t.Even(t.Meta(0), o.ChunkSize))) }

func (o *Randint) Exec(x *op.Exec) error {
	shape, _ := x.Out(0).Shape()
	out, key, box := x.Alloc(o.Dtype, shape...), rng.Key{Seed: *o.Seed}, rng.Box{Shape: x.Full(), Lo: x.Lo(), Size: shape}
	span := uint64(*o.High) - uint64(o.Low)
	switch o.Dtype.Kind {
	case dtype.BoolKind, dtype.Uint8Kind:
		rng.Integers(out.Block.Bytes()[out.Offset:out.Offset+out.Size()], key, box, uint8(o.Low), span)
	case dtype.Int8Kind:
		rng.Integers(nd.Data[int8](out), key, box, int8(o.Low), span)
	case dtype.Int16Kind:
		rng.Integers(nd.Data[int16](out), key, box, int16(o.Low), span)
	case dtype.Int32Kind:
		rng.Integers(nd.Data[int32](out), key, box, int32(o.Low), span)
	case dtype.Int64Kind:
		rng.Integers(nd.Data[int64](out), key, box, o.Low, span)
	case dtype.Uint16Kind:
		rng.Integers(nd.Data[uint16](out), key, box, uint16(o.Low), span)
	case dtype.Uint32Kind:
		rng.Integers(nd.Data[uint32](out), key, box, uint32(o.Low), span)
	default:
		rng.Integers(nd.Data[uint64](out), key, box, uint64(o.Low), span)
	}
	return x.Put(0, out)
}
