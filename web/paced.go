package web

import (
	"context"
	"net/http"
	"time"
)

// writeTime is how long a reader may take for one write before it is given up.
const writeTime = 30 * time.Second

// paced gives every write some time.
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

func (p *paced) flush() error { return p.c.Flush() }

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
