package functions

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/mars-project/mars-go/errs"
)

// About is an interpreter, as it says itself.
type About struct {
	PID        int               `json:"pid"`
	Python     string            `json:"python"` // "3.11"
	Executable string            `json:"executable"`
	Packages   map[string]string `json:"packages"`
	Protocol   int               `json:"protocol"`
	Threads    []string          `json:"threads"` // beside the first
}

// A zygote is a process that has imported what functions need, and of which others are forked.
type zygote struct {
	link  *link
	about About
	cmd   *exec.Cmd
	ended chan struct{} // closed when it has ended
	said  *tail
	wg    sync.WaitGroup // of who reads and writes

	mu    sync.Mutex
	last  uint32
	forks map[uint32]chan int // by number: who waits for the pid
	exits map[int]func(exit)  // by pid
	early map[int]exit        // of those that nobody has asked for yet
	gone  bool
}

// An exit is how a process ended.
type exit struct {
	Code   *int `json:"code"`
	Signal *int `json:"signal"`
}

func (e exit) String() string {
	switch {
	case e.Signal != nil:
		return unix.SignalName(syscall.Signal(*e.Signal))
	case e.Code != nil && *e.Code != 0:
		return fmt.Sprintf("exit code %d", *e.Code)
	case e.Code != nil:
		return "its own will"
	}
	return "the end of the process that it was forked from"
}

// forkable are threads that survive a fork unharmed: that of the allocator of pyarrow.
var forkable = []string{"jemalloc_bg_thd"}

// startZygote starts one. env is all of its environment. Errors: Unavailable, with what the interpreter said.
func startZygote(ctx context.Context, python, dir string, env []string) (*zygote, error) {
	l, theirs, err := newLink()
	if err != nil {
		return nil, err
	}
	z := &zygote{link: l, ended: make(chan struct{}), said: &tail{}, forks: map[uint32]chan int{}, exits: map[int]func(exit){}, early: map[int]exit{}}
	z.cmd = exec.Command(python, "-m", "mars._worker.zygote")
	z.cmd.Dir, z.cmd.Env, z.cmd.ExtraFiles = dir, env, []*os.File{theirs}
	z.cmd.Stdout, z.cmd.Stderr = z.said, z.said
	z.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // the end of its link is its end: it has others to end before
	err = z.cmd.Start()
	theirs.Close()
	if err != nil {
		l.close()
		return nil, errs.Wrap(errs.Unavailable, err, "start %s", python)
	}
	go func() {
		_ = z.cmd.Wait()
		z.over()
		close(z.ended)
	}()
	z.wg.Go(l.write)
	stop := context.AfterFunc(ctx, func() { z.kill() })
	defer stop()
	f, err := l.receive()
	if err == nil && (f.kind != kindHello || json.Unmarshal(f.body, &z.about) != nil) {
		err = errs.New(errs.Internal, "it says %d: %.80q", f.kind, f.body)
	}
	if err != nil {
		z.kill()
		<-z.ended
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, errs.New(errs.Unavailable, "%s cannot run functions: %s", python, z.said.last(5))
	}
	others := slices.DeleteFunc(slices.Clone(z.about.Threads), func(n string) bool { return slices.Contains(forkable, n) })
	if len(others) > 0 {
		z.kill()
		<-z.ended
		return nil, errs.New(errs.Unavailable, "%s cannot be forked: its packages have started threads %s", python, strings.Join(others, ", "))
	}
	z.wg.Go(z.read)
	return z, nil
}

// read takes what the zygote says until it ends.
func (z *zygote) read() {
	for {
		f, err := z.link.receive()
		if err != nil {
			z.kill()
			return
		}
		switch f.kind {
		case kindForked:
			var a struct{ PID int }
			_ = json.Unmarshal(f.body, &a)
			z.mu.Lock()
			c := z.forks[f.call]
			delete(z.forks, f.call)
			z.mu.Unlock()
			if c != nil {
				c <- a.PID
			}
		case kindExited:
			var e exit
			_ = json.Unmarshal(f.body, &e)
			z.exited(int(f.call), e)
		}
	}
}

func (z *zygote) exited(pid int, e exit) {
	z.mu.Lock()
	tell := z.exits[pid]
	delete(z.exits, pid)
	if tell == nil {
		z.early[pid] = e
	}
	z.mu.Unlock()
	if tell != nil {
		tell(e)
	}
}

// fork makes a process with its end of a link and where it writes, which are closed. exits is told of its
// end; its number is not used again before reap.
func (z *zygote) fork(settings any, files []*os.File, exits func(exit)) (pid int, err error) {
	body, err := json.Marshal(settings)
	if err != nil {
		return 0, err
	}
	c := make(chan int, 1)
	z.mu.Lock()
	if z.gone {
		z.mu.Unlock()
		return 0, errs.New(errs.Unavailable, "the process that others are forked from has ended: %s", z.said.last(5))
	}
	z.last++
	n := z.last
	z.forks[n] = c
	z.mu.Unlock()
	z.link.send(frame{kindFork, n, body, files})
	pid, ok := <-c
	for _, f := range files {
		f.Close()
	}
	if !ok {
		return 0, errs.New(errs.Unavailable, "the process that others are forked from has ended: %s", z.said.last(5))
	}
	z.mu.Lock()
	e, over := z.early[pid]
	delete(z.early, pid)
	over = over || z.gone
	if !over {
		z.exits[pid] = exits
	}
	z.mu.Unlock()
	if over {
		go exits(e)
	}
	return pid, nil
}

// reap lets the number of a process that has ended be used again.
func (z *zygote) reap(pid int) { z.link.send(frame{kind: kindReap, call: uint32(pid)}) }

// over ends all that waits for a zygote that has ended. Its children have ended with it.
func (z *zygote) over() {
	z.link.close()
	z.mu.Lock()
	z.gone = true
	forks, exits := z.forks, z.exits
	z.forks, z.exits = map[uint32]chan int{}, map[int]func(exit){}
	z.mu.Unlock()
	for _, c := range forks {
		close(c)
	}
	for _, tell := range exits {
		tell(exit{})
	}
}

// isOver reports whether it has ended.
func (z *zygote) isOver() bool {
	z.mu.Lock()
	defer z.mu.Unlock()
	return z.gone
}

func (z *zygote) kill() {
	_ = syscall.Kill(-z.cmd.Process.Pid, syscall.SIGKILL)
}
