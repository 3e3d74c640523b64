package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/runner"
	"github.com/mars-project/mars-go/worker/functions"
)

// errOver ends a call whose gang is over.
type errOver struct{ why string }

func (e errOver) Error() string { return e.why }

// member calls a function as a member of a gang: it gets ports, meets the others, and ends with them.
// Unavailable: they have not met, or one of them has ended badly.
func (c *calls) member(ctx context.Context, h *functions.Host, by runner.By, x op.FuncCall, call functions.Call) ([]any, error) {
	t := c.gives(by.Session)
	if t == nil {
		return nil, errs.New(errs.Unavailable, "no supervisor of session %s is left", by.Session)
	}
	l, err := c.ports.lease(x.Gang.Ports)
	if err != nil {
		return nil, err
	}
	defer func() { _ = l.give() }() // of a port whose file cannot be written others have to look
	places, err := t.sup.Meet(ctx, by.Gang, x.Rank, x.Gang.Size, service.Place{Host: c.w.host(), Node: c.w.sys.Node(), Ports: l.ports})
	if err != nil {
		return nil, err
	}
	call.Env = memberEnv(call.Env, by.Gang, x.Rank, places)
	ctx, cancel := context.WithCancelCause(ctx)
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		if why := t.watch(ctx, by.Gang); why != "" {
			cancel(errOver{why})
		}
	}()
	out, err := h.Call(ctx, call)
	over := errOver{}
	ended := errors.As(context.Cause(ctx), &over)
	cancel(nil)
	<-watched
	if err != nil && ended {
		return nil, errs.New(errs.Unavailable, "its gang is over: %s", over.why)
	}
	return out, err
}

// watchAgain is how long it takes to ask a supervisor again that could not be reached.
const watchAgain = time.Second

// watch waits for the end of an attempt of a gang and says why it came; empty when ctx ends, or all have
// ended well.
func (t *tie) watch(ctx context.Context, g service.Gang) string {
	for ctx.Err() == nil {
		why, err := t.sup.Over(ctx, g)
		if err == nil {
			return why
		}
		select { // a link that broke comes again, or the registration ends and all that runs for it
		case <-ctx.Done():
		case <-time.After(watchAgain):
		}
	}
	return ""
}

// gives is the tie to the supervisor that has given leases of a session.
func (c *calls) gives(session string) *tie {
	for _, t := range c.w.all() {
		if t.gives(session) {
			return t
		}
	}
	return nil
}

// host is where others reach this machine.
func (w *Worker) host() string {
	if h, _, err := net.SplitHostPort(w.cfg.Address); err == nil {
		return h
	}
	return "127.0.0.1"
}

// memberEnv is the environment of a member: what libraries that run distributed look for.
func memberEnv(base *functions.Env, g service.Gang, rank int, places []service.Place) *functions.Env {
	e := &functions.Env{ID: fmt.Sprintf("%s/%d", g, rank), Alone: true, Vars: map[string]string{}}
	if base != nil {
		e.ID, e.Base, e.Archive = base.ID+" "+e.ID, base.ID, base.Archive
	}
	local, localSize := 0, 0
	for r, p := range places {
		if p.Node == places[rank].Node {
			if localSize++; r < rank {
				local++
			}
		}
	}
	all, _ := json.Marshal(placesOf(places)) // it is plain data
	for k, v := range map[string]string{
		"RANK": strconv.Itoa(rank), "WORLD_SIZE": strconv.Itoa(len(places)), "LOCAL_RANK": strconv.Itoa(local), "LOCAL_WORLD_SIZE": strconv.Itoa(localSize),
		"MASTER_ADDR": places[0].Host, "MARS_GANG": string(all),
	} {
		e.Vars[k] = v
	}
	if len(places[0].Ports) > 0 {
		e.Vars["MASTER_PORT"] = strconv.Itoa(places[0].Ports[0])
	}
	return e
}

// A memberPlace is where a member is, as its function reads it.
type memberPlace struct {
	Host   string `json:"host"`
	Worker string `json:"worker"`
	Ports  []int  `json:"ports"`
}

func placesOf(ps []service.Place) []memberPlace {
	out := make([]memberPlace, len(ps))
	for i, p := range ps {
		out[i] = memberPlace{p.Host, p.Node, append([]int{}, p.Ports...)}
	}
	return out
}
