package op

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// An Exec is one call being run: its inputs, borrowed until Exec returns, and its outputs. Operators never
// call Retain or Release: what Alloc gives belongs to the subtask, an output moves to the store, and
// everything else is freed.
type Exec struct {
	Stage Stage
	Index []int
	call  *Call
	world World
	in    []any
	out   []any
	own   []bool

	programs *Programs // nil: none are remembered
	one      [1]any    // room for out
}

// refused carries a refused allocation up to Run: the task is aborted as Pressure and run again with a larger
// grant.
type refused struct{ err error }

// Run executes a call. own says which inputs may be written in place. A panic becomes an Internal error with
// its stack.
func Run(c *Call, in []any, own []bool, w World) (out []any, err error) {
	defer func() {
		if r := recover(); r != nil {
			out = nil
			stack := ""
			if h, ok := r.(*HelperPanic); ok {
				r, stack = h.Value, h.Stack
			}
			if p, ok := r.(refused); ok {
				err = p.err
			} else {
				if stack == "" {
					stack = string(debug.Stack())
				}
				err = errs.On(errs.New(errs.Internal, "panic: %v", r), "", stack)
			}
		}
		if err != nil {
			err = errs.At(err, c.Site, c.Name)
		}
	}()
	for i, a := range c.In {
		if in[i], err = Settle(in[i], a.Meta, w); err != nil {
			return nil, err
		}
	}
	x := &Exec{Stage: c.Stage, Index: c.Index, call: c, world: w, in: in, own: own}
	if x.out = x.one[:]; len(c.Outs) != 1 {
		x.out = make([]any, len(c.Outs))
	}
	for i := range x.out {
		x.out[i] = unput{}
	}
	if p, ok := w.(Programmer); ok {
		x.programs = p.Programs()
	}
	done, err := x.lowered()
	if err == nil && !done {
		err = c.Op.Exec(x)
	}
	if err != nil {
		return nil, err
	}
	for i := range c.Outs {
		if x.out[i] != (unput{}) {
			continue
		}
		if c.wants(i) {
			return nil, errs.New(errs.Internal, "stage %s did not put output %d", StageOf(c.Op, c.Stage), i)
		}
		x.out[i] = nil
	}
	return x.out, nil
}

// unput stands where no output was put yet: nil is a value too, that of a cell which is None.
type unput struct{}

func (c *Call) wants(i int) bool { return i >= len(c.Want) || c.Want[i] }

// Len is the number of inputs.
func (x *Exec) Len() int { return len(x.in) }

// In is input i; Array, Frame and Tuple are it as what it must be.
func (x *Exec) In(i int) any             { return x.in[i] }
func (x *Exec) Array(i int) *nd.Array    { return as[*nd.Array](x, i) }
func (x *Exec) Frame(i int) *frame.Frame { return as[*frame.Frame](x, i) }
func (x *Exec) Tuple(i int) Tuple        { return as[Tuple](x, i) }

// Arrays, Frames and Tuples are all inputs.
func (x *Exec) Arrays() []*nd.Array    { return all[*nd.Array](x) }
func (x *Exec) Frames() []*frame.Frame { return all[*frame.Frame](x) }
func (x *Exec) Tuples() []Tuple        { return all[Tuple](x) }

func as[V any](x *Exec, i int) V {
	v, ok := x.in[i].(V)
	if !ok {
		panic(fmt.Sprintf("input %d is a %T", i, x.in[i]))
	}
	return v
}

func all[V any](x *Exec) []V {
	o := make([]V, len(x.in))
	for i := range x.in {
		o[i] = as[V](x, i)
	}
	return o
}

// InMeta is the meta of input i, Out that of output i. Lo and Full say where output 0 lies in the whole
// value.
func (x *Exec) InMeta(i int) Meta { return x.call.In[i].Meta }
func (x *Exec) Out(i int) Meta    { return x.call.Outs[i] }
func (x *Exec) Lo() []int         { return x.call.Lo }
func (x *Exec) Full() []int       { return x.call.Full }

// Want reports that anybody needs output i.
func (x *Exec) Want(i int) bool { return x.call.wants(i) }

// Put sets output i. A nil v is the object None.
func (x *Exec) Put(i int, v any) error { x.out[i] = v; return nil }

// Alloc makes an array in the subtask's scope; its contents are undefined. It has no error: when the budget
// refuses, the call ends as Pressure and runs again later.
func (x *Exec) Alloc(d dtype.DType, shape ...int) *nd.Array {
	a, err := nd.New(x.world, d, shape...)
	if err != nil {
		panic(refused{err})
	}
	return a
}

// Mem is the subtask's scope, for kernels.
func (x *Exec) Mem() mem.Allocator { return x.world }

// Try runs f with x's inputs and outputs over memory that is given back if f fails: what is tried again in a
// way that needs less finds the room.
func (x *Exec) Try(f func(y *Exec) error) error {
	t := &trial{World: x.world}
	y := *x
	y.world = t
	err := f(&y)
	if err != nil {
		t.undo()
	}
	return err
}

// Briefly is Try whose memory is given back always: what f leaves lies in memory of x.
func (x *Exec) Briefly(f func(y *Exec) error) error {
	t := &trial{World: x.world}
	defer t.undo()
	y := *x
	y.world = t
	return f(&y)
}

// Context ends when the task is canceled.
func (x *Exec) Context() context.Context { return x.world.Context() }

// Parallel borrows free slots for f(0..n-1); see World.
func (x *Exec) Parallel(n int, f func(i int) error) error { return x.world.Parallel(n, f) }

// Scratch is spill space for an operator that outgrows its grant.
func (x *Exec) Scratch() (Scratch, error) { return x.world.Scratch() }

// FS is where files are.
func (x *Exec) FS() FS { return x.world.FS() }

// Owned reports that input i may be written in place: this is its last use.
func (x *Exec) Owned(i int) bool { return i < len(x.own) && x.own[i] }

// Own is array i to write in: itself at its last use, else a copy.
func (x *Exec) Own(i int) *nd.Array {
	a := x.Array(i)
	if x.Owned(i) && a.Contiguous() {
		return a
	}
	c := x.Alloc(a.DType, a.Shape...)
	if err := nd.Copy(c, a); err != nil {
		panic(err)
	}
	return c
}

// Follow says that row k of f comes from row rows[k] of input i, so that the order of that input can be
// restored: f with the ordinals of those rows, or f itself when nobody asked for them.
func (x *Exec) Follow(f *frame.Frame, i int, rows []int64) (*frame.Frame, error) {
	src := x.Frame(i)
	if src.Ord == nil {
		return f, nil
	}
	o, err := src.Ord.Take(x.Mem(), rows)
	if err != nil {
		return nil, err
	}
	return f.WithOrd(o), nil
}

func (x *Exec) declined() error {
	return errs.New(errs.Internal, "%T has neither Lower nor Exec for stage %s of %v", x.call.Op, StageOf(x.call.Op, x.Stage), slices.Collect(x.dtypes()))
}

func (x *Exec) dtypes() func(func(string) bool) {
	return func(yield func(string) bool) {
		for _, a := range x.call.In {
			if !yield(a.Meta.DType.String()) {
				return
			}
		}
	}
}
