package marstest

import (
	"context"
	"fmt"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/plan"
	"github.com/mars-project/mars-go/service"
)

// A Loop runs plans one subtask after another on one goroutine, without services: the shortest way from a
// value to its answer, and what the cluster's answers are compared with.
type Loop struct {
	ChunkBytes int            // the chunk limit. The default is 16 MiB.
	NoFuse     bool           // run every chunk operand by itself
	NoRules    bool           // leave the graph as it is
	Narrow     bool           // integers of frames that come from no other value are stored in the narrowest width they allow
	Eager      bool           // ask for more after each subtask, as a task does whose stages end while others run
	Room       int            // bytes that a subtask may allocate; more is refused as Pressure. The default is no limit.
	Stages     int            // of the last Run
	Subtasks   int            // of the last Run
	Calls      map[string]int // of the last Run, by type of the operand and stage: "*op.partition map"
	store      map[op.Key]any
	planner    service.Planner
	ahead      []service.Stage
	held       holders
}

// Run computes values and joins their chunks.
func (l *Loop) Run(vs ...op.Value) ([]any, error) {
	l.store, l.held, l.Stages, l.Subtasks, l.Calls, l.ahead = map[op.Key]any{}, holders{}, 0, 0, map[string]int{}, nil
	none := func(op.Key) (service.Manifest, bool) { return service.Manifest{}, false }
	s := service.Submission{Session: "loop", Targets: vs}
	s.Options.ChunkBytes, s.Options.NoFuse, s.Options.NoRules = int64(l.ChunkBytes), l.NoFuse, l.NoRules
	p, err := plan.NewPlanner(1, s, none)
	if err != nil {
		return nil, err
	}
	l.planner = p
	more := []service.Stage{{}}
	for len(more) > 0 {
		if err := l.stages(p, more); err != nil {
			return nil, err
		}
		more, l.ahead = l.ahead, nil
		if len(more) > 0 {
			continue
		}
		if more, err = p.Next(); err != nil {
			return nil, err
		}
	}
	return l.targets(p)
}

// stages runs the subtasks of stages, then gives the values that they ask for. What an eager loop was told
// meanwhile lies ahead.
func (l *Loop) stages(p service.Planner, stages []service.Stage) error {
	for _, st := range stages {
		if len(st.Subtasks) > 0 {
			l.Stages++
		}
		for _, k := range st.Subtasks {
			l.Subtasks++
			s, err := p.Build(k.ID)
			if err != nil {
				return err
			}
			r, err := l.subtask(&s)
			if err != nil {
				return err
			}
			if err := p.Report(r); err != nil {
				return err
			}
			if !l.Eager {
				continue
			}
			more, err := p.Next()
			if err != nil {
				return err
			}
			l.ahead = append(l.ahead, more...)
		}
	}
	for _, st := range stages {
		for _, k := range st.Values {
			if err := p.Give(k, l.store[k]); err != nil {
				return err
			}
		}
		for _, k := range st.Drop {
			l.put(k, nil)
		}
	}
	return nil
}

func (l *Loop) subtask(s *service.Subtask) (*service.Result, error) {
	r := &service.Result{ID: s.ID, Attempt: s.Attempt}
	outs := make([][]any, len(s.Calls))
	var w op.World = loopWorld{}
	if l.Room > 0 {
		w = &roomWorld{left: l.Room}
	}
	for i := range s.Calls {
		c := &s.Calls[i]
		l.Calls[fmt.Sprintf("%T %s", c.Op, op.StageOf(c.Op, c.Stage))]++
		in, own := make([]any, len(c.In)), make([]bool, len(c.In))
		for k, a := range c.In {
			v, err := l.arg(c, a, outs)
			if err != nil {
				return nil, err
			}
			in[k], own[k] = v, a.Last && l.held.alone(v)
		}
		var err error
		if outs[i], err = op.Run(c, in, own, w); err != nil {
			return nil, errs.On(err, s.ID.String(), "")
		}
		if l.Narrow && len(c.In) == 0 && c.Stage == op.Chunk {
			if err := narrow(outs[i]); err != nil {
				return nil, err
			}
		}
		l.held.add(1, outs[i]...)
	}
	for _, o := range s.Outputs {
		if s.Traits&service.Exchange != 0 {
			r.Facts = append(r.Facts, service.Facts{Key: o.Key})
			continue
		}
		v := outs[o.Call][o.Out]
		l.put(o.Key, v)
		f := service.Facts{Key: o.Key, Facts: op.Observe(v)}
		if m := s.Calls[o.Call].Outs[o.Out]; m.Open {
			f.Schema = op.SchemaOfValue(v)
		}
		r.Facts = append(r.Facts, f)
	}
	for _, vs := range outs {
		l.held.add(-1, vs...)
	}
	return r, nil
}

// put keeps a chunk, or drops it where v is nil.
func (l *Loop) put(k op.Key, v any) {
	if old, ok := l.store[k]; ok {
		l.held.add(-1, old)
		delete(l.store, k)
	}
	if v != nil {
		l.held.add(1, v)
		l.store[k] = v
	}
}

// narrow stores the integers of frames in Narrow encoding.
func narrow(vs []any) error {
	for i, v := range vs {
		if f, ok := v.(*frame.Frame); ok {
			g, err := f.Narrowed(mem.Heap)
			if err != nil {
				return err
			}
			vs[i] = g
		}
	}
	return nil
}

func (l *Loop) arg(c *op.Call, a op.Arg, outs [][]any) (any, error) {
	switch {
	case a.Keys != nil:
		var ps []any
		for _, k := range a.Keys {
			ps = append(ps, l.store[k].(*op.Parts).P[a.Part])
		}
		return c.Arrived(mem.Heap, ps)
	case a.Call >= 0:
		return outs[a.Call][a.Out], nil
	}
	v, ok := l.store[a.Key]
	if !ok {
		return nil, errs.New(errs.Lost, "chunk %s was not made or is gone", a.Key.Short())
	}
	if a.Part >= 0 {
		return v.(*op.Parts).P[a.Part], nil
	}
	return v, nil
}

func (l *Loop) targets(p service.Planner) ([]any, error) {
	var out []any
	for _, m := range p.Targets() {
		vs := make([]any, len(m.Chunks))
		for i, c := range m.Chunks {
			vs[i] = l.store[c.Key]
		}
		v, err := op.Assemble(mem.Heap, m.Meta, m.Grid, vs)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

// loopWorld is Go memory and one goroutine.
type loopWorld struct{}

func (loopWorld) Alloc(n int) (*mem.Block, error) { return mem.Heap.Alloc(n) }
func (loopWorld) Context() context.Context        { return context.Background() }
func (loopWorld) FS() op.FS                       { return op.Files{} }
func (loopWorld) Parallel(n int, f func(i int) error) error {
	for i := range n {
		if err := f(i); err != nil {
			return err
		}
	}
	return nil
}
func (loopWorld) Scratch() (op.Scratch, error) { return &loopScratch{parts: map[int][]any{}}, nil }

type loopScratch struct{ parts map[int][]any }

func (s *loopScratch) Append(p int, v any) error {
	c, err := op.CloneValue(v)
	s.parts[p] = append(s.parts[p], c)
	return err
}

func (s *loopScratch) Read(p int, f func(v any) error) error {
	for _, v := range s.parts[p] {
		if err := f(v); err != nil {
			return err
		}
	}
	return nil
}
func (s *loopScratch) Drop(p int) error { delete(s.parts, p); return nil }

// roomWorld is Go memory with an end, which does not come back when it is freed.
type roomWorld struct {
	loopWorld
	left int
}

func (w *roomWorld) Alloc(n int) (*mem.Block, error) {
	if n > w.left {
		return nil, errs.New(errs.Pressure, "no memory for %d bytes", n)
	}
	w.left -= n
	return mem.Heap.Alloc(n)
}
