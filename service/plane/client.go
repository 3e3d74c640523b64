package plane

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service/data"
)

// ClientOptions of NewClient. The zero value of a field means its default.
type ClientOptions struct {
	// Resolve is the address, host:port, of a node's data plane; ok is false when nobody knows it. It must be
	// given.
	Resolve func(node string) (addr string, ok bool)
	// Secret signs tickets; all of a cluster have the same, of at least MinSecret bytes. It must be given, or
	// Ring.
	Secret []byte
	// Ring has several secrets, in place of Secret.
	Ring *Ring
	// Slots is how many transfers run at once; others wait. The default is 4.
	Slots int
	// TLS is how to speak to others; nil: without encryption.
	TLS *tls.Config
	// Patience is how long a sender may say nothing, though it lives, before the transfer is taken for
	// broken. A Server says that it lives every second. A handshake has half of it. The default is 6 s.
	Patience time.Duration
	// Dial connects. The default is that of package net, with 3 s to answer.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
	// MaxUpload is the most bytes of one upload. The default is 1 GiB.
	MaxUpload int64
	// Unreached is told of nodes that could not be reached; it must not wait. Nil: nobody is.
	Unreached func(node string, err error)
}

// A Client brings chunks from workers over HTTP: it is the Transfer of a worker, the Values of a supervisor,
// and the Parts of a web port. All methods are safe for concurrent use.
type Client struct {
	o     ClientOptions
	http  *http.Client
	slots chan struct{}

	mu     sync.Mutex
	links  map[string][]*link // that nobody uses, by node
	closed bool
}

var (
	_ data.Transfer = (*Client)(nil)
	_ Parts         = (*Client)(nil)
)

const (
	ticketTime = time.Minute // for how long a ticket of the client's own holds
	idleTime   = 90 * time.Second
	readBuffer = 16 << 10 // of a connection; larger reads go past it
)

// NewClient makes a client. The caller must Close it.
func NewClient(o ClientOptions) (*Client, error) {
	if o.Resolve == nil {
		return nil, errs.New(errs.Invalid, "a data client needs a way to find nodes")
	}
	ring, err := ringOf(o.Ring, o.Secret)
	if err != nil {
		return nil, err
	}
	o.Ring = ring
	if o.Slots <= 0 {
		o.Slots = DefaultSlots
	}
	if o.Patience <= 0 {
		o.Patience = 6 * time.Second
	}
	if o.Dial == nil {
		o.Dial = (&net.Dialer{Timeout: 3 * time.Second}).DialContext
	}
	if o.MaxUpload <= 0 {
		o.MaxUpload = DefaultMaxUpload
	}
	t := &http.Transport{
		DialContext: o.Dial, TLSClientConfig: o.TLS, TLSHandshakeTimeout: o.Patience / 2, DisableCompression: true,
		MaxIdleConnsPerHost: o.Slots, IdleConnTimeout: idleTime, ReadBufferSize: readBuffer,
		TLSNextProto: map[string]func(string, *tls.Conn) http.RoundTripper{}, // HTTP/1.1: its bodies are read straight from the connection
	}
	c := &Client{o: o, slots: make(chan struct{}, o.Slots)}
	c.http = &http.Client{Transport: t, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return c, nil
}

// Close closes connections that are not used. Those under way close when they end.
func (c *Client) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	for _, ls := range c.links {
		for _, l := range ls {
			_ = l.conn.Close()
		}
	}
	c.links = nil
	c.http.CloseIdleConnections()
}

// url is the address of a path on a node.
func (c *Client) url(node, path string) (string, error) {
	addr, ok := c.o.Resolve(node)
	if !ok {
		return "", errs.New(errs.Unavailable, "worker %s cannot be reached: nobody knows its address", node)
	}
	if c.o.TLS != nil {
		return "https://" + addr + path, nil
	}
	return "http://" + addr + path, nil
}

func (c *Client) ticket(session, key string, what Right) string {
	return c.o.Ring.ticket(Grant{session, key, what, time.Now().Add(ticketTime)})
}

// under is the path of something of a session.
func under(session, rest string) string {
	return Prefix + "/sessions/" + url.PathEscape(session) + "/" + rest
}

// slot waits until a transfer may run. done must be called.
func (c *Client) slot(ctx context.Context) (done func(), err error) {
	select {
	case c.slots <- struct{}{}:
		return func() { <-c.slots }, nil
	case <-ctx.Done():
		return nil, canceled(ctx, "wait for a transfer to start")
	}
}

func canceled(ctx context.Context, what string) error {
	return errs.Wrap(errs.Canceled, context.Cause(ctx), "%s", what)
}

// errStalled is the cause when a sender is silent.
var errStalled = errors.New("it says nothing any more")

// A call is a request under way whose other side has to say something from time to time.
type call struct {
	ctx       context.Context
	cancel    context.CancelCauseFunc
	over      context.Context // of the caller
	node      string
	unreached func(node string, err error)
	patience  time.Duration
	timer     *time.Timer
	body      *http.Response
}

// do sends a request. The caller must end the call. Its error is Unavailable when nobody answers, else what
// the answer says.
func (c *Client) do(ctx context.Context, node string, patience time.Duration, make func(ctx context.Context, k *call) (*http.Request, error)) (*call, error) {
	k := &call{over: ctx, node: node, unreached: c.o.Unreached, patience: patience}
	k.ctx, k.cancel = context.WithCancelCause(ctx)
	k.timer = time.AfterFunc(k.patience, func() { k.cancel(errStalled) })
	r, err := make(k.ctx, k)
	if err == nil {
		k.body, err = c.http.Do(r)
	}
	k.timer.Stop()
	if err != nil {
		err = k.why(err)
		k.end()
		return nil, err
	}
	return k, nil
}

// why is the error of a call whose connection failed.
func (k *call) why(err error) error {
	if k.over.Err() != nil {
		return canceled(k.over, "fetch from "+k.node)
	}
	if e := context.Cause(k.ctx); e != nil {
		err = e
	}
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	if errs.KindOf(err) != errs.Internal && errs.KindOf(err) != errs.Canceled {
		return err
	}
	err = errs.From(errs.Wrap(errs.Unavailable, err, "worker %s cannot be reached", k.node), k.node)
	if k.unreached != nil {
		k.unreached(k.node, err)
	}
	return err
}

// Read reads the answer's body. Its error is io.EOF or like that of do.
func (k *call) Read(p []byte) (int, error) {
	k.timer.Reset(k.patience)
	n, err := k.body.Body.Read(p)
	k.timer.Stop()
	if err != nil && !errors.Is(err, io.EOF) {
		err = k.why(err)
	}
	return n, err
}

// end lets go of the connection. One whose answer was read to its end is used again.
func (k *call) end() {
	k.timer.Stop()
	if k.body != nil {
		_ = k.body.Body.Close()
	}
	k.cancel(nil)
}
