package subtask

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/datadriven"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

func TestStories(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		s := &story{names: map[string]string{}}
		datadriven.Run(t, path, s.run)
	})
}

// A story is a machine on a worker that books memory and knows what is here.
type story struct {
	m      *Machine
	names  map[string]string
	leases service.LeaseID
	auto   bool // reserves are granted and fetches answered at once
	mem    int64
	book   map[service.Run]int64
}

func (s *story) run(t *testing.T, c *datadriven.Command) string {
	if c.Name == "new" {
		m, err := New(Config{
			Band: service.Band{Node: "w1", Name: "numa-0"}, Slots: int32(c.Int("slots", 2)), Mem: size(c.Str("mem", "0")),
			Prefetch: c.Int("prefetch", 0), Batch: c.Int("batch", 0), Ahead: c.Int("ahead", 0), Floor: 1,
		})
		if err != nil {
			t.Fatal(err)
		}
		s.m, s.auto, s.mem, s.book = m, c.Bool("auto"), size(c.Str("mem", "0")), map[service.Run]int64{}
		return ""
	}
	var out strings.Builder
	if c.Name == "unacknowledged" {
		if o := s.m.owners["sup"]; o != nil {
			for _, r := range o.sent {
				fmt.Fprintf(&out, "report %d\n", r.Seq)
			}
		}
		return out.String()
	}
	events := s.events(t, c)
	for len(events) > 0 {
		e := events[0]
		events = events[1:]
		effects := s.m.Step(e)
		if err := check(s.m); err != nil {
			t.Errorf("%s: after %s: %v", c.Pos, e, err)
		}
		for _, x := range effects {
			text := x.String()
			for short, name := range s.names {
				text = strings.ReplaceAll(text, short, name)
			}
			if s.auto {
				switch x := x.(type) {
				case Reserve:
					events = append(events, s.reserve(x))
					if _, ok := events[len(events)-1].(Refused); ok {
						fmt.Fprintf(&out, "%s: refused\n", text)
					}
					continue
				case Fetch:
					events = append(events, Fetched{Run: x.Run})
					continue
				case Release:
					delete(s.book, x.Run)
				}
			}
			fmt.Fprintln(&out, text)
		}
	}
	return out.String()
}

// reserve books memory as a pool would.
func (s *story) reserve(x Reserve) Event {
	var used int64
	for _, n := range s.book {
		used += n
	}
	if x.Alone {
		s.book[x.Run] = s.mem - used
		return Granted{x.Run}
	}
	if s.mem > 0 && used+x.Mem > s.mem {
		return Refused{x.Run}
	}
	s.book[x.Run] = x.Mem
	return Granted{x.Run}
}

func (s *story) key(name string) (k op.Key) {
	var h op.Hasher
	k = h.Str(name).Sum()
	s.names[k.Short()] = name
	return k
}

func (s *story) events(t *testing.T, c *datadriven.Command) []Event {
	var first service.Run
	runs := s.runs(t, c.Words())
	if len(runs) > 0 {
		first = runs[0]
	}
	task := func() service.TaskID {
		id, err := service.ParseTaskID(c.Word(0))
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	switch c.Name {
	case "lease":
		return []Event{s.lease(t, c)}
	case "granted":
		return []Event{Granted{first}}
	case "refused":
		return []Event{Refused{first}}
	case "fetched":
		e := Fetched{Run: first, Err: failure(c)}
		for _, k := range c.List("lost") {
			e.Lost = append(e.Lost, s.key(k))
		}
		return []Event{e}
	case "ended":
		var e Ended
		for _, r := range runs {
			x := service.Result{ID: r.ID, Attempt: r.Attempt, Err: failure(c), Ended: service.Nanos(c.Int("us", 0)) * 1000}
			if p := s.m.runs[r]; p != nil && x.Err == nil {
				for _, o := range p.out {
					x.Facts = append(x.Facts, service.Facts{Key: o.Key})
				}
			}
			delete(s.book, r)
			e.Results = append(e.Results, x)
		}
		return []Event{e}
	case "unbegun":
		delete(s.book, first)
		return []Event{Unbegun{first}}
	case "unready":
		delete(s.book, first)
		return []Event{Unready{first}}
	case "prepared":
		return []Event{Prepared{first}}
	case "waits":
		return []Event{Waits{first}}
	case "resumes":
		return []Event{Resumes{first}}
	case "freed":
		return []Event{Freed{}}
	case "starved":
		return slices.Repeat([]Event{Starved{first}}, c.Int("times", 1))
	case "revoke":
		return []Event{Revoke{"sup", runs}}
	case "cancel":
		return []Event{Cancel{task()}}
	case "leave":
		return []Event{Leave{c.Word(0)}}
	case "acked":
		return []Event{Acked{"sup", uint64(c.Int("seq", 0))}}
	case "looked":
		return []Event{Looked{}}
	case "flush":
		return []Event{Flush{}}
	case "drain":
		return []Event{Drain{}}
	}
	t.Fatalf("%s: no command %s", c.Pos, c.Name)
	return nil
}

func failure(c *datadriven.Command) *service.Failure {
	if k := c.Str("kind", ""); k != "" {
		return &service.Failure{
			Kind: errs.ParseKind(k), Msg: c.Str("msg", "it broke"), Site: c.Str("site", ""), Op: c.Str("op", ""), Quota: c.Str("quota", ""), Peer: c.Str("peer", ""),
		}
	}
	return nil
}

// runs reads "s3", "t2/s3" and "s3#1".
func (s *story) runs(t *testing.T, words []string) (rs []service.Run) {
	for _, w := range words {
		task := service.TaskID(1)
		if id, rest, ok := strings.Cut(w, "/"); ok {
			var err error
			if task, err = service.ParseTaskID(id); err != nil {
				t.Fatal(err)
			}
			w = rest
		}
		n, a, _ := strings.Cut(w, "#")
		v, err := strconv.Atoi(strings.TrimPrefix(n, "s"))
		if err != nil {
			continue
		}
		at, _ := strconv.Atoi(a)
		rs = append(rs, service.Run{ID: task.Subtask(v), Attempt: int32(at)})
	}
	return rs
}

// lease reads lines as "s2 in=(a, b) out=c mem=1MiB far=1MiB prio=3 slots=1 calls once gang=1". With "keep"
// its outputs are not local.
func (s *story) lease(t *testing.T, c *datadriven.Command) Leased {
	s.leases++
	e := Leased{Lease: service.Lease{ID: s.leases, Owner: "sup", Session: "x", Task: 1, Depth: int32(c.Int("depth", 0))}}
	if c.Has("bad") {
		e.Lease.Bad = &service.Failure{Kind: errs.NotFound, Msg: c.Str("bad", "")}
	}
	made := map[string]service.SubtaskID{}
	for _, l := range c.Script() {
		r := s.runs(t, []string{l.Name})[0]
		e.Lease.Task = r.ID.Task()
		x := service.Subtask{
			ID: r.ID, Attempt: r.Attempt, Priority: int64(l.Int("prio", r.ID.N())), Mem: size(l.Str("mem", "1")),
			Slots: int32(l.Int("slots", 1)),
		}
		x.Member.Gang = int32(l.Int("gang", 0))
		if l.Bool("calls") {
			x.Traits = service.Opaque | service.Process
		}
		if l.Bool("once") {
			x.Traits |= service.Once
		}
		for _, in := range l.List("in") {
			x.Inputs = append(x.Inputs, service.Input{Key: s.key(in)})
			if d, ok := made[in]; ok {
				x.Deps = append(x.Deps, d)
			}
		}
		for _, out := range l.List("out") {
			x.Outputs = append(x.Outputs, service.Output{Key: s.key(out), Local: !l.Bool("keep")})
			made[out] = x.ID
		}
		e.Lease.Subtasks = append(e.Lease.Subtasks, x)
		e.Far = append(e.Far, size(l.Str("far", "0")))
	}
	return e
}

func size(s string) int64 {
	for i, u := range []string{"KiB", "MiB", "GiB"} {
		if n, ok := strings.CutSuffix(s, u); ok {
			v, _ := strconv.Atoi(n)
			return int64(v) << (10 * (i + 1))
		}
	}
	v, _ := strconv.Atoi(s)
	return int64(v)
}
