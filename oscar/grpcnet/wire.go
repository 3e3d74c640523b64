package grpcnet

import (
	"sync"

	"google.golang.org/grpc/mem"
)

// wire is one gRPC stream, alone on its connection, while it lasts.
type wire struct {
	stream
	cut  func() // ends the connection at once
	once sync.Once
	quit chan struct{} // closed with it
	wake chan struct{} // has a token when the writer should write
	done chan struct{} // closed when nobody reads or writes any more
	why  error         // why we ended it, set before quit

	// idle: nobody writes. Who clears it, under the session's lock, writes or wakes the writer.
	idle bool
}

func newWire(st stream, cut func()) *wire {
	return &wire{stream: st, cut: cut, quit: make(chan struct{}), wake: make(chan struct{}, 1), done: make(chan struct{})}
}

// abort ends w; why is for the log.
func (w *wire) abort(why error) {
	w.once.Do(func() {
		w.why = why
		close(w.quit)
		w.cut()
	})
}

// outMessage is a message with what it is made of, in one piece of memory.
type outMessage struct {
	message
	bufs [6]mem.Buffer
	head [headSize + 8]byte
	size int
}

// run reads and writes until w is lost.
func (s *session) run(w *wire) {
	var writing sync.WaitGroup
	writing.Go(func() { s.write(w) })
	err := s.read(w)
	w.abort(err)
	writing.Wait()
	close(w.done)
	s.lost(w, w.why)
}

// write sends what there is to send until w ends or bye was said; then the end of the stream is the peer's.
func (s *session) write(w *wire) {
	for {
		switch s.step(w) {
		case stepIdle:
			select {
			case <-w.wake:
			case <-w.quit:
				return
			}
		case stepLast:
			return
		}
	}
}

// step is what came of an attempt to write.
type step uint8

const (
	stepMore step = iota // a message was written
	stepIdle             // there was none to write
	stepLast             // bye was said, or w has ended
)

// step writes one message.
func (s *session) step(w *wire) step {
	m, last := s.next(w)
	if m == nil {
		return stepIdle
	}
	s.count.messagesOut.Add(1)
	s.count.bytesOut.Add(uint64(m.size))
	if err := inWords(w.SendMsg(&m.message)); err != nil {
		w.abort(err)
		return stepLast
	}
	if last {
		return stepLast
	}
	return stepMore
}

// writeNow writes in place of the writer, which w.idle was cleared for: it saves a message that comes alone
// the way to another goroutine. What came meanwhile is left to the writer.
func (s *session) writeNow(w *wire) {
	if s.step(w) == stepMore {
		w.wake <- struct{}{}
	}
}

// next makes the next message, or notes that the writer has nothing to do.
func (s *session) next(w *wire) (m *outMessage, last bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ping, pong, data, bye := s.pingDue, s.pongDue, !s.out.empty(), s.closed
	if s.ended || s.wire != w || !(ping || pong || data || bye || s.ackDue) {
		w.idle = true
		return nil, false
	}
	h := head{kindData, s.in.seq, s.in.taken.Load()}
	m = &outMessage{}
	b := m.head[:0]
	m.out = m.bufs[:1]
	switch {
	case pong:
		h.kind, s.pongDue = kindPong, false
		b = append(h.append(b), s.pongToken[:]...)
	case ping:
		h.kind, s.pingDue = kindPing, false
		b = appendToken(h.append(b), s.since())
	case !data && bye:
		h.kind, last = kindBye, true
		b = append(h.append(b), s.goodbye()...)
	default:
		b = h.append(b)
		m.out = s.out.batch(m.out, &s.count)
	}
	m.bufs[0] = mem.SliceBuffer(b)
	m.out[0] = m.bufs[0]
	m.size = m.out.Len()
	s.in.told, s.in.owed, s.ackDue = h.received, 0, false
	s.in.granted.Store(h.taken)
	return m, last
}

// wakeUp makes the writer look. s.mu is held.
func (s *session) wakeUp() {
	if w := s.claim(); w != nil {
		w.wake <- struct{}{}
	}
}

// claim gives the wire if nobody writes to it; now somebody does, who asked. s.mu is held.
func (s *session) claim() *wire {
	w := s.wire
	if w == nil || !w.idle {
		return nil
	}
	w.idle = false
	return w
}
