package node

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestAnswersBeforeTheRequestEnds: what a supervisor elsewhere answers arrives whole, though it begins before
// the end of the request is on its way.
func TestAnswersBeforeTheRequestEnds(t *testing.T) {
	far := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		c := http.NewResponseController(w)
		if err := c.EnableFullDuplex(); err != nil {
			t.Error(err)
		}
		one := make([]byte, 1)
		if _, err := io.ReadFull(q.Body, one); err != nil {
			t.Error(err)
		}
		_, _ = w.Write(one)
		_ = c.Flush()
		_, _ = io.Copy(w, q.Body)
	}))
	defer far.Close()
	h, err := Remote(far.URL, far.Client().Transport)
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewServer(h)
	defer front.Close()
	body, request := io.Pipe()
	go func() { _, _ = request.Write([]byte("a")) }()
	q, err := http.NewRequestWithContext(t.Context(), http.MethodPost, front.URL, body)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := front.Client().Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	first := make([]byte, 1)
	if _, err := io.ReadFull(answer.Body, first); err != nil {
		t.Fatal(err)
	}
	go func() {
		_, _ = request.Write([]byte("bc"))
		request.Close()
	}()
	rest, err := io.ReadAll(answer.Body)
	if got := string(first) + string(rest); got != "abc" || err != nil {
		t.Errorf("%q arrived, %v", got, err)
	}
}
