package op

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/nd"
)

// Lowers reports that a call becomes instructions of a block program.
func Lowers(c *Call) bool {
	_, r := build(c)
	return r != 0
}

// build lowers one call; register 0 when it does not lower.
func build(c *Call) (*kernel.Builder, kernel.Reg) {
	if c.Program != nil || !lowers(c) {
		return nil, 0
	}
	ops := operandsOf(c)
	b := &kernel.Builder{}
	in := make([]kernel.Reg, len(c.In))
	for i := range c.In {
		d, ok := ops.dtype(c, i)
		if !ok {
			return nil, 0
		}
		if in[i] = b.In(i, d); in[i] == 0 {
			return nil, 0
		}
	}
	r := c.Op.(Lowerer).Lower(b, in)
	if ops != nil && b.Type(r) != c.Outs[0].Cols[0].Is {
		return nil, 0
	}
	return b, r
}

// lowers reports a fused call, or one whose operand may lower at its stage.
func lowers(c *Call) bool {
	if c.Program != nil {
		return true
	}
	if _, ok := c.Op.(Lowerer); !ok || c.Stage != Chunk && c.Stage != Map || len(c.Outs) != 1 {
		return false
	}
	for i := range c.In {
		if c.In[i].Meta.Kind != Tensor {
			return lowersColumns(c)
		}
	}
	return true
}

// buildFused lowers the members of a fused call one after another. Types are the dtypes in which its operands
// are stored; nil where they are their own.
func buildFused(c *Call, types []dtype.DType) (*kernel.Builder, kernel.Reg, error) {
	ops := operandsOf(c)
	b := &kernel.Builder{}
	regs := make([]kernel.Reg, len(c.Program))
	for k, s := range c.Program {
		in := make([]kernel.Reg, len(s.In))
		for i, a := range s.In {
			if a.Step >= 0 {
				in[i] = regs[a.Step]
				continue
			}
			at := ops.find(a.Arg, s.Op)
			d, ok := ops.dtype(c, at)
			if !ok {
				return nil, 0, errs.New(errs.Internal, "the dtype of a fused operand is not known")
			}
			if types == nil {
				in[i] = b.In(at, d)
			} else {
				in[i] = b.Cast(b.In(at, types[at]), d)
			}
		}
		l, ok := s.Op.(Lowerer)
		if !ok {
			return nil, 0, errs.New(errs.Internal, "%s is fused and does not lower", NameOf(s.Op))
		}
		if regs[k] = l.Lower(b, in); regs[k] == 0 {
			return nil, 0, errs.At(errs.New(errs.Internal, "a fused member declined"), s.Site, NameOf(s.Op))
		}
	}
	return b, regs[len(regs)-1], nil
}

// Program runs instructions over the inputs, which are all arrays, and returns the results: what an Exec uses
// that computes element by element at a stage the engine does not lower. An Exec calls it at most once, and
// lower depends on the operand, the stage and the dtypes alone, for what it gives is remembered.
func (x *Exec) Program(lower func(b *kernel.Builder, in []kernel.Reg) kernel.Reg) ([]*nd.Array, error) {
	types := func(i int) dtype.DType { return x.Array(i).DType }
	p, ok := x.programs.find(x.call, true, x.Len(), types)
	if !ok {
		b := &kernel.Builder{}
		in := make([]kernel.Reg, x.Len())
		for i := range in {
			if in[i] = b.In(i, types(i)); in[i] == 0 {
				return nil, errs.New(errs.Type, "dtype %s has no fixed width", types(i))
			}
		}
		var err error
		if p, err = b.Compile(lower(b, in)); err != nil {
			return nil, err
		}
		x.programs.add(x.call, true, x.Len(), types, p)
	}
	return x.run(p, x.Arrays(), nil)
}

// lowered runs the call as a block program; false means that Exec must run.
func (x *Exec) lowered() (bool, error) {
	ops := operandsOf(x.call)
	if ops != nil && x.call.Program == nil {
		return false, nil // gains nothing
	}
	if ops != nil {
		return true, x.runColumns(ops)
	}
	p, err := x.program()
	if p == nil || err != nil {
		return false, err
	}
	out, err := x.run(p, x.Arrays(), nil)
	if err != nil {
		return false, err
	}
	if len(out) == 1 {
		return true, x.Put(0, out[0])
	}
	t := make(Tuple, len(out))
	for i, a := range out {
		t[i] = a
	}
	return true, x.Put(0, t)
}

// program is the call as a block program, nil when it does not lower.
func (x *Exec) program() (p *kernel.Program, err error) {
	c := x.call
	if !lowers(c) {
		return nil, nil
	}
	types := func(i int) dtype.DType { return c.In[i].Meta.DType.Is }
	if p, ok := x.programs.find(c, false, len(c.In), types); ok {
		return p, nil
	}
	var b *kernel.Builder
	var r kernel.Reg
	if c.Program != nil {
		if b, r, err = buildFused(c, nil); err != nil {
			return nil, err
		}
	} else {
		b, r = build(c)
	}
	if r != 0 {
		if p, err = b.Compile(r); err != nil {
			return nil, err
		}
	}
	x.programs.add(c, false, len(c.In), types, p)
	return p, nil
}

// run runs a program over the inputs; misses is that of kernel.Run.
func (x *Exec) run(p *kernel.Program, in []*nd.Array, misses *int) ([]*nd.Array, error) {
	shapes := make([][]int, len(in))
	for i, a := range in {
		shapes[i] = a.Shape
	}
	shape, err := nd.Broadcast(shapes...)
	if err != nil {
		return nil, err
	}
	run := kernel.Run{Mem: x.Mem(), Parallel: x.world.Parallel, Misses: misses}
	if into, ok := x.reusable(shape); ok && !p.Folds() {
		run.Into = into
	}
	return p.Run(run, in, shape)
}

// reusable is an input that the result may be written over: owned, of the result's shape and dtype.
func (x *Exec) reusable(shape []int) (*nd.Array, bool) {
	if len(x.call.Outs) != 1 || x.call.Stage != Chunk || x.call.Outs[0].Kind == Series {
		return nil, false
	}
	for i := range x.in {
		a := x.Array(i)
		if x.Owned(i) && a.DType == x.call.Outs[0].DType.Is && a.Contiguous() && slices.Equal(a.Shape, shape) && nd.Size(shape) > 1 {
			return a, true
		}
	}
	return nil, false
}
