package runner

import (
	"context"
	"errors"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// Functions calls functions of users; see worker/functions, which implements it.
type Functions interface {
	// Call calls a function for somebody, whose grant pays for the results, which the caller releases, and
	// for what of the inputs has to be copied.
	//
	// Outcomes: 1. As many values as the call has outs. 2. The error of the function, with what it raised.
	// 3. Unavailable: this worker cannot call it, another may. 4. Denied: it shall not. 5. Pressure,
	// OutOfMemory: no room; of a call that may begin once these say that it has not begun. 6. Canceled.
	Call(ctx context.Context, by By, c op.FuncCall) ([]any, error)
}

// By is who calls a function.
type By struct {
	Session string
	Task    service.TaskID
	Gang    service.Gang // of which it is a member, where the call says so
	Grant   *mem.Grant
	Turn    *Turn
	// Behind: the call may stand behind others. It ends with ErrUnbegun where it would do so for long.
	Behind bool
	// Yields: the call may end with an Unready instead of waiting for what it describes.
	Yields bool
	// Moved is told of an input that had to be copied, and of the copy, which is retained where it is kept.
	Moved func(i int, v any)
}

// ErrUnbegun is the end of a call that has not begun, and may begin elsewhere.
var ErrUnbegun = errs.New(errs.Unavailable, "the call has not begun: those before it are long")

// An Unready is the cause of the end of a call that has not begun: what its function needs is being made. It
// may begin again once Known is closed.
type Unready struct{ Known <-chan struct{} }

func (*Unready) Error() string { return "what the function needs is being made" }

// Call calls a function of the user's. Its results belong to the call until it has ended.
func (t *world) Call(c op.FuncCall) ([]any, error) {
	f := t.r.opts.Functions
	if f == nil {
		return nil, errs.New(errs.Denied, "this worker calls no functions of users")
	}
	turn, s := &Turn{r: t.r, w: t.w}, t.w.Subtask
	task := s.ID.Task()
	by := By{
		Session: t.w.Session, Task: task, Gang: service.Gang{Task: task, N: s.Member.Gang, Attempt: s.Attempt},
		Grant: t.w.Grant, Turn: turn, Behind: t.w.beside && !t.w.called && c.Gang.Size == 0, Yields: !t.w.called && c.Gang.Size == 0 && s.Traits&service.Process != 0,
		Moved: func(i int, v any) { t.w.moved(c.In[i].Value, v) },
	}
	defer turn.end()
	t.w.called = true
	out, err := f.Call(t.Context(), by, c)
	t.w.unbegun = errors.Is(err, ErrUnbegun)
	if u := (*Unready)(nil); errors.As(err, &u) {
		t.w.unready = u.Known
	}
	if c.Once && !again(err) { // the function was called
		t.w.once = true
	}
	for _, v := range out {
		op.Blocks(v, func(b *mem.Block) {
			t.scope.Hold(b)
			b.Release()
		})
	}
	return out, err
}

// A replacer is a pin whose store takes an equal value in the place of that which it has.
type replacer interface{ Replace(v any) bool }

// moved has the store keep a copy of an input in its place: the next function that reads it finds it where
// functions read.
func (w *Work) moved(was, v any) {
	for i := range w.pieces {
		p := &w.pieces[i]
		if r, ok := p.pin.(replacer); ok && p.part < 0 && same(p.pin.Value(), was) {
			r.Replace(v)
			return
		}
	}
}

// same reports that two values are one.
func same(v, w any) bool {
	switch w.(type) {
	case *nd.Array, *op.Pickled: // others may not be comparable
		return v == w
	}
	return false
}

// again reports an error after which a subtask is run again.
func again(err error) bool {
	switch errs.KindOf(err) {
	case errs.Pressure, errs.OutOfMemory, errs.Unavailable, errs.Lost:
		return true
	}
	return false
}

// final is an error after which the subtask would be run again, for a function that was called and never
// begins twice.
func final(err error) error {
	f := &errs.Error{Kind: errs.Internal, Msg: "the function was called, and once=True never begins it twice: " + err.Error()}
	if k := errs.KindOf(err); k == errs.Pressure || k == errs.OutOfMemory {
		f.Raised = &errs.Exception{Type: "MemoryError"}
	}
	return f
}

var _ op.Caller = (*world)(nil)
