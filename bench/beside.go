package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
)

// A beside is a Python process that runs cases of peers_kernels.py when told, so that a peer is timed right after ours.
type beside struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// startBeside starts the interpreter with more variables in its environment.
func startBeside(python string, env ...string) (*beside, error) {
	b := &beside{cmd: exec.Command(python, "bench/peers_kernels.py")}
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

// ask is the seconds of a case in ascending order.
func (b *beside) ask(name, peer string, threads, reps int) ([]float64, error) {
	q, err := json.Marshal(map[string]any{"case": name, "peer": peer, "threads": threads, "reps": reps})
	if err != nil {
		return nil, err
	}
	if _, err := b.in.Write(append(q, '\n')); err != nil {
		return nil, err
	}
	line, err := b.out.ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("%s by %s: the interpreter ended: %w", name, peer, err)
	}
	var out []float64
	if err := json.Unmarshal(line, &out); err != nil || len(out) == 0 {
		return nil, fmt.Errorf("%s by %s: said %q", name, peer, line)
	}
	slices.Sort(out)
	return out, nil
}

func (b *beside) close() error { return errors.Join(b.in.Close(), b.cmd.Wait()) }
