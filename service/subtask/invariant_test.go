package subtask

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/service"
)

// check makes the counts of m from scratch and compares.
func check(m *Machine) error {
	var inUse, large int32
	var claimed [maxDepth + 1]int32
	outside := map[*owner]int32{}
	var runningN, admitted int
	tasks := map[service.TaskID]int{}
	readers := map[*local]int32{}
	deps := map[*run]int32{}
	for id, r := range m.runs {
		if r.id != id {
			return fmt.Errorf("%s stands at %s", r.id, id)
		}
		tasks[r.lease.task.id]++
		switch r.state {
		case running:
			runningN++
			inUse += r.slots
			if !r.small {
				large += r.slots
			}
		case reserving, fetching, able:
			admitted++
			claimed[r.depth] += r.slots
		case away, returning:
			outside[r.lease.owner]++
			if !slices.Contains(m.away, r) {
				return fmt.Errorf("%s is away and not listed", r.id)
			}
		case queued:
			if n := count(&m.near, r) + count(&m.far, r) + count(&m.members, r); r != m.first && n != 1 || r == m.first && n != 0 {
				return fmt.Errorf("%s is queued and stands in %d places", r.id, n)
			}
		}
		if r.lacks {
			outside[r.lease.owner]++
			if r.state != blocked || r.deps != 0 {
				return fmt.Errorf("%s lacks something in state %d with %d dependencies", r.id, r.state, r.deps)
			}
		}
		if (r.state == able) != (count(&m.able, r) == 1) {
			return fmt.Errorf("%s in state %d has %d places among the able", r.id, r.state, count(&m.able, r))
		}
		if r.state != blocked && r.deps != 0 {
			return fmt.Errorf("%s is in state %d with %d dependencies", r.id, r.state, r.deps)
		}
		for _, c := range r.in {
			readers[c]++
		}
		for _, s := range r.succ {
			deps[s]++
		}
	}
	for _, r := range m.runs {
		if r.state == blocked && r.deps != deps[r] {
			return fmt.Errorf("%s waits for %d, counted %d", r.id, r.deps, deps[r])
		}
		for _, c := range r.in {
			if !c.promoted && c.readers != readers[c] {
				return fmt.Errorf("local %s has %d readers, counted %d", c.key.Short(), c.readers, readers[c])
			}
		}
	}
	if inUse != m.slots || runningN != m.running || admitted != m.admitted || claimed != m.claimed {
		return fmt.Errorf("running %d on %d slots, admitted %d on %v; counted %d, %d, %d, %v", m.running, m.slots, m.admitted, m.claimed,
			runningN, inUse, admitted, claimed)
	}
	if large > m.cfg.Slots || inUse > m.cfg.Slots*int32(1+m.cfg.Ahead) {
		return fmt.Errorf("%d slots in use, %d of them by runs that are not small", inUse, large)
	}
	if m.alone != nil && admitted+runningN > 1 {
		return fmt.Errorf("%s is not alone", m.alone.id)
	}
	for t, n := range m.tasks {
		if tasks[t] != n.runs || n.runs == 0 {
			return fmt.Errorf("%s has %d runs, counted %d", t, n.runs, tasks[t])
		}
	}
	for _, o := range m.list {
		if o.away != outside[o] {
			return fmt.Errorf("%d runs of %s are away, counted %d", o.away, o.name, outside[o])
		}
		for i, r := range o.sent {
			if r.Seq != o.seq-uint64(len(o.sent)-1-i) {
				return fmt.Errorf("reports to %s have a gap at %d", o.name, r.Seq)
			}
		}
	}
	return nil
}

func count(h *heap, r *run) (n int) {
	for _, x := range h.items {
		if x == r {
			n++
		}
	}
	return n
}
