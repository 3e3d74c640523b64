package node

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/gen/mars/v1/marsv1connect"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/internal/size"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/oscar/grpcnet/grpcnettest"
	"github.com/mars-project/mars-go/tensor"
	"github.com/mars-project/mars-go/wire/npy"
)

// restored gives the process back what workers change of it.
func restored(t *testing.T) {
	t.Helper()
	procs, heap := runtime.GOMAXPROCS(0), debug.SetMemoryLimit(-1)
	t.Cleanup(func() {
		runtime.GOMAXPROCS(procs)
		debug.SetMemoryLimit(heap)
	})
}

// certified is the network of a process whose certificate has a role.
func certified(t *testing.T, ca *grpcnettest.CA, roles ...string) Network {
	t.Helper()
	dir := t.TempDir()
	if err := ca.WriteFiles(dir, roles...); err != nil {
		t.Fatal(err)
	}
	c, err := LoadTLS(filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), filepath.Join(dir, "ca.pem"))
	if err != nil {
		t.Fatal(err)
	}
	return Network{Host: "127.0.0.1", TLS: c, Log: slog.New(slog.DiscardHandler)}
}

// A supervisor and two workers with certificates, a web port with a token: they compute, and who has no
// business there is refused.
func TestTLS(t *testing.T) {
	restored(t)
	ctx := t.Context()
	ca, err := grpcnettest.NewCA()
	if err != nil {
		t.Fatal(err)
	}
	sup, err := StartSupervisor(ctx, SupervisorConfig{
		Network: certified(t, ca, "supervisor"), Web: WebConfig{Host: "127.0.0.1", Token: "secret of a test"}, EventFile: filepath.Join(t.TempDir(), "events"),
	})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, sup.Close)
	for range 2 {
		w, err := StartWorker(ctx, WorkerConfig{
			Network: certified(t, ca, "worker"), Limits: Limits{CPUs: 1, Memory: size.Size{Bytes: 256 << 20}}, Supervisors: []string{sup.Addr()},
			SpillDirs: []string{t.TempDir(), t.TempDir()},
		})
		if err != nil {
			t.Fatal(err)
		}
		closed(t, w.Close)
		select {
		case <-w.Joined():
		case err := <-w.Failed():
			t.Fatal(err)
		case <-ctx.Done():
			t.Fatal("the worker does not join")
		}
	}

	h := &http.Client{Transport: &http.Transport{}}
	t.Cleanup(h.CloseIdleConnections)
	if _, err := marsv1connect.NewClusterServiceClient(h, sup.URL()).ListNodes(ctx, &marsv1.ListNodesRequest{}); connect.CodeOf(err) != connect.CodeUnauthenticated {
		t.Errorf("without a token: %v", err)
	}
	token := connect.WithInterceptors(connect.UnaryInterceptorFunc(func(next connect.UnaryFunc) connect.UnaryFunc {
		return func(ctx context.Context, r connect.AnyRequest) (connect.AnyResponse, error) {
			r.Header().Set("Authorization", "Bearer secret of a test")
			return next(ctx, r)
		}
	}))
	s, err := marsv1connect.NewSessionServiceClient(h, sup.URL(), token).CreateSession(ctx, &marsv1.CreateSessionRequest{})
	if err != nil {
		t.Fatal(err)
	}
	a := tensor.Ones(tensor.Shape(200, 200), tensor.Create{Chunk: []int{50}})
	g, err := graph.Encode(tensor.Sum(tensor.Dot(a, a)).Value()) // chunks go from worker to worker
	if err != nil {
		t.Fatal(err)
	}
	x, err := marsv1connect.NewTaskServiceClient(h, sup.URL(), token).Submit(ctx, &marsv1.SubmitRequest{
		SessionId: s.Session.SessionId, Graph: g, RequestId: "1", WaitMs: 30_000, Manifests: true,
	})
	if err != nil || x.Task.GetState() != marsv1.Task_STATE_SUCCEEDED {
		t.Fatalf("%v, %v", x, err)
	}
	v, err := npy.Read(bytes.NewReader(x.Manifests[0].Parts[0].Inline), mem.Heap)
	if err != nil || nd.Data[float64](v)[0] != 200*200*200 {
		t.Errorf("%v, %v", v, err)
	}

	// A certificate of another role, and none at all.
	for name, n := range map[string]Network{"client": certified(t, ca, "client"), "none": {Host: "127.0.0.1", Log: slog.New(slog.DiscardHandler)}} {
		w, err := StartWorker(ctx, WorkerConfig{Network: n, Limits: Limits{CPUs: 1, Memory: size.Size{Bytes: 64 << 20}}, Supervisors: []string{sup.Addr()}})
		if err != nil {
			t.Fatal(err)
		}
		select {
		case <-w.Joined():
			t.Errorf("%s: a stranger is let in", name)
		case err := <-w.Failed():
			if !errs.Is(err, errs.Denied) && !errs.Is(err, errs.Invalid) {
				t.Errorf("%s: %v", name, err)
			}
		case <-time.After(500 * time.Millisecond): // what speaks no TLS hears nothing at all
		}
		if err := w.Close(ctx); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func closed(t *testing.T, f func(context.Context) error) {
	t.Helper()
	t.Cleanup(func() {
		if err := f(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

// Processes that cannot start say why and leave nothing behind.
func TestThatDoNotStart(t *testing.T) {
	restored(t)
	ctx := t.Context()
	quiet := Network{Host: "127.0.0.1", Log: slog.New(slog.DiscardHandler)}
	l, err := StartLocal(ctx, LocalConfig{Limits: Limits{CPUs: 1, Memory: size.Size{Bytes: 64 << 20}}, Log: quiet.Log})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, l.Close)
	port := l.port.l.Addr().String()[strings.LastIndexByte(l.port.l.Addr().String(), ':')+1:]
	taken := quiet
	for _, c := range port {
		taken.Port = 10*taken.Port + int(c-'0')
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	small := Limits{CPUs: 1, Memory: size.Size{Bytes: 64 << 20}}
	for name, f := range map[string]func() error{
		"Invalid: worker without supervisor": func() error { _, err := StartWorker(ctx, WorkerConfig{Network: quiet}); return err },
		"Invalid: worker with a wrong port": func() error {
			_, err := StartWorker(ctx, WorkerConfig{Network: Network{Port: -1}, Supervisors: []string{"a:1"}})
			return err
		},
		"Unavailable: worker on a port that is taken": func() error {
			_, err := StartWorker(ctx, WorkerConfig{Network: taken, Limits: small, Supervisors: []string{"127.0.0.1:1"}})
			return err
		},
		"Invalid: worker whose spill directory is a file": func() error {
			_, err := StartWorker(ctx, WorkerConfig{Network: quiet, Limits: small, Supervisors: []string{"127.0.0.1:1"}, SpillDirs: []string{file}})
			return err
		},
		"Invalid: worker with a short secret": func() error {
			short := quiet
			short.Secret = []byte("x")
			_, err := StartWorker(ctx, WorkerConfig{Network: short, Limits: small, Supervisors: []string{"127.0.0.1:1"}})
			return err
		},
		"Unavailable: supervisor on a port that is taken": func() error { _, err := StartSupervisor(ctx, SupervisorConfig{Network: taken}); return err },
		"Unavailable: supervisor whose web port is taken": func() error {
			_, err := StartSupervisor(ctx, SupervisorConfig{Network: quiet, Web: WebConfig{Host: "127.0.0.1", Port: taken.Port}})
			return err
		},
		"Invalid: supervisor whose event file is a directory": func() error {
			_, err := StartSupervisor(ctx, SupervisorConfig{Network: quiet, EventFile: t.TempDir()})
			return err
		},
		"Invalid: web port without supervisor": func() error { _, err := StartFront(ctx, FrontConfig{Network: quiet}); return err },
		"Unavailable: web port that is taken": func() error {
			_, err := StartFront(ctx, FrontConfig{Network: quiet, Web: WebConfig{Host: "127.0.0.1", Port: taken.Port}, Supervisors: []string{"127.0.0.1:1"}})
			return err
		},
		"Unavailable: local cluster on a port that is taken": func() error {
			_, err := StartLocal(ctx, LocalConfig{Limits: small, Web: WebConfig{Port: taken.Port}, Log: quiet.Log})
			return err
		},
	} {
		kind, _, _ := strings.Cut(name, ":")
		if err := f(); err == nil || errs.KindOf(err).String() != kind {
			t.Errorf("%s: %v (%v)", name, err, errs.KindOf(err))
		}
	}
}
