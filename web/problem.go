package web

import (
	"cmp"
	"errors"
	"io/fs"
	"net/http"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/service"
)

// status is what a kind of error is in the Connect protocol and over plain HTTP.
type status struct {
	code connect.Code
	http int
}

// statuses are those of all kinds. The Connect protocol has HTTP statuses of its own for its codes.
var statuses = map[errs.Kind]status{
	errs.Internal:    {connect.CodeInternal, http.StatusInternalServerError},
	errs.Invalid:     {connect.CodeInvalidArgument, http.StatusBadRequest},
	errs.NotFound:    {connect.CodeNotFound, http.StatusNotFound},
	errs.Type:        {connect.CodeInvalidArgument, http.StatusUnprocessableEntity},
	errs.Lost:        {connect.CodeDataLoss, http.StatusGone},
	errs.OutOfMemory: {connect.CodeResourceExhausted, http.StatusInsufficientStorage},
	errs.Pressure:    {connect.CodeResourceExhausted, http.StatusTooManyRequests},
	errs.Canceled:    {connect.CodeCanceled, 499}, // nginx's "client closed request": nobody reads it
	errs.Unavailable: {connect.CodeUnavailable, http.StatusServiceUnavailable},
	errs.Denied:      {connect.CodePermissionDenied, http.StatusForbidden},
}

// kindOf is the kind that a Connect code means, for errors that are made below our handlers.
func kindOf(c connect.Code) errs.Kind {
	switch c {
	case connect.CodeInvalidArgument, connect.CodeFailedPrecondition, connect.CodeOutOfRange, connect.CodeAlreadyExists, connect.CodeUnimplemented:
		return errs.Invalid
	case connect.CodeNotFound:
		return errs.NotFound
	case connect.CodeDataLoss:
		return errs.Lost
	case connect.CodeResourceExhausted: // a body that is too large; it never fits
		return errs.Invalid
	case connect.CodeCanceled, connect.CodeDeadlineExceeded, connect.CodeAborted:
		return errs.Canceled
	case connect.CodeUnavailable:
		return errs.Unavailable
	case connect.CodePermissionDenied, connect.CodeUnauthenticated:
		return errs.Denied
	}
	return errs.Internal
}

// onNode is an error of a node of a graph.
type onNode struct {
	id  string
	err error
}

func (e *onNode) Error() string { return e.err.Error() }
func (e *onNode) Unwrap() error { return e.err }

// noToken is the error of a request without a token, or with a wrong one.
var noToken = errs.New(errs.Denied, "this server wants a token, which is not the one given")

// problemOf is an error as its reader needs it.
func problemOf(err error) *marsv1.Problem {
	if err == nil {
		return nil
	}
	p := &marsv1.Problem{}
	var n *onNode
	if errors.As(err, &n) {
		p.Node, err = n.id, n.err
	}
	f := service.FailureOf(err)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		p.PythonType = "FileNotFoundError"
	case errors.Is(err, fs.ErrPermission):
		p.PythonType = "PermissionError"
	}
	if f.Raised != nil {
		p.PythonType, p.Pickled = f.Raised.Type, []byte(f.Raised.Pickle)
	}
	if f.Python != "" {
		p.GoMessage = f.Msg
	}
	p.Kind, p.Message, p.Site, p.Op, p.Where, p.Trace = marsv1.ErrorKind(f.Kind), cmp.Or(f.Python, f.Msg), f.Site, f.Op, f.Where, f.Trace
	return p
}

// connectError is an error of an RPC with its Problem.
func connectError(err error) *connect.Error {
	var c *connect.Error
	if errors.As(err, &c) && len(c.Details()) > 0 {
		return c
	}
	code := statuses[errs.KindOf(err)].code
	switch {
	case errors.Is(err, noToken):
		code = connect.CodeUnauthenticated
	case c != nil:
		code = c.Code()
		err = errs.New(kindOf(code), "%s", c.Message())
	}
	out := connect.NewError(code, err)
	if d, e := connect.NewErrorDetail(problemOf(err)); e == nil {
		out.AddDetail(d)
	}
	return out
}

// fail answers a plain request with a Problem.
func fail(w http.ResponseWriter, err error) {
	code := statuses[errs.KindOf(err)].http
	if errors.Is(err, noToken) {
		code = http.StatusUnauthorized
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	b, e := protojson.Marshal(problemOf(err))
	if e != nil { // text that is not UTF-8
		b = []byte(`{}`)
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Del("Content-Length")
	w.WriteHeader(code)
	_, _ = w.Write(append(b, '\n'))
}
