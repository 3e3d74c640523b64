package graph

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/compact"
	"github.com/mars-project/mars-go/op"
)

// A CallReader reads what a CallWriter wrote. Places that calls name are checked: what it gives can be run.
type CallReader struct {
	reader
	known    *Operands
	operands []op.Operand
	lists    [][]op.Key
}

// NewCallReader reads the message b, which must not change. known may be shared by many messages.
func NewCallReader(b []byte, known *Operands) *CallReader {
	return &CallReader{reader: reader{Reader: compact.NewReader(b)}, known: known}
}

// Text reads a text that may occur again.
func (r *CallReader) Text() string { return r.text() }

// Key reads a key.
func (r *CallReader) Key() op.Key { return r.key() }

// Call reads call i of the subtask into calls[i]; those before it are there. A fault is in Err: Invalid for
// bytes that are no calls, NotFound for an operator or parameter that is not known here.
func (r *CallReader) Call(calls []op.Call, i int) {
	c := &calls[i]
	head := r.Byte()
	if head>>1 > byte(op.LastStage) {
		r.Bad("no stage %d", head>>1)
	}
	c.Stage = op.Stage(head >> 1)
	if head&1 != 0 {
		r.program(c)
	} else {
		c.Op = r.operand()
	}
	c.Name, c.Site, c.Key = r.text(), r.text(), r.key()
	c.Index, c.Lo, c.Full = r.Ints(), r.Ints(), r.Ints()
	if n := r.Len(1); n > 0 {
		c.In = make([]op.Arg, n)
	}
	for k := range c.In {
		r.arg(calls[:i], &c.In[k])
	}
	c.Outs = make([]op.Meta, r.Len(1))
	for k := range c.Outs {
		c.Outs[k] = r.meta(op.Key{})
	}
	c.Want, c.Keep = r.Bools(), r.Bools()
	for k := range c.Program {
		for _, a := range c.Program[k].In {
			if a.Step < 0 && a.Arg >= len(c.In) {
				r.Bad("step %d reads input %d of %d", k, a.Arg, len(c.In))
			}
		}
	}
}

func (r *CallReader) program(c *op.Call) {
	n := r.Len(1)
	if n == 0 {
		r.Bad("a fused call of nothing")
		return
	}
	c.Program = make([]op.Step, n)
	for k := range c.Program {
		s := &c.Program[k]
		s.Op = r.operand()
		s.Stage = op.Stage(r.Index(int(op.LastStage) + 1))
		s.Site = r.text()
		if n := r.Len(2); n > 0 {
			s.In = make([]op.StepArg, n)
		}
		for i := range s.In {
			s.In[i] = op.StepArg{Step: r.Index(k+1) - 1, Arg: int(r.Uint())}
			if s.In[i].Arg < 0 {
				r.Bad("step %d reads input %d", k, s.In[i].Arg)
			}
		}
		s.Meta = r.meta(op.Key{})
	}
}

func (r *CallReader) operand() op.Operand {
	if n := r.Index(len(r.operands) + 1); n > 0 {
		return r.operands[n-1]
	}
	b := r.Bytes()
	if r.Err() != nil {
		return nil
	}
	o, err := r.known.parse(b)
	if err != nil {
		r.Fail(errs.Wrap(errs.KindOf(err), err, "operand of a call"))
	}
	r.operands = append(r.operands, o)
	return o
}

func (r *CallReader) arg(before []op.Call, a *op.Arg) {
	bits := r.Byte()
	a.Last, a.Call, a.Part = bits&argLast != 0, -1, -1
	if bits&argCall != 0 {
		a.Call = r.Index(len(before))
	}
	if bits&argOut != 0 {
		a.Out = int(r.Uint() & 0xffffff)
	}
	if bits&argPart != 0 {
		a.Part = int(r.Uint() & 0x7fffffff)
	}
	if a.Call >= 0 && r.Err() == nil {
		if a.Out >= len(before[a.Call].Outs) {
			r.Bad("output %d of %d", a.Out, len(before[a.Call].Outs))
			return
		}
		a.Key = before[a.Call].Outs[a.Out].Key
	}
	if bits&argKnown == 0 {
		a.Key = r.key()
	}
	if bits&argKeys != 0 {
		a.Keys = r.keys()
	}
	a.Meta = r.meta(a.Key)
}

func (r *CallReader) keys() []op.Key {
	if n := r.Index(len(r.lists) + 1); n > 0 {
		return r.lists[n-1]
	}
	ks := make([]op.Key, r.Len(len(op.Key{})))
	for i := range ks {
		ks[i] = r.key()
	}
	r.lists = append(r.lists, ks)
	return ks
}
