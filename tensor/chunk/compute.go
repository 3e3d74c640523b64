package chunk

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// Added is the sum of arrays, in order.
func Added(x *op.Exec, in []*nd.Array) (*nd.Array, error) {
	return One(x, in, func(b *kernel.Builder, r []kernel.Reg) kernel.Reg {
		sum := r[0]
		for _, v := range r[1:] {
			sum = b.Call("add", sum, v)
		}
		return sum
	})
}

// Compute runs instructions over arrays that broadcast to one shape, and returns the results.
func Compute(x *op.Exec, in []*nd.Array, lower func(b *kernel.Builder, in []kernel.Reg) kernel.Reg) ([]*nd.Array, error) {
	b := &kernel.Builder{}
	regs, shapes := make([]kernel.Reg, len(in)), make([][]int, len(in))
	for i, a := range in {
		if regs[i] = b.In(i, a.DType); regs[i] == 0 {
			return nil, errs.New(errs.Type, "dtype %s has no fixed width", a.DType)
		}
		shapes[i] = a.Shape
	}
	p, err := b.Compile(lower(b, regs))
	if err != nil {
		return nil, err
	}
	shape, err := nd.Broadcast(shapes...)
	if err != nil {
		return nil, err
	}
	return p.Run(kernel.Run{Mem: x.Mem(), Parallel: x.Parallel}, in, shape)
}

// One is compute with one result.
func One(x *op.Exec, in []*nd.Array, lower func(b *kernel.Builder, in []kernel.Reg) kernel.Reg) (*nd.Array, error) {
	out, err := Compute(x, in, lower)
	if err != nil {
		return nil, err
	}
	return out[0], nil
}

// Cast is a as d.
func Cast(x *op.Exec, a *nd.Array, d dtype.DType) (*nd.Array, error) {
	if a.DType == d {
		return a, nil
	}
	return One(x, []*nd.Array{a}, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg { return b.Cast(in[0], d) })
}

// Constant is a Go number as a 0-d array of dtype d.
func Constant(x *op.Exec, v any, d dtype.DType) (*nd.Array, error) {
	if d == dtype.Float64 { // by far the most common, and small chunks should not pay for a program
		switch v := v.(type) {
		case float64:
			return nd.Scalar(v), nil
		case int64:
			return nd.Scalar(float64(v)), nil
		}
	}
	a, err := One(x, nil, func(b *kernel.Builder, _ []kernel.Reg) kernel.Reg { return b.Const(v, d) })
	if err != nil {
		return nil, errs.New(errs.Type, "%v cannot be a %s", v, d)
	}
	return a, nil
}

// FillWith writes a Go number to every element of a.
func FillWith(x *op.Exec, a *nd.Array, v any) error {
	if f, ok := v.(float64); ok && a.DType == dtype.Float64 && a.Contiguous() { // by far the most common, and small chunks should not pay for more
		d := nd.Data[float64](a)
		for i := range d {
			d[i] = f
		}
		return nil
	}
	c, err := Constant(x, v, a.DType)
	if err != nil {
		return err
	}
	if c, err = c.BroadcastTo(a.Shape...); err != nil {
		return err
	}
	return nd.Copy(a, c)
}

// DTypeOf is the dtype that NumPy gives a Go number.
func DTypeOf(v any) (dtype.DType, bool) {
	switch Number(v).(type) {
	case bool:
		return dtype.Bool, true
	case int64:
		return dtype.Int64, true
	case float64:
		return dtype.Float64, true
	case complex128:
		return dtype.Complex128, true
	}
	return dtype.DType{}, false
}
