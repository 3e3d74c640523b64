package tensor

import (
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/op"
)

// Cumsum is the running sum along an axis, or of all elements in C order when Reduce names none. Narrow integers and bools add
// up to 64-bit integers.
func Cumsum(a any, o ...Reduce) *Tensor { return runningOf("cumsum", a, o) }

// Cumprod is the running product along an axis, or of all elements in C order.
func Cumprod(a any, o ...Reduce) *Tensor { return runningOf("cumprod", a, o) }

// Nancumsum is Cumsum with NaN as 0.
func Nancumsum(a any, o ...Reduce) *Tensor { return runningOf("nancumsum", a, o) }

// Nancumprod is Cumprod with NaN as 1.
func Nancumprod(a any, o ...Reduce) *Tensor { return runningOf("nancumprod", a, o) }

// Cumsum and Cumprod are the functions of the same names.
func (t *Tensor) Cumsum(o ...Reduce) *Tensor  { return Cumsum(t, o...) }
func (t *Tensor) Cumprod(o ...Reduce) *Tensor { return Cumprod(t, o...) }

func runningOf(name string, a any, o []Reduce) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor."+name, err)
	}
	r := &running{name: name}
	if len(o) > 0 {
		r.Dtype = o[0].DType
		switch {
		case o[0].Keepdims:
			return bad("tensor."+name, errs.New(errs.Type, "%s() got an unexpected keyword argument 'keepdims'", name))
		case len(o[0].Axis) == 1:
			r.Axis = &o[0].Axis[0]
		case len(o[0].Axis) > 1:
			return bad("tensor."+name, errs.New(errs.Type, "%s() takes one axis, not %d", name, len(o[0].Axis)))
		}
	}
	return apply(r, t)
}

// running is a running sum or product. Partials are sums or products of chunks.
type running struct {
	Axis  *int
	Dtype dtype.DType
	name  string
}

func (o *running) Row() string { return o.name }

func init() {
	for _, r := range []struct{ name, summary string }{
		{"cumsum", "Running sum along an axis"},
		{"cumprod", "Running product along an axis"},
		{"nancumsum", "Running sum along an axis, NaN counting as 0"},
		{"nancumprod", "Running product along an axis, NaN counting as 1"},
	} {
		d := op.Doc{Name: "tensor." + r.name, Like: "numpy." + r.name, Summary: r.summary, Sig: r.name + "(a, axis=None, dtype=None, out=None)"}
		if r.name[0] == 'c' {
			d.Methods = "Tensor." + r.name
		}
		op.Register[running](d, running{name: r.name})
	}
	op.AddRule(op.Rule{Name: "a running fold of all runs along one axis", Expands: true, Try: func(n *op.Node, _ op.Uses) (op.Value, bool) {
		o, ok := n.Op.(*running)
		if !ok || o.Axis != nil {
			return op.Value{}, false
		}
		b := builder{n.Site}
		v := b.value(&running{Axis: new(int), Dtype: o.Dtype, name: o.name}, b.value(&reshape{Shape: []int{-1}}, n.In...))
		return v, v.Err() == nil
	}})
}

// Normalize counts the axis from 0.
func (o *running) Normalize(in []op.Meta) error {
	if o.Axis == nil {
		return nil
	}
	a, err := normAxis(*o.Axis, len(in[0].Dims))
	o.Axis = &a
	return err
}

// fold is the reduction of a chunk.
func (o *running) fold() *fold {
	name := strings.Replace(o.name, "cum", "", 1)
	f := op.Lookup("tensor." + name).New().(*fold)
	f.Dtype = o.Dtype
	if o.Axis != nil {
		f.Axis = []int{*o.Axis}
	}
	return f
}

func (o *running) Infer(in []op.Meta) ([]op.Meta, error) {
	from := in[0].DType.Is
	d, err := o.fold().result(from)
	if err != nil {
		return nil, err
	}
	if o.Axis == nil {
		flat, err := (&reshape{Shape: []int{-1}}).Infer(in)
		if err != nil {
			return nil, err
		}
		return []op.Meta{op.NewTensor(d, flat[0].Dims...)}, nil
	}
	return []op.Meta{op.NewTensor(d, in[0].Dims...)}, nil
}

// StageMeta describes the partials: results of chunks, without the axis.
func (o *running) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	switch s {
	case op.Map:
		d, err := o.fold().result(in[0].DType.Is)
		return []op.Meta{op.NewTensor(d, reduced(in[0].Dims, []int{*o.Axis}, false)...)}, err
	case op.Combine:
		return []op.Meta{in[0].WithDims(in[0].Dims...)}, nil
	}
	return nil, nil
}

func (o *running) Tile(t *op.Tiler) error { return t.Out(t.Scan(t.In(0), *o.Axis)) }

// Lower is the Map stage.
func (o *running) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	if len(in) != 1 || o.Axis == nil {
		return 0
	}
	f, r := o.fold(), in[0]
	d, err := f.result(b.Type(r))
	if err != nil {
		return 0
	}
	if f.row.skip != nil {
		r = withoutNaN(b, r, f.row.skip)
	}
	return b.Fold(f.row.kernel, d, r, *o.Axis)
}

// Exec carries partials on, or runs over a chunk.
func (o *running) Exec(x *op.Exec) error {
	if x.Stage == op.Combine {
		out, err := one(x, x.Arrays(), func(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
			return b.Call(o.fold().row.combine, in...)
		})
		if err != nil {
			return err
		}
		return x.Put(0, out)
	}
	opt := reduce.ScanOptions{DType: x.Out(0).DType.Is, Parallel: x.Parallel}
	if x.Len() > 1 {
		carry, err := x.Array(1).Contig(x.Mem())
		if err != nil {
			return err
		}
		opt.Carry = carry
	}
	out, err := reduce.Scan(x.Mem(), o.name, x.Array(0), *o.Axis, opt)
	if err != nil {
		return err
	}
	return x.Put(0, out)
}
