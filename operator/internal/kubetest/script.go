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
	cmd *exec.Cmd
	out strings.Builder
	err strings.Builder
}

// StartScript starts one. To it names of hosts of ingresses lead to door, which may be empty.
func StartScript(t testing.TB, door, name string, args ...string) *Script {
	t.Helper()
	python := os.Getenv(pythonEnv)
	if python == "" {
		t.Fatalf("%s is not set: run scripts/kube.sh", pythonEnv)
	}
	s := &Script{cmd: exec.CommandContext(t.Context(), python,
		append([]string{File("test", "programs", name)}, args...)...)}
	s.cmd.Env = append(os.Environ(), "PYTHONPATH="+File("..", "python"), "MARS_TEST_DOOR="+door)
	s.cmd.Stdout, s.cmd.Stderr = &s.out, &s.err
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return s
}

// Said is what the script has printed, once it has ended well.
func (s *Script) Said(t testing.TB) string {
	t.Helper()
	if err := s.cmd.Wait(); err != nil {
		t.Fatalf("%v: %v\n%s%s", s.cmd.Args, err, s.out.String(), s.err.String())
	}
	return strings.TrimSpace(s.out.String())
}

// Steps waits until steps.py has written to a file that it has done as many.
func Steps(t testing.TB, file string, n int) {
	t.Helper()
	Wait(t, fmt.Sprintf("%d steps", n), func() string {
		text, err := os.ReadFile(file)
		if done := strings.Count(string(text), "\n"); done < n {
			return fmt.Sprintf("%d, %v", done, err)
		}
		return ""
	})
}
