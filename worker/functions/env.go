package functions

import (
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"sync"
)

// An Env is an environment of processes. Those of one ID are alike.
type Env struct {
	// ID names it in its session; functions of one ID share processes.
	ID string
	// Archive is what a program has sent: variables and files. Processes of it are forked from a zygote that
	// has these, so that they are there before anything is imported. None: the zygote of all.
	Archive []byte
	// Base names Archive, where that is not ID.
	Base string
	// Vars are variables, beside those that all processes have.
	Vars map[string]string
	// Alone: a process of it is for one call.
	Alone bool
}

// A knownEnv is an environment that calls of a session have.
type knownEnv struct {
	Env
	base  *unpacked
	calls int // that are under way
}

// An unpacked is what a program has sent, for all environments of a session that are based on it.
type unpacked struct {
	key  string // of its zygote
	once sync.Once
	err  error
	dir  string // of its files, and of its session and it alone
	vars map[string]string
	path []string // where modules are found
	cwd  string

	packages []string
	venv     *venv // that has them; the Host's lock is held
}

// use keeps an environment while a call has it, and says by which name processes have it. Files are unpacked
// once. Errors: those of unpack.
func (h *Host) use(session string, e *Env) (string, error) {
	if e == nil {
		return "", nil
	}
	id := session + " " + e.ID
	h.mu.Lock()
	x := h.envs[id]
	if x == nil {
		x = &knownEnv{Env: *e}
		if len(e.Archive) > 0 {
			x.base = h.based(session, e)
			x.Archive = nil // it is the caller's
		}
		h.envs[id] = x
	}
	x.calls++
	h.mu.Unlock()
	if x.base == nil {
		return id, nil
	}
	x.base.once.Do(func() { x.base.err = x.base.open(e.Archive) })
	if err := x.base.err; err != nil {
		h.unuse(id)
		return "", err
	}
	return id, nil
}

// based is what environments of a session have from one archive. The Host's lock is held.
func (h *Host) based(session string, e *Env) *unpacked {
	name := e.Base
	if name == "" {
		name = e.ID
	}
	key := session + " " + name
	u := h.bases[key]
	if u == nil {
		h.unpacks++
		u = &unpacked{key: key, dir: filepath.Join(h.o.Scratch, "envs", strconv.Itoa(h.unpacks))}
		h.bases[key] = u
	}
	return u
}

// open unpacks.
func (u *unpacked) open(b []byte) error {
	a, err := readArchive(b)
	if err != nil {
		return err
	}
	u.vars, u.packages = a.Vars, a.Packages
	if err := a.unpack(u.dir); err != nil {
		return err
	}
	if a.Modules {
		u.path = append(u.path, filepath.Join(u.dir, "modules"))
	}
	if a.Dir {
		u.cwd = filepath.Join(u.dir, "dir")
		u.path = append(u.path, u.cwd)
	}
	return nil
}

// unuse ends a use. What is for one call is forgotten with it, other environments with their session.
func (h *Host) unuse(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.unused(id)
}

// unused is unuse with the lock held.
func (h *Host) unused(id string) {
	if x := h.envs[id]; x != nil {
		if x.calls--; x.calls == 0 && x.Alone {
			delete(h.envs, id)
		}
	}
}

// forgetEnvs drops the environments of a session. The Host's lock is held; files go once nobody runs there.
func (h *Host) forgetEnvs(session string) {
	of := func(key string) bool {
		return len(key) > len(session) && key[:len(session)] == session && key[len(session)] == ' '
	}
	maps.DeleteFunc(h.envs, func(id string, _ *knownEnv) bool { return of(id) })
	for key, u := range h.bases {
		if !of(key) {
			continue
		}
		delete(h.bases, key)
		z := h.zygotes[key]
		delete(h.zygotes, key)
		h.wg.Go(func() {
			if z != nil {
				z.end()
			}
			u.once.Do(func() {}) // who unpacks is at an end
			_ = os.RemoveAll(u.dir)
			h.leave(u)
		})
	}
}

// envOf is an environment by its name.
func (h *Host) envOf(id string) knownEnv {
	h.mu.Lock()
	defer h.mu.Unlock()
	if x := h.envs[id]; x != nil {
		return *x
	}
	return knownEnv{}
}
