package command

import (
	"os"
	"strings"
	"syscall"
	"testing"

	"connectrpc.com/connect"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/internal/version"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/oscar/grpcnet"
	"github.com/mars-project/mars-go/tensor"
)

// products is a job of many subtasks with a known answer.
func products(n, chunk int) (*tensor.Tensor, float64) {
	a := tensor.Ones(tensor.Shape(n, n), tensor.Create{Chunk: []int{chunk}})
	return tensor.Sum(tensor.Dot(a, a)), float64(n) * float64(n) * float64(n)
}

// pair is a supervisor and two workers on three addresses of this machine, by the lines of the documentation.
func pair(t *testing.T) (sup *process, workers []*process, addr string, r *remote) {
	t.Helper()
	sup = start(t, "mars-supervisor", "-H", "127.0.0.1", "--stop-timeout", "2s")
	addr = sup.line(`^Mars supervisor started at (127\.0\.0\.1:\d+)$`)
	web := sup.line(`^Mars Web started at 127\.0\.0\.1:(\d+)$`)
	for _, host := range []string{"127.0.0.2", "127.0.0.3"} {
		w := start(t, "mars-worker", "-H", host, "-s", addr, "--n-cpu", "1", "--mem-bytes", "512m", "--min-mem", "0", "--stop-timeout", "10s")
		w.line(`^Mars worker started at (` + host + `:\d+)$`)
		workers = append(workers, w)
	}
	r = connected(t, "127.0.0.1:"+web)
	until(t, "two workers", func() bool { return r.nodes("worker", "ready") == 2 })
	return sup, workers, addr, r
}

// started waits until a task has done something and has something to do.
func (r *remote) started(id string) {
	r.t.Helper()
	until(r.t, "the task runs", func() bool {
		x := r.task(id, 0, false).Task
		return x.SubtasksDone > 0 || x.State > marsv1.Task_STATE_RUNNING
	})
}

func TestWorkerKilled(t *testing.T) {
	_, ws, addr, r := pair(t)
	v, want := products(1500, 150)
	id := r.submit(v)
	r.started(id)
	ws[0].signal(syscall.SIGKILL)
	if got := r.result(id); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	until(t, "one worker is dead", func() bool { return r.nodes("worker", "dead") == 1 && r.nodes("worker", "ready") == 1 })

	// The last one goes: the task waits, and says for what, until another one comes.
	ws[1].signal(syscall.SIGTERM)
	if code := ws[1].wait(); code != exitOK {
		t.Errorf("a worker that is asked to stop has exit code %d", code)
	}
	v, want = products(300, 150)
	id = r.submit(v)
	until(t, "the task says what it waits for", func() bool { return strings.Contains(r.task(id, 0, false).Task.Waiting, "worker") })
	start(t, "mars-worker", "-H", "127.0.0.4", "-s", addr, "--n-cpu", "1", "--min-mem", "0")
	if got := r.result(id); got != want {
		t.Errorf("after waiting: got %v, want %v", got, want)
	}
}

// A worker is told to leave while it works and has results: it hands them over and ends, and nothing is run
// again.
func TestNodeDrain(t *testing.T) {
	_, ws, _, r := pair(t)
	v, want := products(1200, 150)
	id := r.submit(v)
	r.started(id)
	at := []string{"--server", r.s.url}
	if code, _, e := mars(t, append([]string{"node", "drain", "127.0.0.2"}, at...)...); code != exitOK {
		t.Errorf("exit code %d: %s", code, e)
	}
	if code := ws[0].wait(); code != exitOK || strings.Contains(ws[0].said(), "does not wait any longer") {
		t.Errorf("the worker ends with code %d: %s", code, ws[0].said())
	}
	if got := r.result(id); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if n := r.task(id, 0, false).Task.SubtasksRetried; n != 0 {
		t.Errorf("%d subtasks ran again", n)
	}
	if code, _, e := mars(t, append([]string{"node", "drain", "127.0.0.9"}, at...)...); code != exitNotFound {
		t.Errorf("exit code %d: %s", code, e)
	}
}

func TestWorkerFrozen(t *testing.T) {
	_, ws, _, r := pair(t)
	v, want := products(1500, 150)
	id := r.submit(v)
	r.started(id)
	ws[1].signal(syscall.SIGSTOP)
	until(t, "the frozen worker is taken for dead", func() bool { return r.nodes("worker", "dead") == 1 })
	if got := r.result(id); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	ws[1].signal(syscall.SIGCONT)
	until(t, "it comes back", func() bool { return r.nodes("worker", "ready") == 2 })
	v, want = products(301, 50)
	if got := r.result(r.submit(v)); got != want {
		t.Errorf("afterwards: got %v, want %v", got, want)
	}
}

func TestSupervisorStartsAgain(t *testing.T) {
	sup, _, addr, r := pair(t)
	v, want := products(300, 100)
	if got := r.result(r.submit(v)); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	sup.signal(syscall.SIGKILL)
	sup.wait()
	_, port, _ := strings.Cut(addr, ":")
	again := start(t, "mars-supervisor", "-H", "127.0.0.1", "-p", port)
	web := again.line(`^Mars Web started at 127\.0\.0\.1:(\d+)$`)
	n := connected(t, "127.0.0.1:"+web)
	_, err := n.s.session.GetSession(t.Context(), &marsv1.GetSessionRequest{SessionId: r.session})
	if connect.CodeOf(err) != connect.CodeDataLoss {
		t.Errorf("a session of before: %v", err)
	}
	until(t, "the workers come back", func() bool { return n.nodes("worker", "ready") == 2 })
	v, want = products(302, 100)
	if got := n.result(n.submit(v)); got != want {
		t.Errorf("afterwards: got %v, want %v", got, want)
	}
}

// The other spelling: two schedulers, a web port of its own, workers that know both.
func TestSchedulersAndWeb(t *testing.T) {
	ports := free(t, 2)
	a, b := "127.0.0.1:"+ports[0], "127.0.0.2:"+ports[1]
	both := a + "," + b
	front := start(t, "mars-web", "-p", "auto", "-s", both)
	web := front.line(`^Mars Web started at 0\.0\.0\.0:(\d+)$`)
	for _, host := range []string{"127.0.0.3", "127.0.0.4"} { // before there is anybody to work for
		w := start(t, "mars-worker", "-a", host, "-s", both, "--cpu-procs", "1", "--net-procs", "2", "--phy-mem", "512m", "--cache-mem", "50%", "--min-mem", "1m",
			"--spill-dirs", t.TempDir()+":"+t.TempDir(), "--plasma-dir", "/dev/shm", "--cuda-device", "0,1")
		w.line(`^Mars worker started at (` + host + `:\d+)$`)
		until(t, "notes", func() bool {
			return strings.Contains(w.said(), "no GPU support") && strings.Contains(w.said(), "--plasma-dir is not used")
		})
	}
	one := start(t, "mars-scheduler", "-a", "127.0.0.1", "-H", "127.0.0.1", "-p", ports[0], "-s", both, "--nproc", "1")
	one.line(`^Mars scheduler started at (` + a + `)$`)
	two := start(t, "mars-scheduler", "-a", "127.0.0.2", "-H", "127.0.0.2", "-p", ports[1], "-s", both)
	two.line(`^Mars scheduler started at (` + b + `)$`)

	r := connected(t, "127.0.0.1:"+web)
	until(t, "all nodes are there", func() bool { return r.nodes("worker", "ready") == 2 && r.nodes("supervisor", "ready") == 2 })
	seen := map[string]bool{}
	for i := 0; len(seen) < 2; i++ { // sessions land on both
		if i > 64 {
			t.Fatal("64 sessions are on one of two schedulers")
		}
		x := connected(t, "127.0.0.1:"+web)
		epoch, _, _ := strings.Cut(x.session, "-")
		if seen[epoch] {
			continue
		}
		seen[epoch] = true
		v, want := products(300+i, 100)
		until(t, "workers know the scheduler", func() bool { return x.nodes("worker", "ready") == 2 })
		if got := x.result(x.submit(v)); got != want {
			t.Errorf("on %s: got %v, want %v", epoch, got, want)
		}
	}
	list, err := r.s.session.ListSessions(t.Context(), &marsv1.ListSessionsRequest{})
	if err != nil || len(list.Sessions) < 3 {
		t.Errorf("sessions of both: %v, %v", list, err)
	}
	two.signal(syscall.SIGTERM)
	if code := two.wait(); code != exitOK {
		t.Errorf("a scheduler that is asked to stop has exit code %d", code)
	}
	until(t, "one scheduler is left", func() bool { return r.nodes("supervisor", "ready") == 1 })
	front.signal(os.Interrupt)
	if code := front.wait(); code != exitInterrupted {
		t.Errorf("exit code %d after Ctrl-C", code)
	}
}

// A worker of another version is refused, and says both.
func TestVersionSkew(t *testing.T) {
	sys, err := oscar.New("127.0.0.1:1", oscar.Options{Version: "9.9.9"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = sys.Close(t.Context()) }()
	l, err := grpcnet.Listen(t.Context(), sys, "127.0.0.1:0", grpcnet.Options{Role: "supervisor"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close(t.Context()) }()
	w := start(t, "mars-worker", "-H", "127.0.0.2", "-s", l.Addr(), "--min-mem", "0")
	if code := w.wait(); code != exitFailed || !strings.Contains(w.said(), "9.9.9") || !strings.Contains(w.said(), version.Version) {
		t.Errorf("exit code %d, %s", code, w.said())
	}
}
