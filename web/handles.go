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

// maxReleases is how many requests of Release of a session are remembered. A client asks again within
// seconds.
const maxReleases = 1024

// releases are the requests of Release that have been served, the oldest forgotten first.
type releases struct {
	known map[string]bool
	order []string
}

// first reports that a request is not one that is asked again.
func (r *releases) first(id string) bool {
	if id == "" {
		return true
	}
	if r.known[id] {
		return false
	}
	if r.known == nil {
		r.known = map[string]bool{}
	}
	r.known[id] = true
	if r.order = append(r.order, id); len(r.order) > maxReleases {
		delete(r.known, r.order[0])
		r.order = r.order[1:]
	}
	return true
}

// Release gives up handles, once for each request id. What the client has no handle on is left alone.
func (s *Server) Release(ctx context.Context, r *marsv1.ReleaseRequest) (*marsv1.ReleaseResponse, error) {
	x, err := s.session(ctx, r.GetSessionId())
	if err != nil {
		return nil, err
	}
	defer x.active.Add(-1)
	return &marsv1.ReleaseResponse{}, s.release(ctx, x, r.GetKeys(), r.GetRequestId())
}

func (s *Server) release(ctx context.Context, x *session, keys []string, request string) error {
	if len(keys) > maxKeys {
		return errs.New(errs.Invalid, "%d keys; at most %d are released at once", len(keys), maxKeys)
	}
	ks := make([]op.Key, 0, len(keys))
	for _, t := range keys {
		k, ok := op.ParseKey(t)
		if !ok {
			return errs.New(errs.Invalid, "key %.80q", t)
		}
		ks = append(ks, k)
	}
	if len(request) > maxRequestID {
		return errs.New(errs.Invalid, "request_id has %d bytes; it wants at most %d", len(request), maxRequestID)
	}
	x.mu.Lock()
	if !x.releases.first(request) {
		x.mu.Unlock()
		return nil
	}
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
		return nil
	}
	return s.o.Cluster.Lifecycle().Decref(ctx, x.id, ks)
}
