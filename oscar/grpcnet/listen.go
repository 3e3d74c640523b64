package grpcnet

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/peer"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

// A Listener lets other nodes join this one.
type Listener struct {
	sys    *oscar.System
	opt    *Options
	net    *listener
	server *grpc.Server
	served chan struct{}

	mu     sync.Mutex
	closed bool
	links  map[[linkLen]byte]*session
}

// Listen opens addr (host:port, port 0 for a free one) for nodes that dial, and returns at once. ctx bounds
// the opening alone. Close it.
func Listen(ctx context.Context, sys *oscar.System, addr string, o Options) (*Listener, error) {
	var lc net.ListenConfig
	tcp, err := lc.Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, errs.Wrap(errs.Unavailable, err, "listen")
	}
	l, err := Serve(sys, tcp, o)
	if err != nil {
		return nil, errors.Join(err, tcp.Close())
	}
	return l, nil
}

// Serve is Listen on a port that is open already. The Listener closes it; with an error it stays open.
func Serve(sys *oscar.System, tcp net.Listener, o Options) (*Listener, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	l := &Listener{
		sys: sys, opt: &o, net: &listener{Listener: tcp, conns: map[string]net.Conn{}},
		served: make(chan struct{}), links: map[[linkLen]byte]*session{},
	}
	opts := []grpc.ServerOption{
		grpc.ForceServerCodecV2(codec{}), grpc.MaxRecvMsgSize(maxMessage), grpc.MaxSendMsgSize(maxMessage),
		grpc.InitialWindowSize(window), grpc.InitialConnWindowSize(window),
		grpc.ReadBufferSize(8 << 10), grpc.MaxConcurrentStreams(1), grpc.ConnectionTimeout(handshakeLimit),
		grpc.KeepaliveParams(keepalive.ServerParameters{MaxConnectionIdle: handshakeLimit, Time: max(o.KeepAlive, time.Second), Timeout: 2 * o.KeepAlive}),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: 5 * time.Second, PermitWithoutStream: true}),
	}
	if o.TLS != nil {
		creds, _ := sides(o.TLS)
		opts = append(opts, grpc.Creds(creds))
	}
	l.server = grpc.NewServer(opts...)
	desc := streamDesc
	desc.Handler = func(_ any, st grpc.ServerStream) error { return l.serve(st) }
	l.server.RegisterService(&grpc.ServiceDesc{ServiceName: serviceName, HandlerType: (*any)(nil), Streams: []grpc.StreamDesc{desc}}, l)
	go func() {
		defer close(l.served)
		if err := l.server.Serve(l.net); err != nil && !errors.Is(err, grpc.ErrServerStopped) && !errors.Is(err, net.ErrClosed) {
			o.Log.Error("listening ended", "addr", l.Addr(), "err", err)
		}
	}()
	return l, nil
}

// Addr is where the listener listens, host:port.
func (l *Listener) Addr() string { return l.net.Addr().String() }

// Links is a look at the links of nodes that dialled us, in no order.
func (l *Listener) Links() (st []Stats) {
	for _, s := range l.sessions() {
		st = append(st, s.stats())
	}
	return st
}

func (l *Listener) sessions() (all []*session) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.links {
		all = append(all, s)
	}
	return all
}

// Close ends all links of the listener, after what is on its way where that takes less than a second, and
// gives the port back. When ctx ends first it cuts what remains.
func (l *Listener) Close(ctx context.Context) error {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	_ = l.net.Close()
	all := l.sessions()
	for _, s := range all {
		s.fail(errs.New(errs.Unavailable, "node %s does not listen any more", l.sys.Node()))
	}
	for _, s := range all {
		select {
		case <-s.done:
		case <-ctx.Done():
			s.end()
		}
	}
	l.net.cut()
	l.server.Stop()
	<-l.served
	for _, s := range all {
		s.running.Wait()
	}
	return nil
}

// serve is the life of one stream.
func (l *Listener) serve(st grpc.ServerStream) error {
	p, _ := peer.FromContext(st.Context())
	conn := l.net.conn(p.Addr.String())
	if conn == nil {
		return nil // it is gone already
	}
	w := newWire(st, func() { conn.Close() })
	late := time.AfterFunc(handshakeLimit, func() { w.abort(errs.New(errs.Unavailable, "no hello in %v", handshakeLimit)) })
	h, err := readHello(st)
	if err == nil && h.Refusal == nil {
		err = l.opt.proved(h, l.challenge(h), func(c *hello) (*hello, error) {
			if err := st.SendMsg(bytesMessage(encodeHello(c))); err != nil {
				return nil, inWords(err)
			}
			x, err := readHello(st)
			return x, errs.Wrap(errs.KindOf(err), err, "it left while secrets were proved, as who knows another one does")
		})
	}
	late.Stop()
	var s *session
	var answer *hello
	if err == nil {
		s, answer, err = l.admit(st.Context(), h, w)
	}
	if err != nil {
		l.opt.Log.Warn("link refused", "node", l.sys.Node(), "from", p.Addr.String(), "err", err)
		_ = st.SendMsg(bytesMessage(encodeHello(&hello{Refusal: &refusal{errs.KindOf(err), err.Error()}})))
		return nil
	}
	if err := inWords(st.SendMsg(bytesMessage(encodeHello(answer)))); err != nil {
		w.abort(err)
		close(w.done)
		s.lost(w, err)
		return nil
	}
	l.opt.Log.Info("linked", s.attrs("from", p.Addr.String(), "again", h.Resume)...)
	s.run(w)
	return nil
}

// challenge is how this side introduces itself before it knows whether there will be a link.
func (l *Listener) challenge(h *hello) *hello {
	return &hello{Protocol: protocol, Node: l.sys.Hello(), Role: l.opt.Role, Link: h.Link, MaxFrame: l.opt.MaxFrame, Window: l.opt.Window}
}

// admit finds or makes the session of a peer that said h, and gives what to answer.
func (l *Listener) admit(ctx context.Context, h *hello, w *wire) (*session, *hello, error) {
	if h.Refusal != nil {
		return nil, nil, errs.New(errs.Invalid, "damaged hello")
	}
	if err := l.opt.admit(ctx, h); err != nil {
		return nil, nil, err
	}
	var s *session
	var err error
	if h.Resume {
		s, err = l.find(h)
	} else {
		s, err = l.open(h)
	}
	if err != nil {
		return nil, nil, err
	}
	s.joining.Lock()
	defer s.joining.Unlock()
	s.detach()
	answer := s.hello()
	if answer.Received, err = s.attach(w, h.Received); err != nil {
		return nil, nil, err
	}
	return s, answer, nil
}

// open makes a new session.
func (l *Listener) open(h *hello) (*session, error) {
	s := newSession(l.sys, l.opt)
	s.agree(h)
	port, err := l.sys.Attach(h.Node, s)
	if err != nil {
		s.cancel()
		return nil, err
	}
	s.port = port
	s.start()
	l.mu.Lock()
	_, taken := l.links[s.name]
	switch {
	case l.closed:
		err = errs.New(errs.Unavailable, "node %s does not listen any more", l.sys.Node())
	case taken:
		err = errs.New(errs.Invalid, "the name of the link is taken")
	default:
		l.links[s.name] = s
	}
	l.mu.Unlock()
	if err != nil {
		s.fail(err)
		return nil, err
	}
	go func() {
		<-s.done
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.links, s.name)
	}()
	return s, nil
}

// find gives the session that h comes back to.
func (l *Listener) find(h *hello) (*session, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.links[[linkLen]byte(h.Link)]
	if s == nil || s.peer.Node != h.Node || s.peer.Role != h.Role {
		return nil, errs.New(errs.Unavailable, "node %s, incarnation %d, knows no such link of node %s", l.sys.Node(), l.sys.Hello().Epoch, h.Node.Node)
	}
	return s, nil
}

// listener knows its connections by the address of the other side.
type listener struct {
	net.Listener
	mu    sync.Mutex
	conns map[string]net.Conn
}

func (l *listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	k := &known{Conn: c, of: l}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conns[c.RemoteAddr().String()] = k
	return k, nil
}

func (l *listener) conn(remote string) net.Conn {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.conns[remote]
}

// cut closes all connections, also those that have not said what they want.
func (l *listener) cut() {
	l.mu.Lock()
	var all []net.Conn
	for _, c := range l.conns {
		all = append(all, c)
	}
	l.mu.Unlock()
	for _, c := range all {
		c.Close()
	}
}

// known is a connection that its listener forgets when it is closed.
type known struct {
	net.Conn
	of *listener
}

func (c *known) Close() error {
	c.of.mu.Lock()
	if k := c.RemoteAddr().String(); c.of.conns[k] == c {
		delete(c.of.conns, k)
	}
	c.of.mu.Unlock()
	return c.Conn.Close()
}
