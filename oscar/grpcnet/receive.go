package grpcnet

import (
	"encoding/binary"
	"errors"
	"time"

	"google.golang.org/grpc/mem"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

var errBye = errors.New("the peer ended the link")

// read takes what comes until w ends. A peer that breaks the rules is told, and not listened to any more.
func (s *session) read(w *wire) error {
	var m message
	for {
		if err := w.RecvMsg(&m); err != nil {
			return inWords(err)
		}
		b := m.in
		m.in = nil
		s.heard.Store(int64(s.since()))
		s.count.messagesIn.Add(1)
		s.count.bytesIn.Add(uint64(b.Len()))
		err := s.receive(b)
		b.Free()
		switch {
		case errors.Is(err, errBye):
			return err
		case err != nil:
			s.fail(err)
		}
	}
}

// receive takes one message.
func (s *session) receive(b mem.Buffer) error {
	h, body, err := parseHead(b.ReadOnlyData())
	if err != nil {
		return err
	}
	packets := s.scratch[:0]
	switch h.kind {
	case kindBye:
		return s.bye(body)
	case kindData:
		for len(body) > 0 {
			var p inPacket
			if p, body, err = parsePacket(body); err != nil {
				return err
			}
			packets = append(packets, p)
		}
	}
	s.scratch = packets
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	err = s.out.settle(h.received, h.taken)
	if err == nil {
		packets, err = s.in.number(packets, &s.count)
	}
	if err != nil {
		s.mu.Unlock()
		return err
	}
	switch h.kind {
	case kindPing:
		s.pongDue = true
		copy(s.pongToken[:], body)
	case kindPong:
		if d := s.since() - time.Duration(binary.LittleEndian.Uint64(body)); d > 0 && d < s.since() {
			s.count.pong(d)
		}
	}
	s.ackDue = s.ackDue || s.in.due()
	if s.out.admit() || s.ackDue || s.pongDue {
		s.wakeUp()
	}
	s.mu.Unlock()
	for _, p := range packets {
		if err := s.deliver(p, b); err != nil {
			return err
		}
	}
	return nil
}

// deliver hands a packet of control on, and leaves one of requests to serve.
func (s *session) deliver(p inPacket, b mem.Buffer) error {
	if p.part != whole {
		f, err := s.in.join(p, s.limit)
		switch {
		case err != nil || f == nil:
			return err
		case p.lane == oscar.Requests:
			s.in.requests.put(request{data: f, frame: true})
			return nil
		}
		x, err := oscar.ParseFrame(f)
		if err != nil {
			return err
		}
		return s.hand(oscar.Control, x)
	}
	if p.lane == oscar.Requests {
		b.Ref()
		s.in.requests.put(request{data: p.data, hold: b})
		return nil
	}
	return frames(p.data, func(_ []byte, x oscar.Frame) error { return s.hand(oscar.Control, x) })
}

// hand gives a frame that came in a lane to the port.
func (s *session) hand(lane oscar.Lane, f oscar.Frame) error {
	if f.Lane() != lane {
		return errs.New(errs.Invalid, "frame of kind %d in lane %d", f.Kind, lane)
	}
	s.count.framesIn.Add(1)
	if s.port == nil {
		return nil
	}
	if err := s.port.Receive(s.ctx, f); errs.Is(err, errs.Invalid) {
		return err
	}
	return nil
}

// serve hands requests on, each when its mailbox has room.
func (s *session) serve() {
	var room []request
	for more := true; more; {
		select {
		case <-s.in.requests.ready:
		case <-s.ctx.Done(): // what has arrived is handed on where it need not wait
			more = false
		}
		room = s.in.requests.take(room)
		for i, r := range room {
			room[i] = request{}
			if err := s.request(r); err != nil {
				s.fail(err)
			}
		}
	}
}

func (s *session) request(r request) error {
	if r.hold != nil {
		defer r.hold.Free()
	}
	if !r.frame {
		return frames(r.data, s.take)
	}
	f, err := oscar.ParseFrame(r.data)
	if err != nil {
		return err
	}
	return s.take(r.data, f)
}

// take hands one request on and gives its room back to the peer.
func (s *session) take(b []byte, f oscar.Frame) error {
	if err := s.hand(oscar.Requests, f); err != nil {
		return err
	}
	taken := s.in.taken.Add(frameCost(len(b)))
	if taken-s.in.granted.Load() >= uint64(s.opt.Window)/4 {
		s.mu.Lock()
		s.ackDue = true
		s.wakeUp()
		s.mu.Unlock()
	}
	return nil
}

// bye ends the session as the peer wishes.
func (s *session) bye(body []byte) error {
	var r refusal
	if err := decode(body, &r); err != nil {
		r = refusal{errs.Unavailable, err.Error()}
	}
	s.mu.Lock()
	s.dead = true
	closed := s.closed
	s.mu.Unlock()
	if !closed {
		s.fail(errs.Wrap(errs.Unavailable, r.err(), "node %s ended the link", s.peer.Node.Node))
	}
	return errBye
}
