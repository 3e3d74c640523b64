package grpcnet

import (
	"context"
	"encoding/binary"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

// session is a link: what stays when connections come and go. It is the oscar.Link of its port.
type session struct {
	sys    *oscar.System
	opt    *Options
	name   [linkLen]byte
	dialer *dialer         // nil: the peer dials
	ctx    context.Context // ends with the session
	cancel context.CancelFunc
	count  counters
	born   time.Time
	heard  atomic.Int64 // when the peer was last heard, since born

	// Set before there is a wire, by agree.
	peer  *hello
	limit int         // of a frame
	port  *oscar.Port // nil where Attach refused the peer

	in      inbox
	running sync.WaitGroup
	joining sync.Mutex    // held while the peer comes back with another connection
	down    chan struct{} // closed by Close
	done    chan struct{} // closed when it has ended

	mu        sync.Mutex
	wire      *wire         // nil while there is no connection
	back      chan struct{} // closed when there is one again
	out       outbox
	why       error // why it ends
	closed    bool  // nothing more is taken
	dead      bool  // the peer has ended it
	ended     bool
	ackDue    bool
	pingDue   bool
	pongDue   bool
	pongToken [8]byte
	scratch   []inPacket    // of the reader
	beaten    time.Duration // when beat ran last, since born
	pinged    time.Duration
	pulse     *time.Timer
	flush     *time.Timer
}

func newSession(sys *oscar.System, o *Options) *session {
	s := &session{
		sys: sys, opt: o, born: time.Now(),
		down: make(chan struct{}), done: make(chan struct{}),
	}
	s.in.requests.ready = make(chan struct{}, 1)
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

// agree takes what both sides must know from the peer's hello.
func (s *session) agree(h *hello) {
	s.peer, s.limit, s.out.window = h, min(s.opt.MaxFrame, h.MaxFrame), uint64(h.Window)
	copy(s.name[:], h.Link)
}

// hello is how this side introduces itself.
func (s *session) hello() *hello {
	return &hello{
		Protocol: protocol, Node: s.sys.Hello(), Role: s.opt.Role, Addr: s.opt.Advertise, Link: s.name[:],
		MaxFrame: s.opt.MaxFrame, Window: s.opt.Window,
	}
}

// start begins to work; a wire may come.
func (s *session) start() {
	s.running.Go(s.serve)
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ended {
		s.beaten = s.since()
		s.pulse = time.AfterFunc(s.opt.KeepAlive/4, s.beat)
	}
}

// attach makes w the connection, which nobody may read or write yet. received is the last packet that arrived
// at the peer; what is returned is the last that arrived here. It fails when the session is over.
func (s *session) attach(w *wire, received uint64) (uint64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, errs.New(errs.Unavailable, "the link is closed")
	}
	if err := s.out.settle(received, s.out.taken); err != nil {
		return 0, err
	}
	s.out.again = 0
	s.wire, s.ackDue = w, true
	s.heard.Store(int64(s.since()))
	if s.back != nil {
		close(s.back)
		s.back = nil
		s.count.reconnects.Add(1)
	}
	s.running.Add(1) // the caller's, which will run w
	return s.in.seq, nil
}

// detach ends the connection there is, and waits until nobody uses it.
func (s *session) detach() {
	s.mu.Lock()
	w := s.wire
	s.mu.Unlock()
	if w != nil {
		w.abort(errs.New(errs.Unavailable, "the peer has another connection"))
		<-w.done
	}
}

func (s *session) since() time.Duration { return time.Since(s.born) }

func appendToken(b []byte, d time.Duration) []byte {
	return binary.LittleEndian.AppendUint64(b, uint64(d))
}

// Send is that of oscar.Link.
func (s *session) Send(ctx context.Context, f oscar.Frame) error {
	p, err := newParcel(f, s.limit)
	if err != nil {
		return err
	}
	s.mu.Lock()
	if s.closed {
		defer s.mu.Unlock()
		return s.over()
	}
	if f.Lane() == oscar.Requests && (s.out.full() || len(s.out.wait) > 0) {
		x := &sender{p, make(chan struct{})}
		s.out.wait = append(s.out.wait, x)
		s.mu.Unlock()
		return s.waitForRoom(ctx, x)
	}
	s.out.push(p)
	var now *wire
	if s.out.flying < directLimit && p.parts == nil {
		now = s.claim()
	} else {
		s.wakeUp()
	}
	s.mu.Unlock()
	if now != nil {
		s.writeNow(now)
	}
	return nil
}

func (s *session) waitForRoom(ctx context.Context, x *sender) error {
	select {
	case <-x.done:
		return nil
	case <-ctx.Done():
	case <-s.down:
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, y := range s.out.wait {
		if x == y {
			s.out.wait = append(s.out.wait[:i], s.out.wait[i+1:]...)
			break
		}
	}
	select {
	case <-x.done: // it was decided while we gave up
		return nil
	default:
	}
	if s.closed {
		return s.over()
	}
	return ctx.Err()
}

func (s *session) over() error {
	if s.why != nil {
		return errs.Wrap(errs.Unavailable, s.why, "the link to %s is over", s.peer.Node.Node)
	}
	return errs.New(errs.Unavailable, "the link to %s is closed", s.peer.Node.Node)
}

// Values is that of oscar.Link: what travels is bytes.
func (s *session) Values() bool { return false }

// Close is that of oscar.Link. What was taken before still goes, if it can soon.
func (s *session) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	close(s.down)
	now := s.wire == nil || s.dead
	if !now {
		s.flush = time.AfterFunc(flushLimit, s.end)
		s.wakeUp()
	}
	s.mu.Unlock()
	if now {
		s.end()
	}
	return nil
}

// fail ends the session and its port.
func (s *session) fail(why error) {
	s.mu.Lock()
	if s.why == nil && !s.closed {
		s.why = why
	}
	s.mu.Unlock()
	if s.port != nil {
		s.port.Down(why)
	}
	s.Close()
}

// goodbye is what the peer is told. s.mu is held.
func (s *session) goodbye() []byte {
	r := refusal{errs.Unavailable, "node " + s.sys.Node() + " closed the link"}
	if s.why != nil {
		r = refusal{errs.KindOf(s.why), s.why.Error()}
	}
	if len(r.Msg) > maxHello/2 {
		r.Msg = r.Msg[:maxHello/2]
	}
	return must(helloEnc.Marshal(r))
}

// end gives everything back. Nothing is sent or received any more.
func (s *session) end() {
	s.mu.Lock()
	if s.ended {
		s.mu.Unlock()
		return
	}
	s.ended = true
	w, why := s.wire, s.why
	for _, t := range []*time.Timer{s.pulse, s.flush} {
		if t != nil {
			t.Stop()
		}
	}
	s.out.clear()
	s.mu.Unlock()
	if w != nil {
		w.abort(errs.New(errs.Unavailable, "the link is closed"))
	}
	s.cancel()
	s.opt.Log.Info("link ended", s.attrs("why", why)...)
	close(s.done)
}

// attrs are the keys of a log line, and more.
func (s *session) attrs(more ...any) []any {
	return append([]any{slog.String("node", s.sys.Node()), slog.String("peer", s.peer.Node.Node), slog.String("role", s.peer.Role)}, more...)
}
