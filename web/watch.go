package web

import (
	"context"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
)

// Watch sends what changes, until the client goes away or the server stops.
func (s *Server) Watch(ctx context.Context, r *marsv1.WatchRequest, out *connect.ServerStream[marsv1.WatchResponse]) error {
	c := scope{who: callerOf(ctx), session: r.GetSessionId()}
	var x *session
	if c.session != "" {
		var err error
		if x, err = s.session(ctx, c.session); err != nil {
			return err
		}
		defer x.active.Add(-1)
	}
	after := s.hub.begin(ctx)
	defer s.hub.end()
	if r.GetAfter() > 0 {
		after = r.GetAfter()
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	send := func(e *marsv1.Event) error { return out.Send(&marsv1.WatchResponse{Event: e}) }
	if r.GetState() {
		xs, last, _, _ := s.hub.since(&c, 0)
		for _, i := range xs {
			if err := send(i.event); err != nil {
				return err
			}
		}
		after = last
	}
	if err := send(s.heartbeat(after)); err != nil { // the client knows that it watches
		return err
	}
	for {
		xs, last, news, gap := s.hub.since(&c, after)
		if gap {
			s.metrics.gaps.Inc()
			if err := send(s.gap(after, last)); err != nil {
				return err
			}
		}
		for _, i := range xs {
			if err := send(i.event); err != nil {
				return err
			}
		}
		after = last
		select {
		case <-news:
		case <-beat.C:
			if x != nil {
				x.touch(time.Now())
			}
			if err := send(s.heartbeat(after)); err != nil {
				return err
			}
		case <-ctx.Done(): // it has seen enough
			return nil
		case <-s.life.Done():
			return errs.New(errs.Unavailable, "the server stops")
		}
		if x != nil && s.over(x) {
			return errs.New(errs.NotFound, "session %s was closed", x.id)
		}
	}
}

// over reports that a session has ended, or that this server has.
func (s *Server) over(x *session) bool { return x.life.Err() != nil || s.life.Err() != nil }

func (s *Server) heartbeat(seq uint64) *marsv1.Event {
	return &marsv1.Event{Seq: seq, Epoch: s.o.Epoch, Time: timestamppb.Now(), What: &marsv1.Event_Heartbeat{Heartbeat: &marsv1.Heartbeat{}}}
}

func (s *Server) gap(after, last uint64) *marsv1.Event {
	g := &marsv1.Gap{First: after + 1, Last: last}
	if after > last { // a number of another epoch
		g.First = 1
	}
	return &marsv1.Event{Seq: last, Epoch: s.o.Epoch, Time: timestamppb.Now(), What: &marsv1.Event_Gap{Gap: g}}
}
