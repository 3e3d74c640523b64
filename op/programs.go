package op

import (
	"slices"
	"sync/atomic"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel"
)

// Programs remembers the block programs that ran last: the chunks of a value differ in their data alone, so
// that each operand is lowered once and not once for every chunk. The zero value is ready. It is safe for
// concurrent use.
type Programs struct {
	recent atomic.Pointer[[]program] // newest first; never written to
}

// manyPrograms is how many programs are remembered.
const manyPrograms = 32

// A program is what was compiled for an operand, or for the members of a fused call, over inputs of these
// dtypes. Nothing else enters it.
type program struct {
	op    Operand
	stage Stage
	steps []Step
	types []dtype.DType
	exec  bool            // asked for by Exec
	p     *kernel.Program // nil: it does not lower
}

// A Programmer is a World that remembers programs.
type Programmer interface {
	Programs() *Programs
}

// find is the program of a call over n inputs whose dtypes types gives.
func (ps *Programs) find(c *Call, exec bool, n int, types func(i int) dtype.DType) (p *kernel.Program, ok bool) {
	if ps == nil {
		return nil, false
	}
	recent := ps.recent.Load()
	if recent == nil {
		return nil, false
	}
	for i := range *recent {
		if r := &(*recent)[i]; r.is(c, exec, n, types) {
			return r.p, true
		}
	}
	return nil, false
}

func (r *program) is(c *Call, exec bool, n int, types func(i int) dtype.DType) bool {
	if r.op != c.Op || r.stage != c.Stage || r.exec != exec || len(r.types) != n || len(r.steps) != len(c.Program) {
		return false
	}
	for i, d := range r.types {
		if d != types(i) {
			return false
		}
	}
	for i := range r.steps {
		a, b := &r.steps[i], &c.Program[i]
		if a.Op != b.Op || a.Stage != b.Stage || !slices.Equal(a.In, b.In) {
			return false
		}
	}
	return true
}

// add remembers a program, in place of the one added first where there are many. Of two that are added at the
// same time one may be forgotten.
func (ps *Programs) add(c *Call, exec bool, n int, types func(i int) dtype.DType, p *kernel.Program) {
	if ps == nil {
		return
	}
	added := program{op: c.Op, stage: c.Stage, steps: c.Program, exec: exec, p: p}
	for i := range n {
		added.types = append(added.types, types(i))
	}
	recent := []program{added}
	if old := ps.recent.Load(); old != nil {
		recent = append(recent, (*old)[:min(len(*old), manyPrograms-1)]...)
	}
	ps.recent.Store(&recent)
}
