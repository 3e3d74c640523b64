package web

import (
	"slices"
	"time"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// uploadIdle is how long nobody may speak of an upload that is not committed before its parts are dropped.
const uploadIdle = 30 * time.Minute

// copies are the copies of the parts of an upload that the manifest does not name; nil: all. A worker that
// has stored a part may not have been able to say so.
func (u *upload) copies(f *service.Manifest) (out []service.ChunkMeta) {
	for i := range u.parts {
		p := &u.parts[i]
		c := service.ChunkMeta{Facts: service.Facts{Key: p.key}, Bands: append(slices.Clone(p.tried), p.band)}
		if f != nil {
			c.Bands = slices.DeleteFunc(c.Bands, func(b service.Band) bool { return slices.Contains(f.Chunks[i].Bands, b) })
		}
		if len(c.Bands) > 0 {
			out = append(out, c)
		}
	}
	return out
}

// dropIdleUploads drops the parts of uploads that nobody has spoken of for long.
func (s *Server) dropIdleUploads(now time.Time) {
	s.sessions.mu.Lock()
	all := make([]*session, 0, len(s.sessions.all))
	for _, x := range s.sessions.all {
		all = append(all, x)
	}
	s.sessions.mu.Unlock()
	for _, x := range all {
		for _, u := range x.idleUploads(now) {
			s.o.Log.Info("upload dropped: nobody speaks of it", "session", x.id, "upload", u.key.Short(), "parts", len(u.parts))
			if err := s.o.Cluster.Lifecycle().Discard(s.life, x.id, u.copies(nil)); err != nil {
				s.o.Log.Warn("drop an upload", "session", x.id, "err", err)
			}
			u.mu.Unlock()
		}
	}
}

// idleUploads takes uploads out that are idle. Their locks are held: nobody commits them any more.
func (x *session) idleUploads(now time.Time) (out []*upload) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for id, u := range x.uploads {
		if u.done == nil && !u.over && now.Sub(u.used) > uploadIdle && u.mu.TryLock() {
			delete(x.uploads, id)
			out = append(out, u)
		}
	}
	return out
}

// Expects says whether a chunk is a part of an upload that is not committed, and goes to a node. Of a session
// that the API has no record of nothing is known.
func (s *Server) Expects(session string, k op.Key, node string) bool {
	s.sessions.mu.Lock()
	x := s.sessions.all[session]
	s.sessions.mu.Unlock()
	if x == nil {
		return true
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, u := range x.uploads {
		for i := range u.parts {
			if u.parts[i].key == k {
				return !u.over && u.done == nil && u.parts[i].band.Node == node
			}
		}
	}
	return false
}
