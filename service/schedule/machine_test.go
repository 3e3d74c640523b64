package schedule

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/datadriven"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

func TestStories(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		s := &story{names: map[string]string{}, made: map[string]service.SubtaskID{}, once: leaseOnce{}}
		datadriven.Run(t, path, s.run)
	})
}

// A story is a machine with names for chunks and a way to say events.
type story struct {
	m     *Machine
	names map[string]string // of keys, by their short form
	made  map[string]service.SubtaskID
	once  leaseOnce
	now   service.Nanos
	task  service.TaskID
}

func (s *story) run(t *testing.T, c *datadriven.Command) string {
	if s.m == nil || c.Name == "new" {
		m, err := New(Config{
			Retries: c.Int("retries", 0), LeaseMax: c.Int("leasemax", 0), Ahead: c.Int("ahead", 0), LocalMin: int64(c.Int("localmin", 1)),
			RevokeTime: nanos(c.Str("revoketime", "")), Strikes: c.Int("strikes", 0), Recoveries: c.Int("recoveries", 0),
		})
		if err != nil {
			t.Fatal(err)
		}
		s.m, s.once, s.made, s.now = m, leaseOnce{}, map[string]service.SubtaskID{}, 0
		if c.Name == "new" {
			return ""
		}
	}
	var out strings.Builder
	for _, e := range s.events(t, c) {
		effects := s.m.Step(e)
		if err := s.once.add(effects); err != nil {
			t.Errorf("%s: %v", c.Pos, err)
		}
		if err := check(s.m); err != nil {
			t.Errorf("%s: after %s: %v", c.Pos, e, err)
		}
		for _, x := range effects {
			fmt.Fprintln(&out, s.readable(x.String()))
		}
	}
	if c.Name == "info" {
		i := s.m.Info()
		fmt.Fprintf(&out, "waiting %d, ready %d\n", i.Waiting, i.Ready)
		for _, b := range i.Bands {
			fmt.Fprintf(&out, "%s out %d", b.Band, b.Out)
			if b.Avoided > 0 {
				fmt.Fprintf(&out, " avoided until %s", b.Avoided)
			}
			fmt.Fprintln(&out)
		}
	}
	return out.String()
}

// readable puts names for keys.
func (s *story) readable(text string) string {
	for short, name := range s.names {
		text = strings.ReplaceAll(text, short, name)
	}
	return text
}

func (s *story) key(name string) (k op.Key) {
	var h op.Hasher
	k = h.Str(name).Sum()
	s.names[k.Short()] = name
	return k
}

func (s *story) events(t *testing.T, c *datadriven.Command) []Event {
	switch c.Name {
	case "band":
		e := BandUp{
			Band: band2(c.Word(0)), Epoch: uint64(c.Int("epoch", 0)), Slots: int32(c.Int("slots", 1)),
			Mem: size(c.Str("mem", "1GiB")), Closed: c.Bool("closed"), Labels: map[string]string{},
		}
		for _, l := range c.List("labels") {
			k, v, _ := strings.Cut(l, "/")
			e.Labels[k] = v
		}
		for _, n := range c.List("has") {
			e.Keys = append(e.Keys, s.key(n))
		}
		return []Event{e}
	case "down":
		return []Event{BandDown{band2(c.Word(0)), c.Str("why", "link broke"), c.Bool("clean")}}
	case "tick":
		s.now += nanos(c.Word(0))
		return []Event{Tick{s.now}}
	case "submit", "rerun":
		id, err := service.ParseTaskID(c.Word(0))
		if err != nil {
			t.Fatal(err)
		}
		s.task = id
		list := s.subtasks(c)
		var known []service.ChunkMeta
		for _, k := range c.List("known") { // name:size@band+band
			k, at, _ := strings.Cut(k, "@")
			name, bytes := s.chunk(k, 0)
			x := service.ChunkMeta{Facts: service.Facts{Key: s.key(name)}}
			x.Bytes = bytes
			for b := range strings.SplitSeq(at, "+") {
				x.Bands = append(x.Bands, band2(b))
			}
			known = append(known, x)
		}
		if c.Name == "rerun" {
			return []Event{Rerun{"s", id, list, known}}
		}
		parent, _ := service.ParseTaskID(c.Str("parent", ""))
		return []Event{Submit{"s", id, list, known, parent}}
	case "announce":
		e := Announced{Session: "s"}
		for _, w := range c.Words() {
			t1, rest, _ := strings.Cut(w, "/")
			id, err := service.ParseTaskID(t1)
			if err != nil {
				t.Fatal(err)
			}
			n, _ := strconv.Atoi(strings.TrimPrefix(rest, "s"))
			e.Subtasks = append(e.Subtasks, id.Subtask(n))
		}
		return []Event{e}
	case "done", "fail", "return":
		return []Event{Reported{s.report(t, c)}}
	case "blame": // the failures of "fail" that name a peer, once somebody has looked
		r := s.report(t, c)
		return []Event{Blamed{r.Band, r.Epoch, r.Results, c.Bool("gone")}}
	case "copied":
		e := Copied{Band: band2(c.Word(0))}
		for _, n := range c.Words()[1:] {
			e.Keys = append(e.Keys, s.key(n))
		}
		return []Event{e}
	case "dropped":
		var e Dropped
		for _, n := range c.Words() {
			e.Keys = append(e.Keys, s.key(n))
		}
		return []Event{e}
	case "cancel":
		id, _ := service.ParseTaskID(c.Word(0))
		return []Event{Cancel{id}}
	case "stopped":
		id, _ := service.ParseTaskID(c.Word(0))
		return []Event{Stopped{id, band2(c.Word(1))}}
	case "forget":
		id, _ := service.ParseTaskID(c.Word(0))
		return []Event{Forget{id}}
	case "load":
		return []Event{Loaded{band2(c.Word(0)), service.Load{MemFree: size(c.Str("free", "0")), MemLimit: size(c.Str("limit", "1GiB"))}}}
	case "info":
		return nil
	}
	t.Fatalf("%s: no command %s", c.Pos, c.Name)
	return nil
}

// subtasks reads lines as "s2 in=(a, b) out=c:1MiB hold prio=3". Dependencies are the makers of the inputs.
// "s0..s9 out=a" makes ten of them with outputs a0 to a9; a "*" in a name is the number.
func (s *story) subtasks(c *datadriven.Command) (list []service.Subtask) {
	for _, l := range c.Script() {
		from, to, many := strings.Cut(l.Name, "..")
		if !many {
			to = from
		}
		lo, _ := strconv.Atoi(strings.TrimPrefix(from, "s"))
		hi, _ := strconv.Atoi(strings.TrimPrefix(to, "s"))
		for n := lo; n <= hi; n++ {
			x := service.Subtask{
				ID: s.task.Subtask(n), Priority: int64(l.Int("prio", n)), Slots: int32(l.Int("slots", 1)),
				Mem: size(l.Str("mem", "1KiB")), Attempt: int32(l.Int("attempt", 0)), Least: size(l.Str("least", "0")),
			}
			if g := l.Int("gang", 0); g > 0 {
				x.Member = service.Member{Gang: int32(g), Size: int32(l.Int("size", hi-lo+1)), Retry: l.Bool("retry")}
			}
			for _, w := range l.List("where") {
				x.Where = append(x.Where, strings.ReplaceAll(w, "/", "="))
			}
			if l.Bool("exchange") {
				x.Traits = service.Exchange
			}
			if l.Bool("once") {
				x.Traits = service.Once
			}
			for _, in := range l.List("in") {
				name, bytes := s.chunk(in, n)
				x.Inputs = append(x.Inputs, service.Input{Key: s.key(name), Bytes: bytes})
				if p, ok := s.made[name]; ok {
					x.Deps = append(x.Deps, p)
				}
			}
			for _, out := range l.List("out") {
				name, bytes := s.chunk(out, n)
				x.Outputs = append(x.Outputs, service.Output{Key: s.key(name), Bytes: bytes, Hold: l.Bool("hold")})
				s.made[name] = x.ID
			}
			list = append(list, x)
		}
	}
	return list
}

func (s *story) chunk(text string, n int) (name string, bytes int64) {
	name, sz, ok := strings.Cut(text, ":")
	if !ok {
		sz = "1MiB"
	}
	return strings.ReplaceAll(name, "*", strconv.Itoa(n)), size(sz)
}

// report reads "done w1/numa-0 s0..s3 s5 ms=5": what the band says of its subtasks.
func (s *story) report(t *testing.T, c *datadriven.Command) service.Report {
	r := service.Report{Band: band2(c.Word(0)), Epoch: uint64(c.Int("epoch", 0)), Answer: c.Bool("answer"), Away: int32(c.Int("away", 0))}
	for _, w := range c.Words()[1:] {
		if w == "answer" {
			continue
		}
		task := s.task
		if id, rest, ok := strings.Cut(w, "/"); ok {
			var err error
			if task, err = service.ParseTaskID(id); err != nil {
				t.Fatal(err)
			}
			w = rest
		}
		from, to, many := strings.Cut(w, "..")
		if !many {
			to = from
		}
		from, at, given := strings.Cut(from, "#")
		lo, _ := strconv.Atoi(strings.TrimPrefix(from, "s"))
		hi := lo
		if many {
			hi, _ = strconv.Atoi(strings.TrimPrefix(to, "s"))
		}
		for n := lo; n <= hi; n++ {
			x := service.Result{ID: task.Subtask(n)}
			if p := s.m.sub(x.ID); p != nil {
				x.Attempt = p.attempt
				for _, o := range p.out {
					f := service.Facts{Key: o.key}
					f.Bytes = o.bytes
					x.Facts = append(x.Facts, f)
				}
			}
			if given {
				a, _ := strconv.Atoi(at)
				x.Attempt = int32(a)
			}
			x.Ended = service.Nanos(c.Int("ms", 10)) * millisecond
			switch c.Name {
			case "return":
				r.Returned = append(r.Returned, x.Run())
				continue
			case "fail", "blame":
				x.Facts = nil
				x.Err = &service.Failure{Kind: errs.ParseKind(c.Str("kind", "Invalid")), Msg: c.Str("msg", "it broke"), Peer: c.Str("peer", ""), Quota: c.Str("quota", "")}
				for _, k := range c.List("lost") {
					x.Lost = append(x.Lost, s.key(k))
				}
				x.Outdated = c.Bool("outdated")
			}
			r.Results = append(r.Results, x)
		}
	}
	return r
}

func band2(s string) service.Band {
	n, b, _ := strings.Cut(s, "/")
	return service.Band{Node: n, Name: b}
}

func nanos(s string) service.Nanos {
	d, _ := time.ParseDuration(s)
	return service.Nanos(d)
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
