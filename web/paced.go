package web

import (
	"context"
	"net/http"
	"time"
)

// writeTime is how long a reader may take for one write before it is given up.
const writeTime = 30 * time.Second

// paced is a http.ResponseWriter that gives every write some time. End it.
type paced struct {
	s     *Server
	w     http.ResponseWriter
	c     *http.ResponseController
	begun bool
}

func (s *Server) paced(w http.ResponseWriter) *paced {
	return &paced{s: s, w: w, c: http.NewResponseController(w)}
}

func (p *paced) Write(b []byte) (int, error) {
	_ = p.c.SetWriteDeadline(time.Now().Add(writeTime)) // a writer in a test has none
	p.begun = true
	return p.w.Write(b)
}

// Header is that of http.ResponseWriter.
func (p *paced) Header() http.Header { return p.w.Header() }

// WriteHeader is that of http.ResponseWriter.
func (p *paced) WriteHeader(code int) { p.w.WriteHeader(code) }

// Unwrap is for http.ResponseController.
func (p *paced) Unwrap() http.ResponseWriter { return p.w }

// Flush is that of http.Flusher.
func (p *paced) Flush() { _ = p.flush() }

func (p *paced) flush() error {
	_ = p.c.SetWriteDeadline(time.Now().Add(writeTime))
	return p.c.Flush()
}

// end takes the deadline back, for what comes next on the connection.
func (p *paced) end() { _ = p.c.SetWriteDeadline(time.Time{}) }

// fail is err while it can still be an answer; after the first byte only a broken connection says it.
func (p *paced) fail(err error) error {
	if !p.begun {
		return err
	}
	p.s.o.Log.Warn("an answer broke off", "err", err)
	panic(http.ErrAbortHandler)
}

// mergeCancel ends with either context.
func mergeCancel(ctx, other context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(other, cancel)
	return ctx, func() { stop(); cancel() }
}
