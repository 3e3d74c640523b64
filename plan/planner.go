package plan

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// A Planner is a Plan as the task service drives it: stages of numbered subtasks out, results in.
type Planner struct {
	p     *Plan
	task  service.TaskID
	subs  []Subtask
	skel  []service.Subtask
	maker []int32 // by chunk id: the number of the last subtask that makes it, plus one
	nodes map[*op.Node]int32
	alone [][]int32 // by node: a list of it alone
	names []service.NodeProgress
	gangs map[*op.Node]int32
	told  map[*op.Node]bool // whose choice is known
	ask   map[op.Key]op.Edge
	stage int
}

// NewPlanner is the PlanFunc of the engine.
func NewPlanner(t service.TaskID, s service.Submission, known func(op.Key) (service.Manifest, bool)) (service.Planner, error) {
	p, err := New(optionsOf(s, known), s.Targets...)
	if err != nil {
		return nil, err
	}
	q := &Planner{p: p, task: t, nodes: map[*op.Node]int32{}, told: map[*op.Node]bool{}, ask: map[op.Key]op.Edge{}}
	for i, x := range p.nodes {
		q.nodes[x.n] = int32(i)
		n := service.NodeProgress{Name: x.n.Name, Key: x.n.Origin(), Site: x.n.Site.String()}
		for _, v := range x.n.In {
			n.In = append(n.In, q.nodes[v.N])
		}
		q.names, q.alone = append(q.names, n), append(q.alone, []int32{int32(i)})
	}
	return q, nil
}

func optionsOf(s service.Submission, known func(op.Key) (service.Manifest, bool)) Options {
	return Options{
		Session: s.Session, ChunkBytes: int(s.Options.ChunkBytes), NoFuse: s.Options.NoFuse, NoRules: s.Options.NoRules, Watch: s.Watch,
		Known: func(k op.Key) (Stored, bool) {
			m, ok := known(k)
			return fromManifest(m), ok
		},
	}
}

func fromManifest(m service.Manifest) Stored {
	s := Stored{Meta: m.Meta, Grid: m.Grid}
	for _, c := range m.Chunks {
		s.Chunks = append(s.Chunks, op.StoredChunk{Key: c.Key, Shape: c.Shape})
		f := c.Facts.Facts
		s.Facts = append(s.Facts, &f)
	}
	return s
}

// Nodes are the values of the graph, inputs first.
func (q *Planner) Nodes() []service.NodeProgress { return q.names }

// Next gives what can run now; see service.Planner.
func (q *Planner) Next() ([]service.Stage, error) {
	st, err := q.p.Next()
	if err != nil {
		return nil, err
	}
	drop, ask := q.keys(st.Released), q.unasked(st.Values)
	if len(st.Subtasks) == 0 && !ask {
		if len(drop) > 0 {
			return []service.Stage{{Number: q.stage, Drop: drop, Await: []service.SubtaskID{}}}, nil
		}
		return nil, nil
	}
	first := len(q.subs)
	q.subs, q.skel = slices.Grow(q.subs, len(st.Subtasks)), slices.Grow(q.skel, len(st.Subtasks))
	for i := range st.Subtasks {
		q.number(&st.Subtasks[i])
	}
	q.outputs(first)
	out := []service.Stage{{Number: q.stage, Subtasks: q.skel[first:], Drop: drop, Chosen: q.choices()}}
	waits := q.waits()
	for i, w := range waits {
		if i > 0 {
			out = append(out, service.Stage{Number: q.stage})
		}
		s := &out[len(out)-1]
		s.Await, s.Values = w.subs, w.values
		q.stage++
	}
	if len(waits) == 0 {
		q.stage++
	}
	return out, nil
}

// choices are the physical operators that were chosen since it was asked last.
func (q *Planner) choices() (out []service.Choice) {
	for _, x := range q.p.nodes {
		what := q.p.c.Chosen(x.n)
		if !x.tiled || what == "" || q.told[x.n] {
			continue
		}
		q.told[x.n] = true
		if i, ok := q.nodes[q.p.ownerOf(x.n)]; ok {
			out = append(out, service.Choice{Node: i, What: what})
		}
	}
	return out
}

type wait struct {
	subs   []service.SubtaskID
	values []op.Key
}

// waits says, for every node that asked for facts, which subtasks and values answer it. A value is asked for
// once: it may be gone when a second stage reads it, for the first answer lets its node go on.
func (q *Planner) waits() (out []wait) {
	for _, x := range q.p.nodes {
		if x.tiled || x.need == nil {
			continue
		}
		w := wait{subs: []service.SubtaskID{}}
		seen := map[int32]bool{}
		for _, e := range x.need.Edges {
			if x.need.What == op.Values {
				if _, have := q.p.values[e]; !have {
					if k := q.p.c.OutKey(e); !q.asked(k) {
						q.ask[k] = e
						w.values = append(w.values, k)
					}
				}
			}
			if n := q.made(e.ID); n > 0 && q.p.state[e.ID]&done == 0 && !seen[n] {
				seen[n] = true
				w.subs = append(w.subs, q.task.Subtask(int(n-1)))
			}
		}
		if len(w.subs)+len(w.values) > 0 {
			out = append(out, w)
		}
	}
	return out
}

// unasked reports a value that no stage has asked for yet.
func (q *Planner) unasked(es []op.Edge) bool {
	return slices.ContainsFunc(es, func(e op.Edge) bool { return !q.asked(q.p.c.OutKey(e)) })
}

func (q *Planner) asked(k op.Key) bool {
	_, ok := q.ask[k]
	return ok
}

func (q *Planner) made(id op.ID) int32 {
	if int(id) < len(q.maker) {
		return q.maker[id]
	}
	return 0
}

func (q *Planner) keys(es []op.Edge) (ks []op.Key) {
	for _, e := range es {
		if q.p.state[e.ID]&final == 0 {
			ks = append(ks, q.p.c.OutKey(e))
		}
	}
	return ks
}

// Report takes the facts of a subtask that is done.
func (q *Planner) Report(r *service.Result) error {
	n := r.ID.N()
	if n >= len(q.subs) {
		return errs.New(errs.Internal, "%s is not a subtask of this plan", r.ID)
	}
	s, skel := &q.subs[n], &q.skel[n]
	for i := range min(len(skel.Outputs), len(r.Facts)) {
		o := &skel.Outputs[i]
		q.p.report(s.Heads[o.Call], int(o.Out), &r.Facts[i].Facts)
	}
	s.each(func(id op.ID) {
		if q.maker[id] == int32(n+1) { // else a later subtask makes it again, and is awaited
			q.p.state[id] |= done
		}
	})
	return nil
}

// Give gives a value that a stage asked for; it is kept until the plan is done.
func (q *Planner) Give(key op.Key, v any) error {
	e, ok := q.ask[key]
	if !ok {
		return errs.New(errs.Internal, "nobody asked for chunk %s", key)
	}
	c, err := op.CloneValue(v)
	if err != nil {
		return err
	}
	q.p.SetValue(e, c)
	return nil
}

// key is the store key of an output, as the subtask that makes it says.
func (q *Planner) key(e op.Edge) op.Key {
	if n := q.made(e.ID); n > 0 && e.Part < 0 {
		for _, o := range q.skel[n-1].Outputs {
			if o.Out == e.Out && q.subs[n-1].Heads[o.Call] == e.ID {
				return o.Key
			}
		}
	}
	return q.p.c.OutKey(e)
}

// Targets are the values asked for, once all have run.
func (q *Planner) Targets() []service.Manifest {
	out := make([]service.Manifest, len(q.p.targets))
	for i := range out {
		g, _ := q.p.Grid(i)
		m := service.Manifest{Value: q.p.given[i].Meta().Key, Meta: q.p.Meta(i), Grid: g.Shape}
		m.Meta.Key = m.Value
		m.Chunks = make([]service.ChunkMeta, 0, len(g.Edges))
		for _, e := range g.Edges {
			c := service.ChunkMeta{}
			if f := q.p.fact(e); f != nil {
				c.Facts.Facts = *f
			}
			c.Key = q.key(e)
			m.Chunks = append(m.Chunks, c)
		}
		out[i] = m
	}
	return out
}
