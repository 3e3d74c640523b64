package graph

import (
	"unsafe"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// A CallWriter writes calls and what belongs to them as one message. An operand, schema, text or list of keys
// that occurs again is a number.
type CallWriter struct {
	writer
	known    *Operands
	operands map[op.Operand]uint64
	lists    map[keyList]uint64
}

// A keyList tells lists of keys apart by where they lie: a planner gives the readers of a shuffle one list.
type keyList struct {
	first *op.Key
	n     int
}

// NewCallWriter starts a message. known may be shared by the messages of a task.
func NewCallWriter(known *Operands) *CallWriter {
	return &CallWriter{known: known}
}

// Text adds a text that may occur again.
func (w *CallWriter) Text(s string) { w.text(s) }

// Key adds a key.
func (w *CallWriter) Key(k op.Key) { w.key(k) }

// Bits of the first byte of an argument.
const (
	argLast = 1 << iota
	argCall
	argOut
	argPart
	argKeys
	argKnown // the key is that of the output it reads
)

// Call adds a call; i is its place among those of its subtask, which are calls. Errors: Type for a parameter
// that cannot travel.
func (w *CallWriter) Call(calls []op.Call, i int) error {
	c := &calls[i]
	lo, o := c.Lo, c.Op
	if p, ok := o.(op.Parter); ok && c.Lo != nil && len(c.Outs) == 1 {
		if size, ok := c.Outs[0].Shape(); ok {
			if part := p.PartOf(c.Lo, size); part != nil {
				lo, o = make([]int, len(lo)), part
			}
		}
	}
	if c.Program != nil {
		w.Byte(byte(c.Stage)<<1 | 1)
		if err := w.program(c); err != nil {
			return err
		}
	} else {
		w.Byte(byte(c.Stage) << 1)
		if err := w.operand(o); err != nil {
			return errs.At(err, c.Site, c.Name)
		}
	}
	w.text(c.Name)
	w.text(c.Site)
	w.key(c.Key)
	w.Ints(c.Index)
	w.Ints(lo)
	w.Ints(c.Full)
	w.Len(len(c.In))
	for k := range c.In {
		w.arg(calls, &c.In[k])
	}
	w.Len(len(c.Outs))
	for k := range c.Outs {
		w.meta(&c.Outs[k], op.Key{})
	}
	w.Bools(c.Want)
	w.Bools(c.Keep)
	return nil
}

func (w *CallWriter) program(c *op.Call) error {
	w.Len(len(c.Program))
	for k := range c.Program {
		s := &c.Program[k]
		if err := w.operand(s.Op); err != nil {
			return errs.At(err, s.Site, op.NameOf(s.Op))
		}
		w.Byte(byte(s.Stage))
		w.text(s.Site)
		w.Len(len(s.In))
		for _, a := range s.In {
			w.Uint(uint64(a.Step + 1))
			w.Uint(uint64(a.Arg))
		}
		w.meta(&s.Meta, op.Key{})
	}
	return nil
}

// operand is a number, or 0 and the bytes of one that is new in this message.
func (w *CallWriter) operand(o op.Operand) error {
	if n := w.operands[o]; n > 0 {
		w.Uint(n)
		return nil
	}
	b, err := w.known.write(o)
	if err != nil {
		return err
	}
	if w.operands == nil {
		w.operands = map[op.Operand]uint64{}
	}
	w.operands[o] = uint64(len(w.operands) + 1)
	w.Byte(0)
	w.Bytes(b)
	return nil
}

func (w *CallWriter) arg(calls []op.Call, a *op.Arg) {
	var bits byte
	if a.Last {
		bits |= argLast
	}
	if a.Call >= 0 {
		bits |= argCall
		if a.Key == calls[a.Call].Outs[a.Out].Key {
			bits |= argKnown
		}
	}
	if a.Out != 0 {
		bits |= argOut
	}
	if a.Part >= 0 {
		bits |= argPart
	}
	if a.Keys != nil {
		bits |= argKeys
	}
	w.Byte(bits)
	if bits&argCall != 0 {
		w.Uint(uint64(a.Call))
	}
	if bits&argOut != 0 {
		w.Uint(uint64(a.Out))
	}
	if bits&argPart != 0 {
		w.Uint(uint64(a.Part))
	}
	if bits&argKnown == 0 {
		w.key(a.Key)
	}
	if bits&argKeys != 0 {
		w.keys(a.Keys)
	}
	w.meta(&a.Meta, a.Key)
}

func (w *CallWriter) keys(ks []op.Key) {
	at := keyList{unsafe.SliceData(ks), len(ks)}
	if n := w.lists[at]; n > 0 {
		w.Uint(n)
		return
	}
	if w.lists == nil {
		w.lists = map[keyList]uint64{}
	}
	w.lists[at] = uint64(len(w.lists) + 1)
	w.Byte(0)
	w.Len(len(ks))
	for _, k := range ks {
		w.key(k)
	}
}
