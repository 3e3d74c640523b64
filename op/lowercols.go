package op

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/nd"
)

// An operand is an input of a block program: the array or the series that is input arg of the call, or a
// column of the frame there.
type operand struct {
	arg  int
	pick *frame.Label // nil: all of the input
}

// operands are those of a call over columns; nil of one over arrays, whose inputs are the call's.
type operands []operand

// operandsOf lists the operands of a call, in order of their first use.
func operandsOf(c *Call) (os operands) {
	if len(c.In) == 0 || c.In[0].Meta.Kind == Tensor {
		return nil
	}
	if c.Program == nil {
		for i := range c.In {
			os = append(os, operand{i, picked(c.Op)})
		}
		return os
	}
	for k := range c.Program {
		s := &c.Program[k]
		for _, a := range s.In {
			if o := (operand{a.Arg, picked(s.Op)}); a.Step < 0 && os.place(o) < 0 {
				os = append(os, o)
			}
		}
	}
	return os
}

func picked(o Operand) *frame.Label {
	if p, ok := o.(Picker); ok {
		l := p.Pick()
		return &l
	}
	return nil
}

// find is the place of what o takes of an input of the call.
func (os operands) find(arg int, o Operand) int {
	if os == nil {
		return arg
	}
	return os.place(operand{arg, picked(o)})
}

// place is where o is listed, -1 for nowhere.
func (os operands) place(o operand) int {
	for i, p := range os {
		if p.arg == o.arg && (p.pick == nil) == (o.pick == nil) && (o.pick == nil || p.pick.Same(*o.pick)) {
			return i
		}
	}
	return -1
}

// dtype is that of operand i; ok is false while it is pending, or where a frame has no such column.
func (os operands) dtype(c *Call, i int) (d dtype.DType, ok bool) {
	if os == nil {
		return c.In[i].Meta.DType.Is, true
	}
	m := &c.In[os[i].arg].Meta
	if os[i].pick == nil {
		return m.Cols[0].Is, m.Cols[0].Known()
	}
	for _, k := range m.Cols {
		if k.Name.Same(*os[i].pick) {
			return k.Is, k.Known()
		}
	}
	return d, false
}

// lowersColumns is lowers of an operand over series, or that picks a column.
func lowersColumns(c *Call) bool {
	if c.Stage != Chunk || len(c.In) == 0 || c.Outs[0].Kind != Series || len(c.Outs[0].Cols) != 1 || !c.Outs[0].Cols[0].Known() {
		return false
	}
	if _, ok := c.Op.(Picker); ok {
		return len(c.In) == 1 && c.In[0].Meta.Kind == Frame && !c.In[0].Meta.Open
	}
	for i := range c.In {
		if m := &c.In[i].Meta; m.Kind != Series || len(m.Cols) != 1 {
			return false
		}
	}
	return true
}

// runColumns runs a fused call over columns. The result stands under the labels of the first operand of the
// first operand and so on, as when each member runs by itself.
func (x *Exec) runColumns(ops operands) error {
	in, types := make([]*nd.Array, len(ops)), make([]dtype.DType, len(ops))
	for i, o := range ops {
		f := x.Frame(o.arg)
		if n := x.Frame(ops[0].arg).NRows; f.NRows != n {
			return errs.New(errs.Internal, "chunks of %d and %d rows under the same labels", n, f.NRows)
		}
		k := 0
		if o.pick != nil {
			k = f.Find(*o.pick)
		}
		if k < 0 {
			return errs.New(errs.Internal, "a chunk lacks column %s", o.pick.Repr())
		}
		var err error
		if in[i], err = (column.Env{Mem: x.Mem(), Parallel: x.Parallel}).Array(f.Cols[k].Stored()); err != nil {
			return err
		}
		types[i] = in[i].DType
	}
	p, err := x.columnProgram(types)
	if err != nil {
		return err
	}
	first := x.first()
	f, m := x.Frame(first), x.Out(0)
	var misses *int // counted as they are written: a look afterwards reads all of them again
	if m.Cols[0].Is == dtype.Float64 {
		misses = new(int)
	}
	out, err := x.run(p, in, misses)
	if err != nil {
		return err
	}
	c := frame.NewPlain(m.Cols[0].Is, out[0].Block, out[0].Offset, f.NRows, frame.Bitmap{})
	if misses != nil {
		c.WithNulls(*misses)
	}
	g := &frame.Frame{
		Index: f.Index, Names: []frame.Label{m.Cols[0].Name}, NRows: f.NRows, Ord: f.Ord,
		Cols: []*frame.Column{c},
	}
	if x.InMeta(first).Kind == Series {
		g.Axis = f.Axis
	}
	return x.Put(0, g)
}

// first is the input that the first operand of the last member of a fused call comes from, by first operands
// alone.
func (x *Exec) first() int {
	k := len(x.call.Program) - 1
	for {
		a := x.call.Program[k].In[0]
		if a.Step < 0 {
			return a.Arg
		}
		k = a.Step
	}
}

// columnProgram is the program of a fused call over columns that are stored as these dtypes.
func (x *Exec) columnProgram(types []dtype.DType) (*kernel.Program, error) {
	at := func(i int) dtype.DType { return types[i] }
	if p, ok := x.programs.find(x.call, false, len(types), at); ok {
		return p, nil
	}
	b, r, err := buildFused(x.call, types)
	if err != nil {
		return nil, err
	}
	p, err := b.Compile(r)
	if err != nil {
		return nil, err
	}
	x.programs.add(x.call, false, len(types), at, p)
	return p, nil
}
