package node

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/internal/size"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/tensor"
)

// lone starts a supervisor and waits for its end; joining starts one of its workers.
func lone(t *testing.T, ctx context.Context) *Supervisor {
	t.Helper()
	sup, err := StartSupervisor(ctx, SupervisorConfig{
		Network: Network{Host: "127.0.0.1", Log: slog.New(slog.DiscardHandler)}, Web: WebConfig{Host: "127.0.0.1"},
	})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, sup.Close)
	return sup
}

func joining(t *testing.T, ctx context.Context, sup *Supervisor, n Network) *Worker {
	t.Helper()
	n.Host = "127.0.0.1"
	w, err := StartWorker(ctx, WorkerConfig{
		Network: n, Limits: Limits{CPUs: 1, Memory: size.Size{Bytes: 256 << 20}}, Supervisors: []string{sup.Addr()}, SpillDirs: []string{t.TempDir()},
	})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, w.Close)
	return w
}

// said is a log whose lines wait to be read.
type said struct {
	mu    sync.Mutex
	text  strings.Builder
	lines chan string
}

func (s *said) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case s.lines <- string(b):
	default:
	}
	return s.text.Write(b)
}

// A worker that advertises an address where nobody answers, or somebody else, is not taken: it says why, and
// others work.
func TestAddressThatIsNotTheWorkers(t *testing.T) {
	restored(t)
	ctx := t.Context()
	sup := lone(t, ctx)
	good := joining(t, ctx, sup, Network{Log: slog.New(slog.DiscardHandler)})
	select {
	case <-good.Joined():
	case <-ctx.Done():
		t.Fatal("a good worker does not join")
	}
	for name, c := range map[string]struct{ addr, says string }{
		"nobody":         {"127.0.0.1:1", "nobody answers"},
		"another worker": {strings.Replace(good.Addr(), "127.0.0.1", "localhost", 1), "answers"},
		"a web port":     {strings.TrimPrefix(sup.URL(), "http://"), "somebody else answers"},
	} {
		t.Run(name, func(t *testing.T) {
			log := &said{lines: make(chan string, 16)}
			bad := joining(t, ctx, sup, Network{Advertise: c.addr, Log: slog.New(slog.NewTextHandler(log, nil))})
			for {
				select {
				case l := <-log.lines:
					if !strings.Contains(l, "cannot reach the data of this worker at "+c.addr) {
						continue
					}
					if !strings.Contains(l, c.says) {
						t.Errorf("%s does not say %q", l, c.says)
					}
				case <-bad.Joined():
					t.Fatal("it is taken")
				case <-ctx.Done():
					t.Fatalf("it says nothing: %s", log.text.String())
				}
				break
			}
		})
	}
	ns, err := sup.sup.Cluster().Nodes(ctx)
	if err != nil || len(ns) != 1 || ns[0].State != service.Ready {
		t.Errorf("%+v, %v", ns, err)
	}
}

// The data port of a worker that computed goes while its heart beats on: what only it had is made again
// elsewhere, nothing fails, and nobody else is avoided.
func TestDataPortThatGoes(t *testing.T) {
	restored(t)
	ctx := t.Context()
	sup := lone(t, ctx)
	bad := joining(t, ctx, sup, Network{Log: slog.New(slog.DiscardHandler)})
	s, err := client.Connect(ctx, client.Address{URL: sup.URL()}, client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, func(context.Context) error { return s.Close() })
	a := tensor.Ones(tensor.Shape(200, 200), tensor.Create{Chunk: []int{50}})
	if err := s.Execute(ctx, a); err != nil {
		t.Fatal(err)
	}
	good := joining(t, ctx, sup, Network{Log: slog.New(slog.DiscardHandler)})
	select {
	case <-good.Joined():
	case <-ctx.Done():
		t.Fatal("a good worker does not join")
	}
	if err := bad.data.Close(ctx); err != nil {
		t.Fatal(err)
	}
	sum := tensor.Sum(tensor.Dot(a, a))
	if err := s.Execute(ctx, sum); err != nil {
		t.Fatal(err)
	}
	v, err := s.Fetch(ctx, sum)
	if err != nil {
		t.Fatal(err)
	}
	if x := nd.Data[float64](v.(*nd.Array)); x[0] != 200*200*200 {
		t.Errorf("%v", x)
	}
	if v, err = s.Fetch(ctx, a); err != nil || nd.Data[float64](v.(*nd.Array))[0] != 1 {
		t.Errorf("%v, %v", v, err)
	}
	i, err := sup.sup.Schedule().Info(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range i.Bands {
		if b.Band.Node == good.Addr() && b.Avoided != 0 {
			t.Errorf("the good worker is avoided: %+v", b)
		}
	}
}
