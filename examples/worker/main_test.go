package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// limit is how long anything may take in these tests; nothing takes so long unless it hangs.
const limit = 2 * time.Minute

// program builds a package.
func program(t *testing.T, name, pkg string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), name)
	if out, err := exec.Command("go", "build", "-o", to, pkg).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return to
}

// A process is one of a cluster.
type process struct {
	t     *testing.T
	c     *exec.Cmd
	lines chan string
	once  sync.Once
}

func start(t *testing.T, program string, args ...string) *process {
	t.Helper()
	p := &process{t: t, c: exec.Command(program, args...), lines: make(chan string, 100)}
	p.c.Dir, p.c.Env = t.TempDir(), append(os.Environ(), "HOME="+t.TempDir())
	var said bytes.Buffer
	p.c.Stderr = &said
	out, err := p.c.StdoutPipe()
	if err != nil {
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
	}()
	t.Cleanup(func() {
		p.stop(syscall.SIGKILL)
		if t.Failed() {
			t.Logf("%q said:\n%s", args, &said)
		}
	})
	return p
}

// stop ends the process and waits for that.
func (p *process) stop(s syscall.Signal) {
	p.once.Do(func() {
		_ = p.c.Process.Signal(s)
		for range p.lines {
		}
		_ = p.c.Wait()
	})
}

// line waits for a line of stdout, and gives what the expression's group matches.
func (p *process) line(expr string) string {
	p.t.Helper()
	re, deadline := regexp.MustCompile(expr), time.After(limit)
	for {
		select {
		case l, ok := <-p.lines:
			if !ok {
				p.t.Fatalf("%q ended without a line like %s", p.c.Args, expr)
			}
			if m := re.FindStringSubmatch(l); m != nil {
				return m[1]
			}
		case <-deadline:
			p.t.Fatalf("%q has no line like %s", p.c.Args, expr)
		}
	}
}

// ask runs the program until its answer is there: other processes have no other way to say that they are
// ready.
func ask(t *testing.T, want, program string, args ...string) string {
	t.Helper()
	for end := time.Now().Add(limit); ; <-time.After(50 * time.Millisecond) {
		out, _ := exec.Command(program, args...).CombinedOutput()
		if strings.Contains(string(out), want) {
			return string(out)
		}
		if time.Now().After(end) {
			t.Fatalf("%q does not say %q, but\n%s", args, want, out)
		}
	}
}

// A worker that is another program lacks the functions, and the caller reads who lacks what. With a worker
// that is this program beside it the same job runs.
func TestAWorkerOfOnesOwn(t *testing.T) {
	acme, plain := program(t, "acme", "."), program(t, "mars", "../../cmd/mars")
	sup := start(t, plain, "supervisor", "-H", "127.0.0.1", "--stop-timeout", "2s")
	addr := sup.line(`^Mars supervisor started at (127\.0\.0\.1:\d+)$`)
	url := "http://127.0.0.1:" + sup.line(`^Mars Web started at 127\.0\.0\.1:(\d+)$`)

	other := start(t, plain, "worker", "-H", "127.0.0.2", "-s", addr, "--n-cpu", "1", "--mem-bytes", "256m", "--min-mem", "0", "--stop-timeout", "2s")
	other.line(`^Mars worker started at (127\.0\.0\.2:\d+)$`)
	ask(t, "ready", plain, "node", "list", "--server", url)
	out := ask(t, "no worker has the function acme/", acme, "report", url)
	for _, want := range []string{"in your program: 127.0.0.2:", "has no functions in Go", "mars.Main makes one"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in %s", want, out)
		}
	}

	own := start(t, acme, "worker", "-H", "127.0.0.3", "-s", addr, "--n-cpu", "2", "--mem-bytes", "256m", "--min-mem", "0", "--stop-timeout", "2s")
	own.line(`^Mars worker started at (127\.0\.0\.3:\d+)$`)
	out = ask(t, "fastest", acme, "report", url)
	for _, want := range []string{"fastest: 100.0 km/h\n", "ann  300.0    3.0\n", "bob  210.0    3.0\n", "cid   50.0    1.0\n", "sides: 10.0 km\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	for range 3 { // the other worker has what no function needs, and is asked for no more
		if again, err := exec.Command(acme, "report", url).CombinedOutput(); err != nil || string(again) != out {
			t.Errorf("with a worker that lacks the functions: %v, %s", err, again)
		}
	}
}
