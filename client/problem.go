package client

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
)

// problemIn is what the server says of an error of a call; nil where it does not.
func problemIn(err error) *marsv1.Problem {
	var c *connect.Error
	if errors.As(err, &c) {
		for _, d := range c.Details() {
			if m, err := d.Value(); err == nil {
				if p, ok := m.(*marsv1.Problem); ok {
					return p
				}
			}
		}
	}
	return nil
}

// problem is an error of a call as the operator or the server met it: with its kind and the user's line.
func (r *remote) problem(ctx context.Context, err error) error {
	if p := problemIn(err); p != nil {
		return errorOf(p)
	}
	if ctx.Err() != nil {
		return errs.Wrap(errs.Canceled, ctx.Err(), "%s", r.base)
	}
	switch connect.CodeOf(err) {
	case connect.CodeUnauthenticated, connect.CodePermissionDenied:
		return errs.Wrap(errs.Denied, err, "%s", r.base)
	case connect.CodeCanceled, connect.CodeDeadlineExceeded:
		return errs.Wrap(errs.Canceled, err, "%s", r.base)
	case connect.CodeUnavailable:
		return errs.Wrap(errs.Unavailable, err, "nothing answers at %s", r.base)
	}
	return errs.Wrap(errs.Internal, err, "%s", r.base)
}

func errorOf(p *marsv1.Problem) error {
	return &errs.Error{Kind: errs.Kind(p.GetKind()), Msg: cmp.Or(p.GetGoMessage(), p.GetMessage()), Site: p.GetSite(), Op: p.GetOp(), Where: p.GetWhere(), Trace: p.GetTrace()}
}

// maxProblem is how much of the text of an error is read.
const maxProblem = 64 << 10

// refused is the error that a plain answer is.
func refused(a *http.Response) error {
	b, _ := io.ReadAll(io.LimitReader(a.Body, maxProblem))
	if kind := a.Header.Get("Mars-Error"); kind != "" { // of a worker
		var p struct {
			Message string `json:"message"`
		}
		if json.Unmarshal(b, &p) != nil || p.Message == "" {
			p.Message = a.Status
		}
		return errs.New(errs.ParseKind(kind), "%s", p.Message)
	}
	p := &marsv1.Problem{}
	if (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(b, p) == nil && p.Message != "" {
		return errorOf(p)
	}
	return errs.New(errs.Unavailable, "%s answers %s", a.Request.URL.Host, a.Status)
}
