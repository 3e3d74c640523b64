package functions

import (
	"context"
	"maps"
	"os"
	"strconv"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/function"
)

// start forks a process.
func (h *Host) start(x function.Start) {
	p, err := h.fork(x)
	if err != nil {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.unwanted, x.Proc)
		h.decide(function.Failed{Proc: x.Proc, Why: err.Error()})
		return
	}
	h.wg.Go(p.link.write)
	p.listen()
}

func (h *Host) fork(x function.Start) (*process, error) {
	env := h.envOf(x.Env)
	z, err := h.parent(x.Class, env.base)
	if err != nil {
		return nil, err
	}
	shared, err := h.shared(x.Session)
	if err != nil {
		return nil, err
	}
	l, theirs, err := newLink()
	if err != nil {
		return nil, err
	}
	out, write, err := h.book(x.Session).open()
	if err != nil {
		l.close()
		theirs.Close()
		return nil, err
	}
	may, permits, err := newPermits()
	if err != nil {
		l.close()
		theirs.Close()
		out.close()
		write.Close()
		return nil, err
	}
	p := &process{
		id: x.Proc, h: h, slots: x.Slots, parent: z, link: l, log: out, shared: shared, arenas: map[*os.File]int{}, read: make(chan struct{}), sent: map[uint32]*call{},
		permits: may, back: map[uint32]bool{},
	}
	known := make(chan struct{})
	h.wg.Add(1) // until its end is known
	p.pid, err = z.fork(h.settings(x.Class, env.Vars), []*os.File{theirs, write, permits}, func(e exit) {
		go func() {
			defer h.wg.Done()
			<-known
			h.over(p, e)
		}()
	})
	if err != nil {
		h.wg.Done()
		l.close()
		out.close()
		may.close()
		return nil, err
	}
	h.mu.Lock()
	h.procs[p.id] = p
	if h.life.Err() != nil || h.unwanted[p.id] {
		p.kill()
	}
	delete(h.unwanted, p.id)
	h.mu.Unlock()
	close(known)
	return p, nil
}

// doorTime is how long it may take to find where functions of a session reach it.
const doorTime = 10 * time.Second

// parent is who starts processes of a class.
func (h *Host) parent(c function.Class, base *unpacked) (parent, error) {
	if c.Env == EnvWasm {
		return h.own, nil
	}
	z, err := h.zygote(h.life, base)
	if err != nil {
		return nil, err // and no parent that is none
	}
	return z, nil
}

// settings are those of a fork: where its functions reach their session, or why they do not. Libraries are
// told how many threads they may have when they are loaded, so a process of several is a fresh interpreter.
func (h *Host) settings(c function.Class, vars map[string]string) any {
	if c.Env == EnvWasm {
		return nil // they reach nothing
	}
	ctx, cancel := context.WithTimeout(h.life, doorTime)
	defer cancel()
	d, err := service.Door{}, errs.New(errs.Unavailable, "functions of this worker cannot execute values")
	if h.o.Door != nil {
		d, err = h.o.Door(ctx, c.Session)
	}
	env := map[string]string{"MARS_ENDPOINT": d.URL, "MARS_SESSION": c.Session, "MARS_TOKEN": d.Token}
	if err != nil {
		env = map[string]string{"MARS_NO_ENDPOINT": err.Error()}
	}
	env["MARS_WORKER"] = h.o.Name
	env["MARS_MEMORY"] = strconv.FormatInt(h.o.Pool.Limit(), 10)
	maps.Copy(env, vars)
	if c.Slots > 1 {
		for _, name := range threadVars {
			env[name] = strconv.Itoa(c.Slots)
		}
	}
	return struct {
		Env   map[string]string `json:"env"`
		Fresh bool              `json:"fresh"`
	}{env, c.Slots > 1}
}

// over says that a process has ended.
func (h *Host) over(p *process, e exit) {
	why := p.over(e)
	h.lost(p)
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.procs, p.id)
	p.parent.reap(p.pid) // nobody signals it any more
	h.decide(function.Died{Proc: p.id, Why: why, Now: h.now()})
}
