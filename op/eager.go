package op

import (
	"context"
	"sync/atomic"
)

// An Eager session executes what is built from its values at once.
type Eager interface {
	Session
	// Now executes all outputs of a node and holds them as long as the node lives.
	Now(n *Node) error
}

// Inner is what handles and nodes ask of a session beside Execute and Fetch. A session embeds it: programs
// have no use for these methods.
type Inner interface {
	Box(ctx context.Context, h Handle, lo, size []int) (any, error)
	Meta(ctx context.Context, h Handle) (Meta, error)
	Now(n *Node) error
}

// eagerness is where a node remembers the session that wants what is built from it.
type eagerness = atomic.Pointer[Eager]

// Hasten has everything that users build from n executed at once by s.
func (n *Node) Hasten(s Eager) {
	if n.eager != nil {
		n.eager.Store(&s)
	}
}

// Hastened is the session that Hasten was told; nil when there is none.
func (n *Node) Hastened() Eager {
	if n.eager == nil {
		return nil
	}
	if s := n.eager.Load(); s != nil {
		return *s
	}
	return nil
}

// now executes n if one of its inputs belongs to an eager session. What goes wrong is the error of the call.
func (n *Node) now() {
	if n.Err != nil {
		return
	}
	for _, v := range n.In {
		if s := v.N.Hastened(); s != nil {
			n.Hasten(s)
			n.Err = s.Now(n)
			return
		}
	}
}

// SessionOf is the session that executed v: the one its handle was bound to, else the eager one of its node,
// else nil.
func SessionOf(v Value, bound Session) Session {
	if bound != nil {
		return bound
	}
	if e := v.N.Hastened(); e != nil {
		return e
	}
	return nil
}
