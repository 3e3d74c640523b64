package schedule

import (
	"fmt"
	"strings"
)

// stuckTime is how long nothing may run while something waits before that is said: what others bring (plans,
// reruns) takes no such time.
const stuckTime = 10 * second

// stuckNamed is how many of those that wait are named.
const stuckNamed = 8

// checkStuck says once that nothing runs and nothing is about to, though there are subtasks that wait. It is
// for people: nobody acts on it.
func (m *Machine) checkStuck() {
	idle := m.common.n == 0 && m.parked.n == 0
	for _, b := range m.bands {
		idle = idle && b.out == 0 && b.queue.n == 0
	}
	open := 0
	for _, t := range m.order {
		if !t.canceled {
			open += t.open
		}
	}
	switch {
	case !idle || open == 0:
		m.stuckSince = 0
	case m.stuckSince == 0:
		m.stuckSince = m.now
	case m.now-m.stuckSince >= stuckTime && !m.stuckTold:
		m.stuckTold = true
		m.emit(Stuck{Open: open, Why: m.waiters()})
	}
	if m.stuckSince == 0 {
		m.stuckTold = false
	}
}

// waiters says of some of those that wait what for.
func (m *Machine) waiters() string {
	var why []string
	say := func(format string, args ...any) {
		if len(why) < stuckNamed {
			why = append(why, fmt.Sprintf(format, args...))
		}
	}
	for _, t := range m.order {
		for _, s := range t.subs {
			switch {
			case s == nil || s.state == finished || t.canceled:
				continue
			case s.announced:
				say("%s is announced", s.run())
			case s.state == stalled:
				say("%s has lost inputs", s.run())
			}
			for _, e := range s.succ {
				if e.gen == e.to.gen && e.to.state == waiting {
					say("%s waits for %s", e.to.run(), s.run())
				}
			}
		}
	}
	return strings.Join(why, ", ")
}
