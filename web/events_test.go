package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/encoding/protojson"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/gen/mars/v1/marsv1connect"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/tensor"
	"github.com/mars-project/mars-go/web"
)

// until reads events of a stream until one is wanted.
func until(t *testing.T, w *connect.ServerStreamForClient[marsv1.WatchResponse], want func(e *marsv1.Event) bool) *marsv1.Event {
	t.Helper()
	last := uint64(0)
	for w.Receive() {
		e := w.Msg().Event
		if e.GetHeartbeat() == nil && e.GetGap() == nil {
			if e.Seq <= last || e.Epoch == "" || e.Time == nil {
				t.Errorf("event %v after number %d", e, last)
			}
			last = e.Seq
		}
		if want(e) {
			return e
		}
	}
	t.Fatalf("the stream ended: %v", w.Err())
	return nil
}

func TestWatch(t *testing.T) {
	for name, o := range encodings {
		if name == "grpc" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			s := open(t, nil, o...).begin()
			ctx, cancel := context.WithCancel(s.ctx())
			defer cancel()
			w, err := s.event.Watch(ctx, &marsv1.WatchRequest{SessionId: s.id})
			if err != nil {
				t.Fatal(err)
			}
			until(t, w, func(e *marsv1.Event) bool { return e.GetHeartbeat() != nil })
			other, err := s.session.CreateSession(s.ctx(), &marsv1.CreateSessionRequest{})
			if err != nil {
				t.Fatal(err)
			}
			mine := s.id
			s.id = other.Session.SessionId
			s.run(tensor.Zeros([]int{4}).Value()) // of another session: not seen
			s.id = mine
			r := s.run(tensor.Ones([]int{3}).Value())
			done := until(t, w, func(e *marsv1.Event) bool {
				if e.GetNode() != nil || e.GetTask() != nil && e.GetTask().SessionId != s.id {
					t.Errorf("an event of others: %v", e)
				}
				return e.GetTask().GetState() == marsv1.Task_STATE_SUCCEEDED
			})
			if m := done.GetTask(); m.TaskId != r.TaskId || m.Progress != 1 || len(m.Results) != 1 {
				t.Errorf("%v", m)
			}
			// Again from a number before: the same, and nothing from before the number.
			again, err := s.event.Watch(ctx, &marsv1.WatchRequest{SessionId: s.id, After: done.Seq - 1})
			if err != nil {
				t.Fatal(err)
			}
			until(t, again, func(e *marsv1.Event) bool { return e.GetTask().GetTaskId() == r.TaskId && e.Seq >= done.Seq })
			// A number that nobody gave: a gap, and then all that there is.
			late, err := s.event.Watch(ctx, &marsv1.WatchRequest{SessionId: s.id, After: 1 << 40})
			if err != nil {
				t.Fatal(err)
			}
			g := until(t, late, func(e *marsv1.Event) bool { return e.GetGap() != nil })
			if g.GetGap().First != 1 || g.GetGap().Last < done.Seq {
				t.Errorf("%v", g)
			}
			until(t, late, func(e *marsv1.Event) bool { return e.GetTask().GetTaskId() == r.TaskId })
			// The end of the session is an event, and the end of its streams.
			if _, err := s.session.CloseSession(s.ctx(), &marsv1.CloseSessionRequest{SessionId: s.id}); err != nil {
				t.Fatal(err)
			}
			for _, x := range []*connect.ServerStreamForClient[marsv1.WatchResponse]{w, again, late} {
				for x.Receive() {
				}
				wants(t, x.Err(), connect.CodeNotFound, marsv1.ErrorKind_ERROR_KIND_NOT_FOUND, "was closed")
			}
		})
	}
}

// Who watches the whole cluster sees nodes come and go, with a warning, and sessions end.
func TestWatchTheCluster(t *testing.T) {
	s := open(t, nil)
	ctx, cancel := context.WithCancel(s.ctx())
	defer cancel()
	w, err := s.event.Watch(ctx, &marsv1.WatchRequest{})
	if err != nil {
		t.Fatal(err)
	}
	until(t, w, func(e *marsv1.Event) bool { return e.GetHeartbeat() != nil })
	s.begin()
	until(t, w, func(e *marsv1.Event) bool { return e.GetSession().GetSessionId() == s.id && !e.GetSession().Closed })
	if err := s.c.Kill(s.ctx(), "worker-0"); err != nil {
		t.Fatal(err)
	}
	stopped, warned := false, false
	until(t, w, func(e *marsv1.Event) bool {
		stopped = stopped || e.GetNode().GetAddress() == "worker-0" && e.GetNode().State == marsv1.ClusterNode_STATE_LOST
		warned = warned || strings.HasPrefix(e.GetWarning().GetText(), "node worker-0 down")
		return stopped && warned
	})
	if _, err := s.session.CloseSession(s.ctx(), &marsv1.CloseSessionRequest{SessionId: s.id}); err != nil {
		t.Fatal(err)
	}
	until(t, w, func(e *marsv1.Event) bool { return e.GetSession().GetSessionId() == s.id && e.GetSession().Closed })
}

// A sse is an event stream of the browser's kind.
type sse struct {
	t     *testing.T
	lines *bufio.Scanner
	close func()
}

type message struct{ event, id, data string }

func (s *site) sse(path string, head ...string) *sse {
	s.t.Helper()
	ctx, cancel := context.WithCancel(s.ctx())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	for i := 0; i+1 < len(head); i += 2 {
		r.Header.Set(head[i], head[i+1])
	}
	resp, err := s.http.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	if resp.StatusCode != http.StatusOK || resp.Header.Get("Cache-Control") != "no-store" || resp.Header.Get("X-Accel-Buffering") != "no" {
		s.t.Fatalf("%s %v", resp.Status, resp.Header)
	}
	sc := bufio.NewScanner(resp.Body)
	sc.Buffer(nil, 1<<24)
	return &sse{s.t.(*testing.T), sc, func() { cancel(); _ = resp.Body.Close() }}
}

func (x *sse) next() (m message) {
	x.t.Helper()
	for x.lines.Scan() {
		switch name, v, _ := strings.Cut(x.lines.Text(), ": "); name {
		case "event":
			m.event = v
		case "id":
			m.id = v
		case "data":
			m.data = v
		case "":
			if m.data != "" {
				return m
			}
		}
	}
	x.t.Fatalf("the stream ended: %v", x.lines.Err())
	return m
}

// events are those of a snapshot or delta.
func (m message) events(t *testing.T) (out []*marsv1.Event) {
	t.Helper()
	var v struct {
		Seq    uint64
		Epoch  string
		Events []json.RawMessage
	}
	if err := json.Unmarshal([]byte(m.data), &v); err != nil || v.Epoch == "" {
		t.Fatalf("%v: %s", err, m.data)
	}
	for _, b := range v.Events {
		e := &marsv1.Event{}
		if err := protojson.Unmarshal(b, e); err != nil {
			t.Fatalf("%v: %s", err, b)
		}
		if e.Seq > v.Seq {
			t.Errorf("%v in a message of number %d", e, v.Seq)
		}
		out = append(out, e)
	}
	return out
}

func (x *sse) until(ok func(m message, e *marsv1.Event) bool) message {
	x.t.Helper()
	for {
		m := x.next()
		for _, e := range m.events(x.t) {
			if ok(m, e) {
				return m
			}
		}
	}
}

func TestServerSentEvents(t *testing.T) {
	s := open(t, nil).begin()
	r := s.run(tensor.Ones([]int{3}).Value())
	a := s.sse("/api/v1/events")
	defer a.close()
	nodes, tasks, sessions := 0, 0, 0
	first := a.next()
	for _, e := range first.events(t) {
		if e.GetNode() != nil {
			nodes++
		}
		if e.GetTask().GetTaskId() == r.TaskId && e.GetTask().State == marsv1.Task_STATE_SUCCEEDED && len(e.GetTask().Nodes) == 0 {
			tasks++
		}
		if e.GetSession().GetSessionId() == s.id {
			sessions++
		}
	}
	if first.event != "snapshot" || nodes != 3 || tasks != 1 || sessions != 1 || !strings.HasPrefix(first.id, s.s.Epoch()+".") {
		t.Errorf("%d nodes, %d tasks, %d sessions: %v", nodes, tasks, sessions, first)
	}
	r = s.run(tensor.Zeros([]int{3}).Value())
	seen := func(m message, e *marsv1.Event) bool {
		return m.event == "delta" && e.GetTask().GetTaskId() == r.TaskId && e.GetTask().State == marsv1.Task_STATE_SUCCEEDED
	}
	a.until(seen)
	// A reader that comes back with what it had gets what it missed, by the header of browsers and by the
	// query.
	b := s.sse("/api/v1/events?since=" + first.id)
	defer b.close()
	b.until(seen)
	c := s.sse("/api/v1/events", "Last-Event-ID", first.id)
	defer c.close()
	c.until(seen)
	// With a number of another epoch it begins anew.
	d := s.sse("/api/v1/events?since=otherepo.7")
	defer d.close()
	if m := d.next(); m.event != "snapshot" {
		t.Errorf("%v", m)
	}
	// One task comes with its nodes.
	e := s.sse("/api/v1/events?scope=task:" + r.TaskId)
	defer e.close()
	es := e.next().events(t)
	if len(es) != 1 || es[0].GetTask().GetTaskId() != r.TaskId || len(es[0].GetTask().Nodes) != 1 || es[0].GetTask().Nodes[0].Op != "tensor.zeros" {
		t.Errorf("%v", es)
	}
	f := s.sse("/api/v1/events?scope=session:" + s.id)
	defer f.close()
	for _, e := range f.next().events(t) {
		if e.GetNode() != nil {
			t.Errorf("%v of a session", e)
		}
	}
	// Lines of JSON for programs.
	g := s.sse("/api/v1/events", "Accept", "application/x-ndjson")
	defer g.close()
	if !g.lines.Scan() || !strings.HasPrefix(g.lines.Text(), `{"snapshot":{`) {
		t.Errorf("%s", g.lines.Text())
	}
	s.run(tensor.Zeros([]int{5}).Value())
	for g.lines.Scan() {
		x := &marsv1.Event{}
		if err := protojson.Unmarshal(g.lines.Bytes(), x); err != nil {
			t.Fatalf("%v: %s", err, g.lines.Text())
		}
		if x.GetTask().GetState() == marsv1.Task_STATE_SUCCEEDED {
			break
		}
	}
	for path, want := range map[string]int{"?since=x": 400, "?scope=moon": 400, "?scope=task:x": 400, "?scope=task:t99": 404, "?scope=session:nobody": 404} {
		if r, b := s.fetch("GET", "/api/v1/events"+path, nil); r.StatusCode != want || !strings.Contains(string(b), "ERROR_KIND_") {
			t.Errorf("%s: %s %s", path, r.Status, b)
		}
	}
}

// A reader that reads nothing costs the server nothing but its socket, and finds the last state when it reads
// again.
func TestSlowReaders(t *testing.T) {
	s := open(t, nil).begin()
	a := s.sse("/api/v1/events")
	defer a.close()
	first := a.next()
	last := ""
	for i := range 300 {
		last = s.run(tensor.Ones([]int{i + 1}).Value()).TaskId
	}
	n := 0
	a.until(func(m message, e *marsv1.Event) bool {
		n++
		return e.GetTask().GetTaskId() == last && e.GetTask().State == marsv1.Task_STATE_SUCCEEDED
	})
	if first.id == "" || n > 300*3 {
		t.Errorf("%d events of 300 tasks", n)
	}
}

func TestLog(t *testing.T) {
	s := open(t, nil).begin()
	r := s.run(tensor.Ones([]int{3}).Value())
	resp, b := s.fetch("GET", "/api/v1/log?follow=0&task="+r.TaskId, nil, "Accept", "application/x-ndjson")
	if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "application/x-ndjson" {
		t.Fatal(resp.Status)
	}
	n := 0
	for line := range strings.Lines(string(b)) {
		var e service.Event
		if err := json.Unmarshal([]byte(line), &e); err != nil || e.Task.String() != r.TaskId || e.Seq == 0 {
			t.Errorf("%v: %s", err, line)
		}
		n++
	}
	if n == 0 {
		t.Error("the task left no line")
	}
	a := s.sse("/api/v1/log?tail=1")
	defer a.close()
	one := a.next()
	if one.event != "line" || one.id == "" {
		t.Errorf("%v", one)
	}
	s.c.Events().Append(service.Event{From: "test", Text: "hello"})
	for m := a.next(); ; m = a.next() {
		if strings.Contains(m.data, `"hello"`) {
			break
		}
	}
	for q, want := range map[string]int{"since=x": 400, "tail=x": 400, "task=x": 400} {
		if r, _ := s.fetch("GET", "/api/v1/log?"+q, nil); r.StatusCode != want {
			t.Errorf("%s: %s", q, r.Status)
		}
	}
}

// The log has room for so many lines: who was away longer is told what it missed.
func TestLogWithAGap(t *testing.T) {
	s := open(t, nil)
	for range 70_000 {
		s.c.Events().Append(service.Event{From: "test", Text: "x"})
	}
	a := s.sse("/api/v1/log?since=5")
	defer a.close()
	m := a.next()
	var v struct{ Gap struct{ First, Last uint64 } }
	if err := json.Unmarshal([]byte(m.data), &v); err != nil || m.event != "gap" || v.Gap.First != 6 || v.Gap.Last < 4000 {
		t.Errorf("%v, %v", m, err)
	}
	if m := a.next(); m.event != "line" {
		t.Errorf("%v", m)
	}
}

// Many readers see the same and do not hinder each other.
func TestManyReaders(t *testing.T) {
	s := open(t, func(o *web.Options) {}).begin()
	var ws []*connect.ServerStreamForClient[marsv1.WatchResponse]
	ctx, cancel := context.WithCancel(s.ctx())
	defer cancel()
	c := marsv1connect.NewEventServiceClient(s.http, s.url)
	for range 50 {
		w, err := c.Watch(ctx, &marsv1.WatchRequest{SessionId: s.id})
		if err != nil {
			t.Fatal(err)
		}
		until(t, w, func(e *marsv1.Event) bool { return e.GetHeartbeat() != nil })
		ws = append(ws, w)
	}
	r := s.run(tensor.Ones([]int{3}).Value())
	for _, w := range ws {
		until(t, w, func(e *marsv1.Event) bool {
			return e.GetTask().GetTaskId() == r.TaskId && e.GetTask().State == marsv1.Task_STATE_SUCCEEDED
		})
	}
}
