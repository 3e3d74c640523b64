package functions

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service/runner"
)

// Packages of an environment are a venv over the interpreter, below scratch. Environments of all sessions
// that require the same have one, which is made once, and kept while there is room for it when nobody has it.

const (
	mostVenvs     = 16      // that are kept
	mostVenvBytes = 8 << 30 // of them
)

// venvs are those of a Host, whose lock is held.
type venvs struct {
	all  map[string]*venv // by what they are made of
	made int              // ever
	uses int              // ever
}

// A venv is an interpreter with packages. The Host's lock is held for what changes.
type venv struct {
	key   string
	dir   string
	known chan struct{}      // closed when it is there, or err says why not
	over  bool               // known is closed
	err   error              // for those who have asked
	asked map[string]bool    // by session and task: who waits for it, will come for it, or has heard of err
	stop  context.CancelFunc // ends the making of it
	bytes int64
	users int // environments that have it
	used  int // when one got it last
}

func (v *venv) python() string { return filepath.Join(v.dir, "bin", "python") }

// equip has the packages of the environment of a call be there. Errors: Unavailable with a runner.Unready,
// they are being installed and the call yields; Denied, this worker installs none; Internal, they cannot be
// installed, with what the installer said; Canceled.
func (h *Host) equip(ctx context.Context, c *call) error {
	u := h.envOf(c.env).base
	if u == nil || len(u.packages) == 0 {
		return nil
	}
	if !h.o.Packages {
		return errs.New(errs.Denied, "%s installs no packages for environments: --functions-packages=off", h.o.Name)
	}
	for {
		v, err := h.venvFor(u, c)
		if v == nil {
			return err
		}
		if c.Yields {
			return errs.Wrap(errs.Unavailable, &runner.Unready{Known: v.known}, "a call")
		}
		select {
		case <-v.known:
		case <-ctx.Done():
			return errs.Wrap(errs.Canceled, ctx.Err(), "packages of an environment")
		}
	}
}

// venvFor gives an environment the venv of its packages, which is made unless it is there. It is returned
// where it has to be waited for. A call of a task that has waited for one that failed gets the error, and
// others try again.
func (h *Host) venvFor(u *unpacked, c *call) (*venv, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case u.venv != nil:
		return nil, nil
	case h.life.Err() != nil || h.envs[c.env] == nil:
		return nil, errs.New(errs.Canceled, "nobody waits for the call any more")
	}
	key, who := h.venvKey(u.packages), c.Session+" "+c.Task
	v := h.venvs.all[key]
	switch {
	case v != nil && v.err != nil && v.asked[who]:
		return nil, v.err
	case v == nil || v.err != nil:
		v = h.make(key, u.packages)
	case v.over:
		h.venvs.uses++
		u.venv, v.used = v, h.venvs.uses
		v.users++
		delete(v.asked, who)
		return nil, nil
	}
	v.asked[who] = true
	return v, nil
}

// venvKey names a venv: who requires the same of the same interpreter has the same.
func (h *Host) venvKey(packages []string) string {
	all := slices.Compact(slices.Sorted(slices.Values(packages)))
	s := sha256.Sum256([]byte(h.o.Python + "\n" + strings.Join(all, "\n")))
	return hex.EncodeToString(s[:])
}

// make begins to make a venv. The lock is held.
func (h *Host) make(key string, packages []string) *venv {
	ctx, stop := context.WithCancel(h.life)
	h.venvs.made++
	v := &venv{key: key, dir: filepath.Join(h.o.Scratch, "packages", strconv.Itoa(h.venvs.made)), known: make(chan struct{}), asked: map[string]bool{}, stop: stop}
	h.venvs.all[key] = v
	h.wg.Go(func() {
		defer stop()
		bytes, err := h.install(ctx, v.dir, packages)
		h.mu.Lock()
		defer h.mu.Unlock()
		v.bytes, v.err, v.over = bytes, err, true
		if err == nil {
			h.venvs.uses++
			v.used = h.venvs.uses
		}
		close(v.known)
		h.thinVenvs()
	})
	return v
}

// unask forgets a session that has asked for venvs. One that nobody waits for is not made any more, and may
// go. The lock is held.
func (h *Host) unask(session string) {
	for key, v := range h.venvs.all {
		maps.DeleteFunc(v.asked, func(who string, _ bool) bool { return strings.HasPrefix(who, session+" ") })
		if len(v.asked) == 0 && (!v.over || v.err != nil) {
			v.stop()
			delete(h.venvs.all, key)
		}
	}
	h.thinVenvs()
}

// leave takes its venv from an environment that is over.
func (h *Host) leave(u *unpacked) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if u.venv != nil {
		u.venv.users--
		u.venv = nil
		h.thinVenvs()
	}
}

// thinVenvs removes venvs that nobody has while there are too many, those that were not used for longest
// first. The lock is held.
func (h *Host) thinVenvs() {
	for {
		n, bytes := 0, int64(0)
		var oldest *venv
		for _, v := range h.venvs.all {
			if !v.over || v.err != nil {
				continue
			}
			n++
			bytes += v.bytes
			if v.users == 0 && len(v.asked) == 0 && (oldest == nil || v.used < oldest.used) {
				oldest = v
			}
		}
		if oldest == nil || n <= mostVenvs && bytes <= mostVenvBytes {
			return
		}
		delete(h.venvs.all, oldest.key)
		h.wg.Go(func() { _ = os.RemoveAll(oldest.dir) })
	}
}
