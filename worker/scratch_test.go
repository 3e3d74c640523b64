package worker

import (
	"bufio"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

const scratchOwner = "MARS_TEST_SCRATCH" // names the folder for a process that has one in it until it is killed

func init() { // before tests: this is that process
	base := os.Getenv(scratchOwner)
	if base == "" {
		return
	}
	s, err := newScratch(base)
	if err != nil {
		panic(err)
	}
	if err := os.MkdirAll(filepath.Join(s.dir, "python", "mars"), 0o700); err != nil {
		panic(err)
	}
	fmt.Println(s.dir)
	select {} // the test kills it
}

// The folder of a worker that was killed goes with the next start. Those of workers that live stay, and so do
// those of which nobody knows.
func TestFoldersOfTheDead(t *testing.T) {
	base := t.TempDir()
	log := slog.New(slog.DiscardHandler)
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), scratchOwner+"="+base)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	dead, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	dead = dead[:len(dead)-1]
	here, err := newScratch(base)
	if err != nil {
		t.Fatal(err)
	}
	unknown, other := filepath.Join(base, scratchName+"1"), filepath.Join(base, "mars-prove-1")
	for _, dir := range []string{unknown, other} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(other, filepath.Join(base, scratchName+"2")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(other, scratchLock), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	there := func(dir string) bool {
		_, err := os.Stat(dir)
		return err == nil
	}
	if sweep(base, log); !there(dead) || !there(here.dir) {
		t.Error("a folder is gone whose owner lives")
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	if sweep(base, log); there(dead) || !there(here.dir) || !there(unknown) || !there(filepath.Join(other, scratchLock)) {
		t.Errorf("after its end: %v %v %v %v", there(dead), there(here.dir), there(unknown), there(other))
	}
	if err := here.remove(); err != nil || there(here.dir) {
		t.Error(err)
	}
}
