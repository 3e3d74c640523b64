package creation

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Arange is the operand of tensor.range.
type Arange struct {
	Start     any // int64 or float64, all three alike
	Stop      any
	Step      any
	Dtype     dtype.DType
	ChunkSize []int
}

func init() {
	op.Register[Arange](op.Doc{
		Face: "inner", Name: "tensor.range", Summary: "Evenly spaced numbers", Sig: "range([start,] stop[, step], dtype=None, chunk_size=None)",
	})
}

// Normalize makes all bounds integers or all floats.
func (o *Arange) Normalize([]op.Meta) error {
	if o.Start == nil {
		o.Start = int64(0)
	}
	if o.Step == nil {
		o.Step = int64(1)
	}
	whole := true
	for _, p := range []*any{&o.Start, &o.Stop, &o.Step} {
		switch v := chunk.Number(*p).(type) {
		case bool:
			*p = int64(0)
			if v {
				*p = int64(1)
			}
		case int64:
			*p = v
		case float64:
			*p, whole = v, false
		default:
			return errs.New(errs.Type, "arange() wants integers or floats, not %T", *p)
		}
	}
	if !whole {
		for _, p := range []*any{&o.Start, &o.Stop, &o.Step} {
			if v, ok := (*p).(int64); ok {
				*p = float64(v)
			}
		}
	}
	if o.Dtype.IsZero() {
		o.Dtype, _ = chunk.DTypeOf(o.Start)
	}
	return chunk.Fixed(o.Dtype)
}

func (o *Arange) Infer([]op.Meta) ([]op.Meta, error) {
	n, err := o.length()
	if err != nil {
		return nil, err
	}
	if o.Dtype.IsBool() {
		return nil, errs.New(errs.Type, "arange() has no bool result; make it of integers and convert it")
	}
	return []op.Meta{op.NewTensor(o.Dtype, op.Dim{N: n})}, chunk.CheckChunk(o.ChunkSize, 1)
}

// length is the number of steps from start that stay before stop.
func (o *Arange) length() (int, error) {
	if step, ok := o.Step.(int64); ok {
		start, stop := o.Start.(int64), o.Stop.(int64)
		switch {
		case step == 0:
			return 0, errs.New(errs.Invalid, "division by zero: the step of arange is 0")
		case step > 0 && stop > start:
			return counted((uint64(stop) - uint64(start) - 1) / uint64(step))
		case step < 0 && stop < start:
			return counted((uint64(start) - uint64(stop) - 1) / -uint64(step))
		}
		return 0, nil
	}
	step := o.Step.(float64)
	if step == 0 {
		return 0, errs.New(errs.Invalid, "division by zero: the step of arange is 0")
	}
	n := math.Ceil((o.Stop.(float64) - o.Start.(float64)) / step)
	switch {
	case math.IsNaN(n):
		return 0, errs.New(errs.Invalid, "arange: cannot compute length")
	case n > math.MaxInt32*math.MaxInt16:
		return 0, chunk.ErrTooLong
	}
	return max(0, int(n)), nil
}

// counted is the length of a sequence whose last element has number n.
func counted(n uint64) (int, error) {
	if n >= math.MaxInt {
		return 0, chunk.ErrTooLong
	}
	return int(n) + 1, nil
}

func (o *Arange) Tile(t *op.Tiler) error { return t.Out(t.SourceAt(t.Even(t.Meta(0), o.ChunkSize))) }

// Exec writes the part of the sequence that the chunk holds.
func (o *Arange) Exec(x *op.Exec) error {
	shape, _ := x.Out(0).Shape()
	out := x.Alloc(o.Dtype, shape...)
	var second any
	if v, ok := o.Start.(int64); ok {
		second = v + o.Step.(int64)
	} else {
		second = o.Start.(float64) + o.Step.(float64)
	}
	a, err := chunk.Constant(x, o.Start, o.Dtype)
	if err != nil {
		return err
	}
	b, err := chunk.Constant(x, second, o.Dtype)
	if err != nil {
		return err
	}
	if err := basic.Ramp(out, a, b, x.Lo()[0]); err != nil {
		return err
	}
	return x.Put(0, out)
}
