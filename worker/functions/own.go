package functions

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/worker/functions/wasm"
)

// EnvWasm is the environment of WebAssembly modules: their processes are our own program.
const EnvWasm = "wasm"

// A parent starts the processes of an environment, and tells of their ends.
type parent interface {
	// fork starts a process with its end of a link, where it writes, and its permits, which are closed. exits
	// is told of its end; its number is not used again before reap. Unavailable: it cannot be started.
	fork(settings any, files []*os.File, exits func(exit)) (pid int, err error)
	reap(pid int)
}

// An own starts processes of our own program.
type own struct {
	dir string

	mu  sync.Mutex
	may map[int]chan struct{} // by pid: closed when its number may be used again
}

func (o *own) fork(_ any, files []*os.File, exits func(exit)) (int, error) {
	c := &exec.Cmd{
		Path: "/proc/self/exe", Args: []string{wasm.Name}, Dir: o.dir, Env: []string{"GOMAXPROCS=1", wasm.CacheVar + "=" + filepath.Join(o.dir, "wasm")},
		ExtraFiles: []*os.File{files[0], files[2]}, Stdout: files[1], Stderr: files[1], SysProcAttr: &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL},
	}
	started := make(chan error)
	may := make(chan struct{})
	go func() {
		// The signal comes when the thread that started the process ends, so this one lives as long.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := c.Start()
		if err == nil {
			o.mu.Lock()
			o.may[c.Process.Pid] = may
			o.mu.Unlock()
		}
		started <- err
		if err == nil {
			exits(awaited(c.Process.Pid))
			<-may
			_ = c.Wait()
		}
	}()
	err := <-started
	for _, f := range files {
		f.Close()
	}
	if err != nil {
		return 0, errs.Wrap(errs.Unavailable, err, "start a process for WebAssembly")
	}
	return c.Process.Pid, nil
}

func (o *own) reap(pid int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if c := o.may[pid]; c != nil {
		delete(o.may, pid)
		close(c)
	}
}

// awaited waits for the end of a process, and leaves its number taken.
func awaited(pid int) (e exit) {
	var info unix.Siginfo
	for {
		err := unix.Waitid(unix.P_PID, pid, &info, unix.WEXITED|unix.WNOWAIT, nil)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return e
		}
		break
	}
	const exited = 1 // CLD_EXITED
	status := int((*child)(unsafe.Pointer(&info)).status)
	if info.Code == exited {
		e.Code = &status
	} else {
		e.Signal = &status
	}
	return e
}

// child is what the system tells of a child that has ended.
type child struct {
	signo, errno, code, _ int32
	pid, uid, status      int32
}
