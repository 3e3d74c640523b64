package plane

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/mars-project/mars-go/errs"
)

// A Listener serves a data plane at an address.
type Listener struct {
	l    net.Listener
	srv  *http.Server
	done chan error
	once sync.Once
	err  error
}

// headersWithin is how long who asks may take for the head of a request. Tests, which share their machine,
// wait longer.
var headersWithin = 10 * time.Second

// Listen serves h at an address, "host:port"; port 0 takes a free one. TLS nil means without encryption. The
// caller must Close it.
func Listen(ctx context.Context, addr string, h http.Handler, t *tls.Config, log *slog.Logger) (*Listener, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, errs.Wrap(errs.Unavailable, err, "listen at %s", addr)
	}
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	x := &Listener{l: l, done: make(chan error, 1), srv: &http.Server{
		Handler: h, TLSConfig: t, ReadHeaderTimeout: headersWithin, IdleTimeout: 2 * idleTime, MaxHeaderBytes: 64 << 10,
		TLSNextProto: map[string]func(*http.Server, *tls.Conn, http.Handler){}, // HTTP/1.1 alone
		ErrorLog:     slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}}
	go func() {
		if t != nil {
			x.done <- x.srv.ServeTLS(l, "", "")
		} else {
			x.done <- x.srv.Serve(l)
		}
	}()
	return x, nil
}

// Addr is where it listens.
func (l *Listener) Addr() string { return l.l.Addr().String() }

// Close ends it: requests under way may finish until ctx is over, then they are cut. Closing again says what
// the first time said.
func (l *Listener) Close(ctx context.Context) error {
	l.once.Do(func() {
		l.err = l.srv.Shutdown(ctx)
		if ctx.Err() != nil {
			l.err = l.srv.Close()
		}
		if e := <-l.done; !errors.Is(e, http.ErrServerClosed) {
			l.err = errors.Join(l.err, e)
		}
	})
	return l.err
}
