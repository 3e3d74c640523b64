package functions

import (
	"cmp"
	"context"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/python"
)

// About says what the interpreter is, and starts what is needed for that. Errors: Unavailable.
func (h *Host) About(ctx context.Context) (About, error) {
	z, err := h.zygote(ctx, nil)
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

// end ends it, once it is known.
func (s *zygoteStart) end() {
	if <-s.known; s.z != nil {
		s.z.kill()
		<-s.z.ended
		s.z.wg.Wait()
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

// zygote is that of an environment, nil: of all, which is started when it is needed for the first time, or
// when the one before has ended.
func (h *Host) zygote(ctx context.Context, of *unpacked) (*zygote, error) {
	env := ""
	if of != nil {
		env = of.key
	}
	h.mu.Lock()
	s := h.zygotes[env]
	if s == nil || s.over() {
		s = &zygoteStart{known: make(chan struct{})}
		h.zygotes[env] = s
		python, dir, vars := h.o.Python, h.o.Scratch, h.env()
		if of != nil {
			dir, vars = cmp.Or(of.cwd, dir), of.env(vars)
			if of.venv != nil {
				python = of.venv.python()
			}
		}
		h.wg.Go(func() {
			defer close(s.known)
			s.z, s.err = startZygote(h.life, python, dir, vars)
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

// env is the environment of its zygote, above that of others. Modules of its own are found behind those of
// this package, which is that of the worker.
func (u *unpacked) env(others []string) []string {
	out := slices.Clone(others)
	for _, k := range slices.Sorted(maps.Keys(u.vars)) {
		out = append(out, k+"="+u.vars[k])
	}
	for i, v := range out {
		if rest, ok := strings.CutPrefix(v, "PYTHONPATH="); ok {
			out[i] = "PYTHONPATH=" + strings.Join(append([]string{rest}, u.path...), string(os.PathListSeparator))
		}
	}
	return out
}

// threadVars are the variables by which libraries are told how many threads to use.
var threadVars = []string{
	"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS", "POLARS_MAX_THREADS", "RAYON_NUM_THREADS",
	"ARROW_NUM_THREADS",
}

// env is the environment of processes: nothing of the worker's own but what names places and languages.
func (h *Host) env() []string {
	out := []string{"PYTHONPATH=" + filepath.Join(h.o.Scratch, "python"), "HOME=" + h.o.Scratch, "PYTHONDONTWRITEBYTECODE=1"}
	for _, name := range []string{"PATH", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH"} {
		if v, ok := os.LookupEnv(name); ok {
			out = append(out, name+"="+v)
		}
	}
	for _, name := range threadVars {
		out = append(out, name+"=1")
	}
	return append(out, h.o.Env...)
}
