package grpcnet

import (
	"context"
	"crypto/rand"
	"errors"
	"net"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

// A Conn is a link that this node has dialled.
type Conn struct{ s *session }

// Dial joins sys with the node that listens at addr (host:port), and keeps it joined while connections come
// and go, until the link goes down for good. It does not dial again then: that is for the caller, who learns
// of it by Done. ctx bounds the dialling alone.
//  1. The two are linked: nil. Asks and tells to the node of Peer find their way.
//  2. The peer refused, or we do: Invalid (version, name, incarnation), Denied (certificate, role, Allow).
//  3. Nobody answered: Unavailable, or Canceled when ctx ended first.
func Dial(ctx context.Context, sys *oscar.System, addr string, o Options) (*Conn, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	d := &dialer{addr: addr, opt: &o, creds: insecure.NewCredentials()}
	if o.TLS != nil {
		_, d.creds = sides(o.TLS)
	}
	s := newSession(sys, &o)
	s.dialer = d
	if _, err := rand.Read(s.name[:]); err != nil {
		return nil, errs.Wrap(errs.Internal, err, "name of a link")
	}
	limited, cancel := context.WithTimeout(ctx, handshakeLimit)
	defer cancel()
	w, h, err := d.shake(limited, s.hello())
	if err != nil {
		s.cancel()
		if ctx.Err() != nil {
			return nil, errs.Wrap(errs.Canceled, ctx.Err(), "dial %s", addr)
		}
		return nil, errs.Wrap(errs.KindOf(err), err, "dial %s", addr)
	}
	s.agree(h)
	port, err := sys.Attach(h.Node, s)
	s.port = port
	s.start()
	if _, e := s.attach(w, 0); e != nil { // it was closed meanwhile
		w.abort(e)
		s.end()
		return nil, errs.Wrap(errs.Unavailable, e, "dial %s", addr)
	}
	go s.run(w)
	if err != nil {
		s.fail(err)
		return nil, errs.Wrap(errs.KindOf(err), err, "dial %s", addr)
	}
	o.Log.Info("linked", s.attrs("addr", addr)...)
	return &Conn{s}, nil
}

// Peer is the hello of the node at the other end.
func (c *Conn) Peer() oscar.Hello { return c.s.peer.Node }

// Role is that of the peer.
func (c *Conn) Role() string { return c.s.peer.Role }

// Done is closed when the link is down for good.
func (c *Conn) Done() <-chan struct{} { return c.s.down }

// Err says why the link is down; nil while it is not, and where this side closed it.
func (c *Conn) Err() error {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return c.s.why
}

// Stats is a look at the link.
func (c *Conn) Stats() Stats { return c.s.stats() }

// Close ends the link, after what is on its way where that takes less than a second, and waits until nothing
// of it is left.
func (c *Conn) Close() error {
	if p := c.s.port; p != nil {
		p.Down(errs.New(errs.Unavailable, "node %s closed the link", c.s.sys.Node()))
	}
	<-c.s.done
	c.s.running.Wait()
	return nil
}

// dialer makes connections to one address.
type dialer struct {
	addr  string
	opt   *Options
	creds credentials.TransportCredentials
}

// shake connects, says h, and gives the peer's answer. A refusal is an error of its kind, for good; so is
// what we hold against the peer, and a refused connection.
func (d *dialer) shake(ctx context.Context, h *hello) (*wire, *hello, error) {
	w, err := d.connect(ctx)
	if err != nil {
		return nil, nil, err
	}
	stop := context.AfterFunc(ctx, func() { w.abort(ctx.Err()) })
	ask := func(h *hello) (*hello, error) {
		if err := w.SendMsg(bytesMessage(encodeHello(h))); err != nil {
			return nil, inWords(err)
		}
		a, err := readHello(w)
		if err == nil && a.Refusal != nil {
			return nil, refusedBy(a.Refusal)
		}
		return a, err
	}
	if len(d.opt.Secret) > 0 {
		h.Nonce = nonce()
	}
	answer, err := func() (*hello, error) {
		a, err := ask(h)
		if err != nil {
			return nil, err
		}
		switch again, err := d.opt.prove(h, a); {
		case err != nil:
			return nil, &forGood{err}
		case again != nil:
			if a, err = ask(again); err != nil {
				return nil, err
			}
		}
		if err := d.opt.admit(w.stream.(grpc.ClientStream).Context(), a); err != nil {
			return nil, &forGood{err}
		}
		return a, nil
	}()
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		w.abort(err)
		return nil, nil, d.explain(ctx, err)
	}
	return w, answer, nil
}

// connect makes a connection with a stream on it.
func (d *dialer) connect(ctx context.Context) (*wire, error) {
	var nd net.Dialer
	raw, err := nd.DialContext(ctx, "tcp", d.addr)
	if err != nil {
		if isRefused(err) {
			return nil, &forGood{errs.Wrap(errs.Unavailable, err, "nobody listens")}
		}
		return nil, d.explain(ctx, err)
	}
	conns := make(chan net.Conn, 1)
	conns <- raw
	cc, err := grpc.NewClient("passthrough:///"+d.addr,
		grpc.WithTransportCredentials(d.creds),
		grpc.WithContextDialer(func(context.Context, string) (net.Conn, error) {
			select {
			case c := <-conns:
				return c, nil
			default:
				return nil, net.ErrClosed // a link has one connection at a time, and makes it itself
			}
		}),
		grpc.WithDefaultCallOptions(grpc.ForceCodecV2(codec{}), grpc.MaxCallRecvMsgSize(maxMessage), grpc.MaxCallSendMsgSize(maxMessage)),
		grpc.WithInitialWindowSize(window), grpc.WithInitialConnWindowSize(window),
		grpc.WithReadBufferSize(8<<10),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 10 * time.Second, Timeout: 2 * d.opt.KeepAlive}),
		grpc.WithDisableRetry(), grpc.WithDisableServiceConfig(), grpc.WithDisableHealthCheck(), grpc.WithNoProxy(),
	)
	if err != nil {
		raw.Close()
		return nil, err
	}
	sctx, cancel := context.WithCancel(context.Background())
	cut := func() {
		cancel()
		raw.Close()
		cc.Close()
	}
	stop := context.AfterFunc(ctx, cut)
	st, err := cc.NewStream(sctx, &streamDesc, "/"+serviceName+"/"+methodName)
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		cut()
		return nil, d.explain(ctx, err)
	}
	return newWire(st, cut), nil
}

// explain gives err a kind.
func (d *dialer) explain(ctx context.Context, err error) error {
	var known *errs.Error
	var final *forGood
	if errors.As(err, &known) || errors.As(err, &final) {
		return err
	}
	if ctx.Err() != nil {
		return errs.Wrap(errs.Unavailable, ctx.Err(), "no answer")
	}
	text := inWords(err).Error()
	if strings.Contains(text, "tls:") || strings.Contains(text, "x509:") {
		return &forGood{errs.New(errs.Denied, "%s", text)}
	}
	return errs.New(errs.Unavailable, "%s", text)
}

// forGood is an error that trying again will not mend.
type forGood struct{ error }

func (e *forGood) Unwrap() error { return e.error }

func refusedBy(r *refusal) error { return &forGood{r.err()} }

func readHello(st stream) (*hello, error) {
	var m message
	if err := st.RecvMsg(&m); err != nil {
		return nil, inWords(err)
	}
	defer m.in.Free()
	return decodeHello(m.in.ReadOnlyData())
}

// redial brings the link back within the grace, or ends it.
func (s *session) redial(why error) {
	ctx, cancel := context.WithTimeout(s.ctx, s.opt.Grace)
	defer cancel()
	for {
		w, err := s.resume(ctx)
		if err == nil {
			s.opt.Log.Info("link has a connection again", s.attrs()...)
			s.run(w)
			return
		}
		var final *forGood
		if errors.As(err, &final) || !pause(ctx, 10*time.Millisecond) {
			if s.ctx.Err() == nil {
				s.fail(errs.Wrap(errs.Unavailable, err, "the connection was lost (%v), and there is no other one", why))
			}
			return
		}
	}
}

// resume makes another connection and tells the peer where we are.
func (s *session) resume(ctx context.Context) (*wire, error) {
	h := s.hello()
	h.Resume = true
	s.mu.Lock()
	h.Received = s.in.seq
	s.mu.Unlock()
	w, a, err := s.dialer.shake(ctx, h)
	if err != nil {
		return nil, err
	}
	if a.Node != s.peer.Node || string(a.Link) != string(s.name[:]) {
		err = &forGood{errs.New(errs.Unavailable, "node %s, incarnation %d, answers in place of node %s, incarnation %d", a.Node.Node, a.Node.Epoch, s.peer.Node.Node, s.peer.Node.Epoch)}
	} else {
		_, err = s.attach(w, a.Received)
	}
	if err != nil {
		w.abort(err)
		return nil, err
	}
	return w, nil
}
