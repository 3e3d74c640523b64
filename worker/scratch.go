package worker

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/mars-project/mars-go/errs"
)

// A worker that is killed leaves the folder of its functions. Another one, at its start, removes such folders
// of the same user: who has the lock of the file in it lives. A folder without that file is nobody's that is
// known to be dead, and stays.

const (
	scratchName = "mars-functions-"
	scratchLock = "lock" // the file
)

// A scratch is the folder of the functions of a worker.
type scratch struct {
	dir  string
	lock *os.File
}

// newScratch makes one below a folder. The file is there once it is locked. Errors: Unavailable.
func newScratch(base string) (*scratch, error) {
	dir, err := os.MkdirTemp(base, scratchName)
	if err != nil {
		return nil, errs.Wrap(errs.Unavailable, err, "make a folder for functions")
	}
	s := &scratch{dir: dir}
	young := filepath.Join(dir, scratchLock+".new")
	if s.lock, err = os.OpenFile(young, os.O_CREATE|os.O_RDWR, 0o600); err == nil {
		err = locked(s.lock)
	}
	if err == nil {
		err = os.Rename(young, filepath.Join(dir, scratchLock))
	}
	if err != nil {
		_ = s.remove()
		return nil, errs.Wrap(errs.Unavailable, err, "lock the folder of functions")
	}
	return s, nil
}

// remove takes the folder away, before others may think that its owner is dead.
func (s *scratch) remove() error {
	err := os.RemoveAll(s.dir)
	if s.lock != nil {
		s.lock.Close()
	}
	return err
}

// locked takes the lock of a file, or fails where another has it.
func locked(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) }

// sweep removes the folders below base whose owners are dead.
func sweep(base string, log *slog.Logger) {
	list, _ := os.ReadDir(base) // another start finds what this one does not
	for _, e := range list {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), scratchName) {
			continue
		}
		dir := filepath.Join(base, e.Name())
		info, err := e.Info()
		if err != nil || !mine(info) {
			continue
		}
		f, err := os.OpenFile(filepath.Join(dir, scratchLock), os.O_RDWR|syscall.O_NOFOLLOW, 0)
		if err != nil {
			continue
		}
		s := &scratch{dir, f}
		if locked(f) != nil {
			f.Close()
		} else if err := s.remove(); err == nil {
			log.Info("removed what a worker had left that was killed", "dir", dir)
		}
	}
}

// mine reports that a file is of the user of this process.
func mine(i os.FileInfo) bool {
	st, ok := i.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Getuid()
}
