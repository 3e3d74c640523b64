package command

import (
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/internal/size"
	"github.com/mars-project/mars-go/tensor"
)

// Each quota has a flag, and a session, or its user, that reaches one is told which: tasks wait, values are
// refused.
func TestQuotas(t *testing.T) {
	sup := start(t, "mars", "supervisor", "-H", "127.0.0.1", "--session-tasks", "1", "--user-sessions", "2")
	addr := sup.line(`^Mars supervisor started at (127\.0\.0\.1:\d+)$`)
	web := "127.0.0.1:" + sup.line(`^Mars Web started at 127\.0\.0\.1:(\d+)$`)
	r, other := connected(t, web), connected(t, web)
	if _, err := r.s.session.CreateSession(t.Context(), &marsv1.CreateSessionRequest{}); connect.CodeOf(err) != connect.CodeResourceExhausted || !strings.Contains(err.Error(), "quota.user_sessions") {
		t.Errorf("a third session: %v", err)
	}
	v, want := products(200, 100)
	first, second, beside := r.submit(v), r.submit(tensor.Add(v, 1)), other.submit(v) // there is no worker yet
	waits := func(r *remote, id, what string) {
		until(t, id+" waits for "+what, func() bool { return strings.Contains(r.task(id, 0, false).Task.Waiting, what) })
	}
	waits(r, first, "worker")
	waits(r, second, "quota.session_tasks")
	waits(other, beside, "worker")
	start(t, "mars", "worker", "-H", "127.0.0.1", "-s", addr, "--n-cpu", "1", "--mem-bytes", "512m", "--min-mem", "0", "--session-memory", "4m", "--session-disk", "16m")
	if a, b, c := r.result(first), r.result(second), other.result(beside); a != want || b != want+1 || c != want {
		t.Errorf("got %v, %v, %v", a, b, c)
	}
	if got := r.result(r.submit(tensor.Sum(tensor.Ones(tensor.Shape(64, 1<<17), tensor.Create{Chunk: []int{8, 1 << 17}})))); got != 64<<17 {
		t.Errorf("64 MiB that are not kept: %v", got)
	}
	p := r.task(r.submit(tensor.Ones(tensor.Shape(33, 1<<17), tensor.Create{Chunk: []int{1, 1 << 17}})), 30*time.Second, false).Task.GetProblem()
	if p.GetKind() != marsv1.ErrorKind_ERROR_KIND_OUT_OF_MEMORY || !strings.Contains(p.Message, "quota.session_disk") || !strings.Contains(p.Message, "16.0 MiB") {
		t.Errorf("33 MiB of 20: %v", p)
	}
	if got := other.result(other.submit(v)); got != want {
		t.Errorf("the session beside it: %v", got)
	}
}

// In strict mode nobody takes all, unless it is said otherwise.
func TestQuotasOfStrictMode(t *testing.T) {
	p := newProgram(streams{})
	if q := p.quotas(); q != (quotas{}) {
		t.Errorf("open: %+v", q)
	}
	p.set.security.mode, p.set.quota.tasks = strictMode, 3
	half := size.Size{Percent: 50}
	if q := p.quotas(); q != (quotas{half, half, 3, 100}) {
		t.Errorf("strict: %+v", q)
	}
}

// Packages are installed where that is said, and in a cluster of a program's own.
func TestPackagesOfFunctions(t *testing.T) {
	p := newProgram(streams{})
	for mode, want := range map[string][2]bool{"auto": {false, true}, "on": {true, true}, "off": {false, false}} {
		p.set.workerSet.packages = mode
		for i, own := range []bool{false, true} {
			if got, err := p.packages(own); err != nil || got != want[i] {
				t.Errorf("%s, own=%t: %t, %v", mode, own, got, err)
			}
		}
	}
	t.Setenv("MARS_WORKER_FUNCTIONS_PACKAGES", "on")
	if code, out, e := mars(t, "config", "show"); code != exitOK || !strings.Contains(out, "worker.functions_packages  on ") {
		t.Errorf("%s%s", out, e)
	}
}

// How many functions may wait reaches the worker; where nobody says it knows itself.
func TestFunctionsThatWait(t *testing.T) {
	p := newProgram(streams{})
	if c, err := p.functions(); err != nil || c.Waiting != 0 {
		t.Errorf("%+v, %v", c, err)
	}
	t.Setenv("MARS_WORKER_FUNCTIONS_WAITING", "3")
	if code, out, e := mars(t, "config", "show"); code != exitOK || !strings.Contains(out, "worker.functions_waiting   3 ") {
		t.Errorf("%s%s", out, e)
	}
	p.set.workerSet.waiting = 3
	if c, err := p.functions(); err != nil || c.Waiting != 3 {
		t.Errorf("%+v, %v", c, err)
	}
}
