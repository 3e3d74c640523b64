package node

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/vfs"
)

// onDisk is for temporary files that may be large and outlive the machine's.
const onDisk = "/var/tmp"

// usual is where to spill when nobody says: dir, unless that lies in memory and there is a place that does
// not.
func usual(dir string, inMemory func(string) bool) string {
	if s, err := os.Stat(onDisk); err == nil && s.IsDir() && inMemory(dir) && !inMemory(onDisk) {
		return onDisk
	}
	return dir
}

const (
	spillPrefix = "mars-worker-"
	spillNew    = "mars-worker.new-" // until it is locked; one that is old is of a process that was killed then
	spillLock   = "lock"
	spillYoung  = time.Minute
)

// A spillSpace is a directory of this process's own in each spill directory. A lock on a file says that its
// process lives, however that may end.
type spillSpace struct {
	dirs  []string
	locks []*os.File
}

// openSpill makes the directories, and removes those that processes left behind which were killed. No dirs:
// the system's temporary one, or /var/tmp where that lies in memory.
func openSpill(dirs []string, log *slog.Logger) (_ *spillSpace, err error) {
	if len(dirs) == 0 {
		dirs = []string{usual(os.TempDir(), vfs.InMemory)}
	}
	for _, d := range dirs {
		if vfs.InMemory(d) {
			log.Warn("a spill directory lies in memory: what is spilled there frees none; give another one by --spill-dir", "dir", d)
		}
	}
	s := &spillSpace{}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.close())
		}
	}()
	for _, d := range dirs {
		if err := os.MkdirAll(d, 0o755); err != nil {
			return nil, errs.Wrap(errs.Invalid, err, "spill directory")
		}
		for _, old := range abandoned(d, time.Now()) {
			log.Info("spill directory of a worker that has ended", "dir", old, "err", os.RemoveAll(old))
		}
		if err := s.make(d); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// make makes a directory of this process's own in d. It gets the name by which others look for abandoned ones
// when it is locked.
func (s *spillSpace) make(d string) error {
	own, err := os.MkdirTemp(d, spillNew)
	if err != nil {
		return errs.Wrap(errs.Invalid, err, "spill directory")
	}
	at := len(s.dirs)
	s.dirs = append(s.dirs, own)
	f, err := os.OpenFile(filepath.Join(own, spillLock), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return errs.Wrap(errs.Unavailable, err, "spill directory")
	}
	s.locks = append(s.locks, f)
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return errs.Wrap(errs.Unavailable, err, "lock spill directory %s", own)
	}
	name := filepath.Join(d, spillPrefix+strings.TrimPrefix(filepath.Base(own), spillNew))
	if err := os.Rename(own, name); err != nil {
		return errs.Wrap(errs.Unavailable, err, "spill directory")
	}
	s.dirs[at] = name
	return nil
}

// abandoned are directories in d that no process holds.
func abandoned(d string, now time.Time) (out []string) {
	list, err := os.ReadDir(d)
	if err != nil {
		return nil
	}
	for _, e := range list {
		path := filepath.Join(d, e.Name())
		if e.IsDir() && strings.HasPrefix(e.Name(), spillNew) {
			if st, err := e.Info(); err == nil && now.Sub(st.ModTime()) > spillYoung {
				out = append(out, path)
			}
			continue
		}
		if !e.IsDir() || !strings.HasPrefix(e.Name(), spillPrefix) {
			continue
		}
		f, err := os.OpenFile(filepath.Join(path, spillLock), os.O_RDWR, 0)
		if errors.Is(err, fs.ErrNotExist) { // half removed
			out = append(out, path)
			continue
		}
		if err != nil { // another user's
			continue
		}
		if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			out = append(out, path)
		}
		_ = f.Close()
	}
	return out
}

// close removes the directories.
func (s *spillSpace) close() (err error) {
	for _, d := range s.dirs {
		err = errors.Join(err, os.RemoveAll(d))
	}
	for _, f := range s.locks {
		err = errors.Join(err, f.Close())
	}
	s.dirs, s.locks = nil, nil
	return err
}
