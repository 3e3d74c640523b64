package webfile

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/mars-project/mars-go/errs"
)

// silence is how long a server may say nothing: neither begin an answer nor go on with one.
const silence = 30 * time.Second

// errSilent is why a request was ended.
var errSilent = errs.New(errs.Unavailable, "the server has said nothing for %s", silence)

// patient is a transport that ends requests whose server has fallen silent, also in the middle of an answer.
type patient struct{ http.RoundTripper }

func (p patient) RoundTrip(q *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(q.Context())
	w := &watch{ctx: ctx, cancel: cancel, timer: time.AfterFunc(silence, func() { cancel(errSilent) })}
	q = q.WithContext(ctx)
	if q.Body != nil && q.Body != http.NoBody {
		w.timer.Stop() // as long as it is sent: then the server's turn comes
		q.Body = &sending{q.Body, w}
	}
	a, err := p.RoundTripper.RoundTrip(q)
	if err != nil {
		w.end()
		return nil, w.why(err)
	}
	w.ReadCloser, a.Body = a.Body, w
	w.timer.Stop() // a reader that is slow is no silence
	return a, nil
}

// A watch is the body of an answer whose reads must not wait for too long.
type watch struct {
	io.ReadCloser
	ctx    context.Context
	cancel context.CancelCauseFunc
	timer  *time.Timer
}

func (w *watch) Read(b []byte) (int, error) {
	w.timer.Reset(silence)
	n, err := w.ReadCloser.Read(b)
	w.timer.Stop()
	if err != nil && !errors.Is(err, io.EOF) {
		err = w.why(err)
	}
	return n, err
}

func (w *watch) Close() error {
	err := w.ReadCloser.Close()
	w.end()
	return err
}

func (w *watch) end() {
	w.timer.Stop()
	w.cancel(nil)
}

// why is the error of a request that ended before its answer.
func (w *watch) why(err error) error {
	if e := context.Cause(w.ctx); e != nil && e != context.Canceled { //nolint:errorlint // it is compared with itself
		return e
	}
	return err
}

// sending is a body on its way: the server may say nothing while it comes.
type sending struct {
	io.ReadCloser
	w *watch
}

func (s *sending) Read(b []byte) (int, error) {
	n, err := s.ReadCloser.Read(b)
	if err != nil {
		s.w.timer.Reset(silence)
	}
	return n, err
}
