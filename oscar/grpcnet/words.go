package grpcnet

import (
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// inWords is an error of a stream in words for people, who know of no codes. The error itself is still in it.
func inWords(err error) error {
	var own interface{ GRPCStatus() *status.Status }
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.EOF):
		return &worded{"the other side closed it", err}
	case !errors.As(err, &own):
		return err
	}
	st := own.GRPCStatus()
	text := ""
	switch st.Code() {
	case codes.Canceled:
		text = "it was closed"
	case codes.DeadlineExceeded:
		text = "no answer in time"
	case codes.Unavailable:
		text = "the connection broke"
	default:
		return &worded{st.Message(), err}
	}
	if m := st.Message(); m != "" && m != "context canceled" && m != "context deadline exceeded" {
		text = fmt.Sprintf("%s: %s", text, m)
	}
	return &worded{text, err}
}

// worded is an error with other words.
type worded struct {
	text string
	error
}

func (w *worded) Error() string { return w.text }
func (w *worded) Unwrap() error { return w.error }
