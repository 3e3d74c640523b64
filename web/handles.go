package web

import (
	"context"
	"slices"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/op"
)

// hold counts a handle of the client's on a value. x.mu is held.
func (x *session) hold(k op.Key, bytes int64) {
	h := x.held[k]
	if h == nil {
		if x.held == nil {
			x.held = map[op.Key]*handles{}
		}
		h = &handles{bytes: bytes}
		x.held[k] = h
		x.stored.Add(bytes)
	}
	h.n++
}

// handles are those of one client on one value.
type handles struct {
	n     int
	bytes int64
}

// Release gives up handles. What the client has no handle on is left alone.
func (s *Server) Release(ctx context.Context, r *marsv1.ReleaseRequest) (*marsv1.ReleaseResponse, error) {
	x, err := s.session(ctx, r.GetSessionId())
	if err != nil {
		return nil, err
	}
	defer x.active.Add(-1)
	if len(r.GetKeys()) > maxKeys {
		return nil, errs.New(errs.Invalid, "%d keys; at most %d are released at once", len(r.GetKeys()), maxKeys)
	}
	ks := make([]op.Key, 0, len(r.GetKeys()))
	for _, t := range r.GetKeys() {
		k, ok := op.ParseKey(t)
		if !ok {
			return nil, errs.New(errs.Invalid, "key %.80q", t)
		}
		ks = append(ks, k)
	}
	x.mu.Lock()
	ks = slices.DeleteFunc(ks, func(k op.Key) bool {
		h := x.held[k]
		if h == nil {
			return true
		}
		if h.n--; h.n == 0 {
			delete(x.held, k)
			x.stored.Add(-h.bytes)
		}
		return false
	})
	x.mu.Unlock()
	if len(ks) == 0 {
		return &marsv1.ReleaseResponse{}, nil
	}
	return &marsv1.ReleaseResponse{}, s.o.Cluster.Lifecycle().Decref(ctx, x.id, ks)
}
