package kernel

import (
	"slices"
	"sync"
	"unsafe"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// A Run says where a program gets memory and helpers.
type Run struct {
	Mem      mem.Allocator // results and buffers; buffers are small and freed with the allocator's scope
	Parallel parallel.Func // how the work is cut never depends on it, so results are the same bits
	// Stream is the bytes of a result from which on it is written past the caches, which is right for what is
	// not read soon. Zero means 8 MiB, less than zero never. Results written over an input, or read by the
	// program itself, never are. It changes no bits.
	Stream int
	// Into is memory for the first result, which may be that of an input nobody reads any more. It must be
	// C-contiguous and of the result's shape and dtype. It is ignored where writing it would spoil an input
	// that is still to be read.
	Into *nd.Array
	// Misses, if not nil, is set to how many elements of the first result, which is float64 and no fold, are
	// NaN. They are counted while the caches hold them, so that result does not go past these.
	Misses *int
}

const (
	taskSize  = 1 << 16 // elements of one call of Parallel's function
	blockSize = 1 << 12 // elements of a block whose values lie in buffers; larger ones leave the second-level cache
	loneBlock = 1 << 13 // of one without buffers
	tileCols  = 256     // columns of a tile of a transposed input
	minRun    = 256     // shorter runs are gathered, longer ones bound the blocks
)

// exec is one run of a program.
type exec struct {
	*Program
	Run
	feeds []basic.Feed
	along []int // axes of the folds, as inputs are read
	block int
	base  []unsafe.Pointer // first element of each result that is no fold
	past  []bool           // results that are written past the caches
	head  int              // elements before the first result is at a multiple of a cache line, if results go past the caches
	mu    sync.Mutex
	idle  []*machine // all are, once the run is done
}

// Run computes the results over shape, to which the inputs broadcast. Those with a value per element are
// C-contiguous arrays of shape, folds lose the axes they reduce. Errors: Internal for inputs that are not
// what the program was built for, Invalid for shapes that do not broadcast, empty folds without identity and
// values that a function refuses, and those of the allocator.
func (p *Program) Run(r Run, in []*nd.Array, shape []int) ([]*nd.Array, error) {
	n := nd.Size(shape)
	x := &exec{Program: p, Run: r, block: min(p.block(), max(n, 1))}
	if len(in) < p.nin {
		return nil, errs.New(errs.Internal, "a program of %d inputs got %d", p.nin, len(in))
	}
	x.along = p.axes
	var turn reduce.Turn
	if p.Folds() && len(p.inputs) > 0 && !p.plainResults() {
		if a := in[p.inputs[0].num]; nd.SameShape(a.Shape, shape) {
			var err error
			if turn, err = reduce.TurnOf(p.folds, a, p.axes); err != nil {
				return nil, err
			}
			x.along = turn.Axes
		}
	}
	for _, i := range p.inputs {
		a := in[i.num]
		if d := p.values[i.value].d; a.DType != d {
			return nil, errs.New(errs.Internal, "input %d of a program is %v, not %v", i.num, a.DType, d)
		}
		if !nd.SameShape(a.Shape, shape) {
			var err error
			if a, err = a.BroadcastTo(shape...); err != nil {
				return nil, err
			}
		}
		f, err := basic.NewFeed(turn.In(a), turn.Shape(shape))
		if err != nil {
			return nil, err
		}
		x.feeds = append(x.feeds, f)
	}
	out := make([]*nd.Array, len(p.results))
	x.base = make([]unsafe.Pointer, len(p.results))
	x.past = make([]bool, len(p.results))
	for i, res := range p.results {
		if res.value < 0 {
			continue
		}
		var err error
		if out[i], err = x.target(i, in, shape); err != nil {
			return nil, err
		}
		if n > 0 {
			x.base[i] = unsafe.Pointer(&out[i].Block.Bytes()[out[i].Offset*res.d.Size()])
			x.stream(i, out[i], in, n)
		}
	}
	if p.Folds() {
		return out, x.fold(out, turn, shape)
	}
	if n > 0 {
		if err := x.mapAll(n); err != nil {
			return nil, err
		}
	}
	if x.Misses != nil {
		*x.Misses = 0
		for _, m := range x.idle {
			*x.Misses += m.misses
		}
	}
	return out, nil
}

// plainResults reports that the program gives values for every element beside its folds.
func (p *Program) plainResults() bool {
	return slices.ContainsFunc(p.results, func(r result) bool { return r.value >= 0 })
}

// block is the most elements of a block.
func (p *Program) block() int {
	switch {
	case p.Folds():
		return reduce.Ahead
	case len(p.bufs) == 0:
		return loneBlock
	}
	return blockSize
}

// defaultStream is the bytes from which on a result goes past the caches. Measured with 32 MiB of third-level
// cache: a sum of 8 MiB takes 27 % less so, and its next reader loses as much; from 16 MiB on both together
// take 20 % less, and of 4 MiB they take 20 % more.
const defaultStream = 8 << 20

// stream decides whether result i goes past the caches.
func (x *exec) stream(i int, out *nd.Array, in []*nd.Array, n int) {
	res, least := x.results[i], x.Run.Stream
	if least == 0 {
		least = defaultStream
	}
	size := res.d.Size()
	if v := x.values[res.value]; least < 0 || i == 0 && x.Misses != nil || n*size < least || v.read || v.result != i {
		return
	}
	for _, f := range x.inputs {
		if in[f.num].Block == out.Block {
			return
		}
	}
	x.past[i] = true
	if off := int(uintptr(x.base[i]) % line); x.head == 0 && off%size == 0 && off > 0 {
		x.head = (line - off) / size
	}
}

// target is the array of result i: Into if it may be, else a new one.
func (x *exec) target(i int, in []*nd.Array, shape []int) (*nd.Array, error) {
	if i == 0 && x.Into != nil && !x.Folds() && x.mayOverwrite(in, shape) {
		return x.Into, nil
	}
	return nd.New(x.Mem, x.results[i].d, shape...)
}

// mayOverwrite reports that result 0 may be written to Into: every input in that block of memory is the same
// elements in the same order, and no step reads it after the one that writes the result.
func (x *exec) mayOverwrite(in []*nd.Array, shape []int) bool {
	to, res := x.Into, x.results[0]
	if to.DType != res.d || !nd.SameShape(to.Shape, shape) || !to.Contiguous() {
		return false
	}
	writes := len(x.steps)
	for k, s := range x.steps {
		for _, o := range s.outs {
			if x.values[o].result == 0 {
				writes = k
			}
		}
	}
	for _, i := range x.inputs {
		a := in[i.num]
		if a.Block != to.Block {
			continue
		}
		same := a.Offset == to.Offset && a.DType.Size() == to.DType.Size() && nd.SameShape(a.Shape, shape) && a.Contiguous()
		if !same || x.values[i.value].last > writes {
			return false
		}
	}
	return true
}

// fold runs the program as the source of its folds.
func (x *exec) fold(out []*nd.Array, turn reduce.Turn, shape []int) error {
	j := reduce.Job{
		Shape: turn.Shape(shape), Axes: x.along, Folds: x.folds, Args: shared(x.foldArg), Parallel: x.Parallel,
		Open: func() (reduce.Reader, error) { return x.newMachine() },
	}
	res, err := j.Run(x.Mem)
	if err != nil {
		return err
	}
	if res, err = turn.Out(x.Mem, res); err != nil {
		return err
	}
	for i, r := range x.results {
		if r.value < 0 {
			out[i] = res[r.fold]
		}
	}
	return nil
}

// shared is the argument of each fold by the values that they read: folds of one value have that of the first
// of them, so that they may share their work.
func shared(values []int) (args []int) {
	for _, v := range values {
		args = append(args, slices.Index(values, v))
	}
	return args
}

// mapAll computes n elements.
func (x *exec) mapAll(n int) error {
	w := x.walk(n)
	return x.Parallel.Each(w.tasks, func(i int) error {
		m, err := x.take()
		if err != nil {
			return err
		}
		defer x.give(m)
		return w.task(m, i)
	})
}

func (x *exec) take() (*machine, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if n := len(x.idle); n > 0 {
		m := x.idle[n-1]
		x.idle = x.idle[:n-1]
		return m, nil
	}
	return x.newMachine()
}

func (x *exec) give(m *machine) {
	x.mu.Lock()
	x.idle = append(x.idle, m)
	x.mu.Unlock()
}
