package random

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/rng"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Between is the operand of tensor.random.between.
type Between struct {
	op.Seeded
	Size     []int // nil: that of the bounds together
	Dtype    dtype.DType
	Endpoint bool // high belongs to the numbers
}

func init() {
	op.Register[Between](op.Doc{
		Face: "inner", Name: "tensor.random.between", Sig: "between(low, high, size=None, dtype=int, endpoint=False)",
		Summary: "Uniform integers in [low, high), each with bounds of its own",
		Notes:   "Numbers depend on the seed and the position of the element alone; they are not NumPy's.",
	})
}

// Normalize settles the dtype.
func (o *Between) Normalize(in []op.Meta) error {
	if o.Dtype.IsZero() {
		o.Dtype = dtype.Int64
	}
	if !o.Dtype.IsInteger() && !o.Dtype.IsBool() {
		return errs.New(errs.Type, "Unsupported dtype %s for integers", o.Dtype)
	}
	for _, m := range in {
		if d := m.DType.Is; !d.IsInteger() && !d.IsBool() {
			return errs.New(errs.Type, "bounds of integers are an array of %s, not of integers", d)
		}
	}
	return chunk.CheckShape(o.Size)
}

func (o *Between) Infer(in []op.Meta) ([]op.Meta, error) {
	d, err := drawnDims(o.Size, o.Dtype, in)
	return []op.Meta{op.NewTensor(o.Dtype, d...)}, err
}

// Tile cuts the result by the chunk limit and the bounds as the result.
func (o *Between) Tile(t *op.Tiler) error { return tileDrawn(t, o.Infer, nil) }

func (o *Between) Exec(x *op.Exec) error {
	shape, _ := x.Out(0).Shape()
	bounds := [2][]int64{}
	for i := range bounds {
		a, err := chunk.Cast(x, x.Array(i), dtype.Int64)
		if err != nil {
			return err
		}
		if a, err = a.BroadcastTo(shape...); err != nil {
			return err
		}
		if a, err = a.Contig(x.Mem()); err != nil {
			return err
		}
		bounds[i] = nd.Data[int64](a)
	}
	low, high := bounds[0], bounds[1]
	spans := make([]uint64, len(low))
	for i := range low {
		if spans[i] = uint64(high[i]) - uint64(low[i]); o.Endpoint {
			spans[i]++
		}
		if err := o.check(low[i], high[i]); err != nil {
			return err
		}
	}
	key, box := rng.Key{Seed: *o.Seed}, rng.Box{Shape: x.Full(), Lo: x.Lo(), Size: shape}
	out := x.Alloc(dtype.Int64, shape...)
	rng.Fill(nd.Data[int64](out), key, box, func(d *rng.Draws, at int) int64 {
		if spans[at] == 0 { // all integers of 64 bits
			return int64(d.Uint64())
		}
		return int64(uint64(low[at]) + d.Below(spans[at]))
	})
	a, err := chunk.Cast(x, out, o.Dtype)
	if err != nil {
		return err
	}
	return x.Put(0, a)
}

// check refuses bounds with nothing between them, and such as the dtype does not hold, in NumPy's words.
func (o *Between) check(low, high int64) error {
	least, most := int64(0), uint64(1)
	if o.Dtype.IsInteger() {
		least, most, _ = o.Dtype.IntRange()
	}
	last := high
	if !o.Endpoint {
		last--
	}
	switch {
	case o.Endpoint && low > high:
		return errs.New(errs.Invalid, "low > high")
	case !o.Endpoint && low >= high:
		return errs.New(errs.Invalid, "low >= high")
	case low < least:
		return errs.New(errs.Invalid, "low is out of bounds for %s", o.Dtype)
	case last > 0 && uint64(last) > most:
		return errs.New(errs.Invalid, "high is out of bounds for %s", o.Dtype)
	}
	return nil
}
