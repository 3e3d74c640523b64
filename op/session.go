package op

import "context"

// A Session executes values and fetches them. Handles that were executed remember it, so that they can print themselves.
type Session interface {
	// Execute computes values; it returns when all their chunks are stored.
	Execute(ctx context.Context, vs ...Value) error
	// Fetch brings a value that was executed to Go memory: *nd.Array, *frame.Frame, or an object.
	Fetch(ctx context.Context, v Value) (any, error)
	// Edges brings at most n rows of each end of a value, and of every further axis of a tensor at most n places of each
	// end: what printing needs. The shape is that of the whole.
	Edges(ctx context.Context, v Value, n int) (Corner, error)
}

// A Corner is the ends of a value, as Session.Edges brings them.
type Corner struct {
	Meta  Meta  // of the whole, all known
	Shape []int // of the whole
	Value any   // the places that were asked for, put together in order; the whole when it is small
	Whole bool  // nothing was left out
}

// A Handle is what a user holds: a cell that points at a value.
type Handle interface {
	Value() Value
	// Bind remembers the session that executed the value.
	Bind(s Session)
}
