package kernel

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/kernel/reduce"
)

// A Program is a compiled expression. It never changes and may run many times at once.
type Program struct {
	inputs  []input
	consts  []constVal
	steps   []step
	bufs    []int // bytes of an element of each buffer
	results []result
	folds   []reduce.Fold
	foldArg []int // value that each fold reads
	axes    []int // of the folds
	values  []value
	nin     int
}

// A value is what an instruction computes for the elements of a block: it lives in a buffer, or in the memory
// of a result.
type value struct {
	d      dtype.DType
	buf    int // -1: an input, a constant, or a result's memory
	result int // -1: not written to a result directly
	last   int // the last step that reads it
	read   bool
}

type input struct {
	num, value int
}

type constVal struct {
	vec   basic.Vec
	value int
}

// A step runs one loop.
type step struct {
	loop basic.Loop
	args []int
	outs []int
}

// A result is a value for every element, or a fold.
type result struct {
	d     dtype.DType
	value int // -1 for a fold
	fold  int
}

// forever is the last use of what must outlive the steps of a block.
const forever = 1 << 30

// Compile makes the program that computes r: one value per element, a fold, or a tuple of such. Errors:
// Internal for the zero register, a fold inside an expression, and folds along different axes.
func (b *Builder) Compile(r Reg) (*Program, error) {
	if r == 0 {
		return nil, errs.New(errs.Internal, "register 0 cannot be compiled")
	}
	outs := []Reg{r}
	if b.at(r).code == tupleCode {
		outs = b.at(r).args
	}
	n := len(b.code)
	p := &Program{values: make([]value, 0, n+2), steps: make([]step, 0, n), results: make([]result, 0, len(outs))}
	need := make([]bool, n+1)
	for _, o := range outs {
		b.mark(need, o)
	}
	ids := make([]int, n+1)
	for i := range b.code {
		if need[i+1] {
			if err := p.add(b, Reg(i+1), ids); err != nil {
				return nil, err
			}
		}
	}
	axes := false
	for _, o := range outs {
		i := b.at(o)
		if i.code == tupleCode {
			return nil, errs.New(errs.Internal, "a tuple inside a tuple")
		}
		if i.code != foldCode {
			p.results = append(p.results, result{d: i.d, value: ids[o]})
			continue
		}
		if axes && !(slices.Equal(p.axes, i.axes) && (p.axes == nil) == (i.axes == nil)) {
			return nil, errs.New(errs.Internal, "folds of one program along different axes")
		}
		p.axes, axes = i.axes, true
		p.results = append(p.results, result{d: i.d, value: -1, fold: len(p.folds)})
		p.folds = append(p.folds, i.fold)
		p.foldArg = append(p.foldArg, ids[i.args[0]])
	}
	p.fuse()
	p.place()
	return p, nil
}

func (b *Builder) mark(need []bool, r Reg) {
	if need[r] {
		return
	}
	need[r] = true
	for _, a := range b.at(r).args {
		b.mark(need, a)
	}
}

// add appends the instruction of register r. Instructions come in an order in which arguments are ready.
func (p *Program) add(b *Builder, r Reg, ids []int) error {
	i := b.at(r)
	switch i.code {
	case foldCode, tupleCode:
		for _, a := range i.args {
			if c := b.at(a).code; c == tupleCode || c == foldCode && i.code == foldCode {
				return errs.New(errs.Internal, "a fold or a tuple inside a fold or a tuple")
			}
		}
		return nil
	case partCode:
		ids[r] = p.steps[p.stepOf(ids[i.args[0]])].outs[i.num]
		return nil
	}
	for _, a := range i.args {
		if c := b.at(a).code; c == foldCode || c == tupleCode {
			return errs.New(errs.Internal, "%s of a fold: folds end a program", i.fn)
		}
	}
	ids[r] = p.newValue(i.d)
	switch i.code {
	case inputCode:
		p.inputs = append(p.inputs, input{i.num, ids[r]})
		p.nin = max(p.nin, i.num+1)
	case constCode:
		p.consts = append(p.consts, constVal{constant(i.val), ids[r]})
	default:
		both := make([]int, 0, len(i.args)+len(i.loop.Out))
		s := step{loop: i.loop}
		both = append(both, ids[r])
		for _, d := range i.loop.Out[1:] {
			both = append(both, p.newValue(d))
		}
		s.outs, s.args = both[:len(both):len(both)], both[len(both):]
		for _, a := range i.args {
			s.args = append(s.args, ids[a])
		}
		p.steps = append(p.steps, s)
	}
	return nil
}

func (p *Program) newValue(d dtype.DType) int {
	p.values = append(p.values, value{d: d, buf: -1, result: -1, last: -1})
	return len(p.values) - 1
}

func (p *Program) stepOf(v int) int {
	return slices.IndexFunc(p.steps, func(s step) bool { return s.outs[0] == v })
}

// place gives every computed value a buffer, or the memory of the result that it is. A buffer is used again
// when its value is read no more: by the same step when the elements have the same size, as loops read an
// element before they write it.
func (p *Program) place() {
	for k, s := range p.steps {
		for _, a := range s.args {
			p.values[a].last, p.values[a].read = k, true
		}
	}
	for _, v := range p.foldArg {
		p.values[v].last, p.values[v].read = forever, true
	}
	computed := make([]bool, len(p.values))
	for _, s := range p.steps {
		for _, o := range s.outs {
			computed[o] = true
		}
	}
	for i, r := range p.results {
		if r.value >= 0 {
			p.values[r.value].last = forever
			if computed[r.value] && p.values[r.value].result < 0 {
				p.values[r.value].result = i
			}
		}
	}
	var free []int
	for k, s := range p.steps {
		var dying []int
		for i, a := range s.args {
			if v := p.values[a]; v.last == k && v.buf >= 0 && !slices.Contains(s.args[:i], a) {
				dying = append(dying, a)
			}
		}
		for _, o := range s.outs {
			v := &p.values[o]
			if v.result >= 0 {
				continue
			}
			size := v.d.Size()
			if j := slices.IndexFunc(dying, func(a int) bool { return p.values[a].d.Size() == size }); j >= 0 {
				v.buf = p.values[dying[j]].buf
				dying = slices.Delete(dying, j, j+1)
			} else {
				v.buf, free = p.takeBuf(free, size)
			}
		}
		for _, a := range dying {
			free = append(free, p.values[a].buf)
		}
		for _, o := range s.outs {
			if v := p.values[o]; v.last < 0 && v.buf >= 0 { // an output that nobody reads
				free = append(free, v.buf)
			}
		}
	}
}

// takeBuf is a free buffer of at least the size, widened if need be, or a new one.
func (p *Program) takeBuf(free []int, size int) (int, []int) {
	best := -1
	for i, b := range free {
		if best < 0 || p.bufs[b] >= size && p.bufs[free[best]] != size {
			best = i
		}
	}
	if best < 0 {
		p.bufs = append(p.bufs, size)
		return len(p.bufs) - 1, free
	}
	b := free[best]
	p.bufs[b] = max(p.bufs[b], size)
	return b, slices.Delete(free, best, best+1)
}

// Folds reports that the program ends in folds.
func (p *Program) Folds() bool { return len(p.folds) > 0 }

// Types is the dtypes of the results.
func (p *Program) Types() []dtype.DType {
	var o []dtype.DType
	for _, r := range p.results {
		o = append(o, r.d)
	}
	return o
}
