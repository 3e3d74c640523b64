package op

import (
	"context"
	"fmt"
)

// A Session executes values and fetches them. Handles that were executed remember it, so that they can print
// themselves.
type Session interface {
	// Execute computes values; it returns when all their chunks are stored.
	Execute(ctx context.Context, hs ...Handle) error
	// Fetch brings a value that was executed to Go memory: *nd.Array, *frame.Frame, or an object.
	Fetch(ctx context.Context, h Handle) (any, error)
	// Box is Fetch of the box of size places per axis from lo on; of a frame the rows. Only the chunks it
	// lies in are read.
	Box(ctx context.Context, h Handle, lo, size []int) (any, error)
	// Meta describes a value that was executed: all lengths and dtypes are known.
	Meta(ctx context.Context, h Handle) (Meta, error)
}

// A Handle is what a user holds: a cell that points at a value.
type Handle interface {
	Value() Value
}

var binders []func(h Handle, s Session, release func()) bool

// Binds tells Bind of handles: f binds those of one package, and reports false for others; call it from init.
func Binds(f func(h Handle, s Session, release func()) bool) { binders = append(binders, f) }

// Bind has a handle remember the session that executed its value; release is called once the handle is
// garbage. It is no method, for users have no use for it.
func Bind(h Handle, s Session, release func()) {
	for _, f := range binders {
		if f(h, s, release) {
			return
		}
	}
	panic(fmt.Sprintf("op: nobody binds a %T", h))
}

// MetaOf describes what a handle points at. Of a value that was executed, in the session that the handle is
// bound to or an eager one, all is known.
func MetaOf(h Handle, bound Session) Meta {
	v := h.Value()
	m := v.Meta()
	if v.Err() != nil || m.Settled() {
		return m
	}
	if s := SessionOf(v, bound); s != nil {
		if known, err := s.Meta(context.Background(), h); err == nil {
			return known
		}
	}
	return m
}
