package client

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/wire/npy"
)

// A worker that cannot be reached is tried once; the web port has its parts. Its token is told to no worker.
func TestPartsComeThroughTheWebPort(t *testing.T) {
	var b bytes.Buffer
	if err := npy.Write(&b, nd.Of([]int64{1, 2, 3}, 3)); err != nil {
		t.Fatal(err)
	}
	var tried atomic.Int32
	dead := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		tried.Add(1)
		if got := r.Header.Get("Authorization"); got != "Mars stub" {
			t.Errorf("a worker is told %q", got)
		}
		panic(http.ErrAbortHandler) // the connection breaks
	}))
	defer dead.Close()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if got := r.Header.Get("Authorization"); got != "Bearer sesame" {
			t.Errorf("the web port is told %q", got)
		}
		_, _ = w.Write(b.Bytes())
	}))
	defer web.Close()
	r, err := dial(Address{URL: web.URL + "/", Token: "sesame"})
	if err != nil {
		t.Fatal(err)
	}
	defer r.http.CloseIdleConnections()
	p := func(k int64) *marsv1.Part {
		return &marsv1.Part{Index: []int64{k}, MediaType: mediaNPY, Ticket: "stub", Urls: []string{dead.URL + "/chunk", "/v1/chunk"}}
	}
	for range 2 {
		v, err := r.join(context.Background(), []*marsv1.Part{p(0)})
		if err != nil || nd.Data[int64](v.(*nd.Array))[2] != 3 {
			t.Fatalf("%v, %v", v, err)
		}
	}
	if n := tried.Load(); n != 1 {
		t.Errorf("the worker was tried %d times", n)
	}
	v, err := r.join(context.Background(), []*marsv1.Part{p(4), p(7)})
	if err != nil || v.(*nd.Array).Shape[0] != 6 {
		t.Errorf("two parts are %v, %v", v, err)
	}
}

// What a worker or the web port refuses keeps its kind.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		header, body string
		want         errs.Kind
	}{
		{"Lost", `{"kind":"Lost","message":"chunk k1 is gone"}`, errs.Lost},
		{"", `{"kind":"ERROR_KIND_NOT_FOUND","message":"no value"}`, errs.NotFound},
		{"", `<html>`, errs.Unavailable},
	} {
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if c.header != "" {
				w.Header().Set("Mars-Error", c.header)
			}
			w.WriteHeader(http.StatusGone)
			_, _ = w.Write([]byte(c.body))
		}))
		r, err := dial(Address{URL: web.URL})
		if err != nil {
			t.Fatal(err)
		}
		_, err = r.part(context.Background(), &marsv1.Part{MediaType: mediaNPY, Urls: []string{"/v1/x"}})
		if !errs.Is(err, c.want) {
			t.Errorf("%s: %v", c.body, err)
		}
		r.http.CloseIdleConnections()
		web.Close()
	}
}

func TestObjectsComeBack(t *testing.T) {
	for _, v := range []any{int64(1) << 60, 1.5, "text", true} {
		l, ok := frame.LabelOf(v)
		if !ok {
			t.Fatalf("%v is no label", v)
		}
		b, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := decode(mediaJSON, bytes.NewReader(b)); err != nil || got != l.Value() {
			t.Errorf("%v is %v, %v", v, got, err)
		}
	}
	if got, err := object([]byte(`{"na":true}`)); err != nil || got != (frame.Missing{}) {
		t.Errorf("NA is %v, %v", got, err)
	}
	if _, err := decode("text/html", bytes.NewReader(nil)); !errs.Is(err, errs.Type) {
		t.Errorf("a page: %v", err)
	}
}
