package node

import (
	"bytes"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mars-project/mars-go/internal/size"
	"github.com/mars-project/mars-go/web"
)

// Processes may start in any order, and each tells of itself what an orchestrator asks, without waiting for
// those that wait for it.
func TestHealthOfEachRole(t *testing.T) {
	restored(t)
	ctx := t.Context()
	n := Network{Host: "127.0.0.1", Log: slog.New(slog.DiscardHandler)}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port // which the supervisor will have
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	all := []string{at("127.0.0.1", port)}
	w, err := StartWorker(ctx, WorkerConfig{Network: n, Limits: Limits{CPUs: 1, Memory: size.Size{Bytes: 64 << 20}}, Supervisors: all, SpillDirs: []string{t.TempDir()}})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, w.Close)
	f, err := StartFront(ctx, FrontConfig{Network: n, Web: WebConfig{Host: "127.0.0.1", Exposed: true}, Supervisors: all})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, f.Close)
	ask := func(addr, path, want string) {
		t.Helper()
		q, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+path, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		q.Close = true
		r, err := http.DefaultClient.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(r.Body)
		_ = r.Body.Close()
		if got := strconv.Itoa(r.StatusCode) + " " + r.Header.Get(web.Role) + r.Header.Get(web.Access) + ": " + strings.TrimSpace(string(b)); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	ask(w.Addr(), "/healthz", "200 worker: ok")
	ask(w.Addr(), "/readyz", "503 worker: no supervisor")
	ask(f.WebAddr(), "/healthz", "200 web: ok")
	ask(f.WebAddr(), "/readyz", "503 web: no supervisor")
	ask(f.WebAddr(), "/readyz?for=work", "503 web: no supervisor")

	alone, err := StartSupervisor(ctx, SupervisorConfig{Network: n, Web: WebConfig{Host: "127.0.0.1"}})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, alone.Close)
	ask(alone.WebAddr(), "/readyz", "200 supervisor: ready")
	ask(alone.WebAddr(), "/readyz?for=work", "503 supervisor: no worker")

	own := n
	own.Port = port
	s, err := StartSupervisor(ctx, SupervisorConfig{Network: own, Web: WebConfig{Host: "127.0.0.1"}})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, s.Close)
	<-w.Joined()
	<-f.Joined()
	ask(w.Addr(), "/readyz", "200 worker: ready")
	ask(f.WebAddr(), "/readyz", "200 web: ready")
	ask(f.WebAddr(), "/readyz?for=work", "200 supervisor: ready")
	ask(f.WebAddr(), "/healthz", "200 webopen: ok")
	if err := w.Drain(ctx); err != nil {
		t.Fatal(err)
	}
	ask(w.Addr(), "/healthz", "200 worker: ok")
	ask(w.Addr(), "/readyz", "503 worker: stopping")

	// Who links to one of these ports is told what it is.
	for addr, want := range map[string]string{w.Addr(): "is a worker; give the address of a supervisor", f.WebAddr(): "is a web port", s.WebAddr(): "is a web port"} {
		if err := mistaken(ctx, addr, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", addr, err, want)
		}
	}
	if err := mistaken(ctx, s.Addr(), nil); err != nil {
		t.Errorf("the right port: %v", err)
	}
}

// A worker that was pointed at a web port says so.
func TestWorkerAtAWebPort(t *testing.T) {
	restored(t)
	ctx := t.Context()
	quiet := Network{Host: "127.0.0.1", Log: slog.New(slog.DiscardHandler)}
	s, err := StartSupervisor(ctx, SupervisorConfig{Network: quiet, Web: WebConfig{Host: "127.0.0.1"}})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, s.Close)
	said := make(lines, 10)
	loud := quiet
	loud.Log = slog.New(slog.NewTextHandler(said, nil))
	w, err := StartWorker(ctx, WorkerConfig{Network: loud, Limits: Limits{CPUs: 1, Memory: size.Size{Bytes: 64 << 20}}, Supervisors: []string{s.WebAddr()}, SpillDirs: []string{t.TempDir()}})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, w.Close)
	select {
	case l := <-said:
		if !strings.Contains(l, "is a web port, for clients") {
			t.Error(l)
		}
	case <-ctx.Done():
		t.Error("it says nothing")
	}
}

// lines passes on what is logged of supervisors that are not reached.
type lines chan string

func (l lines) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte("not reached")) {
		select {
		case l <- string(b):
		default:
		}
	}
	return len(b), nil
}

// What goes on failing is spoken of at once when it is new, and every 30 s.
func TestComplaints(t *testing.T) {
	var c complaint
	begin := time.Unix(1e9, 0)
	for _, x := range []struct {
		at   time.Duration
		why  string
		want time.Duration // -1: nothing is said
	}{
		{0, "nobody listens", 0},
		{time.Second, "nobody listens", -1},
		{29 * time.Second, "nobody listens", -1},
		{30 * time.Second, "nobody listens", 30 * time.Second},
		{31 * time.Second, "nobody listens", -1},
		{40 * time.Second, "EOF", 40 * time.Second},
		{69 * time.Second, "EOF", -1},
		{70 * time.Second, "EOF", 70 * time.Second},
	} {
		if d, due := c.due(x.why, begin.Add(x.at)); due != (x.want >= 0) || due && d != x.want {
			t.Errorf("after %s: %s, %v; want %s", x.at, d, due, x.want)
		}
	}
	c.over()
	if d, due := c.due("EOF", begin.Add(2*time.Minute)); d != 0 || !due {
		t.Errorf("a new one: %s, %v", d, due)
	}
}
