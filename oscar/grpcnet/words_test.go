package grpcnet

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func TestErrorsOfStreamsInWords(t *testing.T) {
	plain := errors.New("the secret is another one")
	for _, c := range []struct {
		err  error
		want string
	}{
		{status.Error(codes.Canceled, "context canceled"), "it was closed"},
		{status.Error(codes.Unavailable, "error reading from server: EOF"), "the connection broke: error reading from server: EOF"},
		{status.Error(codes.DeadlineExceeded, "context deadline exceeded"), "no answer in time"},
		{status.Error(codes.ResourceExhausted, "message larger than max"), "message larger than max"},
		{fmt.Errorf("hello: %w", status.Error(codes.Canceled, "context canceled")), "it was closed"},
		{io.EOF, "the other side closed it"},
		{plain, plain.Error()},
	} {
		got := inWords(c.err)
		if got.Error() != c.want || !errors.Is(got, c.err) || strings.Contains(got.Error(), "rpc error") {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
	if inWords(nil) != nil {
		t.Error("no error is one")
	}
}
