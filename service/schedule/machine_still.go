package schedule

import (
	"fmt"
	"strings"
)

// stillTime is how long nothing may run while something waits before that is said: what others bring (plans, reruns) takes no such time.
const stillTime = 10 * second

// stillMost is how many of those that wait are named.
const stillMost = 8

// still says once that nothing runs and nothing is about to, though there are subtasks that wait. It is for people: nobody acts on it.
func (m *Machine) still() {
	idle := m.common.n == 0
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
		m.stood = 0
	case m.stood == 0:
		m.stood = m.now
	case m.now-m.stood >= stillTime && !m.told:
		m.told = true
		m.emit(Still{Open: open, Why: m.waiters()})
	}
	if m.stood == 0 {
		m.told = false
	}
}

// waiters says of some of those that wait what for.
func (m *Machine) waiters() string {
	var why []string
	say := func(format string, args ...any) {
		if len(why) < stillMost {
			why = append(why, fmt.Sprintf(format, args...))
		}
	}
	for _, t := range m.order {
		for _, s := range t.subs {
			switch {
			case s == nil || s.state == finished || t.canceled:
				continue
			case s.coming:
				say("%s is to come", s.run())
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
