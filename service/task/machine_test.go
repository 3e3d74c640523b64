package task

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/datadriven"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

func TestStories(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		s := &story{names: map[string]string{}}
		datadriven.Run(t, path, s.run)
	})
}

// A script is a planner that gives the stages of a story, one list each time it is asked, and says what it is
// told.
type script struct {
	s      *story
	next   [][]service.Stage
	subs   map[service.SubtaskID]service.Subtask
	said   []string
	nodes  int
	broken string // what Next, Build, Report or Give fails with
}

func (p *script) fails(what string) error {
	if name, msg, _ := strings.Cut(p.broken, ":"); name == what {
		return errs.New(errs.Invalid, "%s", msg)
	}
	return nil
}

func (p *script) Next() ([]service.Stage, error) {
	p.said = append(p.said, "planner: next")
	if err := p.fails("next"); err != nil || len(p.next) == 0 {
		return nil, err
	}
	st := p.next[0]
	p.next = p.next[1:]
	for _, x := range st {
		for _, sub := range x.Subtasks {
			p.subs[sub.ID] = sub
		}
	}
	return st, nil
}

func (p *script) Build(id service.SubtaskID) (service.Subtask, error) {
	s, ok := p.subs[id]
	if !ok {
		return s, errs.New(errs.Internal, "%s is not planned", id)
	}
	s.Calls = make([]op.Call, 1)
	return s, p.fails("build")
}

func (p *script) Report(r *service.Result) error {
	p.said = append(p.said, fmt.Sprintf("planner: report s%d", r.ID.N()))
	return p.fails("report")
}

func (p *script) Give(k op.Key, v any) error {
	p.said = append(p.said, fmt.Sprintf("planner: give %s = %v", p.s.names[k.Short()], v))
	return p.fails("give")
}

func (p *script) Nodes() []service.NodeProgress {
	ns := make([]service.NodeProgress, p.nodes)
	for i := range ns {
		ns[i].Name = fmt.Sprintf("n%d", i)
	}
	return ns
}

func (p *script) Targets() []service.Manifest { return make([]service.Manifest, 1) }

type story struct {
	m     *Machine
	p     *script
	names map[string]string
	held  bool // the planner answers when the story says so
}

var id = service.TaskID(1)

func (s *story) key(name string) (k op.Key) {
	var h op.Hasher
	k = h.Str(name).Sum()
	s.names[k.Short()] = name
	return k
}

func (s *story) keys(names []string) (ks []op.Key) {
	for _, n := range names {
		ks = append(ks, s.key(n))
	}
	return ks
}

func (s *story) run(t *testing.T, c *datadriven.Command) string {
	var out strings.Builder
	var step func(e Event)
	next := func() {
		st, err := s.p.Next()
		step(Planned{Stages: st, Err: service.FailureOf(err)})
	}
	step = func(e Event) {
		before := s.m.Info()
		effects := s.m.Step(e)
		for _, line := range s.p.said {
			fmt.Fprintln(&out, line)
		}
		s.p.said = nil
		asked := false
		for _, x := range effects {
			if _, ok := x.(Plan); ok {
				asked = true
				if !s.held {
					continue
				}
			}
			text := x.String()
			for short, name := range s.names {
				text = strings.ReplaceAll(text, short, name)
			}
			fmt.Fprintln(&out, text)
		}
		if err := s.check(before, effects); err != nil {
			t.Errorf("%s: after %s: %v", c.Pos, e, err)
		}
		if asked && !s.held {
			next()
		}
	}
	runs := runs(c.Words())
	switch c.Name {
	case "new":
		s.p = &script{s: s, subs: map[service.SubtaskID]service.Subtask{}, nodes: c.Int("nodes", 0), broken: c.Str("broken", "")}
		s.stages(c)
		m, err := New(Config{ID: id, Session: "x", Owner: "sup", Planner: s.p})
		if err != nil {
			t.Fatal(err)
		}
		s.m = m
	case "break":
		s.p.broken = c.Str("what", "")
	case "hold":
		s.held = true
	case "planned":
		s.held = false
		next()
	case "stuck":
		step(Planned{Err: &service.Failure{Kind: errs.Internal, Msg: "not at an end after 2m0s", Site: "a.py:3", Op: "tensor.add"}, Stuck: true})
	case "queued":
		step(Queued{1, c.Int("most", 2)})
	case "start":
		step(Start{1})
	case "assign":
		step(Assigned{Lease: 1, Band: band, Runs: runs, Local: s.keys(c.List("local"))})
	case "done":
		e := Done{Band: band}
		for _, r := range runs {
			e.Results = append(e.Results, service.Result{ID: r.ID, Attempt: r.Attempt})
		}
		step(e)
	case "fail":
		step(Failed{runs[0], band, &service.Failure{Kind: errs.Invalid, Msg: c.Str("msg", "it broke"), Site: "a.py:3", Op: "tensor.add"}})
	case "retried":
		step(Retried{runs[0]})
	case "waiting":
		step(Waiting{c.Str("why", "")})
	case "stalled":
		step(Stalled{runs[0], s.keys(c.List("lost"))})
	case "again":
		e := Again{}
		for _, r := range runs {
			it := service.Again{ID: r.ID, Attempt: r.Attempt}
			for _, p := range c.List("parts") {
				n, _ := strconv.Atoi(p)
				it.Parts = [][]int32{{int32(n)}}
			}
			e.Items = append(e.Items, it)
		}
		step(e)
	case "gone":
		e := Unrecoverable{Key: s.key(c.Word(0)), Why: "nobody knows how it was made"}
		if len(runs) > 0 {
			e.Run = runs[0]
		}
		step(e)
	case "given":
		e := Given{Stage: c.Int("stage", 0)}
		for _, v := range c.List("values") {
			e.Values = append(e.Values, v)
		}
		if msg := c.Str("err", ""); msg != "" {
			e.Err = &service.Failure{Kind: errs.Lost, Msg: msg}
		}
		step(e)
	case "cancel":
		step(Cancel{})
	case "stopped":
		step(Stopped{2})
	case "forgotten":
		step(Forgotten{})
	case "info":
		i := s.m.Info()
		fmt.Fprintf(&out, "%s, stages %d, done %d of %d, running %d, retried %d, restored %d", i.State, i.Stages, i.Done, i.Total, i.Running, i.Retried, i.Restored)
		if i.Waiting != "" {
			fmt.Fprintf(&out, ", waiting: %s", i.Waiting)
		}
		for _, n := range i.Nodes {
			fmt.Fprintf(&out, ", %s %d/%d", n.Name, n.Done, n.Total)
		}
		if i.Err != nil {
			fmt.Fprintf(&out, ", %s: %s", i.Err.Kind, i.Err.Error())
		}
	default:
		t.Fatalf("%s: no command %s", c.Pos, c.Name)
	}
	return out.String()
}

var band = service.Band{Node: "w1", Name: "numa-0"}

func runs(words []string) (rs []service.Run) {
	for _, w := range words {
		n, a, _ := strings.Cut(w, "#")
		v, err := strconv.Atoi(strings.TrimPrefix(n, "s"))
		if err != nil || !strings.HasPrefix(n, "s") {
			continue
		}
		at, _ := strconv.Atoi(a)
		rs = append(rs, service.Run{ID: id.Subtask(v), Attempt: int32(at)})
	}
	return rs
}

// stages reads "next" lines, each an answer of the planner, "stage await=(s0) values=(a) drop=(b)" lines in
// it, and "s0 out=a nodes=(0, 1)" lines in these.
func (s *story) stages(c *datadriven.Command) {
	n := 0
	for _, l := range c.Script() {
		switch l.Name {
		case "next":
			s.p.next = append(s.p.next, nil)
		case "stage":
			x := service.Stage{Number: n, Values: s.keys(l.List("values")), Drop: s.keys(l.List("drop"))}
			if l.Has("await") {
				x.Await = []service.SubtaskID{}
				for _, r := range runs(l.List("await")) {
					x.Await = append(x.Await, r.ID)
				}
			}
			n++
			last := &s.p.next[len(s.p.next)-1]
			*last = append(*last, x)
		default:
			last := s.p.next[len(s.p.next)-1]
			st := &last[len(last)-1]
			x := service.Subtask{ID: runs([]string{l.Name})[0].ID}
			for _, o := range l.List("out") {
				x.Outputs = append(x.Outputs, service.Output{Key: s.key(o)})
			}
			for _, k := range l.List("nodes") {
				v, _ := strconv.Atoi(k)
				x.Nodes = append(x.Nodes, int32(v))
			}
			st.Subtasks = append(st.Subtasks, x)
		}
	}
}

// check compares the task before and after a step.
func (s *story) check(was service.TaskInfo, effects []Effect) error {
	is := s.m.Info()
	if is.Done < was.Done || is.Total < was.Total || is.Done > is.Total || is.Total-is.Done != is.Running {
		return fmt.Errorf("progress went from %d of %d to %d of %d, running %d", was.Done, was.Total, is.Done, is.Total, is.Running)
	}
	for i := range is.Nodes {
		if is.Nodes[i].Done < was.Nodes[i].Done || is.Nodes[i].Done > is.Nodes[i].Total {
			return fmt.Errorf("progress of %s went from %d to %d of %d", is.Nodes[i].Name, was.Nodes[i].Done, is.Nodes[i].Done, is.Nodes[i].Total)
		}
	}
	if was.State.Over() && (is.State != was.State || is.Err != was.Err) {
		return fmt.Errorf("the task was %s and is %s", was.State, is.State)
	}
	ends := 0
	for _, x := range effects {
		if _, ok := x.(End); ok {
			ends++
		}
	}
	if want := !was.State.Over() && is.State.Over(); (ends == 1) != want || ends > 1 {
		return fmt.Errorf("%d ends, from %s to %s", ends, was.State, is.State)
	}
	for _, w := range s.m.open {
		waits := 0
		for _, l := range s.m.skel {
			if slices.Contains(s.m.waits[l], w) {
				waits++
			}
		}
		if w.await != waits {
			return fmt.Errorf("stage %d awaits %d and is awaited by %d", w.number, w.await, waits)
		}
	}
	return nil
}
