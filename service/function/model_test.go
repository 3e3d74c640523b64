package function

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/service"
)

// A shell does what a machine says, as a worker would: processes have the calls that they were sent, in
// order, and run the first.
type shell struct {
	t     *rapid.T
	m     *Machine
	now   int64
	procs map[Proc]*process
	specs map[Call]Called
	ended map[Call]bool
	begun map[Call]int
	busy  map[int]bool // slots that are taken
	claim []Call
	back  []Event // answers to Retract, which are told next
}

type process struct {
	Class
	ready, waits, resumes, killed, ending, interrupted bool
	funcs                                              map[Func]bool
	calls                                              []Call  // not answered: the first has begun
	said                                               []Event // answers that are on their way
	owes                                               bool    // it has not passed over what was taken back
}

func (s *shell) step(e Event) {
	s.t.Log(e)
	for _, x := range s.m.Step(e) {
		s.t.Log("   ", x)
		s.do(x)
	}
	if len(s.back) > 0 {
		e := s.back[0]
		s.back = s.back[1:]
		s.step(e)
		return
	}
	s.check()
}

func (s *shell) do(x Effect) {
	switch x := x.(type) {
	case Start:
		s.procs[x.Proc] = &process{Class: x.Class, funcs: map[Func]bool{}}
	case Load:
		s.procs[x.Proc].funcs[x.Func] = true
	case Send:
		p, c := s.procs[x.Proc], s.specs[x.Call]
		if p.Class != c.Class || !p.funcs[c.Func] || !p.ready || p.ending || p.owes {
			s.t.Fatalf("%s goes to %s, which is %v", x.Call, x.Proc, p)
		}
		p.calls = append(p.calls, x.Call)
		s.begin(p)
	case Retract:
		p := s.procs[x.Proc]
		i := slices.IndexFunc(p.calls, func(c Call) bool { return slices.Contains(x.Calls, c) })
		if i == 0 {
			i = 1 // what has begun goes on
		}
		if i < 0 {
			i = len(p.calls)
		}
		s.back = append(s.back, Retracted{x.Proc, p.calls[i:]})
		p.calls = p.calls[:i:i]
		p.owes = true
	case Free:
		if !s.busy[x.Slot] {
			s.t.Fatalf("slot %d is free twice", x.Slot)
		}
		delete(s.busy, x.Slot)
	case Claim:
		s.claim = append(s.claim, x.Call)
	case Go:
		s.procs[x.Proc].waits = false
	case Refuse:
		s.procs[x.Proc].waits = false
	case Interrupt:
		s.procs[x.Proc].interrupted = true
	case Kill:
		s.procs[x.Proc].killed = true
	case End:
		p := s.procs[x.Proc]
		if len(p.calls) > 0 && !s.ended[p.calls[0]] {
			s.t.Fatalf("%s ends with %v", x.Proc, p.calls)
		}
		p.ending = true
	case Ended:
		if s.ended[x.Call] {
			s.t.Fatalf("%s ends twice", x.Call)
		}
		s.ended[x.Call] = true
	}
}

func (s *shell) begin(p *process) {
	if len(p.calls) == 1 {
		s.begun[p.calls[0]]++
	}
}

// check holds the invariants: what runs has a slot, what may begin once has, and few wait or are idle.
func (s *shell) check() {
	runs, idles, waits := 0, 0, 0
	for _, p := range s.m.order {
		switch {
		case p.state == waiting || p.state == resuming:
			waits++
		case p.state == idle:
			idles++
		case p.state == running && !p.killed:
			runs++
		}
	}
	if runs > len(s.busy) || idles > s.m.cfg.Idle || waits > s.m.cfg.Waiting {
		s.t.Fatalf("%d processes run on %d slots, %d are idle, %d wait", runs, len(s.busy), idles, waits)
	}
	for c, n := range s.begun {
		if n > 1 && s.specs[c].Once {
			s.t.Fatalf("%s has begun %d times", c, n)
		}
	}
}

// answer has the first call of a process end.
func (s *shell) answer(id Proc, spent bool) {
	p := s.procs[id]
	if p == nil || len(p.calls) == 0 || p.waits || p.killed {
		return
	}
	c := p.calls[0]
	p.calls = p.calls[1:]
	if len(p.calls) > 0 {
		s.begun[p.calls[0]]++
	}
	p.said = append(p.said, Answered{id, c, spent, nanos(s.now)})
}

// hear tells what a process has said by now.
func (s *shell) hear(id Proc) {
	for s.procs[id] != nil && len(s.procs[id].said) > 0 {
		e := s.procs[id].said[0]
		s.procs[id].said = s.procs[id].said[1:]
		s.step(e)
	}
}

// pass has a process read what was taken back from it.
func (s *shell) pass(id Proc) {
	if p := s.procs[id]; p != nil && p.owes {
		p.owes = false
		s.step(Passed{id})
	}
}

func (s *shell) die(id Proc) {
	if s.hear(id); s.procs[id] != nil {
		delete(s.procs, id)
		s.step(Died{id, "SIGSEGV", nanos(s.now)})
	}
}

// settle lets all happen that is under way, and has processes live.
func (s *shell) settle() {
	for range 1000 {
		s.now += 1e9
		s.step(Tick{nanos(s.now)})
		for _, id := range s.all() {
			s.hear(id)
			s.pass(id)
			switch p := s.procs[id]; {
			case p == nil:
			case p.killed || p.ending:
				s.die(id)
			case !p.ready:
				p.ready = true
				s.step(Ready{id})
			case p.waits && p.interrupted:
				p.waits = false
				s.answer(id, false)
			case p.waits && !p.resumes:
				p.resumes = true
				s.step(Resumes{id})
			default:
				s.answer(id, false)
			}
		}
		s.grant()
		if len(s.ended) == len(s.specs) {
			return
		}
	}
	s.t.Fatalf("%d of %d calls end", len(s.ended), len(s.specs))
}

// grant gives free slots to those that claim one.
func (s *shell) grant() {
	for slot := range slots {
		if !s.busy[slot] && len(s.claim) > 0 {
			c := s.claim[0]
			s.claim = s.claim[1:]
			s.busy[slot] = true
			s.step(Granted{c, slot, nanos(s.now)})
		}
	}
}

func (s *shell) all() (ids []Proc) {
	for id := range s.procs {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

const slots = 3

// TestModel does what it likes, and then lets all end: every call ends once, every slot is free, and what may
// begin once has not begun twice.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &shell{
			t: t, m: New(Config{Idle: 2, Waiting: 2, Ahead: 3}), procs: map[Proc]*process{}, specs: map[Call]Called{},
			ended: map[Call]bool{}, begun: map[Call]int{}, busy: map[int]bool{},
		}
		pick := func(what string) Proc {
			ids := s.all()
			if len(ids) == 0 {
				return 0
			}
			return ids[rapid.IntRange(0, len(ids)-1).Draw(t, what)]
		}
		for i := range rapid.IntRange(1, 60).Draw(t, "steps") {
			s.now += 1e8
			switch rapid.IntRange(0, 14).Draw(t, "act") {
			case 0, 1, 2:
				c := Called{Call: Call(i + 1), Class: Class{"s", "e", 1}, Slot: rapid.IntRange(0, slots-1).Draw(t, "slot"), Now: nanos(s.now)}
				if rapid.IntRange(0, 4).Draw(t, "other") == 0 {
					c.Session = "t"
				}
				c.Func[0] = byte(rapid.IntRange(1, 2).Draw(t, "func"))
				c.Once, c.Repeat = rapid.Bool().Draw(t, "once"), rapid.Bool().Draw(t, "repeat")
				c.Limit = nanos(int64(rapid.IntRange(0, 2).Draw(t, "limit")) * 1e9)
				if c.Behind = rapid.Bool().Draw(t, "behind"); c.Behind && s.m.Busy() {
					c.Slot = -1
				} else {
					s.busy[c.Slot] = true
				}
				s.specs[c.Call] = c
				s.step(c)
			case 3, 4:
				if id := pick("ready"); id != 0 && !s.procs[id].ready && !s.procs[id].killed {
					s.procs[id].ready = true
					s.step(Ready{id})
				}
			case 5, 6:
				s.answer(pick("answers"), rapid.IntRange(0, 4).Draw(t, "spent") == 0)
			case 13:
				s.hear(pick("heard"))
			case 14:
				s.pass(pick("passes"))
			case 7:
				s.die(pick("dies"))
			case 8:
				if p := s.procs[pick("waits")]; p != nil && p.ready && len(p.calls) > 0 && !p.waits && !p.killed {
					p.waits, p.resumes = true, false
					for id, q := range s.procs {
						if q == p {
							s.hear(id)
							s.step(Waits{id, nanos(s.now)})
						}
					}
				}
			case 9:
				s.step(Canceled{Call(rapid.IntRange(1, i+1).Draw(t, "canceled")), nanos(s.now)})
			case 10:
				s.step(Wanted{pick("wanted")})
			case 11:
				if rapid.IntRange(0, 5).Draw(t, "closes") == 0 {
					s.step(Closed{"t"})
				}
				s.grant()
			}
		}
		s.settle()
		if len(s.busy) > 0 && len(s.claim) == 0 {
			t.Fatalf("slots %v are taken", s.busy)
		}
	})
}

func nanos(n int64) service.Nanos { return service.Nanos(n) }
