package mars_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"connectrpc.com/connect"

	mars "github.com/mars-project/mars-go"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/gen/mars/v1/marsv1connect"
	"github.com/mars-project/mars-go/internal/calls"
	"github.com/mars-project/mars-go/internal/size"
	"github.com/mars-project/mars-go/node"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// cluster starts a supervisor and two workers that talk over the network, and returns its web port, which
// wants a token.
func cluster(t *testing.T) string {
	t.Helper()
	procs, heap := runtime.GOMAXPROCS(0), debug.SetMemoryLimit(-1)
	ctx := t.Context()
	quiet := node.Network{Host: "127.0.0.1", Log: slog.New(slog.DiscardHandler)}
	stop := func(f func(context.Context) error) {
		t.Cleanup(func() {
			if err := f(context.Background()); err != nil {
				t.Error(err)
			}
			runtime.GOMAXPROCS(procs)
			debug.SetMemoryLimit(heap)
		})
	}
	sup, err := node.StartSupervisor(ctx, node.SupervisorConfig{Network: quiet, Web: node.WebConfig{Host: "127.0.0.1", Token: "sesame"}})
	if err != nil {
		t.Fatal(err)
	}
	stop(sup.Close)
	for range 2 {
		w, err := node.StartWorker(ctx, node.WorkerConfig{
			Network: quiet, Limits: node.Limits{CPUs: 1, Memory: size.Size{Bytes: 256 << 20}}, Supervisors: []string{sup.Addr()}, SpillDirs: []string{t.TempDir()},
		})
		if err != nil {
			t.Fatal(err)
		}
		stop(w.Close)
		select {
		case <-w.Joined():
		case err := <-w.Failed():
			t.Fatal(err)
		}
	}
	return sup.URL()
}

// A gate stands before a web port and notes the calls that pass.
type gate struct {
	mu     sync.Mutex
	calls  map[string]int
	bytes  map[string]int64
	strays []string // calls without the token
	beat   chan struct{}
}

func watched(t *testing.T, to string) (string, *gate) {
	t.Helper()
	u, err := url.Parse(to)
	if err != nil {
		t.Fatal(err)
	}
	g := &gate{calls: map[string]int{}, bytes: map[string]int64{}, beat: make(chan struct{}, 1)}
	p := httputil.NewSingleHostReverseProxy(u)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
		if strings.HasPrefix(r.URL.Path, "/v1/") {
			name = r.Method
		}
		g.mu.Lock()
		g.calls[name]++
		g.bytes[name] = max(g.bytes[name], r.ContentLength)
		if r.Header.Get("Authorization") != "Bearer sesame" {
			g.strays = append(g.strays, r.URL.Path)
		}
		g.mu.Unlock()
		if name == "GetSession" {
			select {
			case g.beat <- struct{}{}:
			default:
			}
		}
		p.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL, g
}

func (g *gate) count(name string) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.calls[name]
}

// A program that is killed says no word: its session is kept for minutes.
func TestHowLongASessionIsKept(t *testing.T) {
	at, _ := watched(t, cluster(t))
	for want, opts := range map[time.Duration][]mars.Option{10 * time.Minute: nil, 2 * time.Hour: {mars.Idle(2 * time.Hour)}} {
		s, err := mars.Connect(t.Context(), at, append(opts, mars.Token("sesame"), mars.SessionID("kept"))...)
		if err != nil {
			t.Fatal(err)
		}
		way := connect.WithInterceptors(calls.Head("sesame"))
		got, err := marsv1connect.NewSessionServiceClient(http.DefaultClient, at, way).GetSession(t.Context(), &marsv1.GetSessionRequest{SessionId: "kept"})
		if err != nil || time.Duration(got.Session.IdleTimeoutMs)*time.Millisecond != want {
			t.Errorf("%v, %v; want %s", got, err, want)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestConnectRunsAProgramElsewhere(t *testing.T) {
	at, seen := watched(t, cluster(t))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var last mars.Progress
	s, err := mars.Connect(ctx, at, mars.Token("sesame"), mars.Idle(100*time.Millisecond), mars.OnProgress(func(p mars.Progress) { last = p }))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if err := s.Execute(ctx, tensor.Arange(0, 3, 1)); !errs.Is(err, errs.Unavailable) {
			t.Errorf("a closed session executes: %v", err)
		}
		if len(seen.strays) > 0 {
			t.Errorf("calls without the token: %v", seen.strays)
		}
	}()
	select {
	case <-seen.beat:
	case <-ctx.Done():
		t.Fatal("no heartbeat")
	}

	// Many parts, read from workers.
	a := tensor.Arange(0, 250_000, 1, tensor.Create{Chunk: []int{100}}).Multiply(1).Sum()
	b := tensor.Reshape(tensor.Arange(0, 250_000, 1), 500, 500)
	b = tensor.Add(tensor.Rechunk(b, 200), 1)
	if err := s.Execute(ctx, a, b); err != nil {
		t.Fatal(err)
	}
	if v, err := tensor.Fetch[int64](ctx, s, a); err != nil || v[0] != 250_000*249_999/2 {
		t.Errorf("got %v, %v", v, err)
	}
	if text, err := s.Explain(ctx, b); err != nil || !strings.HasPrefix(text, "stored") {
		t.Errorf("explain: %q, %v", text, err)
	}
	v, err := tensor.Fetch[int64](ctx, s, b)
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range v {
		if x != int64(i)+1 {
			t.Fatalf("element %d is %d", i, x)
		}
	}
	if n := seen.count("GET"); n > 0 {
		t.Errorf("%d parts came through the web port", n)
	}
	if last.Total == 0 || last.Done != last.Total {
		t.Errorf("the last progress is %+v", last)
	}
	got, err := s.Box(ctx, b, []int{150, 199}, []int{100, 2})
	if err != nil {
		t.Fatal(err)
	}
	if text := fmt.Sprint(got); !strings.Contains(text, "75200") || strings.Contains(text, "75202") {
		t.Errorf("a box is %s", text)
	}
	if text := b.String(); !strings.Contains(text, "250000") {
		t.Errorf("b prints as %s", text)
	}

	// Data of this program goes once; what was executed is named, not sent again.
	data := make([]float64, 200_000)
	for i := range data {
		data[i] = float64(i % 1000)
	}
	c := tensor.Array(data)
	for range 3 {
		c2 := tensor.Add(c, 1)
		if err := s.Execute(ctx, c2); err != nil {
			t.Fatal(err)
		}
		c = c2
	}
	if w, err := tensor.Fetch[float64](ctx, s, c); err != nil || w[1999] != 1002 {
		t.Errorf("%v, %v", w[:min(len(w), 3)], err)
	}
	if n := seen.count("CreateUpload"); n != 1 {
		t.Errorf("%d uploads", n)
	}
	if n := seen.bytes["Submit"]; n > 10_000 {
		t.Errorf("a graph of %d bytes", n)
	}

	texts := make([]string, 20_000)
	for i := range texts {
		texts[i] = fmt.Sprint("text ", i%7)
	}
	f := dataframe.New(dataframe.C{Name: "t", Data: texts}, dataframe.C{Name: "n", Data: slices.Repeat([]int64{1, 2}, 10_000)})
	by := f.GroupBy("t").Agg("sum")
	total := f.Col("n").Sum()
	rows := f.Filter(f.Col("n").Gt(1)).Head(2)
	if err := s.Execute(ctx, by, total, rows); err != nil {
		t.Fatal(err)
	}
	if text := fmt.Sprint(total); text != "30000" {
		t.Errorf("a sum is %s", text)
	}
	if text := fmt.Sprint(by); !strings.Contains(text, "text 6  4285") && !strings.Contains(text, "text 6  4284") {
		t.Errorf("groups print as\n%s", text)
	}
	if v, err := s.Fetch(ctx, rows); err != nil || v.(*frame.Frame).Index.Label(1).String() != "3" {
		t.Errorf("rows are %v, %v", v, err)
	}
}

// Errors have the user's line, whatever side they are found on.
func TestConnectErrors(t *testing.T) {
	at := cluster(t)
	ctx := t.Context()
	if _, err := mars.Connect(ctx, at, mars.Token("open")); !errs.Is(err, errs.Denied) {
		t.Errorf("with a wrong token: %v", err)
	}
	if _, err := mars.Connect(ctx, "ftp://x"); !errs.Is(err, errs.Invalid) {
		t.Errorf("another scheme: %v", err)
	}
	if _, err := mars.Connect(ctx, "http://127.0.0.1:1"); !errs.Is(err, errs.Unavailable) {
		t.Errorf("nobody there: %v", err)
	}
	if _, err := mars.Connect(ctx, at, mars.Workers(2)); !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), "Workers") {
		t.Errorf("an option of Local: %v", err)
	}
	if _, err := mars.Local(ctx, mars.Token("x")); !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), "Token") {
		t.Errorf("an option of Connect: %v", err)
	}
	s, err := mars.Connect(ctx, strings.Replace(at, "http://", "http://sesame@", 1))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	i := tensor.Arange(0, 4, 1)
	err = s.Execute(ctx, tensor.Power(i, tensor.Negative(i)))
	if err == nil || !strings.Contains(err.Error(), "connect_test.go:") || !strings.Contains(err.Error(), "Integers to negative integer powers") {
		t.Errorf("an error in data: %v", err)
	}
	if _, err := s.Fetch(ctx, i); !errs.Is(err, errs.Invalid) {
		t.Errorf("fetch before execute: %v", err)
	}

	long := func() op.Handle {
		a := tensor.NewRandom(1).Rand(3000, 3000)
		return tensor.Matmul(a, tensor.Matmul(a, a))
	}
	f, err := s.ExecuteAsync(ctx, long())
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Cancel(ctx); err != nil {
		t.Fatal(err)
	}
	if err := f.Wait(ctx); !errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("canceled: %v", err)
	}
	short, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	if err := s.Execute(short, long()); !errors.Is(err, context.DeadlineExceeded) || !errs.Is(err, errs.Canceled) {
		t.Errorf("out of time: %v", err)
	}
	if err := s.Execute(ctx, i); err != nil { // the session lives on
		t.Error(err)
	}
}

// What is built from executed values runs at once, elsewhere too; this port has all data itself.
func TestConnectEager(t *testing.T) {
	at, end := start()
	defer end()
	ctx := t.Context()
	s, err := mars.Connect(ctx, at, mars.Eager(), mars.SessionID("mine"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if s.ID() != "mine" {
		t.Errorf("the session is %s", s.ID())
	}
	a := tensor.Ones(tensor.Shape(300, 300), tensor.Create{Chunk: []int{100}})
	if err := s.Execute(ctx, a); err != nil {
		t.Fatal(err)
	}
	b := tensor.Add(a, 1)
	if v, err := tensor.Fetch[float64](ctx, s, b); err != nil || len(v) != 90_000 || v[89_999] != 2 {
		t.Errorf("%d elements, %v", len(v), err)
	}
}

// start starts a cluster in this process that has a web port.
func start() (url string, end func()) {
	ctx, procs, heap := context.Background(), runtime.GOMAXPROCS(0), debug.SetMemoryLimit(-1)
	c, err := node.StartLocal(ctx, node.LocalConfig{Limits: node.Limits{CPUs: 2, Memory: size.Size{Bytes: 256 << 20}}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		panic(err)
	}
	return c.URL(), func() {
		if err := c.Close(ctx); err != nil {
			panic(err)
		}
		runtime.GOMAXPROCS(procs)
		debug.SetMemoryLimit(heap)
	}
}

// A session on a cluster that runs already, as "mars local" or "mars supervisor" and "mars worker" start one.
func ExampleConnect() {
	url, end := start() // in your program: the address that the supervisor's log names
	defer end()

	ctx := context.Background()
	s, err := mars.Connect(ctx, url)
	if err != nil {
		panic(err)
	}
	defer s.Close()

	a := tensor.Ones([]int{1000, 1000})
	sum := tensor.Sum(tensor.Inner(a, a))
	if err := s.Execute(ctx, sum); err != nil {
		panic(err)
	}
	fmt.Println(sum)
	// Output:
	// 1000000000.0
}
