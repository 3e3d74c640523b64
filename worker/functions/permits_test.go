package functions

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/function"
	"github.com/mars-project/mars-go/service/runner"
)

// patient is a function whose call 0 says who runs it, waits until it may go on, and does something then. Its
// other calls leave a mark.
const patient = `
import os, time
def f(dir, n):
    if n:
        open(f"{dir}/mark{n}", "x").close()
        return n
    with open(f"{dir}/new", "w") as w: w.write(str(os.getpid()))
    os.rename(f"{dir}/new", f"{dir}/pid")
    while not os.path.exists(f"{dir}/go"): time.sleep(0.001)
    %s
    return 0
`

// line is a host with one slot, whose process runs call 0 of patient.
type line struct {
	*rig
	dir   string
	then  string
	first chan error
}

func newLine(t *testing.T, long service.Nanos, then string) *line {
	l := &line{opened(t, Options{Slots: 1, Machine: function.Config{Long: long}}), t.TempDir(), then, make(chan error, 1)}
	go func() { l.first <- l.run(l.call(0)) }()
	return l
}

func (l *line) call(n int) Call {
	c := calling(l.t, fmt.Sprintf(patient, l.then), fmt.Sprintf("%q, %d", l.dir, n))
	c.Behind = n > 0
	return c
}

func (l *line) run(c Call) error {
	made, err := l.Call(context.Background(), c)
	for _, v := range made {
		release(v)
	}
	return err
}

// until waits for what comes.
func until(f func() bool) {
	for !f() {
		time.Sleep(time.Millisecond)
	}
}

func (l *line) has(name string) bool {
	_, err := os.Stat(l.dir + "/" + name)
	return err == nil
}

// pid is that of the process, which has begun.
func (l *line) pid() int {
	until(func() bool { return l.has("pid") })
	b, _ := os.ReadFile(l.dir + "/pid")
	n, err := strconv.Atoi(string(b))
	if err != nil {
		l.t.Fatal(err)
	}
	return n
}

// sent says how many calls a process has that it has not answered.
func (l *line) sent() (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.procs {
		n += len(p.line)
	}
	return n
}

func (l *line) goOn() {
	if err := os.WriteFile(l.dir+"/go", nil, 0o600); err != nil {
		l.t.Fatal(err)
	}
	if err := <-l.first; err != nil {
		l.t.Error(err)
	}
}

// What stands behind a long call is given back, and never begins, though its process is stopped meanwhile.
func TestBehindLong(t *testing.T) {
	l := newLine(t, 0, "pass")
	pid := l.pid()
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	for n := 1; n < 4; n++ {
		if err := l.run(l.call(n)); !errors.Is(err, runner.ErrUnbegun) {
			t.Errorf("call %d: %v", n, err)
		}
	}
	if err := syscall.Kill(pid, syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	l.goOn()
	if err := l.run(l.call(4)); err != nil {
		t.Error(err)
	}
	for n := 1; n < 4; n++ {
		if l.has(fmt.Sprintf("mark%d", n)) {
			t.Errorf("call %d was given back, and has begun", n)
		}
	}
}

// What lies ready in a process runs in it, in order.
func TestBehindShort(t *testing.T) {
	l := newLine(t, 1<<60, "pass")
	pid := l.pid()
	ends := make(chan error)
	for n := 1; n < 9; n++ {
		c := l.call(n)
		go func() { ends <- l.run(c) }()
	}
	until(func() bool { return l.sent() == 9 })
	l.goOn()
	for range 8 {
		if err := <-ends; err != nil {
			t.Error(err)
		}
	}
	if b, _ := os.ReadFile(l.dir + "/pid"); string(b) != strconv.Itoa(pid) {
		t.Errorf("process %d began it, not %s", pid, b)
	}
}

// A function that takes the permit of a call ends its process: that call runs in another.
func TestPermitsAreTaken(t *testing.T) {
	l := newLine(t, 1<<60, "os.read(4, 8)")
	l.pid()
	end := make(chan error)
	c := l.call(1)
	go func() { end <- l.run(c) }()
	until(func() bool { return l.sent() == 2 })
	l.goOn()
	if err := <-end; err != nil || !l.has("mark1") {
		t.Error(err)
	}
}

// A function that closes descriptors of its process ends in that, and the call behind it has not begun.
func TestDescriptorsAreClosed(t *testing.T) {
	for _, then := range []string{"os.close(4)", "os.dup2(os.open('/dev/null', os.O_RDONLY), 4)", "os.close(3)", "os.closerange(0, 100)"} {
		t.Run(then, func(t *testing.T) {
			l := newLine(t, 1<<60, then)
			l.pid()
			end := make(chan error)
			c := l.call(1)
			go func() { end <- l.run(c) }()
			until(func() bool { return l.sent() == 2 })
			if err := os.WriteFile(l.dir+"/go", nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := <-l.first; !errs.Is(err, errs.Internal) {
				t.Errorf("the call that closes them: %v", err)
			}
			if err := <-end; !errors.Is(err, runner.ErrUnbegun) || l.has("mark1") {
				t.Errorf("the call behind it: %v", err)
			}
		})
	}
}

// What a process has answered is answered, though the worker could write no more to it: nothing begins twice.
func TestAnswersBeforeAnEnd(t *testing.T) {
	const source = `
import os
def f(dir, n, last):
    if n == last:
        try: os.mkdir(f"{dir}/{n}")
        except FileExistsError: return
        os._exit(1)
    os.mkdir(f"{dir}/{n}")
`
	r := opened(t, Options{Slots: 1, Machine: function.Config{Long: 1 << 60}})
	for range 10 {
		dir := t.TempDir()
		const n = 40
		ends := make(chan string)
		for i := range n {
			c := calling(t, source, fmt.Sprintf("%q, %d, %d", dir, i, n/2))
			c.Behind = true
			go func() {
				made, err := r.Call(context.Background(), c)
				for _, v := range made {
					release(v)
				}
				began := ""
				if _, no := os.Stat(fmt.Sprintf("%s/%d", dir, i)); no == nil {
					began = ", and has begun"
				}
				ends <- fmt.Sprintf("%v%s", err, began)
			}()
		}
		for range n {
			if s := <-ends; s != "<nil>, and has begun" && s != runner.ErrUnbegun.Error() {
				t.Error(s)
			}
		}
	}
}
