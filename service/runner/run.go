package runner

import (
	"context"
	"runtime/debug"
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// Start queues w for a free slot, where it is Run; done gets the result there.
func (r *Runner) Start(w *Work, done func(service.Result)) {
	r.opts.Slots.Go(func() {
		var x service.Result
		defer func() { done(x) }() // also when an operator calls runtime.Goexit
		r.run(w, &x)
	})
}

// StartBeside starts w at once, without a slot: most of the time it waits for a process.
func (r *Runner) StartBeside(w *Work, done func(service.Result)) {
	w.beside = true
	r.opts.Slots.Beside(func() {
		var x service.Result
		defer func() { done(x) }()
		r.run(w, &x)
	})
}

// Run fetches what was not fetched, runs the calls, puts the outputs, and releases w. It never fails but in
// its result: a panic, also one of the engine, is an Internal failure with its stack.
func (r *Runner) Run(w *Work) service.Result {
	var x service.Result
	r.run(w, &x)
	return x
}

func (r *Runner) run(w *Work, x *service.Result) {
	s := w.Subtask
	x.ID, x.Attempt, x.Started = s.ID, s.Attempt, r.opts.Now()
	ok := false
	r.opts.Slots.Hold(w.more())
	defer r.opts.Slots.Hold(-w.more())
	defer func() {
		if !ok {
			r.fail(w, x, errs.On(errs.New(errs.Internal, "panic: %v", recover()), "", string(debug.Stack())))
		}
		if w.Grant != nil {
			x.Peak = w.Grant.Peak()
		}
		w.Release()
		x.Ended = r.opts.Now()
	}()
	err := r.fetch(w)
	if err == nil {
		j := &journey{r: r, w: w}
		if j.outs = j.one.outs[:]; len(s.Calls) != 1 {
			j.outs = make([][]made, len(s.Calls))
		}
		x.Facts, err = j.run()
	}
	if err != nil {
		r.fail(w, x, err)
	}
	ok = true
}

func (r *Runner) fail(w *Work, x *service.Result, err error) {
	switch {
	case !w.life.over.Load() || errs.Is(err, errs.Internal):
	case w.displaced.Load():
		err = errs.New(errs.Pressure, "the function waited for other tasks, and they needed the memory that it had")
	default:
		err = errs.New(errs.Canceled, "the task was canceled")
	}
	if w.once && again(err) {
		err = final(err)
	}
	if errs.Is(err, errs.OutOfMemory) { // of a disk that is full another node may have room
		err = errs.From(err, r.opts.Band.Node)
	}
	x.Facts = nil
	x.Err = service.FailureOf(err).On(w.Subtask.ID.String() + " on " + r.opts.Band.String())
	if l := service.Lost(err); l != nil && x.Err.Kind == errs.Lost {
		x.Lost, x.Versions = l.Keys, l.Versions
	}
}

// A journey is a subtask on its way through its calls.
type journey struct {
	r    *Runner
	w    *Work
	outs [][]made   // by call and output
	next int        // place in w.at of the next stored argument
	last *mem.Scope // of the last call, until the outputs are put
	one  struct {   // room for the last call, and for a subtask of one call with one output
		world world
		outs  [1][]made
		made  [1]made
	}
}

// made is a value made by a call. While it is held it has a reference of each of its blocks.
type made struct {
	v      any
	blocks []*mem.Block
}

func (j *journey) run() ([]service.Facts, error) {
	defer j.end()
	calls := j.w.Subtask.Calls
	readers := j.readers()
	for i := range calls {
		if j.w.life.over.Load() {
			return nil, context.Canceled
		}
		if err := j.call(i, i == len(calls)-1); err != nil {
			return nil, err
		}
		for k := range calls[i].In {
			if a := &calls[i].In[k]; a.Call >= 0 && readers[a.Call][a.Out] == i && !keeps(&calls[a.Call], a.Out) && i < len(calls)-1 {
				j.outs[a.Call][a.Out].drop()
			}
		}
	}
	return j.put()
}

// readers says for every output which call reads it last.
func (j *journey) readers() [][]int {
	calls := j.w.Subtask.Calls
	if len(calls) == 1 {
		return nil
	}
	out := make([][]int, len(calls))
	for i := range calls {
		out[i] = make([]int, len(calls[i].Outs))
		for _, a := range calls[i].In {
			if a.Call >= 0 {
				out[a.Call][a.Out] = i
			}
		}
	}
	return out
}

func keeps(c *op.Call, out int) bool { return out < len(c.Keep) && c.Keep[out] }

// call runs call i. What it allocated ends with it, except the outputs that somebody still needs.
func (j *journey) call(i int, last bool) error {
	c := &j.w.Subtask.Calls[i]
	t := &j.one.world
	if last {
		j.last = &t.scope
	} else {
		t = &world{}
		defer t.scope.Close()
	}
	t.r, t.w, t.call = j.r, j.w, c
	t.scope.Over(j.w.Grant)
	defer t.end()
	in, own := make([]any, len(c.In)), make([]bool, len(c.In))
	for k := range c.In {
		var err error
		if in[k], err = j.arg(c, &c.In[k], &t.scope); err != nil {
			return errs.At(err, c.Site, c.Name)
		}
		own[k] = j.owns(&c.In[k])
	}
	out, err := op.Run(c, in, own, t)
	if err != nil {
		return err
	}
	if j.outs[i] = j.one.made[:]; !last || len(out) != 1 {
		j.outs[i] = make([]made, len(out))
	}
	for k, v := range out {
		if v == nil || k < len(c.Want) && !c.Want[k] && !keeps(c, k) {
			continue
		}
		m := &j.outs[i][k]
		m.v = v
		if !last {
			m.hold()
		}
	}
	return nil
}

// arg is the value of an argument of c.
func (j *journey) arg(c *op.Call, a *op.Arg, al mem.Allocator) (any, error) {
	switch {
	case a.Call >= 0:
		return j.outs[a.Call][a.Out].v, nil
	case a.Keys != nil:
		parts := make([]any, len(a.Keys))
		for i := range parts {
			parts[i] = j.stored()
		}
		return c.Arrived(al, parts)
	}
	return j.stored(), nil
}

func (j *journey) stored() any {
	p := j.w.pieces[j.w.at[j.next]].pin
	j.next++
	return p.Value()
}

// owns reports that a value may be written in place: this is its last use, and nobody else has its blocks.
func (j *journey) owns(a *op.Arg) bool {
	if !a.Last || a.Call < 0 {
		return false
	}
	m := &j.outs[a.Call][a.Out]
	if !counted(m.v) {
		return false
	}
	for _, b := range m.blocks {
		if !b.Pooled() || b.Refs() > 1 {
			return false
		}
	}
	return true
}

// counted reports that all data of v is in blocks, whose references say who else has it.
func counted(v any) bool {
	switch v := v.(type) {
	case *nd.Array, *op.Pickled:
		return true
	case *frame.Frame:
		object := func(c *frame.Column) bool { return c.Objects != nil }
		return !slices.ContainsFunc(v.Cols, object) && !slices.ContainsFunc(v.Index.Levels, object)
	case op.Tuple:
		return !slices.ContainsFunc(v, func(x any) bool { return !counted(x) })
	}
	return false
}

func (m *made) hold() {
	op.Blocks(m.v, func(b *mem.Block) {
		if len(m.blocks) < 32 {
			for _, o := range m.blocks {
				if o == b {
					return
				}
			}
		}
		b.Retain()
		m.blocks = append(m.blocks, b)
	})
}

func (m *made) drop() {
	for _, b := range m.blocks {
		b.Release()
	}
	m.v, m.blocks = nil, nil
}

// put stores the outputs. When one is refused those before it go again.
func (j *journey) put() ([]service.Facts, error) {
	s := j.w.Subtask
	out := make([]service.Facts, len(s.Outputs))
	var fresh []op.Key
	for i := range s.Outputs {
		o := &s.Outputs[i]
		v := j.outs[o.Call][o.Out].v
		f := op.Observe(v)
		if s.Calls[o.Call].Outs[o.Out].Open {
			f.Schema = op.SchemaOfValue(v)
		}
		facts, first, err := j.r.opts.Store.Keep(&j.w.life, j.w.Session, o.Key, v, f)
		if err != nil {
			_ = j.r.opts.Store.Delete(&j.w.life, j.w.Session, fresh)
			return nil, errs.At(errs.From(err, j.r.opts.Band.Node), s.Calls[o.Call].Site, s.Calls[o.Call].Name)
		}
		if first && len(s.Outputs) > 1 {
			fresh = append(fresh, o.Key)
		}
		out[i] = facts
	}
	return out, nil
}

// end frees what the journey holds.
func (j *journey) end() {
	for _, os := range j.outs {
		for i := range os {
			os[i].drop()
		}
	}
	if j.last != nil {
		j.last.Close()
	}
}
