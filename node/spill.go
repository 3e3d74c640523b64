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

// usual is where to spill when nobody says: dir, unless that lies in memory and there is a place that does not.
func usual(dir string, inMemory func(string) bool) string {
	if s, err := os.Stat(onDisk); err == nil && s.IsDir() && inMemory(dir) && !inMemory(onDisk) {
		return onDisk
	}
	return dir
}

const (
	spillPrefix = "mars-worker-"
	spillLock   = "lock"
	spillYoung  = time.Minute // a directory without a lock may be one that is being made
)

// A spillSpace is a directory of this process's own in each spill directory. A lock on a file says that its process lives, however that may end.
type spillSpace struct {
	dirs  []string
	locks []*os.File
}

// openSpill makes the directories, and removes those that processes left behind which were killed. No dirs: the system's temporary one, or /var/tmp where that
// lies in memory.
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
		own, err := os.MkdirTemp(d, spillPrefix)
		if err != nil {
			return nil, errs.Wrap(errs.Invalid, err, "spill directory")
		}
		s.dirs = append(s.dirs, own)
		f, err := os.OpenFile(filepath.Join(own, spillLock), os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return nil, errs.Wrap(errs.Unavailable, err, "spill directory")
		}
		s.locks = append(s.locks, f)
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
			return nil, errs.Wrap(errs.Unavailable, err, "lock spill directory %s", own)
		}
	}
	return s, nil
}

// abandoned are directories in d that no process holds.
func abandoned(d string, now time.Time) (out []string) {
	list, err := os.ReadDir(d)
	if err != nil {
		return nil
	}
	for _, e := range list {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), spillPrefix) {
			continue
		}
		path := filepath.Join(d, e.Name())
		f, err := os.OpenFile(filepath.Join(path, spillLock), os.O_RDWR, 0)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if st, err := e.Info(); err == nil && now.Sub(st.ModTime()) > spillYoung {
				out = append(out, path)
			}
			continue
		case err != nil: // another user's
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
