package schedule

import (
	"slices"

	"github.com/mars-project/mars-go/service"
)

// A gang is subtasks of a task that run at the same time, all or none: each waits for the others.
//
//	 all are ready            bands have slots for all          one has ended badly
//	gathering -----> pending -------------------------> running --------------------> ending
//	                    ^                                  |                             |
//	                    +------ all have come back --------+-----------------------------+
//	                                                       +---> done, when all are done
//
// A member that is done is so for others when all are. Of an attempt that fails none is.
type gang struct {
	task     *task
	n        int32
	size     int
	retry    bool
	members  []*sub // by number, which is the order of ranks
	attempt  int32  // of all members
	began    bool   // the attempt was given out, and is not over
	ending   string // why the attempt is over; empty: it is not
	tries    int    // attempts that have failed by their own fault
	failures int    // that were nobody's fault
	done     []memberResult
	hold     []holding // bands that slots are kept free on, for it alone
}

// A memberResult is a member that is done, before the others are.
type memberResult struct {
	s *sub
	b *band
	r service.Result
}

// A holding is a band with how many members it shall have.
type holding struct {
	b *band
	n int
}

// gangTries is how often a gang is tried that shall be tried again.
const gangTries = 3

// join puts a subtask into its gang.
func (t *task) join(s *sub, m service.Member) {
	i := slices.IndexFunc(t.gangs, func(g *gang) bool { return g.n == m.Gang })
	if i < 0 {
		i = len(t.gangs)
		t.gangs = append(t.gangs, &gang{task: t, n: m.Gang, size: int(m.Size), retry: m.Retry})
	}
	g := t.gangs[i]
	s.gang = g
	at, _ := slices.BinarySearchFunc(g.members, s, func(a, b *sub) int { return a.id.N() - b.id.N() })
	g.members = slices.Insert(g.members, at, s)
}

// part takes a subtask out of its gang: it is forgotten.
func (g *gang) part(s *sub) {
	if g.members = slices.DeleteFunc(g.members, func(x *sub) bool { return x == s }); len(g.members) == 0 {
		g.task.gangs = slices.DeleteFunc(g.task.gangs, func(x *gang) bool { return x == g })
	}
}

func (g *gang) name() service.Gang {
	return service.Gang{Task: g.task.id, N: g.n, Attempt: g.attempt}
}

// pending reports that all members are ready.
func (g *gang) pending() bool {
	return len(g.members) == g.size && !slices.ContainsFunc(g.members, func(s *sub) bool { return s.state != ready })
}

// slots is what each member takes.
func (g *gang) slots() int32 { return g.members[0].slots }

// depth is how many tasks wait for that of the gang.
func (g *gang) depth() int32 { return g.members[0].depth() }

// waitsFor reports that a task waits for that of the gang, directly or not, or is it.
func (g *gang) waitsFor(t *task) bool {
	for x := g.task; x != nil; x = x.parent {
		if x == t {
			return true
		}
	}
	return false
}
