package web_test

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/tensor"
	"github.com/mars-project/mars-go/web"
)

// recorded is an answer in memory.
type recorded struct {
	head   http.Header
	status int
	body   bytes.Buffer
}

func (r *recorded) Header() http.Header { return r.head }

func (r *recorded) WriteHeader(c int) { r.status = c }

func (r *recorded) Write(b []byte) (int, error) {
	if r.status == 0 {
		r.status = 200
	}
	return r.body.Write(b)
}

// timed is an answer in memory that knows its deadlines.
type timed struct {
	recorded
	write []time.Time
}

func (t *timed) SetWriteDeadline(d time.Time) error { t.write = append(t.write, d); return nil }

func (t *timed) SetReadDeadline(time.Time) error { return nil }

// Every write has a deadline, and none is left for the next request of the connection.
func TestDeadlinesOfWrites(t *testing.T) {
	s := open(t, nil).begin()
	key := s.run(tensor.Ones([]int{2}).Value()).Task.Results[0].Outputs[0].Key
	for _, path := range []string{"/v1/sessions/" + s.id + "/results/" + key, "/v1/sessions/" + s.id + "/results/" + key + "?format=json", "/api/v1/log?follow=0", "/mars.v1.ClusterService/GetServer"} {
		w := &timed{recorded: recorded{head: http.Header{}}}
		r, err := http.NewRequestWithContext(s.ctx(), http.MethodGet, path, http.NoBody)
		if strings.HasPrefix(path, "/mars") {
			r, err = http.NewRequestWithContext(s.ctx(), http.MethodPost, path, strings.NewReader("{}"))
			r.Header.Set("Content-Type", "application/json")
		}
		if err != nil {
			t.Fatal(err)
		}
		s.s.Handler().ServeHTTP(w, r)
		if n := len(w.write); w.status != http.StatusOK || n < 2 || !w.write[n-1].IsZero() || w.write[0].IsZero() {
			t.Errorf("%s: %d, deadlines %v", path, w.status, w.write)
		}
	}
}

// A stream lasts longer than a call may.
func TestStreamsOutliveCalls(t *testing.T) {
	const most = 500 * time.Millisecond // a call takes as long where others keep the machine busy
	s := open(t, func(o *web.Options) { o.MaxTime = most }).begin()
	w, err := s.event.Watch(s.ctx(), &marsv1.WatchRequest{SessionId: s.id})
	if err != nil || !w.Receive() {
		t.Fatal(err, w.Err())
	}
	last := ""
	for begin := time.Now(); time.Since(begin) < 4*most; {
		last = s.run(tensor.Rand(5).Value()).TaskId
	}
	for w.Receive() {
		if w.Msg().Event.GetTask().GetTaskId() == last {
			_ = w.Close()
			return
		}
	}
	t.Errorf("the stream ended: %v", w.Err())
}

// A body that does not arrive ends the connection.
func TestSlowBodies(t *testing.T) {
	s := open(t, func(o *web.Options) { o.MaxTime = 20 * time.Millisecond })
	c, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, "POST /mars.v1.ClusterService/GetServer HTTP/1.1\r\nHost: mars\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"); err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(c)
	if len(b) > 0 || err != nil {
		t.Errorf("%q, %v", b, err)
	}
}
