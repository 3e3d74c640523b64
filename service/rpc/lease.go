package rpc

import (
	"bytes"
	"context"
	"sync"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
)

// Leases sends the leases of one task. It remembers the bytes of their operands. It is safe for concurrent
// use.
type Leases struct {
	mu    sync.Mutex
	known graph.Operands
}

// Assign tells the band of l; see service.SubtaskService. Errors: Unavailable when it cannot be reached, that
// of the first call that cannot travel.
func (s *Leases) Assign(ctx context.Context, sys *oscar.System, l service.Lease) error {
	return subtaskAssign.Tell(ctx, sys, ref(l.Band), leasing{lease: l, from: s})
}

// A memory is what an actor may have to remember the operands of leases in.
type memory interface{ Operands() *graph.Operands }

func assign(s service.SubtaskService, ctx context.Context, l leasing) (oscar.None, error) {
	known := &graph.Operands{}
	if m, ok := s.(memory); ok {
		known = m.Operands()
	}
	x, err := l.open(known)
	if err != nil {
		return oscar.None{}, err
	}
	return oscar.None{}, s.Assign(ctx, x)
}

// leasing is a lease on its way. Over a link of values it travels as it is; over a link of bytes as a head,
// which names the lease and its runs, and a body with their calls. A body that cannot be read fails the runs
// of the head: they are reported and nobody waits for them.
type leasing struct {
	lease service.Lease
	from  *Leases // of the sender
	raw   []byte
}

// MarshalBinary is the lease as bytes. Subtask.Nodes stays with the supervisor.
func (l leasing) MarshalBinary() ([]byte, error) {
	x := &l.lease
	if l.from == nil {
		l.from = &Leases{}
	}
	l.from.mu.Lock()
	defer l.from.mu.Unlock()
	w := graph.NewCallWriter(&l.from.known)
	w.Uint(uint64(x.ID))
	w.Str(x.Owner)
	w.Str(x.Session)
	w.Uint(uint64(x.Task))
	w.Str(x.Band.Node)
	w.Str(x.Band.Name)
	w.Uint(x.Epoch)
	w.Int(int64(x.Depth))
	w.Len(len(x.Subtasks))
	for i := range x.Subtasks {
		w.Int(int64(x.Subtasks[i].ID) - int64(x.Task.Subtask(0)))
		w.Int(int64(x.Subtasks[i].Attempt))
	}
	for i := range x.Subtasks {
		if err := writeSubtask(w, &x.Subtasks[i]); err != nil {
			return nil, err
		}
	}
	return w.B, nil
}

// UnmarshalBinary keeps the bytes for open.
func (l *leasing) UnmarshalBinary(b []byte) error {
	l.raw = bytes.Clone(b)
	return nil
}

// open is the lease. Invalid: not even the head can be read.
func (l *leasing) open(known *graph.Operands) (service.Lease, error) {
	if l.raw == nil {
		return l.lease, nil
	}
	r := graph.NewCallReader(l.raw, known)
	x := service.Lease{
		ID: service.LeaseID(r.Uint()), Owner: r.Str(), Session: r.Str(), Task: service.TaskID(r.Uint()),
		Band: service.Band{Node: r.Str(), Name: r.Str()}, Epoch: r.Uint(), Depth: r.Int32(),
	}
	x.Subtasks = make([]service.Subtask, r.Len(2))
	for i := range x.Subtasks {
		x.Subtasks[i].ID = service.SubtaskID(r.Int() + int64(x.Task.Subtask(0)))
		x.Subtasks[i].Attempt = r.Int32()
	}
	if err := r.Err(); err != nil {
		return x, errs.Wrap(errs.Invalid, err, "head of a lease")
	}
	for i := range x.Subtasks {
		readSubtask(r, &x.Subtasks[i])
	}
	if err := r.End(); err != nil {
		for i := range x.Subtasks {
			x.Subtasks[i] = service.Subtask{ID: x.Subtasks[i].ID, Attempt: x.Subtasks[i].Attempt}
		}
		x.Bad = service.FailureOf(errs.Wrap(errs.KindOf(err), err, "lease %s cannot be read on %s", x.ID, x.Band))
	}
	return x, nil
}

// Bits of the byte before an output.
const (
	outHold = 1 << iota
	outLocal
	outKnown // its key is that of the output of the call
)

func writeSubtask(w *graph.CallWriter, s *service.Subtask) error {
	w.Int(s.Priority)
	w.Int(int64(s.Slots))
	w.Int(s.Mem)
	w.Byte(byte(s.Traits))
	w.Int(int64(s.Member.Gang))
	w.Int(int64(s.Stage))
	w.Len(len(s.Deps))
	for _, d := range s.Deps {
		w.Int(int64(d) - int64(s.ID))
	}
	w.Len(len(s.Calls))
	for i := range s.Calls {
		if err := w.Call(s.Calls, i); err != nil {
			return err
		}
	}
	w.Len(len(s.Inputs))
	args := stored(s.Calls)
	for i := range s.Inputs {
		in := &s.Inputs[i]
		if a := args(); a != nil && a.Key == in.Key {
			w.Byte(1)
		} else {
			w.Byte(0)
			w.Key(in.Key)
		}
		w.Int32s(in.Parts)
		w.Int(in.Bytes)
	}
	w.Len(len(s.Outputs))
	for i := range s.Outputs {
		writeOutput(w, s, &s.Outputs[i])
	}
	return nil
}

func writeOutput(w *graph.CallWriter, s *service.Subtask, o *service.Output) {
	var bits byte
	if o.Hold {
		bits |= outHold
	}
	if o.Local {
		bits |= outLocal
	}
	known := int(o.Call) < len(s.Calls) && s.Calls[o.Call].Outs[o.Out].Key == o.Key
	if known {
		bits |= outKnown
	}
	w.Byte(bits)
	w.Uint(uint64(o.Call))
	w.Uint(uint64(o.Out))
	if !known {
		w.Key(o.Key)
	}
	w.Int(o.Bytes)
	w.Int32s(o.Parts)
}

// stored gives the arguments of calls that are read from the store, one after another, then nil: inputs
// mostly stand in the same order.
func stored(calls []op.Call) func() *op.Arg {
	c, k := 0, 0
	return func() *op.Arg {
		for ; c < len(calls); c, k = c+1, 0 {
			for k < len(calls[c].In) {
				a := &calls[c].In[k]
				if k++; a.Call < 0 && a.Keys == nil {
					return a
				}
			}
		}
		return nil
	}
}

func readSubtask(r *graph.CallReader, s *service.Subtask) {
	s.Priority, s.Slots, s.Mem = r.Int(), r.Int32(), r.Int()
	s.Traits, s.Member.Gang, s.Stage = service.Trait(r.Byte()), r.Int32(), r.Int32()
	if n := r.Len(1); n > 0 {
		s.Deps = make([]service.SubtaskID, n)
	}
	for i := range s.Deps {
		s.Deps[i] = service.SubtaskID(r.Int() + int64(s.ID))
	}
	if n := r.Len(1); n > 0 {
		s.Calls = make([]op.Call, n)
	}
	for i := range s.Calls {
		if r.Call(s.Calls, i); r.Err() != nil {
			return
		}
	}
	if n := r.Len(3); n > 0 {
		s.Inputs = make([]service.Input, n)
	}
	args := stored(s.Calls)
	for i := range s.Inputs {
		a := args()
		switch {
		case !r.Bool():
			s.Inputs[i].Key = r.Key()
		case a == nil:
			r.Bad("input %d is that of no call", i)
			return
		default:
			s.Inputs[i].Key = a.Key
		}
		s.Inputs[i].Parts, s.Inputs[i].Bytes = r.Int32s(), r.Int()
	}
	s.Outputs = make([]service.Output, r.Len(5))
	for i := range s.Outputs {
		readOutput(r, s, &s.Outputs[i])
	}
}

func readOutput(r *graph.CallReader, s *service.Subtask, o *service.Output) {
	bits := r.Byte()
	o.Hold, o.Local = bits&outHold != 0, bits&outLocal != 0
	o.Call = int32(r.Index(len(s.Calls)))
	if r.Err() != nil {
		return
	}
	outs := s.Calls[o.Call].Outs
	if o.Out = int32(r.Index(len(outs))); r.Err() != nil {
		return
	}
	if o.Key = outs[o.Out].Key; bits&outKnown == 0 {
		o.Key = r.Key()
	}
	o.Bytes, o.Parts = r.Int(), r.Int32s()
}
