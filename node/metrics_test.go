package node

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/internal/size"
	"github.com/mars-project/mars-go/tensor"
)

// shown is what a worker tells at /metrics.
func shown(t *testing.T, w *Worker) string {
	t.Helper()
	q, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+w.Addr()+"/metrics", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	q.Close = true
	a, err := http.DefaultClient.Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.Body.Close() }()
	b, err := io.ReadAll(a.Body)
	if err != nil || a.StatusCode != http.StatusOK {
		t.Fatal(a.Status, err)
	}
	return string(b)
}

// metric is one of them; -1: it is not there.
func metric(t *testing.T, text, line string) float64 {
	t.Helper()
	m := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(line) + ` (\S+)$`).FindStringSubmatch(text)
	if m == nil {
		return -1
	}
	n, err := strconv.ParseFloat(m[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Workers tell what they have, what they wrote for want of memory, what went between them and how runs ended;
// the board of docs/grafana asks for nothing else.
func TestMetricsOfWorkers(t *testing.T) {
	restored(t)
	ctx := t.Context()
	n := Network{Host: "127.0.0.1", Log: slog.New(slog.DiscardHandler)}
	sup, err := StartSupervisor(ctx, SupervisorConfig{Network: n, Web: WebConfig{Host: "127.0.0.1"}})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, sup.Close)
	var ws []*Worker
	for range 2 {
		w, err := StartWorker(ctx, WorkerConfig{
			Network: n, Limits: Limits{CPUs: 1, Memory: size.Size{Bytes: 64 << 20}, Cache: size.Size{Bytes: 4 << 20}, SessionDisk: size.Size{Bytes: 64 << 20}},
			Supervisors: []string{sup.Addr()}, SpillDirs: []string{t.TempDir()},
		})
		if err != nil {
			t.Fatal(err)
		}
		closed(t, w.Close)
		<-w.Joined()
		ws = append(ws, w)
	}
	s, err := client.Connect(ctx, client.Address{URL: sup.URL()}, client.Options{ChunkBytes: 256 << 10})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Execute(ctx, tensor.Ones([]int{256 << 20 / 8})); err == nil {
		t.Error("256 MiB of at most 136 are there")
	}
	a := tensor.NewRandom(1).Rand(1024, 2048) // 16 MiB of two caches of 4
	if err := s.Execute(ctx, a, tensor.Sum(tensor.Dot(a, tensor.Transpose(a)))); err != nil {
		t.Fatal(err)
	}
	var text [2]string
	sum := func(line string) float64 {
		t.Helper()
		x, y := metric(t, text[0], line), metric(t, text[1], line)
		if x < 0 || y < 0 {
			t.Errorf("nobody tells %s", line)
		}
		return x + y
	}
	for i, w := range ws {
		text[i] = shown(t, w)
	}
	for line, f := range map[string]func(float64) bool{
		`mars_worker_storage_bytes{level="memory"}`:        func(x float64) bool { return x > 0 && x <= 8<<20 },
		`mars_worker_storage_bytes{level="disk"}`:          func(x float64) bool { return x > 6<<20 },
		`mars_worker_storage_bytes{level="scratch"}`:       func(x float64) bool { return x == 0 },
		`mars_worker_storage_limit_bytes`:                  func(x float64) bool { return x == 8<<20 },
		`mars_worker_spill_bytes_total`:                    func(x float64) bool { return x > 6<<20 },
		`mars_worker_slots`:                                func(x float64) bool { return x == 2 },
		`mars_worker_slots_busy`:                           func(x float64) bool { return x == 0 },
		`mars_worker_queued_subtasks`:                      func(x float64) bool { return x == 0 },
		`mars_worker_supervisors`:                          func(x float64) bool { return x == 2 },
		`mars_worker_state{state="ready"}`:                 func(x float64) bool { return x == 2 },
		`mars_worker_subtasks_total{result="done"}`:        func(x float64) bool { return x > 8 },
		`mars_worker_subtasks_total{result="outofmemory"}`: func(x float64) bool { return x > 0 },
		`mars_worker_subtasks_total{result="internal"}`:    func(x float64) bool { return x == 0 },
		`mars_worker_quota_refusals_total`:                 func(x float64) bool { return x > 0 },
		`mars_worker_busy_seconds_total`:                   func(x float64) bool { return x > 0 },
		`mars_worker_memory_used_bytes`:                    func(x float64) bool { return x > 1<<20 },
		`process_resident_memory_bytes`:                    func(x float64) bool { return x > 1<<20 },
		`mars_worker_memory_limit_bytes`:                   func(x float64) bool { return x > 100<<20 },
		`mars_worker_spill_broken`:                         func(x float64) bool { return x == 0 },
	} {
		if x := sum(line); !f(x) {
			t.Errorf("%s is %v", line, x)
		}
	}
	in, out := sum(`mars_worker_transfer_bytes_total{direction="in"}`), sum(`mars_worker_transfer_bytes_total{direction="out"}`)
	if in < 1<<20 || out < in || out > in*1.1 {
		t.Errorf("%v bytes came, %v went", in, out)
	}
	b, err := os.ReadFile("../docs/grafana/mars.json")
	if err != nil || !json.Valid(b) {
		t.Fatal(err)
	}
	names := regexp.MustCompile(`mars_worker_\w+`).FindAllString(string(b), -1)
	for _, name := range names {
		if !strings.Contains(text[0], "\n"+name) {
			t.Errorf("the board: nobody tells %s", name)
		}
	}
	if len(names) == 0 {
		t.Error("the board asks workers for nothing")
	}
	runtime.KeepAlive(a) // or it would be gone
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	text[0], text[1] = shown(t, ws[0]), shown(t, ws[1])
	if x := sum(`mars_worker_storage_bytes{level="memory"}`) + sum(`mars_worker_storage_bytes{level="disk"}`) + sum(`mars_worker_storage_sessions`); x != 0 {
		t.Errorf("of a session that is closed %v is left", x)
	}
}
