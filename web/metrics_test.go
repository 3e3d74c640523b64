package web_test

import (
	"io"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
)

// metric is the value of a line of /metrics.
func (s *site) metric(line string) string {
	s.t.Helper()
	r, err := s.http.Get(s.url + "/metrics")
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = r.Body.Close() }()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(line) + ` (\S+)$`).FindStringSubmatch(string(b))
	if m == nil {
		return "none"
	}
	return m[1]
}

// How tasks ended, how long they took and what they cost is there for an operator's graphs, and limits beside
// what is used.
func TestMetricsOfTasks(t *testing.T) {
	s, end := remembering(t, filepath.Join(t.TempDir(), "history.db"), nil)
	defer end()
	s.begin().sums(3)
	for line, want := range map[string]string{
		`mars_task_seconds_count{state="done"}`:            "2",
		`mars_task_seconds_count{state="failed"}`:          "1",
		`mars_task_seconds_bucket{state="done",le="7200"}`: "2",
		`mars_task_subtask_retries_total{why="lost"}`:      "0",
		`mars_task_running`:                                "0",
		`mars_cluster_memory_limit_bytes{node="worker-0"}`: "2.68435456e+08",
		`mars_cluster_cores{node="worker-0"}`:              "2",
		`mars_storage_spill_bytes_total{node="worker-0"}`:  "0",
		`mars_transfer_bytes_total{node="worker-0"}`:       "0",
		`mars_history_dropped_total`:                       "0",
		`mars_cluster_nodes{role="worker",state="ready"}`:  "1",
		`mars_web_gaps_total`:                              "0",
		`mars_web_problems_total{kind="Canceled"}`:         "none",
	} {
		if got := s.metric(line); got != want {
			t.Errorf("%s is %s, want %s", line, got, want)
		}
	}
	if got := s.metric(`mars_task_busy_seconds_total`); got == "none" || got == "0" {
		t.Errorf("busy: %s", got)
	}
}

// Who asks for the state of everything gets it with the times at which it came about, and makes no gap and no
// problem.
func TestWatchOfTheState(t *testing.T) {
	s := open(t, nil).begin()
	before := time.Now()
	s.sums(2)
	after := time.Now()
	w, err := s.event.Watch(s.ctx(), &marsv1.WatchRequest{State: true})
	if err != nil {
		t.Fatal(err)
	}
	var ends int
	for w.Receive() {
		e := w.Msg().Event
		if e.GetHeartbeat() != nil {
			break
		}
		if m := e.GetTask(); m != nil {
			ends++
			if at := e.Time.AsTime(); !at.Equal(m.Ended.AsTime()) || at.Before(before) || at.After(after) {
				t.Errorf("%s ended at %s and is told with %s", m.TaskId, m.Ended.AsTime(), at)
			}
		}
	}
	if ends != 2 {
		t.Errorf("%d tasks, %v", ends, w.Err())
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	eventually(t, "the stream ends", func() bool { return s.metric("mars_web_streams") == "0" })
	if g, p := s.metric("mars_web_gaps_total"), s.metric(`mars_web_problems_total{kind="Canceled"}`); g != "0" || p != "none" {
		t.Errorf("%s gaps, %s problems", g, p)
	}
}
