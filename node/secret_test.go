package node

import (
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/size"
)

// Who knows the secret of a cluster may join it; who has none, or another one, is told why not and ends.
func TestSecretOfACluster(t *testing.T) {
	restored(t)
	ctx := t.Context()
	with := func(secret string) Network {
		return Network{Host: "127.0.0.1", Secret: []byte(secret), Log: slog.New(slog.DiscardHandler)}
	}
	const ours, other = "the secret of our cluster", "the secret of another cluster"
	sup, err := StartSupervisor(ctx, SupervisorConfig{Network: with(ours), Web: WebConfig{Host: "127.0.0.1"}})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, sup.Close)
	for secret, words := range map[string]string{ours: "", other: "does not know the secret", "": "shows no secret"} {
		w, err := StartWorker(ctx, WorkerConfig{
			Network: with(secret), Limits: Limits{CPUs: 1, Memory: size.Size{Bytes: 256 << 20}}, Supervisors: []string{sup.Addr()}, SpillDirs: []string{t.TempDir()},
		})
		if err != nil {
			t.Fatal(err)
		}
		closed(t, w.Close)
		f, err := StartFront(ctx, FrontConfig{Network: with(secret), Web: WebConfig{Host: "127.0.0.1"}, Supervisors: []string{sup.Addr()}})
		if err != nil {
			t.Fatal(err)
		}
		closed(t, f.Close)
		for role, x := range map[string]struct {
			joined <-chan struct{}
			failed <-chan error
		}{"worker": {w.Joined(), w.Failed()}, "web": {f.Joined(), f.Failed()}} {
			select {
			case <-x.joined:
				if words != "" {
					t.Errorf("a %s with secret %q has joined", role, secret)
				}
			case err := <-x.failed:
				if words == "" || !errs.Is(err, errs.Denied) || !strings.Contains(err.Error(), words) {
					t.Errorf("a %s with secret %q: %v", role, secret, err)
				}
			case <-ctx.Done():
				t.Fatalf("a %s with secret %q is neither in nor out", role, secret)
			}
		}
	}
}

// A web port of its own asks for its token before it asks a supervisor.
func TestTokenOfAFront(t *testing.T) {
	f, err := StartFront(t.Context(), FrontConfig{
		Network: Network{Log: slog.New(slog.DiscardHandler)}, Web: WebConfig{Host: "127.0.0.1", Token: "of the web port"}, Supervisors: []string{"127.0.0.1:1"},
	})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, f.Close)
	for token, want := range map[string]int{"": http.StatusUnauthorized, "wrong": http.StatusUnauthorized, "of the web port": http.StatusServiceUnavailable} {
		q, err := http.NewRequestWithContext(t.Context(), http.MethodPost, f.URL()+"/mars.v1.ClusterService/GetServer", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		q.Header.Set("Content-Type", "application/json")
		if token != "" {
			q.Header.Set("Authorization", "Bearer "+token)
		}
		a, err := http.DefaultClient.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(a.Body)
		if _ = a.Body.Close(); a.StatusCode != want {
			t.Errorf("token %q: %s %s", token, a.Status, b)
		}
	}
	http.DefaultClient.CloseIdleConnections()
}
