package node

import (
	"log/slog"
	"net"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/internal/size"
	"github.com/mars-project/mars-go/tensor"
)

// A client computes through a web port that stands below a path, behind it supervisors that stand below
// another one; by IP version 6 too, where the machine has it.
func TestClusterBelowAPath(t *testing.T) {
	hosts := []string{"127.0.0.1"}
	if l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "[::1]:0"); err == nil {
		_ = l.Close()
		hosts = append(hosts, "::1", "[::1]")
	}
	for _, h := range hosts {
		t.Run(h, func(t *testing.T) { clusterBelowAPath(t, h) })
	}
}

func clusterBelowAPath(t *testing.T, host string) {
	restored(t)
	ctx := t.Context()
	n := Network{Host: host, Log: slog.New(slog.DiscardHandler)}
	s, err := StartSupervisor(ctx, SupervisorConfig{Network: n, Web: WebConfig{Host: host, Prefix: "/inner", Token: "secret of a test"}})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, s.Close)
	f, err := StartFront(ctx, FrontConfig{Network: n, Web: WebConfig{Host: host, Prefix: "/mars/ns/x/", Token: "secret of a test"}, Supervisors: []string{s.Addr()}})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, f.Close)
	anywhere := n
	anywhere.Host = "" // all addresses, of both versions
	w, err := StartWorker(ctx, WorkerConfig{Network: anywhere, Limits: Limits{CPUs: 1, Memory: size.Size{Bytes: 256 << 20}}, Supervisors: []string{s.Addr()}, SpillDirs: []string{t.TempDir()}})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, w.Close)
	<-w.Joined()
	<-f.Joined()
	for _, url := range []string{f.URL(), f.URL() + "/", s.URL()} {
		c, err := client.Connect(ctx, client.Address{URL: url, Token: "secret of a test"}, client.Options{})
		if err != nil {
			t.Fatalf("%s: %v", url, err)
		}
		sum := tensor.Sum(tensor.Ones(tensor.Shape(100, 100), tensor.Create{Chunk: []int{50}}))
		err = c.Execute(ctx, sum)
		if err != nil {
			t.Errorf("%s: %v", url, err)
		} else if got, err := tensor.Fetch[float64](ctx, c, sum); err != nil || got[0] != 10000 {
			t.Errorf("%s: %v, %v", url, got, err)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
	if u := f.URL(); !strings.HasSuffix(u, "/mars/ns/x") {
		t.Error(u)
	}
	if c, err := client.Connect(ctx, client.Address{URL: strings.TrimSuffix(f.URL(), "/mars/ns/x"), Token: "secret of a test"}, client.Options{}); err == nil {
		t.Error("there is a server above the path")
		_ = c.Close()
	}
}
