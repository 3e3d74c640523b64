package grpcnet

import (
	"context"
	"errors"
	"io"
	"net"
	"syscall"
	"time"

	"github.com/mars-project/mars-go/errs"
)

// beat runs four times in every KeepAlive. It pings a peer that was not heard for half of it, and now and
// then one that is heard, to know the way's length; it ends a connection that was silent for two.
func (s *session) beat() {
	keep := s.opt.KeepAlive
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return
	}
	now := s.since()
	silent := now - time.Duration(s.heard.Load())
	late := now-s.beaten > keep // it was we who slept: what the peer said lies unread
	s.beaten = now
	w := s.wire
	if w != nil && (silent > keep/2 || now-s.pinged > 2*keep) {
		s.pingDue, s.pinged = true, now
		s.wakeUp()
	}
	s.pulse.Reset(keep / 4)
	s.mu.Unlock()
	if w != nil && silent > 2*keep && !late {
		w.abort(silence(silent))
	}
}

// silence is why a connection was ended whose peer was not heard for so long.
type silence time.Duration

func (d silence) Error() string {
	return "silent for " + time.Duration(d).Round(time.Millisecond).String()
}

// lost is called when w has ended.
func (s *session) lost(w *wire, why error) {
	defer s.running.Done()
	s.mu.Lock()
	if s.wire != w { // there is another one already
		s.mu.Unlock()
		return
	}
	s.wire = nil
	if s.closed {
		s.mu.Unlock()
		s.end()
		return
	}
	back := make(chan struct{})
	s.back = back
	s.mu.Unlock()
	s.opt.Log.Warn("link lost its connection", s.attrs("why", why)...)
	if s.dialer != nil {
		s.running.Go(func() { s.redial(why) })
	} else {
		s.running.Go(func() { s.await(back, why) })
	}
}

// await gives the peer, who dials, time to come back, unless its process is found to be dead.
func (s *session) await(back <-chan struct{}, why error) {
	grace := s.opt.Grace
	if _, silent := why.(silence); s.peer.Addr == "" && !silent { // its process may have ended
		grace = min(grace, blindGrace)
	}
	ctx, cancel := context.WithTimeout(s.ctx, grace)
	defer cancel()
	dead := make(chan struct{})
	if s.peer.Addr != "" {
		s.running.Go(func() {
			if refused(ctx, s.peer.Addr) {
				close(dead)
			}
		})
	}
	select {
	case <-back:
		return
	case <-dead:
		why = errs.Wrap(errs.Unavailable, why, "node %s has ended: nobody listens at %s", s.peer.Node.Node, s.peer.Addr)
	case <-ctx.Done():
		why = errs.Wrap(errs.Unavailable, why, "node %s did not come back within %v", s.peer.Node.Node, grace)
	}
	s.mu.Lock()
	over := s.closed || s.back != back
	s.mu.Unlock()
	if !over {
		s.fail(why)
	}
}

// refused tries addr until ctx ends, and reports whether nobody listens there. A dying process may still take
// a connection, so one that is taken is watched.
func refused(ctx context.Context, addr string) bool {
	var d net.Dialer
	for {
		c, err := d.DialContext(ctx, "tcp", addr)
		if isRefused(err) {
			return true
		}
		if err == nil {
			stop := context.AfterFunc(ctx, func() { c.Close() })
			_, _ = io.Copy(io.Discard, c)
			stop()
			c.Close()
		}
		if !pause(ctx, 10*time.Millisecond) {
			return false
		}
	}
}

// pause is false when ctx has ended before d was over.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

func isRefused(err error) bool { return errors.Is(err, syscall.ECONNREFUSED) }
