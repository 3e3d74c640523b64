package session

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
)

// A Machine is the list of sessions. It is pure.
type Machine struct {
	list   map[string]*entry
	number uint8
	most   int    // tasks of a session that run at a time; 0: all
	last   uint64 // of the ids it made up
}

type entry struct {
	service.SessionInfo
	closing bool
	waiting []service.TaskID        // of its tasks, in turn: as many as may run at a time are not among them
	nested  map[service.TaskID]bool // that others wait for: they do not count
}

// New makes an empty list, of the supervisor of a number: the ids that it makes up are those of no other in
// the cluster. Of a session at most so many tasks run at a time, 0: all.
func New(number uint8, most int) *Machine {
	return &Machine{list: map[string]*entry{}, number: number, most: most}
}

// maxID bounds what a user may call a session.
const maxID = 64

// Create makes a session, or answers what is known of one that exists; an empty id asks for a fresh one.
// Errors: Invalid for an id that could not stand in a path, Unavailable while the session of that id is being
// closed.
func (m *Machine) Create(id string, now service.Nanos) (service.SessionInfo, error) {
	if id == "" {
		for {
			m.last++
			if id = "s" + strconv.FormatUint(m.last, 10); m.number > 0 {
				id += "-" + strconv.Itoa(int(m.number))
			}
			if m.list[id] == nil {
				break
			}
		}
	}
	if len(id) > maxID || strings.ContainsFunc(id, func(r rune) bool { return !plain(r) }) {
		return service.SessionInfo{}, errs.New(errs.Invalid, "session id %q: use at most %d letters, digits, '-', '_' and '.'", id, maxID)
	}
	x := m.list[id]
	if x == nil {
		x = &entry{SessionInfo: service.SessionInfo{ID: id, Created: now}, nested: map[service.TaskID]bool{}}
		m.list[id] = x
	}
	if x.closing {
		return service.SessionInfo{}, errs.New(errs.Unavailable, "session %s is being closed", id)
	}
	x.LastUsed = now
	return x.SessionInfo, nil
}

func plain(r rune) bool {
	return r == '-' || r == '_' || r == '.' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}

// Touch says that a session is in use. NotFound: it was closed, or never there.
func (m *Machine) Touch(id string, now service.Nanos) error {
	x := m.list[id]
	if x == nil || x.closing {
		return notThere(id)
	}
	x.LastUsed = now
	return nil
}

// Info is a session that is open. NotFound: it was closed, or never there.
func (m *Machine) Info(id string) (service.SessionInfo, error) {
	x := m.list[id]
	if x == nil || x.closing {
		return service.SessionInfo{}, notThere(id)
	}
	return x.SessionInfo, nil
}

func notThere(id string) error {
	return errs.New(errs.NotFound, "no session %s: it was closed, or was lost when its supervisor started again", id)
}

// Begin counts a task. false: as many of its session run as may, and it has to wait until Over says that it
// is its turn. One that a task which runs waits for, nested, runs at once.
func (m *Machine) Begin(id string, t service.TaskID, nested bool) (runs bool) {
	x := m.list[id]
	if x == nil {
		return true
	}
	x.Tasks++
	if nested {
		x.nested[t] = true
		return true
	}
	if m.most > 0 && x.Tasks-len(x.nested)-len(x.waiting) > m.most {
		x.waiting = append(x.waiting, t)
		return false
	}
	return true
}

// Over takes a task off that is over, which may have waited. It says whose turn it is, if anybody's.
func (m *Machine) Over(id string, t service.TaskID) (next service.TaskID, ok bool) {
	x := m.list[id]
	if x == nil {
		return 0, false
	}
	x.Tasks--
	delete(x.nested, t)
	if i := slices.Index(x.waiting, t); i >= 0 {
		x.waiting = slices.Delete(x.waiting, i, i+1)
	}
	if len(x.waiting) == 0 || x.Tasks-len(x.nested)-len(x.waiting) >= m.most {
		return 0, false
	}
	next, x.waiting = x.waiting[0], x.waiting[1:]
	return next, true
}

// Closing marks a session as closing: it takes nothing new. It reports false when somebody closes it already
// or it is not there.
func (m *Machine) Closing(id string) bool {
	x := m.list[id]
	if x == nil || x.closing {
		return false
	}
	x.closing = true
	return true
}

// Closed forgets a session.
func (m *Machine) Closed(id string) { delete(m.list, id) }

// Open reports that a session is open.
func (m *Machine) Open(id string) bool {
	x := m.list[id]
	return x != nil && !x.closing
}

// List lists sessions in order of their ids, those that are being closed left out.
func (m *Machine) List() []service.SessionInfo {
	var out []service.SessionInfo
	for _, x := range m.list {
		if !x.closing {
			out = append(out, x.SessionInfo)
		}
	}
	slices.SortFunc(out, func(a, b service.SessionInfo) int { return strings.Compare(a.ID, b.ID) })
	return out
}
