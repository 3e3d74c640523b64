package lifecycle

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// A Machine counts the chunks of one session. It is pure.
type Machine struct {
	chunks  []chunk
	freeC   []int32
	index   map[op.Key]int32
	recipes []recipe
	freeR   []int32
	values  map[op.Key]*value
	tasks   map[service.TaskID]*task
	parts   map[int32]map[int32]bool // of partial chunks: those that are there
	asked   map[int32]map[int32]bool // of recipes that run again: the parts they make; absent means all
	work    []int32                  // recipes whose alive count reached zero
	wishes  []wish                   // that wait for dead workers
	wanted  map[int32]int            // copies of chunks of which there should be several
	gone    Delete
	out     []Effect
}

// New makes the machine of a session.
func New() *Machine {
	m := &Machine{}
	m.reset()
	return m
}

func (m *Machine) reset() {
	*m = Machine{
		index: map[op.Key]int32{}, values: map[op.Key]*value{},
		tasks: map[service.TaskID]*task{}, parts: map[int32]map[int32]bool{}, asked: map[int32]map[int32]bool{},
		wanted: map[int32]int{},
	}
}

// Step takes an event and says what is to be done. The effects are the caller's.
func (m *Machine) Step(e Event) []Effect {
	m.out, m.gone = nil, Delete{}
	switch e := e.(type) {
	case Track:
		m.track(e)
	case Finished:
		for i := range e.Results {
			m.finished(&e.Results[i])
		}
	case Promoted:
		for _, k := range e.Keys {
			if i, ok := m.index[k]; ok {
				m.chunks[i].flags &^= local
				m.settle(i)
			} else {
				m.gone.Keys = append(m.gone.Keys, k)
			}
		}
	case Unhold:
		t := m.tasks[e.Task]
		for _, k := range e.Keys {
			if i, ok := m.index[k]; ok && t != nil && t.held[i] {
				delete(t.held, i)
				m.unread(i)
			}
		}
	case Value:
		m.value(e.Manifest)
	case Adopt:
		for i := range e.Manifest.Chunks {
			m.chunks[m.chunk(e.Manifest.Chunks[i].Key)].flags |= made
		}
		m.value(e.Manifest)
		m.adopt(&e.Manifest)
	case Incref:
		for _, k := range e.Values {
			if v := m.values[k]; v != nil {
				v.refs++
			}
		}
	case Decref:
		for _, k := range e.Values {
			m.decref(k)
		}
	case End:
		m.end(e.Task, e.Failed)
	case Lost:
		m.lost(e.Keys)
	case Away:
		m.leave(e.Keys)
	case Back:
		m.back(e.Keys)
	case Fewer:
		m.replicate(e.Keys)
	case Recover:
		m.recover(e.Keys)
	case Stalled:
		m.stalled(e)
	case Broken:
		m.broken(e)
	case Close:
		m.close()
	default:
		panic(fmt.Sprintf("lifecycle: unknown event %T", e))
	}
	m.collect()
	if len(m.gone.Keys)+len(m.gone.Local) > 0 {
		m.out = slices.Insert(m.out, 0, Effect(m.gone))
	}
	return m.out
}

func (m *Machine) emit(e Effect) { m.out = append(m.out, e) }

// Lookup is the manifest of a value with a handle.
func (m *Machine) Lookup(k op.Key) (service.Manifest, bool) {
	if v := m.values[k]; v != nil {
		return v.m, true
	}
	return service.Manifest{}, false
}

// chunk is the record of a key, made if there is none.
func (m *Machine) chunk(k op.Key) int32 {
	if i, ok := m.index[k]; ok {
		return i
	}
	var i int32
	if n := len(m.freeC); n > 0 {
		i, m.freeC = m.freeC[n-1], m.freeC[:n-1]
	} else {
		i = int32(len(m.chunks))
		m.chunks = append(m.chunks, chunk{})
	}
	m.chunks[i] = chunk{key: k, recipe: -1}
	m.index[k] = i
	return i
}

func (m *Machine) track(e Track) {
	t := m.tasks[e.Task]
	if t == nil {
		t = &task{}
		m.tasks[e.Task] = t
	}
	if t.ended {
		return
	}
	ins, outs, held := 0, 0, 0
	for i := range e.Subtasks {
		outs += len(e.Subtasks[i].Outputs)
		for j := range e.Subtasks[i].Outputs {
			if e.Subtasks[i].Outputs[j].Hold {
				held++
			}
		}
		for j := range e.Subtasks[i].Inputs {
			ins += max(1, len(e.Subtasks[i].Inputs[j].Parts))
		}
	}
	if t.held == nil {
		t.held = make(map[int32]bool, held)
	}
	in, out := make([]ref, 0, ins), make([]int32, 0, outs)
	m.recipes = slices.Grow(m.recipes, max(0, len(e.Subtasks)-len(m.freeR)))
	m.chunks = slices.Grow(m.chunks, max(0, outs-len(m.freeC)))
	t.at = slices.Grow(t.at, len(e.Subtasks))
	for i := range e.Subtasks {
		s := &e.Subtasks[i]
		if _, ok := m.find(s.ID); ok {
			continue
		}
		a, b := len(in), len(out)
		for j := range s.Inputs {
			c := m.chunk(s.Inputs[j].Key)
			for _, p := range s.Inputs[j].Parts {
				in = append(in, ref{c, p})
			}
			if len(s.Inputs[j].Parts) == 0 {
				in = append(in, ref{c, whole})
			}
		}
		r := m.recipe(t, recipe{id: s.ID, attempt: s.Attempt, stage: s.Stage, traits: s.Traits, alive: 1, in: in[a:len(in):len(in)]})
		t.recipes++
		m.read(r)
		for _, x := range m.recipes[r].in {
			m.use(x.chunk)
		}
		for j := range s.Outputs {
			o := &s.Outputs[j]
			c := m.chunk(o.Key)
			out = append(out, c)
			m.made(c, r)
			if s.Traits&service.Exchange != 0 {
				m.chunks[c].flags |= alias
			}
			if o.Hold && !t.held[c] {
				t.held[c] = true
				m.need(c)
			}
		}
		m.recipes[r].out = out[b:len(out):len(out)]
	}
}

// find is the place of the recipe of a subtask.
func (m *Machine) find(id service.SubtaskID) (int32, bool) {
	t := m.tasks[id.Task()]
	if t == nil || id.N() >= len(t.at) {
		return 0, false
	}
	return t.at[id.N()] - 1, t.at[id.N()] > 0
}

// recipe adds the recipe of a subtask of t.
func (m *Machine) recipe(t *task, r recipe) int32 {
	var i int32
	if n := len(m.freeR); n > 0 {
		i, m.freeR = m.freeR[n-1], m.freeR[:n-1]
		m.recipes[i] = r
	} else {
		i = int32(len(m.recipes))
		m.recipes = append(m.recipes, r)
	}
	for len(t.at) <= r.id.N() {
		t.at = append(t.at, 0)
	}
	t.at[r.id.N()] = i + 1
	return i
}

// made makes r the recipe of c. One that had it before, of an equal expression, makes it no more.
func (m *Machine) made(c, r int32) {
	x := &m.chunks[c]
	if old := x.recipe; old >= 0 {
		for k, o := range m.recipes[old].out {
			if o == c {
				m.recipes[old].out[k] = -1
				if x.data > 0 || x.users > 0 {
					m.less(old)
				}
			}
		}
	}
	x.recipe = r
	if x.data > 0 || x.users > 0 {
		m.recipes[r].alive++
	}
}

// Here reports that a chunk is there as a whole, as far as finish events tell.
func (m *Machine) Here(k op.Key) bool {
	c, ok := m.index[k]
	return ok && m.has(ref{c, whole})
}
