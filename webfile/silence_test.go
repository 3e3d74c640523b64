package webfile

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mars-project/mars-go/errs"
)

type trip func(*http.Request) (*http.Response, error)

func (f trip) RoundTrip(q *http.Request) (*http.Response, error) { return f(q) }

// stuck is a body that says some and then nothing, until its request is over.
type stuck struct {
	io.Reader
	ctx context.Context
}

func (s stuck) Read(b []byte) (int, error) {
	if n, err := s.Reader.Read(b); err == nil {
		return n, nil
	}
	<-s.ctx.Done()
	return 0, s.ctx.Err()
}

func (stuck) Close() error { return nil }

// A server that says nothing is given up after a while, before its answer and in the middle of one; a reader
// that takes its time is none.
func TestServerThatFallsSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://example.org/a.csv", nil)
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		never := patient{trip(func(q *http.Request) (*http.Response, error) { <-q.Context().Done(); return nil, q.Context().Err() })}
		if _, err := never.RoundTrip(q); !errors.Is(err, errSilent) || time.Since(began) != silence {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		half := patient{trip(func(q *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: http.StatusOK, Body: stuck{strings.NewReader("abc"), q.Context()}}, nil
		})}
		a, err := half.RoundTrip(q)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * silence) // the reader has other things to do
		began = time.Now()
		b, err := io.ReadAll(a.Body)
		if string(b) != "abc" || !errors.Is(err, errSilent) || time.Since(began) != silence {
			t.Errorf("%q, %v after %v", b, err, time.Since(began))
		}
		_ = a.Body.Close()
	})
}

// The end of a context ends a request that waits, and the tries after it.
func TestContextEndsRequests(t *testing.T) {
	asked := make(chan struct{}, tries)
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, q *http.Request) {
		asked <- struct{}{}
		<-q.Context().Done()
	}))
	defer s.Close()
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-asked; cancel() }()
	if _, err := (httpFS{}).Until(ctx, nil).Open(s.URL); !errs.Is(err, errs.Canceled) {
		t.Error(err)
	}
	if _, err := (httpFS{}).Until(ctx, nil).Stat(s.URL); !errs.Is(err, errs.Canceled) {
		t.Error(err)
	}
	if len(asked) != 0 {
		t.Error("it was asked again")
	}
}
