package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// A beside is a Python process that runs cases when told, so that a peer is timed right after ours. It is
// asked, and answers, with lines of JSON.
type beside struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// startBeside starts the interpreter with a script, and more variables in its environment.
func startBeside(python string, env []string, script ...string) (*beside, error) {
	b := &beside{cmd: exec.Command(python, script...)}
	b.cmd.Env, b.cmd.Stderr = append(os.Environ(), env...), os.Stderr
	in, err := b.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	b.in, b.out = in, bufio.NewReader(out)
	return b, b.cmd.Start()
}

// ask sends a question and decodes the answer.
func (b *beside) ask(question, answer any) error {
	q, err := json.Marshal(question)
	if err != nil {
		return err
	}
	if _, err := b.in.Write(append(q, '\n')); err != nil {
		return err
	}
	line, err := b.out.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("%q was asked %s and ended: %w", b.cmd.Args, q, err)
	}
	if err := json.Unmarshal(line, answer); err != nil {
		return fmt.Errorf("%q was asked %s and said %q: %w", b.cmd.Args, q, line, err)
	}
	return nil
}

// askWithin is ask with a bound: a process that takes longer is ended, and its error says so.
func (b *beside) askWithin(limit time.Duration, question, answer any) error {
	late := make(chan struct{})
	timer := time.AfterFunc(limit, func() {
		close(late)
		_ = b.cmd.Process.Kill() // it may have ended
	})
	err := b.ask(question, answer)
	if !timer.Stop() {
		<-late
		return fmt.Errorf("no answer in %v: %w", limit, errors.Join(err, os.ErrDeadlineExceeded))
	}
	return err
}

func (b *beside) close() error { return errors.Join(b.in.Close(), b.cmd.Wait()) }
