package fleet

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os/exec"
	"regexp"
	"sync"
	"syscall"

	"github.com/mars-project/mars-go/errs"
)

// A Process is a running program.
type Process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string // of stdout; closed at its end
	ended chan struct{}

	mu   sync.Mutex
	said bytes.Buffer // the end of what it wrote to stderr
	keep int          // how much of it
}

// maxSaid is how much of stderr is kept; maxDump when the process tells of its goroutines there.
const (
	maxSaid = 64 << 10
	maxDump = 64 << 20
)

// maxLines is how many lines of stdout may wait for Line; later ones are dropped.
const maxLines = 1000

// Start runs a program under a name of its own (argv[0]) on a host; nil is this one.
func Start(h *Host, program, name string, args ...string) (*Process, error) {
	p := &Process{lines: make(chan string, maxLines), ended: make(chan struct{}), keep: maxSaid}
	p.cmd = &exec.Cmd{Path: program, Args: append([]string{name}, args...), Stderr: p}
	// Killed as well when the one who started it dies, and not reached by Ctrl-C.
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := h.run(p.cmd.Start); err != nil {
		return nil, errs.Wrap(errs.Unavailable, err, "start %s", name)
	}
	go func() {
		for s := bufio.NewScanner(out); s.Scan(); {
			select {
			case p.lines <- s.Text():
			default:
			}
		}
		close(p.lines)
		_ = p.cmd.Wait() // its exit code is in ProcessState
		close(p.ended)
	}()
	return p, nil
}

// Write takes what the program writes to stderr.
func (p *Process) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.said.Write(b)
	if n := p.said.Len(); n > 2*p.keep {
		p.said.Next(n - p.keep)
	}
	return len(b), nil
}

// Said is the end of what the program wrote to stderr.
func (p *Process) Said() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.said.String()
}

// Line waits for a line on stdout and returns what the first group of the expression matches.
func (p *Process) Line(ctx context.Context, expr string) (string, error) {
	re := regexp.MustCompile(expr)
	for {
		select {
		case l, ok := <-p.lines:
			if !ok {
				return "", errs.New(errs.Unavailable, "%q ended without a line like %s: %s", p.cmd.Args, expr, p.Said())
			}
			if m := re.FindStringSubmatch(l); m != nil {
				return m[1], nil
			}
		case <-ctx.Done():
			return "", errs.Wrap(errs.Canceled, ctx.Err(), "%q has no line like %s: %s", p.cmd.Args, expr, p.Said())
		}
	}
}

// PID is the number of the process.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Kill ends it at once, as a crash would, and waits.
func (p *Process) Kill() {
	_ = p.cmd.Process.Signal(syscall.SIGKILL) // an error: it has ended
	<-p.ended
}

// Freeze stops it where it is, until Thaw.
func (p *Process) Freeze() { _ = p.cmd.Process.Signal(syscall.SIGSTOP) }

// Thaw lets a frozen process go on.
func (p *Process) Thaw() { _ = p.cmd.Process.Signal(syscall.SIGCONT) }

// Stop asks it to end and waits; when ctx ends first it is killed.
func (p *Process) Stop(ctx context.Context) {
	p.Thaw()
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-ctx.Done():
		p.Kill()
	}
}

// Dump ends a Go program, which writes what each of its goroutines does to stderr, and returns the end of
// stderr. When ctx ends first it is killed.
func (p *Process) Dump(ctx context.Context) string {
	p.mu.Lock()
	p.keep = maxDump
	p.mu.Unlock()
	p.Thaw()
	_ = p.cmd.Process.Signal(syscall.SIGQUIT)
	select {
	case <-p.ended:
	case <-ctx.Done():
		p.Kill()
	}
	return p.Said()
}

// Ended is closed when it has ended.
func (p *Process) Ended() <-chan struct{} { return p.ended }
