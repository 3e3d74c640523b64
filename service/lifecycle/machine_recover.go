package lifecycle

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// lost takes chunks of which no copy is left, and makes those again that somebody needs.
func (m *Machine) lost(ks []op.Key) {
	var need []op.Key
	for _, k := range ks {
		c, ok := m.index[k]
		if !ok || m.chunks[c].flags&alias != 0 {
			continue
		}
		m.unmade(c)
		m.chunks[c].flags &^= away
		if m.chunks[c].data > 0 {
			need = append(need, k)
		}
	}
	m.recover(need)
	m.retry()
}

// recover makes chunks again that are not there: all together, or when one of them is lost for good or waited
// for each by itself.
func (m *Machine) recover(ks []op.Key) {
	var all []ref
	for _, k := range ks {
		if c, ok := m.index[k]; ok {
			all = append(all, ref{c, whole})
		} else {
			m.emit(Unrecoverable{Key: k, For: k, Why: "nobody knows how it was made"})
		}
	}
	if s := m.closure(false, all...); s.why == "" {
		m.apply(s)
		return
	}
	for _, x := range all {
		switch s := m.closure(false, x); {
		case s.why == "":
			m.apply(s)
		case m.closure(true, x).why == "":
			m.wait(wish{key: m.chunks[x.chunk].key})
		default:
			m.emit(Unrecoverable{Key: s.key, For: m.chunks[x.chunk].key, Why: s.why})
		}
	}
}

// closure finds what must run so that chunks are there.
func (m *Machine) closure(patient bool, all ...ref) *search {
	s := m.search()
	s.patient = patient
	for _, x := range all {
		s.chunk(x)
	}
	s.changed()
	return s
}

// stalled makes the lost inputs of a run again and then lets it run.
func (m *Machine) stalled(e Stalled) {
	r, ok := m.find(e.Run.ID)
	if !ok || m.recipes[r].done {
		return
	}
	for _, k := range e.Lost {
		if c, ok := m.index[k]; ok && m.chunks[c].flags&alias == 0 {
			m.unmade(c)
		}
	}
	m.recipes[r].attempt = max(m.recipes[r].attempt, e.Run.Attempt)
	m.resume(r, e.Run)
}

// resume makes the inputs of a run again that are not there, and then lets it run.
func (m *Machine) resume(r int32, run service.Run) {
	find := func(patient bool) *search {
		s := m.search()
		s.patient = patient
		for _, x := range m.recipes[r].in {
			s.chunk(x)
		}
		s.again(r)
		s.changed()
		return s
	}
	switch s := find(false); {
	case s.why == "":
		m.apply(s)
	case find(true).why == "":
		m.wait(wish{key: s.key, run: run})
	default:
		m.emit(Unrecoverable{Key: s.key, Run: run, Why: s.why})
	}
}

// A search finds what must run again. It changes nothing.
type search struct {
	m     *Machine
	seen  map[ref]bool
	take  map[int32]bool           // recipes to run
	parts map[int32]map[int32]bool // of a recipe; nil means all
	bad   map[int32]bool           // recipes that may make another value now
	why   string                   // lost for good
	// patient takes chunks that are away for chunks that are there.
	patient bool
	key     op.Key
}

func (m *Machine) search() *search {
	return &search{m: m, seen: map[ref]bool{}, take: map[int32]bool{}, parts: map[int32]map[int32]bool{}}
}

// has reports that x is there, or on its way.
func (m *Machine) has(x ref) bool {
	c := &m.chunks[x.chunk]
	if c.flags&made != 0 && c.flags&alias == 0 {
		return c.flags&partial == 0 || x.part != whole && m.parts[x.chunk][x.part]
	}
	return false
}

func (s *search) lost(c int32, why string) {
	if s.why == "" {
		s.why, s.key = why, s.m.chunks[c].key
	}
}

// chunk finds what must run so that x is there. Deep chains are walked with a stack of their own.
func (s *search) chunk(x ref) {
	stack := []ref{x}
	for len(stack) > 0 && s.why == "" {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.seen[x] || s.m.has(x) || s.patient && s.m.chunks[x.chunk].flags&away != 0 {
			continue
		}
		s.seen[x] = true
		c := &s.m.chunks[x.chunk]
		if c.recipe < 0 {
			s.lost(x.chunk, "nobody knows how it was made")
			return
		}
		p := &s.m.recipes[c.recipe]
		if c.flags&alias != 0 {
			for _, y := range p.in {
				if !s.m.has(ref{y.chunk, x.part}) {
					stack = append(stack, ref{y.chunk, x.part})
					s.again(c.recipe)
				}
			}
			continue
		}
		if !p.done {
			continue // it will be made
		}
		if p.traits&service.Effect != 0 {
			s.lost(x.chunk, "it belongs to an effect, which is done once")
			return
		}
		if p.traits&service.Once != 0 {
			s.lost(x.chunk, "it was made by a function that never begins twice (once=True)")
			return
		}
		s.again(c.recipe)
		if x.part == whole {
			s.parts[c.recipe] = nil
		} else if ps, ok := s.parts[c.recipe]; !ok {
			s.parts[c.recipe] = map[int32]bool{x.part: true}
		} else if ps != nil {
			ps[x.part] = true
		}
		stack = append(stack, p.in...)
	}
}

func (s *search) again(r int32) { s.take[r] = true }

// changed adds who ran on the old value of an opaque recipe in its stage, until there is nobody more.
func (s *search) changed() {
	m := s.m
	bad := map[int32]bool{}
	s.bad = bad
	if s.why != "" {
		return
	}
	for r := range s.take {
		if p := &m.recipes[r]; p.done && p.traits&service.Opaque != 0 {
			bad[r] = true
		}
	}
	for grown := len(bad) > 0; grown && s.why == ""; {
		grown = false
		for i := range m.recipes { // in order of ids, so that the first effect is always the same
			r := int32(i)
			p := &m.recipes[i]
			if p.free || !p.done || bad[r] {
				continue
			}
			for _, x := range p.in {
				k := m.chunks[x.chunk].recipe
				if k < 0 || !bad[k] || m.recipes[k].stage != p.stage || m.recipes[k].id.Task() != p.id.Task() {
					continue
				}
				if p.traits&(service.Effect|service.Once) != 0 {
					what := "wrote"
					if p.traits&service.Effect == 0 {
						what = "never begins twice, and read"
					}
					s.lost(x.chunk, fmt.Sprintf("%s %s what it was", p.id, what))
					return
				}
				bad[r], grown = true, true
				s.again(r)
				delete(s.parts, r)
				for _, y := range p.in {
					s.chunk(y)
				}
				break
			}
		}
		for r := range s.take { // those that were added may be opaque themselves
			if p := &m.recipes[r]; p.done && p.traits&service.Opaque != 0 && !bad[r] {
				bad[r], grown = true, true
			}
		}
	}
}

// apply runs what a search has found.
func (m *Machine) apply(s *search) {
	for r := range s.take { // parts: those that this search wants, and those of all others that will read
		if _, ok := s.parts[r]; !ok {
			s.parts[r] = nil
		}
	}
	m.readers(s)
	order := m.topological(s.take)
	for _, r := range order {
		p := &m.recipes[r]
		if p.done {
			p.done = false
			p.alive++
		}
		p.attempt++
		m.read(r)
		if ps := s.parts[r]; ps != nil {
			m.asked[r] = ps
		} else {
			delete(m.asked, r)
		}
		for _, c := range p.out { // what is there and is not the same, or not enough, makes room: stores keep what they have
			if c >= 0 && m.chunks[c].flags&(made|away) != 0 && (s.bad[r] || m.chunks[c].flags&partial != 0) {
				m.gone.Keys = append(m.gone.Keys, m.chunks[c].key)
				m.unmade(c)
				m.chunks[c].flags &^= away
			}
		}
	}
	for i := 0; i < len(order); {
		e := Rerun{Task: m.recipes[order[i]].id.Task()}
		for ; i < len(order) && m.recipes[order[i]].id.Task() == e.Task; i++ {
			e.Items = append(e.Items, m.item(order[i]))
		}
		m.emit(e)
	}
}

// readers adds the parts that subtasks will read which are not done.
func (m *Machine) readers(s *search) {
	restricted := map[int32]int32{} // alias -> 1
	for r, ps := range s.parts {
		if ps != nil {
			for _, c := range m.recipes[r].out {
				if c >= 0 {
					restricted[c] = r
				}
			}
		}
	}
	if len(restricted) == 0 {
		return
	}
	over := map[int32][]int32{} // alias -> recipes behind it that make parts
	for i := range m.recipes {
		p := &m.recipes[i]
		if p.free || p.traits&service.Exchange == 0 {
			continue
		}
		for _, x := range p.in {
			if r, ok := restricted[x.chunk]; ok {
				for _, c := range p.out {
					if c >= 0 {
						over[c] = append(over[c], r)
					}
				}
			}
		}
	}
	want := func(r, part int32) {
		if s.parts[r] == nil {
			return
		}
		if part == whole {
			s.parts[r] = nil
		} else {
			s.parts[r][part] = true
		}
	}
	for i := range m.recipes {
		p := &m.recipes[i]
		if p.free || p.done && !s.take[int32(i)] || p.traits&service.Exchange != 0 {
			continue
		}
		for _, x := range p.in {
			if r, ok := restricted[x.chunk]; ok {
				want(r, x.part)
			}
			for _, r := range over[x.chunk] {
				want(r, x.part)
			}
		}
	}
}

// topological orders recipes so that each comes after those that make its inputs.
func (m *Machine) topological(take map[int32]bool) (order []int32) {
	ids := make([]int32, 0, len(take))
	for r := range take {
		ids = append(ids, r)
	}
	slices.SortFunc(ids, func(a, b int32) int { return cmp.Compare(m.recipes[a].id, m.recipes[b].id) })
	type frame struct {
		r int32
		i int
	}
	state := make(map[int32]bool, len(ids))
	var stack []frame
	for _, r := range ids {
		if state[r] {
			continue
		}
		state[r] = true
		stack = append(stack[:0], frame{r, 0})
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			in := m.recipes[f.r].in
			if f.i == len(in) {
				order = append(order, f.r)
				stack = stack[:len(stack)-1]
				continue
			}
			p := m.chunks[in[f.i].chunk].recipe
			f.i++
			if p >= 0 && take[p] && !state[p] {
				state[p] = true
				stack = append(stack, frame{p, 0})
			}
		}
	}
	return order
}

// item says how recipe r runs again: after all that make its inputs and are not done.
func (m *Machine) item(r int32) service.Again {
	p := &m.recipes[r]
	it := service.Again{ID: p.id, Attempt: p.attempt}
	for _, x := range p.in {
		k := m.chunks[x.chunk].recipe
		if k >= 0 && !m.recipes[k].done {
			if d := m.recipes[k].id; !slices.Contains(it.Deps, d) {
				it.Deps = append(it.Deps, d)
			}
		}
	}
	if ps := m.asked[r]; ps != nil {
		list := make([]int32, 0, len(ps))
		for k := range ps {
			list = append(list, k)
		}
		slices.Sort(list)
		it.Parts = make([][]int32, len(p.out))
		for i := range it.Parts {
			it.Parts[i] = list
		}
	}
	return it
}
