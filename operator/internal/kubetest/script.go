package kubetest

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// pythonEnv is an interpreter that has what the client needs.
const pythonEnv = "MARS_KUBE_PYTHON"

// A Script is one of test/programs that runs.
type Script struct {
	cmd      *exec.Cmd
	out, err strings.Builder
	done     chan struct{}
	how      error // it ended, nil: well
}

// StartScript starts one. To it names of hosts of ingresses lead to door, which may be empty.
func StartScript(t testing.TB, door, name string, args ...string) *Script {
	t.Helper()
	python := os.Getenv(pythonEnv)
	if python == "" {
		t.Fatalf("%s is not set: run scripts/kube.sh", pythonEnv)
	}
	s := &Script{done: make(chan struct{}), cmd: exec.CommandContext(t.Context(), python,
		append([]string{File("test", "programs", name)}, args...)...)}
	s.cmd.Env = append(os.Environ(), "PYTHONPATH="+File("..", "python"), "MARS_TEST_DOOR="+door)
	s.cmd.Stdout, s.cmd.Stderr = &s.out, &s.err
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		s.how = s.cmd.Wait()
		close(s.done)
	}()
	return s
}

// Said is what the script has printed, once it has ended well.
func (s *Script) Said(t testing.TB) string {
	t.Helper()
	<-s.done
	if s.how != nil {
		t.Fatalf("%v: %v\n%s%s", s.cmd.Args, s.how, s.out.String(), s.err.String())
	}
	return strings.TrimSpace(s.out.String())
}

// Steps waits until the script, steps.py, has written to a file that it has done as many.
func (s *Script) Steps(t testing.TB, file string, n int) {
	t.Helper()
	Wait(t, fmt.Sprintf("%d steps", n), func() string {
		text, err := os.ReadFile(file)
		done := strings.Count(string(text), "\n")
		if done >= n {
			return ""
		}
		select {
		case <-s.done:
			if s.how != nil {
				s.Said(t) // which fails
			}
		default:
		}
		return fmt.Sprintf("%d, %v", done, err)
	})
}
