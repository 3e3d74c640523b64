package op

import (
	"runtime/debug"
	"sync/atomic"

	"github.com/mars-project/mars-go/errs"
)

// A Watch is what somebody who waits for Infer, Tile or a rule can see of it, and how it is told to stop. Go
// cannot end a goroutine: what makes chunks or goes from node to node stops at the next one, any other loop
// goes on unseen. A nil Watch is never looked at. All methods are safe for concurrent use.
type Watch struct {
	at   atomic.Pointer[Node]
	stop atomic.Pointer[error]
}

// At notes the node whose operator is asked next.
func (w *Watch) At(n *Node) {
	if w == nil {
		return
	}
	w.at.Store(n)
	w.check()
}

// Doing names the operator that is asked, and the user's line; empty before the first.
func (w *Watch) Doing() (op, site string) {
	if w == nil {
		return "", ""
	}
	if n := w.at.Load(); n != nil {
		return n.Name, n.Site.String()
	}
	return "", ""
}

// Stop ends what is watched with err, at its next step.
func (w *Watch) Stop(err error) { w.stop.CompareAndSwap(nil, &err) }

// A halt ends a tiling from within, however deep an operator is in loops of its own. Tile and Catch take it.
type halt struct{ err error }

// check ends what is watched when Stop was called.
func (w *Watch) check() {
	if w == nil {
		return
	}
	if err := w.stop.Load(); err != nil {
		panic(halt{*err})
	}
}

// Catch makes *err of a halt that comes by, and of any other panic an Internal error with the stack. It is
// deferred by who asks operators.
func (w *Watch) Catch(err *error) {
	r := recover()
	if r == nil {
		return
	}
	name, site := w.Doing()
	if h, ok := r.(halt); ok {
		*err = errs.At(h.err, site, name)
		return
	}
	*err = errs.At(errs.On(errs.New(errs.Internal, "panic: %v", r), "", string(debug.Stack())), site, name)
}

// MaxChunks is how many chunk operands one operator may be cut into.
const MaxChunks = 1 << 21

// count refuses a tiling that has no end, or a grid that nobody can keep the books of.
func (c *Chunks) count(n int) {
	if c.counted += n; c.counted > MaxChunks {
		panic(halt{errs.New(errs.Invalid, "cut into more than %d chunks; make them larger (chunk_size)", MaxChunks)})
	}
	if c.counted&255 < n {
		c.watch.check()
	}
}
