package node

import (
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/mars-project/mars-go/internal/vfs"
)

func TestSpillSpace(t *testing.T) {
	a, b := t.TempDir(), filepath.Join(t.TempDir(), "new")
	left := func(d, name string, locked bool, age time.Duration) string {
		path := filepath.Join(d, name)
		if err := os.MkdirAll(filepath.Join(path, "mars-x-0"), 0o755); err != nil {
			t.Fatal(err)
		}
		if locked {
			if err := os.WriteFile(filepath.Join(path, spillLock), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		at := time.Now().Add(-age)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		return path
	}
	gone := []string{left(a, spillPrefix+"killed", true, 0), left(a, spillPrefix+"half", false, 0), left(a, spillNew+"old", false, time.Hour)}
	kept := []string{left(a, spillNew+"young", true, 0), left(a, "something", true, time.Hour)}

	one, err := openSpill([]string{a, b}, slog.New(slog.DiscardHandler))
	if err != nil || len(one.dirs) != 2 || filepath.Dir(one.dirs[0]) != a || filepath.Dir(one.dirs[1]) != b {
		t.Fatalf("%v, %v", one, err)
	}
	two, err := openSpill([]string{a, b}, slog.New(slog.DiscardHandler)) // another process leaves the first one's alone
	if err != nil {
		t.Fatal(err)
	}
	kept = append(append(kept, one.dirs...), two.dirs...)
	for _, d := range gone {
		if _, err := os.Stat(d); !os.IsNotExist(err) {
			t.Errorf("%s is still there: %v", d, err)
		}
	}
	for _, d := range kept {
		if _, err := os.Stat(d); err != nil {
			t.Error(err)
		}
	}
	dirs := slices.Concat(one.dirs, two.dirs)
	if err := one.close(); err != nil {
		t.Error(err)
	}
	if err := two.close(); err != nil {
		t.Error(err)
	}
	for _, d := range dirs {
		if _, err := os.Stat(d); !os.IsNotExist(err) {
			t.Errorf("%s is still there: %v", d, err)
		}
	}
	file := filepath.Join(a, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := openSpill([]string{file}, slog.New(slog.DiscardHandler)); err == nil {
		t.Error("a file is no spill directory")
	}
}

// Workers of one disk that start at the same time leave each other alone.
func TestSpillSpacesAtOnce(t *testing.T) {
	d := t.TempDir()
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			for range 50 {
				s, err := openSpill([]string{d}, slog.New(slog.DiscardHandler))
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := os.Stat(filepath.Join(s.dirs[0], spillLock)); err != nil {
					t.Errorf("the directory of a worker that lives: %v", err)
				}
				if err := s.close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

// A temporary directory in memory is no place to spill where there is another.
func TestUsualSpillDirectory(t *testing.T) {
	for _, c := range []struct {
		memory []string
		want   string
	}{{nil, "/tmp"}, {[]string{"/tmp"}, onDisk}, {[]string{"/tmp", onDisk}, "/tmp"}} {
		if got := usual("/tmp", func(d string) bool { return slices.Contains(c.memory, d) }); got != c.want {
			t.Errorf("%v in memory: %s, not %s", c.memory, got, c.want)
		}
	}
	if _, err := os.Stat("/dev/shm"); err == nil && !vfs.InMemory("/dev/shm") {
		t.Error("/dev/shm does not lie in memory")
	}
}
