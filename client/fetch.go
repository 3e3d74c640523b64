package client

import (
	"context"
	"runtime"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Fetch brings a value that was executed to Go memory: *nd.Array, *frame.Frame, or an object. Invalid: it was
// not executed.
func (s *Session) Fetch(ctx context.Context, h op.Handle) (any, error) {
	v, err := s.stored(h)
	if err != nil {
		return nil, err
	}
	defer runtime.KeepAlive(h) // its chunks go with it
	return v.fetch(ctx, nil, nil)
}

// Meta describes a value that was executed.
func (x inner) Meta(_ context.Context, h op.Handle) (op.Meta, error) {
	v, err := x.s.stored(h)
	if err != nil {
		return op.Meta{}, err
	}
	return v.meta(), nil
}

// Box is Fetch of a box: lo and size have a number for each axis, of a frame one for the rows.
func (x inner) Box(ctx context.Context, h op.Handle, lo, size []int) (any, error) {
	v, err := x.s.stored(h)
	if err != nil {
		return nil, err
	}
	defer runtime.KeepAlive(h) // its chunks go with it
	dims := v.meta().Dims
	if len(lo) != len(dims) || len(size) != len(dims) {
		return nil, errs.New(errs.Invalid, "a box of %d axes of a value of %d", len(lo), len(dims))
	}
	for a, d := range dims {
		if lo[a] < 0 || size[a] < 0 || lo[a]+size[a] > d.N {
			return nil, errs.New(errs.Invalid, "box [%d, %d) of an axis of length %d", lo[a], lo[a]+size[a], d.N)
		}
	}
	if len(dims) == 0 {
		return v.fetch(ctx, nil, nil)
	}
	return v.fetch(ctx, lo, size)
}

// stored is what the session has of an executed value.
func (s *Session) stored(h op.Handle) (stored, error) {
	v, err := valueOf(h)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if k := s.known[v.Meta().Key]; k != nil {
		return k.v, nil
	}
	return nil, errs.New(errs.Invalid, "%s was not executed in this session; call Execute first", v.N.Name)
}
