package functions

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/mars-project/mars-go/errs"
)

// installTime is how long it may take to install the packages of an environment.
const installTime = 10 * time.Minute

// saidLines is how much of what an installer has said last is shown.
const saidLines = 20

// install makes a venv in a folder, and says how large it is. The folder is removed where that fails. Errors:
// Internal, with what the installer said; Canceled; Unavailable, nothing can be started here.
func (h *Host) install(ctx context.Context, dir string, packages []string) (bytes int64, err error) {
	defer func() {
		if err != nil {
			_ = os.RemoveAll(dir) // what a process still writes there goes with scratch
		}
	}()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return 0, errs.Wrap(errs.Unavailable, err, "a folder of packages")
	}
	ctx, cancel := context.WithTimeout(ctx, h.installTime())
	defer cancel()
	said := &tail{}
	err = h.runInstaller(ctx, dir, packages, said)
	what := strings.Join(packages, ", ")
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return 0, as("TimeoutError", errs.New(errs.Internal, "packages %s were not installed on %s within %s:\n%s", what, h.o.Name, h.installTime(), said.last(saidLines)))
	case ctx.Err() != nil:
		return 0, errs.New(errs.Canceled, "nobody waits for the packages any more")
	case errs.Is(err, errs.Unavailable):
		return 0, err
	case err != nil:
		return 0, as("RuntimeError", errs.New(errs.Internal, "packages %s cannot be installed on %s, %s; its installer said:\n%s", what, h.o.Name, err, said.last(saidLines)))
	}
	h.o.Log.Info("packages are installed", "packages", what)
	return size(dir), nil
}

func (h *Host) installTime() time.Duration {
	if h.o.Install > 0 {
		return h.o.Install
	}
	return installTime
}

// runInstaller runs the program that makes a venv and has packages installed there. What it has started ends
// with it, and all of it when ctx or this process ends: its input is at an end then. Errors: how it ended.
func (h *Host) runInstaller(ctx context.Context, dir string, packages []string, said *tail) error {
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return errs.Wrap(errs.Unavailable, err, "what an installer says")
	}
	defer log.Close()
	c := exec.Command(h.o.Python, append([]string{"-I", filepath.Join(h.o.Scratch, "python", "mars", "_worker", "packages.py"), dir}, packages...)...)
	c.Dir, c.Env, c.Stdout, c.Stderr = dir, installEnv(), log, log
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	in, err := c.StdinPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		return errs.Wrap(errs.Unavailable, err, "start %s", h.o.Python)
	}
	kill := func() { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	killed := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		kill()
		close(killed)
	})
	e := awaited(c.Process.Pid)
	if !stop() {
		<-killed
	}
	kill() // what it has left; its number is its own until Wait
	_ = c.Wait()
	in.Close()
	if b, err := end(log.Name(), tailSize); err == nil {
		_, _ = said.Write(b)
	}
	if e.Signal == nil && e.Code != nil && *e.Code == 0 {
		return os.Remove(log.Name())
	}
	return errors.New(e.String())
}

// end is the end of a file.
func end(name string, most int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	i, err := f.Stat()
	if err != nil {
		return nil, err
	}
	b := make([]byte, min(i.Size(), most))
	n, err := f.ReadAt(b, i.Size()-int64(len(b)))
	return b[:n], err
}

// installVars are variables of the worker that an installer has: what says where indexes are and how they are
// reached. Nothing of the cluster's is among them.
var installVars = []string{
	"PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "LD_LIBRARY_PATH", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_CACHE_HOME", "NETRC",
	"SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE",
}

// installEnv is the environment of an installer.
func installEnv() (out []string) {
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		proxy := strings.HasSuffix(strings.ToLower(name), "_proxy")
		own := strings.HasPrefix(name, "PIP_") || strings.HasPrefix(name, "UV_")
		for _, n := range installVars {
			own = own || n == name
		}
		if own || proxy {
			out = append(out, v)
		}
	}
	return out
}

// size is how many bytes the files of a folder have.
func size(dir string) (n int64) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if i, err := d.Info(); err == nil {
				n += i.Size()
			}
		}
		return nil
	})
	return n
}
