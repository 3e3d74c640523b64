// Package calls gives the calls of a client of the API their headers: the bearer token, and the session that
// a call is about.
//
// Floor 0.
package calls

import (
	"context"
	"net/http"

	"connectrpc.com/connect"
)

// Session names the session that a request is about, so that a web port which speaks for several supervisors
// need not read bodies.
const Session = "Mars-Session"

// A Head is an interceptor that gives every call its headers. Its text is the token; empty for none.
type Head string

// Name puts the headers of a call with a message into h.
func (t Head) Name(h http.Header, message any) {
	if t != "" {
		h.Set("Authorization", "Bearer "+string(t))
	}
	if m, ok := message.(interface{ GetSessionId() string }); ok && m.GetSessionId() != "" {
		h.Set(Session, m.GetSessionId())
	}
}

// WrapUnary is that of connect.Interceptor.
func (t Head) WrapUnary(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, r connect.AnyRequest) (connect.AnyResponse, error) {
		t.Name(r.Header(), r.Any())
		return next(ctx, r)
	}
}

// WrapStreamingClient is that of connect.Interceptor.
func (t Head) WrapStreamingClient(next connect.StreamingClientFunc) connect.StreamingClientFunc {
	return func(ctx context.Context, s connect.Spec) connect.StreamingClientConn {
		return &conn{next(ctx, s), t}
	}
}

// WrapStreamingHandler is that of connect.Interceptor.
func (t Head) WrapStreamingHandler(next connect.StreamingHandlerFunc) connect.StreamingHandlerFunc {
	return next
}

// A conn gives a stream its headers with the first message, which sends them.
type conn struct {
	connect.StreamingClientConn
	head Head
}

func (c *conn) Send(message any) error {
	c.head.Name(c.RequestHeader(), message)
	return c.StreamingClientConn.Send(message)
}
