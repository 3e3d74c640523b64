package grpcnet

import (
	"sync/atomic"
	"time"

	"github.com/mars-project/mars-go/oscar"
)

// Stats is a look at a link; counts are since it began.
type Stats struct {
	Peer oscar.Hello
	Role string // of the peer
	Addr string // what it advertises
	Up   bool   // there is a connection now

	FramesOut, FramesIn     uint64
	BytesOut, BytesIn       uint64 // of messages
	MessagesOut, MessagesIn uint64
	Resent, Duplicates      uint64 // packets, after a connection broke
	Reconnects              uint64
	Waiting                 int           // senders that wait for room at the peer
	Window                  int           // bytes of requests that the peer has not taken
	RTT                     time.Duration // of a ping, smoothed; 0: none has come back
}

type counters struct {
	framesOut, framesIn     atomic.Uint64
	bytesOut, bytesIn       atomic.Uint64
	messagesOut, messagesIn atomic.Uint64
	resent, duplicates      atomic.Uint64
	reconnects              atomic.Uint64
	rtt                     atomic.Int64
}

// pong adds a measured round trip, as TCP smooths it (RFC 6298).
func (c *counters) pong(d time.Duration) {
	if old := c.rtt.Load(); old != 0 {
		d = time.Duration(old) + (d-time.Duration(old))/8
	}
	c.rtt.Store(int64(d))
}

func (s *session) stats() Stats {
	c := &s.count
	st := Stats{
		Peer: s.peer.Node, Role: s.peer.Role, Addr: s.peer.Addr,
		FramesOut: c.framesOut.Load(), FramesIn: c.framesIn.Load(),
		BytesOut: c.bytesOut.Load(), BytesIn: c.bytesIn.Load(),
		MessagesOut: c.messagesOut.Load(), MessagesIn: c.messagesIn.Load(),
		Resent: c.resent.Load(), Duplicates: c.duplicates.Load(), Reconnects: c.reconnects.Load(),
		RTT: time.Duration(c.rtt.Load()),
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	st.Up, st.Waiting, st.Window = s.wire != nil, len(s.out.wait), int(s.out.given-s.out.taken)
	return st
}
