package worker

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"maps"
	"os"
	"strings"
	"sync"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/function"
	"github.com/mars-project/mars-go/service/runner"
	"github.com/mars-project/mars-go/worker/functions"
)

// calls are the calls of users' functions. Nothing is started before the first of them.
type calls struct {
	w    *Worker
	mu   sync.Mutex
	host *functions.Host
	made *scratch // its folder
	over bool

	ports *ports // of members of gangs
}

// open is who calls functions.
func (c *calls) open() (_ *functions.Host, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.over:
		return nil, errs.New(errs.Canceled, "the worker is closed")
	case c.host != nil:
		return c.host, nil
	}
	if c.made == nil { // else it was made for one that did not open
		if c.made, err = newScratch(os.TempDir()); err != nil {
			return nil, err
		}
	}
	c.host, err = functions.Open(functions.Options{
		Name: c.w.sys.Node(), Python: c.w.cfg.Functions.Python, Pool: c.w.pool, Slots: c.w.cfg.Slots, Scratch: c.made.dir, Log: c.w.cfg.Log, Door: c.door, Packages: c.w.cfg.Functions.Packages,
		Machine: function.Config{Waiting: cmp.Or(c.w.cfg.Functions.Waiting, waitingFor*c.w.cfg.Slots)},
	})
	return c.host, err
}

// there is who calls functions, if anybody does.
func (c *calls) there() *functions.Host {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.host
}

// waitingFor is how many functions for each slot may wait for others, where nobody says how many: each has a
// process.
const waitingFor = 8

// door is where functions of a session reach it: the supervisor that has given leases of it knows.
func (c *calls) door(ctx context.Context, session string) (service.Door, error) {
	if t := c.gives(session); t != nil {
		return t.sup.Door(ctx, session)
	}
	return service.Door{}, errs.New(errs.Unavailable, "no supervisor of session %s is left", session)
}

// Call calls a function; see runner.Functions.
func (c *calls) Call(ctx context.Context, by runner.By, x op.FuncCall) ([]any, error) {
	f := &c.w.cfg.Functions
	switch {
	case x.Wasm && f.Off:
		return nil, errs.New(errs.Unavailable, "worker %s runs no WebAssembly: %s", c.w.sys.Node(), f.Why)
	case !x.Wasm && f.Python == "":
		return nil, errs.New(errs.Unavailable, "worker %s calls no functions: %s", c.w.sys.Node(), cmp.Or(f.Why, "nobody has told it to"))
	}
	if x.Python != "" && f.Version != x.Python {
		return nil, errs.New(errs.Unavailable, "the function was pickled by Python %s; worker %s has %s", x.Python, c.w.sys.Node(), f.Version)
	}
	h, err := c.open()
	if err != nil {
		return nil, err
	}
	call := functions.Call{
		Session: by.Session, Task: by.Task.String(), Turn: by.Turn, Wasm: x.Wasm,
		Function: functions.Function{Key: function.Func(x.Key), Pickle: x.Func.Parts[0].Bytes()},
		Args:     x.Args, Grant: by.Grant, Moved: by.Moved, Outs: x.Outs, Spread: x.Spread,
		Style: x.Style, At: x.At, Threads: x.Threads, Limit: service.Nanos(x.Limit), Memory: x.Memory, Once: x.Once, Repeat: x.Repeat, Behind: by.Behind, Yields: by.Yields, Log: x.Log, Chunk: x.Chunk,
	}
	if x.Env != nil {
		call.Env = &functions.Env{ID: hex.EncodeToString(x.EnvKey[:]), Archive: x.Env.Parts[0].Bytes()}
	}
	for _, in := range x.In {
		call.In = append(call.In, functions.InputOf(in))
	}
	var out []any
	if x.Gang.Size > 0 {
		out, err = c.member(ctx, h, by, x, call)
	} else {
		out, err = h.Call(ctx, call)
	}
	var r *functions.Raised
	if errors.As(err, &r) {
		err = raised(r)
		if x.Wasm {
			err.(*errs.Error).Msg = r.Message // there is no class
		}
	}
	return out, err
}

// largestRaised is up to how many bytes an exception travels as it is.
const largestRaised = 256 << 10

// raised is what a function has raised as an error: no fault of the worker, and of nobody else's making.
func raised(r *functions.Raised) error {
	x := &errs.Exception{Type: r.Type}
	if r.Module != "builtins" {
		x.Type = r.Module + "." + r.Type
	}
	if len(r.Pickle) <= largestRaised {
		x.Pickle = string(r.Pickle)
	}
	return &errs.Error{Kind: errs.Invalid, Msg: r.Error(), Python: r.Message, Trace: r.Traceback(), Raised: x}
}

// Calls that have run for so long are told of with heartbeats, and at most so many of them.
const (
	longCall service.Nanos = 1e9
	maxCalls               = 32
)

// running are the calls that have run for long, or have said how far they are.
func (c *calls) running() (out []service.Call) {
	h := c.there()
	if h == nil {
		return nil
	}
	for _, r := range h.Running(longCall, maxCalls) {
		if id, err := service.ParseTaskID(r.Task); err == nil {
			out = append(out, service.Call{Task: id, Log: r.Log, Took: r.Took, Done: r.Far})
		}
	}
	return out
}

// logs is what functions of a session have written.
func (c *calls) logs(q service.LogQuery) []service.Log {
	h := c.there()
	if h == nil {
		return nil
	}
	end := "@" + c.w.sys.Node()
	at := map[string]int64{}
	for name, n := range q.Offsets {
		if chunk, here := strings.CutSuffix(name, end); here {
			at[chunk] = n
		}
	}
	q.Offsets = at
	out := h.Logs(q)
	for i := range out {
		out[i].Worker = c.w.sys.Node()
		out[i].Chunk += end
	}
	return out
}

// cores is how many the processes of functions have kept busy lately.
func (c *calls) cores() float64 {
	h := c.there()
	if h == nil {
		return 0
	}
	return h.Cores()
}

// end ends what runs for a session, and the processes that it had.
func (c *calls) end(session string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.host != nil {
		c.host.CloseSession(session)
	}
}

// close ends all processes.
func (c *calls) close() (err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over = true
	if c.host != nil {
		err = c.host.Close()
	}
	if c.made != nil {
		err = errors.Join(err, c.made.remove())
	}
	return err
}

// labels are those of the configuration, the functions in Go that the program has, and whether the worker
// calls others.
func (w *Worker) labels() map[string]string {
	out := map[string]string{}
	maps.Copy(out, w.cfg.Labels)
	for _, l := range op.GoLabels() {
		out[l] = ""
	}
	if !w.cfg.Functions.Off {
		out[functions.EnvWasm] = ""
	}
	switch f := &w.cfg.Functions; {
	case f.Python != "":
		out["python:"+f.Version] = ""
		if f.Packages {
			out[op.LabelPackages] = ""
		}
	case f.Why != "":
		out["functions"] = f.Why
	}
	return out
}
