package reduce

import (
	"strings"
	"unsafe"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// A Reader yields the elements that are folded.
type Reader interface {
	// Read is elements lo to lo+n in C order of the shape, n at most Ahead: one operand per argument of the
	// job. They are valid until the next Read.
	Read(lo, n int) ([]basic.Vec, error)
}

// A DirectReader knows elements that lie together in memory, as many as there are.
type DirectReader interface {
	Reader
	// Direct is Read without a limit; false where elements do not lie together.
	Direct(lo, n int) ([]basic.Vec, bool)
}

// A Job is several folds over arguments of one shape along the same axes, done in one pass.
type Job struct {
	Shape []int
	Axes  []int // that are reduced, each once; nil means all
	Folds []Fold
	Args  []int // the argument that each fold reads; it yields elements of the fold's In
	// Open makes a reader for the calls of one worker, and Close, when not nil, takes it back.
	Open     func() (Reader, error)
	Close    func(Reader)
	Parallel parallel.Func
}

// state is one stepper and its argument; folds with equal ones share it.
type state struct {
	step stepper
	arg  int
	elem int // bytes of an element
}

type runner struct {
	*Job
	layout
	states []state
	of     []int // state of each fold
	out    []unsafe.Pointer
	chunks int // parts of each unit's leaves
	leafs  int // leaves per part, a power of two when there are several
	parts  []part
}

// part is the states that the parts of all units left, in order.
type part struct {
	mem   []uint64
	bytes int // of one part's states
}

// Run computes the folds. Each result has the shape without the reduced axes and is C-contiguous. Errors:
// Invalid for an empty reduction without identity and for bad axes, and those of reading and allocating.
func (j *Job) Run(al mem.Allocator) ([]*nd.Array, error) {
	reduced, outShape, err := split(j.Shape, j.Axes)
	if err != nil {
		return nil, err
	}
	r := &runner{Job: j}
	outs := make([]*nd.Array, len(j.Folds))
	for i, f := range j.Folds {
		r.share(f, j.Args[i])
		if f.far > 0 {
			r.out = append(r.out, nil)
			continue
		}
		if outs[i], err = nd.New(al, f.Out, outShape...); err != nil {
			return nil, err
		}
		if nd.Size(outShape) > 0 {
			r.out = append(r.out, unsafe.Pointer(&outs[i].Block.Bytes()[0]))
		}
	}
	switch {
	case nd.Size(outShape) == 0:
	case nd.Size(j.Shape) == 0:
		err = r.empty(nd.Size(outShape))
	default:
		r.layout = newLayout(j.Shape, func(a int) bool { return reduced[a] })
		err = r.all()
	}
	if err != nil {
		return nil, err
	}
	for i, f := range j.Folds {
		if f.far > 0 {
			if outs[i], err = r.states[r.of[i]].step.(farer).table().array(al, f.far-1); err != nil {
				return nil, err
			}
		}
	}
	return outs, nil
}

// split tells which axes are reduced and what shape is left.
func split(shape, axes []int) (reduced []bool, out []int, err error) {
	reduced = make([]bool, len(shape))
	for _, a := range axes {
		i, err := nd.AxisOf(a, len(shape))
		if err != nil {
			return nil, nil, err
		}
		if reduced[i] {
			return nil, nil, errs.New(errs.Invalid, "duplicate value in 'axis'")
		}
		reduced[i] = true
	}
	out = []int{}
	for i, n := range shape {
		if axes == nil {
			reduced[i] = true
		}
		if !reduced[i] {
			out = append(out, n)
		}
	}
	return reduced, out, nil
}

func (r *runner) share(f Fold, arg int) {
	for i, s := range r.states {
		if s.arg == arg && s.step.name() == f.step.name() && s.elem == f.In.Size() {
			r.of = append(r.of, i)
			return
		}
	}
	r.of = append(r.of, len(r.states))
	if b, ok := f.step.(binder); ok {
		f.step = b.bound()
	}
	r.states = append(r.states, state{f.step, arg, f.In.Size()})
}

// empty writes n results of nothing.
func (r *runner) empty(n int) error {
	for i, f := range r.Folds {
		st := make([]uint64, (n*f.step.size()+7)/8)
		p := unsafe.Pointer(unsafe.SliceData(st))
		if !f.step.none(p, n) {
			return NoIdentity(f.Name)
		}
		r.end(i, r.out[i], p, n)
	}
	return nil
}

// NoIdentity is the error of a reduction of no elements, in NumPy's words.
func NoIdentity(name string) error {
	switch name {
	case "min":
		name = "minimum"
	case "max":
		name = "maximum"
	case "argmin", "argmax", "nanargmin", "nanargmax":
		return errs.New(errs.Invalid, "attempt to get %s of an empty sequence", strings.TrimPrefix(name, "nan"))
	}
	return errs.New(errs.Invalid, "zero-size array to reduction operation %s which has no identity", name)
}

func (r *runner) all() error {
	unitSize := r.rows * r.layout.run * r.tile
	r.chunks, r.leafs = 1, r.leaves
	perTask := max(1, taskSize/unitSize)
	if unitSize > 2*taskSize && r.leaves > 1 {
		r.leafs = 1
		for r.leafs*2*(unitSize/r.leaves) <= taskSize {
			r.leafs *= 2
		}
		r.chunks = (r.leaves + r.leafs - 1) / r.leafs
		perTask = 1
		for _, s := range r.states {
			bytes := (r.tile*s.step.size() + 7) &^ 7
			r.parts = append(r.parts, part{make([]uint64, r.units()*r.chunks*bytes/8), bytes})
		}
	}
	tasks := r.units() * r.chunks
	n := (tasks + perTask - 1) / perTask
	pool := &workers{r: r}
	task := func(i int) error {
		w, err := pool.take()
		if err != nil {
			return err
		}
		defer pool.give(w)
		return w.tasks(i*perTask, min((i+1)*perTask, tasks))
	}
	if err := r.Parallel.Each(n, task); err != nil {
		return err
	}
	if r.chunks > 1 {
		r.join()
	}
	return nil
}

// join folds the parts of every unit in order.
func (r *runner) join() {
	for s, st := range r.states {
		t := tree{step: st.step}
		p := r.parts[s]
		for u := range r.units() {
			_, _, w := r.unit(u)
			t.reset(w, r.chunks)
			for c := range r.chunks {
				from := unsafe.Add(unsafe.Pointer(unsafe.SliceData(p.mem)), (u*r.chunks+c)*p.bytes)
				copy(slice[byte](t.leaf, w*st.step.size()), slice[byte](from, w*st.step.size()))
				t.push(0)
			}
			r.put(s, u, t.fold())
		}
	}
}

// put writes the results of unit u from the states of state s.
func (r *runner) put(s, u int, st unsafe.Pointer) {
	ko, k, w := r.unit(u)
	for i, f := range r.Folds {
		if r.of[i] == s {
			first := ko*r.keep + k
			if f.far > 0 {
				keepFar(r.states[s].step.(farer), st, w, f.far-1, first)
				continue
			}
			r.end(i, unsafe.Add(r.out[i], first*f.Out.Size()), st, w)
		}
	}
}

// end writes w results of fold i.
func (r *runner) end(i int, dst, st unsafe.Pointer, w int) {
	if f := r.Folds[i]; f.far > 0 {
		return
	} else if f.out != nil {
		f.out(dst, st, w)
	} else {
		f.end(r.states[r.of[i]].step, dst, st, w)
	}
}
