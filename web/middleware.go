package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"connectrpc.com/connect"

	"github.com/mars-project/mars-go/errs"
)

// outermost survives panics, counts requests and names the epoch in every answer.
func (s *Server) outermost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Mars-Epoch", s.o.Epoch)
		o := &observed{ResponseWriter: w, status: http.StatusOK}
		begin := time.Now()
		s.metrics.inFlight.Inc()
		defer s.metrics.inFlight.Dec()
		defer func() {
			p := recover()
			if p != nil && !aborted(p) {
				s.o.Log.Error("panic", "method", r.Method, "path", clip(r.URL.Path), "panic", p, "stack", string(debug.Stack()))
				s.metrics.panics.Inc()
				if !o.begun {
					fail(o, errs.New(errs.Internal, "the server made a mistake, which is in its log"))
					p = nil
				} else {
					p = http.ErrAbortHandler
				}
			}
			s.metrics.observe(r, o.status, time.Since(begin))
			if p != nil {
				panic(p)
			}
		}()
		next.ServeHTTP(o, r)
	})
}

// aborted reports the panic by which a handler breaks a connection on purpose.
func aborted(p any) bool {
	err, ok := p.(error)
	return ok && errors.Is(err, http.ErrAbortHandler)
}

// observed remembers what was answered.
type observed struct {
	http.ResponseWriter
	status int
	begun  bool
}

func (o *observed) WriteHeader(code int) {
	if !o.begun && code >= 200 {
		o.begun, o.status = true, code
	}
	o.ResponseWriter.WriteHeader(code)
}

func (o *observed) Write(b []byte) (int, error) {
	o.begun = true
	return o.ResponseWriter.Write(b)
}

// ReadFrom lets files and sockets pass without a copy through this process.
func (o *observed) ReadFrom(r io.Reader) (int64, error) {
	o.begun = true
	return io.Copy(o.ResponseWriter, r)
}

func (o *observed) Unwrap() http.ResponseWriter { return o.ResponseWriter }

// Flush is that of http.Flusher, which some handlers ask for by type.
func (o *observed) Flush() { _ = http.NewResponseController(o.ResponseWriter).Flush() }

// safely runs a step of a goroutine of the server's own, which survives its panics as requests do.
func (s *Server) safely(what string, f func()) {
	defer func() {
		if p := recover(); p != nil {
			s.o.Log.Error("panic", "in", what, "panic", p, "stack", string(debug.Stack()))
			s.metrics.panics.Inc()
		}
	}()
	f()
}

// clip keeps what strangers send from filling the log.
func clip(t string) string { return t[:min(len(t), 200)] }

// authorized lets those pass who have a token, and what shows a ticket of its own is the gateway's to judge.
func (s *Server) authorized(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, ok := s.guard.who(r)
		if !ok {
			s.refused(w, r)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, c)))
	})
}

// refused answers who has no token.
func (s *Server) refused(w http.ResponseWriter, r *http.Request) {
	s.o.Log.Warn("no token, or a wrong one", "from", r.RemoteAddr, "method", r.Method, "path", clip(r.URL.Path))
	s.metrics.refused.Inc()
	refuse(w, r, noToken)
}

// refuse answers a request whose body nobody reads, in the form that its path asks for.
func refuse(w http.ResponseWriter, r *http.Request, err error) {
	w.Header().Set("Connection", "close")
	if strings.HasPrefix(r.URL.Path, "/mars.v1.") {
		_ = connect.NewErrorWriter().Write(w, r, connectError(err))
		return
	}
	fail(w, err)
}

// plain is a handler of plain HTTP whose errors are Problems.
func (s *Server) plain(f func(w http.ResponseWriter, r *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := f(w, r); err != nil {
			fail(w, err)
		}
	}
}

// rpc reads the body of an RPC in bounded time, bounds every write of the answer, and gives errors of the
// protocol itself their Problem. All messages of clients are single: the body is read before the call begins,
// so that no deadline is left for a stream that lasts.
func (s *Server) rpc(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := http.NewResponseController(w)
		_ = c.SetReadDeadline(time.Now().Add(s.o.MaxTime)) // a writer in a test has none
		most := s.o.MaxBody + envelope + 1
		b, err := readAll(r, most)
		if err != nil { // the deadline stays, for what the connection still does with the body
			s.o.Log.Debug("a request broke off", "from", r.RemoteAddr, "path", clip(r.URL.Path), "err", err)
			panic(http.ErrAbortHandler)
		}
		if int64(len(b)) < most {
			_ = c.SetReadDeadline(time.Time{})
		}
		if err := unpacks(r, b, s.o.MaxBody); err != nil {
			refuse(w, r, err)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(b))
		p := s.paced(w)
		defer p.end()
		if t := r.Header.Get("Content-Type"); !strings.HasPrefix(t, "application/json") && !strings.HasPrefix(t, "application/proto") {
			next.ServeHTTP(p, r)
			return
		}
		d := &detailed{ResponseWriter: p}
		next.ServeHTTP(d, r)
		d.end()
	})
}

// readAll reads a body of at most so many bytes; of a longer one the rest is left, which is more than a call
// takes.
func readAll(r *http.Request, most int64) ([]byte, error) {
	var b bytes.Buffer
	if r.ContentLength > 0 {
		b.Grow(int(min(r.ContentLength, most, 1<<20)) + bytes.MinRead)
	}
	_, err := b.ReadFrom(io.LimitReader(r.Body, most))
	return b.Bytes(), err
}

// detailed holds an answer that is an error, to give it a Problem where it has none.
type detailed struct {
	http.ResponseWriter
	status int
	held   bytes.Buffer
}

func (d *detailed) WriteHeader(code int) {
	if d.status == 0 {
		d.status = code
		if code == http.StatusOK {
			d.ResponseWriter.WriteHeader(code)
		}
	}
}

func (d *detailed) Write(b []byte) (int, error) {
	if d.status == 0 {
		d.WriteHeader(http.StatusOK)
	}
	if d.status == http.StatusOK {
		return d.ResponseWriter.Write(b)
	}
	return d.held.Write(b)
}

func (d *detailed) Unwrap() http.ResponseWriter { return d.ResponseWriter }

// end sends what was held.
func (d *detailed) end() {
	if d.status == 0 || d.status == http.StatusOK {
		return
	}
	b := d.held.Bytes()
	var e struct {
		Code    string            `json:"code"`
		Message string            `json:"message"`
		Details []json.RawMessage `json:"details"`
	}
	var code connect.Code
	if json.Unmarshal(b, &e) == nil && len(e.Details) == 0 && code.UnmarshalText([]byte(e.Code)) == nil {
		kind := kindOf(code)
		if x := connectError(connect.NewError(code, errs.New(kind, "%s", e.Message))); len(x.Details()) > 0 {
			e.Details = []json.RawMessage{detailJSON(x.Details()[0])}
			if out, err := json.Marshal(e); err == nil {
				b = out
			}
		}
	}
	h := d.Header()
	if strings.HasPrefix(h.Get("Content-Type"), "application/json") || h.Get("Content-Type") == "" {
		h.Set("Content-Type", "application/json")
		h.Set("Content-Length", strconv.Itoa(len(b)))
	}
	d.ResponseWriter.WriteHeader(d.status)
	_, _ = d.ResponseWriter.Write(b)
}

// problems is the interceptor that bounds the time of calls and turns errors into Problems.
type problems struct{ s *Server }

// WrapUnary is that of connect.Interceptor.
func (p *problems) WrapUnary(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, r connect.AnyRequest) (out connect.AnyResponse, err error) {
		ctx, cancel := context.WithTimeout(ctx, p.s.o.MaxTime)
		defer cancel()
		defer p.caught(r.Spec().Procedure, &err)
		out, err = next(ctx, r)
		if err != nil {
			return nil, p.told(r.Spec().Procedure, err)
		}
		return out, nil
	}
}

// WrapStreamingHandler is that of connect.Interceptor.
func (p *problems) WrapStreamingHandler(next connect.StreamingHandlerFunc) connect.StreamingHandlerFunc {
	return func(ctx context.Context, c connect.StreamingHandlerConn) (err error) {
		defer p.caught(c.Spec().Procedure, &err)
		if err = next(ctx, c); err != nil && ctx.Err() == nil { // who has gone away made no mistake
			return p.told(c.Spec().Procedure, err)
		}
		return nil
	}
}

// WrapStreamingClient is that of connect.Interceptor.
func (p *problems) WrapStreamingClient(next connect.StreamingClientFunc) connect.StreamingClientFunc {
	return next
}

// caught turns a panic into an error, which names nothing of the inside.
func (p *problems) caught(procedure string, err *error) {
	x := recover()
	if x == nil {
		return
	}
	if aborted(x) {
		panic(x)
	}
	p.s.o.Log.Error("panic", "procedure", procedure, "panic", x, "stack", string(debug.Stack()))
	p.s.metrics.panics.Inc()
	*err = connectError(errs.New(errs.Internal, "the server made a mistake, which is in its log"))
}

// told is an error for the client, with its Problem. Ours are logged.
func (p *problems) told(procedure string, err error) error {
	e := connectError(err)
	p.s.metrics.problems.WithLabelValues(errs.KindOf(err).String()).Inc()
	if errs.Is(err, errs.Internal) {
		p.s.o.Log.Error("internal error", "procedure", procedure, "err", err)
	}
	return e
}
