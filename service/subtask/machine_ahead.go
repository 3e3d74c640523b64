package subtask

import "github.com/mars-project/mars-go/service"

// Runs that take no longer than handing them to a slot does are started before a slot is free, and wait there
// for it: a slot that ends one goes on with the next while the machine hears of it. They are few, and need
// little memory, for what is started cannot be given back and what it books nobody else can have.

// smallMem bounds the memory of a small run, and smallShare is its share of the budget.
const (
	smallMem   = 1 << 20
	smallShare = 1024
)

// small reports that s may be started ahead while the runs of its task are short. What touches the world
// never is: how long that takes is not known.
func (m *Machine) small(r *run, s *service.Subtask) bool {
	most := int64(smallMem)
	if m.cfg.Mem > 0 {
		most = min(most, m.cfg.Mem/smallShare)
	}
	n := r.mem
	for i := range s.Inputs {
		n += s.Inputs[i].Bytes
	}
	return r.slots == 1 && s.Traits == 0 && n <= max(most, m.cfg.Floor)
}

// took counts what a run took. One that was long counts at once.
func (t *task) took(d service.Nanos) {
	switch {
	case d <= 0: // no clock is so fine
	case t.mean == 0:
		t.mean = d
	default:
		t.mean += (d - t.mean) / 8
	}
}

// room is the slots that may be in use once r is started: those of the band, and for a small one of a task
// whose runs are short some more.
func (m *Machine) room(r *run) int32 {
	if t := r.lease.task; !r.small || r.alone || t.mean == 0 || t.mean > m.cfg.Short {
		return m.cfg.Slots
	}
	return m.cfg.Slots * int32(1+m.cfg.Ahead)
}
