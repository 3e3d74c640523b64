package plane

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"os"
	"slices"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// A link is a connection to a node that was upgraded to a stream of requests.
type link struct {
	ctx   context.Context // of who uses it
	conn  net.Conn
	r     *bufio.Reader
	used  bool // it has served a request before
	since time.Time
	quiet time.Duration
	timed time.Time // when the deadline was last set: not for every read
}

// Read reads from the connection; a sender that says nothing for too long is an error.
func (l *link) Read(p []byte) (int, error) {
	if now := time.Now(); now.Sub(l.timed) > l.quiet/8 {
		if err := l.conn.SetReadDeadline(now.Add(l.quiet)); err != nil {
			return 0, err
		}
		l.timed = now
	}
	if l.ctx.Err() != nil { // its end may have come before the deadline was set
		return 0, l.ctx.Err()
	}
	n, err := l.conn.Read(p)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = errStalled
	}
	return n, err
}

// idle takes a link to a node that nobody uses; nil when there is none.
func (c *Client) idle(node string) *link {
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		ls := c.links[node]
		if len(ls) == 0 {
			return nil
		}
		l := ls[len(ls)-1]
		c.links[node] = ls[:len(ls)-1]
		if time.Since(l.since) < idleTime {
			return l
		}
		_ = l.conn.Close()
	}
}

// keep puts a link back whose last answer was read to its end.
func (c *Client) keep(node string, l *link) {
	l.ctx, l.used, l.since, l.timed = context.Background(), true, time.Now(), time.Time{}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.prune()
	if c.closed || len(c.links[node]) >= c.o.Slots {
		_ = l.conn.Close()
		return
	}
	if c.links == nil {
		c.links = map[string][]*link{}
	}
	c.links[node] = append(c.links[node], l)
}

// prune closes links that nobody used for long, those to nodes that are gone among them. c.mu is held.
func (c *Client) prune() {
	for node, ls := range c.links {
		n := 0
		for n < len(ls) && time.Since(ls[n].since) > idleTime { // the oldest come first
			_ = ls[n].conn.Close()
			n++
		}
		if n == len(ls) {
			delete(c.links, node)
		} else if n > 0 {
			c.links[node] = slices.Clone(ls[n:])
		}
	}
}

// connect makes a link. Unavailable: nobody answers; else what the answer says.
func (c *Client) connect(ctx context.Context, node, session string) (_ *link, err error) {
	addr, ok := c.o.Resolve(node)
	if !ok {
		return nil, errs.New(errs.Unavailable, "worker %s cannot be reached: nobody knows its address", node)
	}
	conn, err := c.o.Dial(ctx, "tcp", addr)
	if err != nil {
		return nil, c.unreached(ctx, node, err)
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	defer func() {
		if err != nil {
			_ = conn.Close()
		}
	}()
	if c.o.TLS != nil {
		conf := c.o.TLS.Clone()
		if conf.ServerName == "" {
			conf.ServerName, _, _ = net.SplitHostPort(addr)
		}
		conn = tls.Client(conn, conf)
	}
	_ = conn.SetDeadline(time.Now().Add(c.o.Patience))
	l := &link{ctx: ctx, conn: conn, quiet: c.o.Patience}
	l.r = bufio.NewReaderSize(l, readBuffer)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+addr+under(session, "fetch"), nil)
	if err != nil {
		return nil, errs.Wrap(errs.Invalid, err, "address of %s", node)
	}
	r.Header.Set("Authorization", "Mars "+c.ticket(session, "", Read))
	r.Header.Set("Connection", "Upgrade")
	r.Header.Set("Upgrade", protocol)
	if err := r.Write(conn); err != nil {
		return nil, c.unreached(ctx, node, err)
	}
	a, err := http.ReadResponse(l.r, r)
	if err != nil {
		return nil, c.unreached(ctx, node, err)
	}
	if a.StatusCode == http.StatusSwitchingProtocols {
		return l, nil
	}
	defer a.Body.Close()
	if err := errorOf(a, op.Key{}); err != nil {
		return nil, err
	}
	return nil, errs.New(errs.Unavailable, "%s answers %s to a fetch", addr, a.Status)
}

// unreached is the error of a connection that failed.
func (c *Client) unreached(ctx context.Context, node string, err error) error {
	if ctx.Err() != nil {
		return canceled(ctx, "fetch from "+node)
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = errStalled // whoever takes nothing
	}
	return errs.Wrap(errs.Unavailable, err, "worker %s cannot be reached", node)
}
