package kubetest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// stopTime is how long a process may take to end after SIGTERM.
const stopTime = 30 * time.Second

// A child is a process that ends with the test, and whose log is kept.
type child struct {
	name string
	log  string
	cmd  *exec.Cmd
	done chan struct{}
}

// launch starts a program. What it writes goes to the end of dir/name.log.
func launch(dir, name, program string, env []string, args ...string) (*child, error) {
	c := &child{name: name, log: filepath.Join(dir, name+".log"), done: make(chan struct{})}
	log, err := os.OpenFile(c.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	c.cmd = exec.Command(program, args...)
	c.cmd.Stdout, c.cmd.Stderr, c.cmd.Env = log, log, append(os.Environ(), env...)
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := c.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	go func() {
		_ = c.cmd.Wait() // how it ended is in ProcessState
		close(c.done)
	}()
	return c, nil
}

// end sends a signal, waits, and kills what does not end.
func (c *child) end(s syscall.Signal) {
	_ = c.cmd.Process.Signal(s) // it may have ended
	select {
	case <-c.done:
	case <-time.After(stopTime):
		_ = c.cmd.Process.Kill()
		<-c.done
	}
}

// ended says whether it runs no more.
func (c *child) ended() bool {
	select {
	case <-c.done:
		return true
	default:
		return false
	}
}

// tail is the end of a log, from the beginning of a line.
func tail(path string) string {
	const most = 6000
	b, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	if len(b) > most {
		b = b[len(b)-most:]
		b = b[bytes.IndexByte(b, '\n')+1:]
	}
	return string(b)
}
