package command

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/tensor"
	"github.com/mars-project/mars-go/wire/npy"
)

// limit is how long anything may take in these tests; nothing takes so long unless it hangs.
const limit = 60 * time.Second

// A process is the program as others run it.
type process struct {
	t     *testing.T
	c     *exec.Cmd
	in    io.WriteCloser
	lines chan string // of stdout
	ended chan struct{}

	mu  sync.Mutex
	err bytes.Buffer
}

// start runs the program by one of its names.
func start(t *testing.T, name string, args ...string) *process {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{t: t, lines: make(chan string, 1000), ended: make(chan struct{})}
	p.c = &exec.Cmd{Path: exe, Args: append([]string{name}, args...), Dir: t.TempDir(), Env: append(os.Environ(), "HOME="+t.TempDir()), Stderr: p}
	out, err := p.c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if p.in, err = p.c.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := p.c.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		for s := bufio.NewScanner(out); s.Scan(); {
			p.lines <- s.Text()
		}
		close(p.lines)
		_ = p.c.Wait()
		close(p.ended)
	}()
	t.Cleanup(func() {
		_ = p.c.Process.Signal(syscall.SIGCONT)
		_ = p.c.Process.Kill()
		<-p.ended
		if t.Failed() {
			t.Logf("%s %q said:\n%s", name, args, p.said())
		}
	})
	return p
}

func (p *process) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err.Write(b)
}

// said is stderr so far.
func (p *process) said() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err.String()
}

// line waits for a line on stdout and returns what the expression's group matches.
func (p *process) line(expr string) string {
	p.t.Helper()
	re := regexp.MustCompile(expr)
	deadline := time.After(limit)
	for {
		select {
		case l, ok := <-p.lines:
			if !ok {
				p.t.Fatalf("%q ended without a line like %s:\n%s", p.c.Args, expr, p.said())
			}
			if m := re.FindStringSubmatch(l); m != nil {
				return m[len(m)-1]
			}
		case <-deadline:
			p.t.Fatalf("%q has no line like %s:\n%s", p.c.Args, expr, p.said())
		}
	}
}

func (p *process) signal(s os.Signal) {
	p.t.Helper()
	if err := p.c.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

// wait is the exit code.
func (p *process) wait() int {
	p.t.Helper()
	select {
	case <-p.ended:
		return p.c.ProcessState.ExitCode()
	case <-time.After(limit):
		p.t.Fatalf("%q does not end:\n%s", p.c.Args, p.said())
	}
	return -1
}

// mars runs a command in this process.
func mars(t *testing.T, args ...string) (code int, out, err string) {
	t.Helper()
	var o, e bytes.Buffer
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	code = run(ctx, append([]string{"mars"}, args...), streams{strings.NewReader(""), &o, &e})
	return code, o.String(), e.String()
}

// until polls until a condition holds.
func until(t *testing.T, what string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(limit); !f(); <-time.After(20 * time.Millisecond) { // another process has no other way to say so
		if time.Now().After(end) {
			t.Fatalf("it does not come about: %s", what)
		}
	}
}

// A remote is a client of a web port.
type remote struct {
	t       *testing.T
	session string
	s       *server
}

func connected(t *testing.T, addr string) *remote {
	t.Helper()
	return connectedWith(t, addr, "")
}

func connectedWith(t *testing.T, addr, token string) *remote {
	t.Helper()
	p := newProgram(streams{})
	p.set.client.server, p.set.client.token = "http://"+addr, token
	s, err := p.server()
	if err != nil {
		t.Fatal(err)
	}
	r := &remote{t: t, s: s}
	until(t, "a session", func() bool {
		x, e := s.session.CreateSession(t.Context(), &marsv1.CreateSessionRequest{Client: "test"})
		r.session = x.GetSession().GetSessionId()
		err = e
		return e == nil
	})
	return r
}

// nodes counts those of a role and state.
func (r *remote) nodes(role, state string) (n int) {
	a, err := r.s.cluster.ListNodes(r.t.Context(), &marsv1.ListNodesRequest{})
	if err != nil {
		return -1
	}
	for _, x := range a.Nodes {
		if row := nodeOf(x); row.Role == role && row.State == state {
			n++
		}
	}
	return n
}

// submit starts the computation of a tensor.
func (r *remote) submit(v *tensor.Tensor) string {
	r.t.Helper()
	g, err := graph.Encode(v.Value())
	if err != nil {
		r.t.Fatal(err)
	}
	a, err := r.s.task.Submit(r.t.Context(), &marsv1.SubmitRequest{SessionId: r.session, Graph: g, RequestId: fmt.Sprint(time.Now().UnixNano())})
	if err != nil {
		r.t.Fatal(err)
	}
	return a.TaskId
}

func (r *remote) task(id string, wait time.Duration, manifests bool) *marsv1.GetTaskResponse {
	r.t.Helper()
	a, err := r.s.task.GetTask(r.t.Context(), &marsv1.GetTaskRequest{SessionId: r.session, TaskId: id, WaitMs: uint32(wait.Milliseconds()), Manifests: manifests})
	if err != nil {
		r.t.Fatal(err)
	}
	return a
}

// result is the number that a task comes to.
func (r *remote) result(id string) float64 {
	r.t.Helper()
	for end := time.Now().Add(limit); time.Now().Before(end); {
		a := r.task(id, 5*time.Second, true)
		switch a.Task.State {
		case marsv1.Task_STATE_SUCCEEDED:
			x, err := npy.Read(bytes.NewReader(a.Manifests[0].Parts[0].Inline), mem.Heap)
			if err != nil {
				r.t.Fatal(err)
			}
			return nd.Data[float64](x)[0]
		case marsv1.Task_STATE_FAILED, marsv1.Task_STATE_CANCELED:
			r.t.Fatalf("task %s: %v", id, a.Task)
		}
	}
	r.t.Fatalf("task %s hangs: %v", id, r.task(id, 0, false))
	return 0
}

// free finds ports that nobody listens on.
func free(t *testing.T, n int) (ports []string) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = l.Close() }()
		_, port, _ := net.SplitHostPort(l.Addr().String())
		ports = append(ports, port)
	}
	return ports
}
