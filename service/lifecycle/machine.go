package lifecycle

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

type flag uint8

const (
	made    flag = 1 << iota // its data is somewhere
	local                    // a worker frees it with its lease
	alias                    // the output of an exchange: no data of its own
	partial                  // only some parts were made again
)

// A chunk is the record of a chunk, found by its id.
type chunk struct {
	key    op.Key
	data   int32 // readers that are not done, holds, values with a handle
	users  int32 // recipes that read it
	recipe int32 // that makes it; -1 when there is none
	flags  flag
}

// A recipe is a subtask that was tracked, found by its id.
type recipe struct {
	id      service.SubtaskID
	attempt int32
	alive   int32 // outputs with data or users, and one while it is not done
	stage   int32
	traits  service.Trait
	done    bool
	reading bool  // it counts in the data of its inputs
	free    bool  // the place is not in use
	in      []ref // inputs; of one of which several parts are read there are several
	out     []int32
}

// A ref is a chunk, or one part of it.
type ref struct{ chunk, part int32 }

const whole = -1

type value struct {
	refs   int32
	chunks []int32
	m      service.Manifest
}

type task struct {
	recipes int32          // that are left
	at      []int32        // by number of the subtask: the place of its recipe, plus one; 0 when there is none
	held    map[int32]bool // chunks that its planner holds
	ended   bool
}

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
	case Kept:
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
	case Recover:
		m.recover(e.Keys, service.Run{})
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
		t = &task{held: map[int32]bool{}}
		m.tasks[e.Task] = t
	}
	if t.ended {
		return
	}
	ins, outs := 0, 0
	for i := range e.Subtasks {
		outs += len(e.Subtasks[i].Outputs)
		for j := range e.Subtasks[i].Inputs {
			ins += max(1, len(e.Subtasks[i].Inputs[j].Parts))
		}
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

// need adds a reader of the data of c. A reader of an alias keeps the data behind it.
func (m *Machine) need(c int32) {
	m.count(c, 1, 0)
	if x := &m.chunks[c]; x.flags&alias != 0 && x.recipe >= 0 {
		m.read(x.recipe)
	}
}

// use adds a recipe that reads c.
func (m *Machine) use(c int32) { m.count(c, 0, 1) }

// unread removes a reader; the last one lets the data go.
func (m *Machine) unread(c int32) {
	m.count(c, -1, 0)
	m.settle(c)
}

// settle drops the data of c when nobody reads it.
func (m *Machine) settle(c int32) {
	x := &m.chunks[c]
	if x.data > 0 {
		return
	}
	if x.flags&alias != 0 {
		if x.recipe >= 0 && m.recipes[x.recipe].done {
			m.unreadAll(x.recipe)
		}
		return
	}
	if x.flags&made == 0 {
		return
	}
	if x.flags&local != 0 {
		m.gone.Local = append(m.gone.Local, x.key)
	} else {
		m.gone.Keys = append(m.gone.Keys, x.key)
	}
	m.unmade(c)
}

// unmade forgets that the data of c is somewhere.
func (m *Machine) unmade(c int32) {
	m.chunks[c].flags &^= made | local | partial
	delete(m.parts, c)
}

// count changes the counts of c, and with the first or last of them those of its recipe.
func (m *Machine) count(c, data, users int32) {
	x := &m.chunks[c]
	was := x.data > 0 || x.users > 0
	x.data += data
	x.users += users
	is := x.data > 0 || x.users > 0
	switch {
	case was == is:
	case is && x.recipe >= 0:
		m.recipes[x.recipe].alive++
	case is:
	case x.recipe >= 0:
		m.less(x.recipe)
	default:
		m.dropChunk(c)
	}
}

// less counts one reason less to keep a recipe.
func (m *Machine) less(r int32) {
	if m.recipes[r].alive--; m.recipes[r].alive == 0 {
		m.work = append(m.work, r)
	}
}

// read makes r count in the data of its inputs, unreadAll ends that.
func (m *Machine) read(r int32) {
	if m.recipes[r].reading {
		return
	}
	m.recipes[r].reading = true
	for _, x := range m.recipes[r].in {
		m.need(x.chunk)
	}
}

func (m *Machine) unreadAll(r int32) {
	if !m.recipes[r].reading {
		return
	}
	m.recipes[r].reading = false
	for _, x := range m.recipes[r].in {
		m.unread(x.chunk)
	}
}

// collect frees recipes that nobody needs, which may free those of their inputs.
func (m *Machine) collect() {
	for len(m.work) > 0 {
		r := m.work[len(m.work)-1]
		m.work = m.work[:len(m.work)-1]
		x := &m.recipes[r]
		if x.alive > 0 || x.free {
			continue
		}
		x.free = true
		m.unreadAll(r)
		for _, c := range x.out {
			if c >= 0 {
				m.settle(c)
				m.dropChunk(c)
			}
		}
		for _, y := range x.in {
			m.count(y.chunk, 0, -1)
		}
		id := x.id
		delete(m.asked, r)
		*x = recipe{free: true}
		m.freeR = append(m.freeR, r)
		t := m.tasks[id.Task()]
		t.at[id.N()] = 0
		if t.recipes--; t.recipes == 0 && t.ended {
			m.forget(id.Task())
		}
	}
}

func (m *Machine) forget(id service.TaskID) {
	delete(m.tasks, id)
	m.emit(Forget{id})
}

func (m *Machine) dropChunk(c int32) {
	delete(m.index, m.chunks[c].key)
	m.unmade(c)
	m.chunks[c] = chunk{recipe: -1}
	m.freeC = append(m.freeC, c)
}

// Here reports that a chunk is there as a whole, as far as finish events tell.
func (m *Machine) Here(k op.Key) bool {
	c, ok := m.index[k]
	return ok && m.has(ref{c, whole})
}
