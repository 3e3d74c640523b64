package functions

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/python"
)

// About says what the interpreter is, and starts what is needed for that. Errors: Unavailable.
func (h *Host) About(ctx context.Context) (About, error) {
	z, err := h.zygote(ctx, 1)
	if err != nil {
		return About{}, err
	}
	return z.about, nil
}

// A zygoteStart is a zygote that is started once for all that want it.
type zygoteStart struct {
	known chan struct{} // closed when z and err are
	z     *zygote
	err   error
}

// over reports whether it is known and of no use.
func (s *zygoteStart) over() bool {
	select {
	case <-s.known:
		return s.err != nil || s.z.isOver()
	default:
		return false
	}
}

// unpack writes the client package to a folder.
func unpack(dir string) error {
	return fs.WalkDir(python.Files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".py" {
			return err
		}
		to := filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		b, err := python.Files.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, b, 0o644)
	})
}

// zygote is the one that has so many threads, which is started when it is needed for the first time, or when
// the one before has ended.
func (h *Host) zygote(ctx context.Context, threads int) (*zygote, error) {
	h.mu.Lock()
	s := h.zygotes[threads]
	if s == nil || s.over() {
		s = &zygoteStart{known: make(chan struct{})}
		h.zygotes[threads] = s
		h.wg.Go(func() {
			defer close(s.known)
			s.z, s.err = startZygote(h.life, h.o.Python, h.o.Scratch, h.env(threads))
		})
	}
	h.mu.Unlock()
	select {
	case <-s.known:
		return s.z, s.err
	case <-ctx.Done():
		return nil, errs.Wrap(errs.Canceled, ctx.Err(), "the start of an interpreter")
	}
}

// threadVars are the variables by which libraries are told how many threads to use.
var threadVars = []string{
	"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS", "POLARS_MAX_THREADS", "RAYON_NUM_THREADS",
	"ARROW_NUM_THREADS",
}

// env is the environment of processes: nothing of the worker's own but what names places and languages.
func (h *Host) env(threads int) []string {
	out := []string{"PYTHONPATH=" + filepath.Join(h.o.Scratch, "python"), "HOME=" + h.o.Scratch, "PYTHONDONTWRITEBYTECODE=1"}
	for _, name := range []string{"PATH", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH"} {
		if v, ok := os.LookupEnv(name); ok {
			out = append(out, name+"="+v)
		}
	}
	for _, name := range threadVars {
		out = append(out, name+"="+strconv.Itoa(threads))
	}
	return append(out, h.o.Env...)
}
