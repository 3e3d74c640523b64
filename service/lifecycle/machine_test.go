package lifecycle

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/internal/datadriven"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

func TestStories(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		s := &story{m: New(), names: map[string]string{}, outs: map[service.SubtaskID][]op.Key{}}
		datadriven.Run(t, path, s.run)
	})
}

type story struct {
	m     *Machine
	names map[string]string
	outs  map[service.SubtaskID][]op.Key
	task  service.TaskID
}

func (s *story) run(t *testing.T, c *datadriven.Command) string {
	if c.Name == "new" {
		s.m = New()
		return ""
	}
	if c.Name == "counts" {
		return s.m.Counts().String()
	}
	var out strings.Builder
	e := s.event(t, c)
	for _, x := range s.m.Step(e) {
		text := x.String()
		for short, name := range s.names {
			text = strings.ReplaceAll(text, short, name)
		}
		fmt.Fprintln(&out, text)
	}
	if err := check(s.m); err != nil {
		t.Errorf("%s: after %s: %v", c.Pos, e, err)
	}
	return out.String()
}

func (s *story) key(name string) (k op.Key) {
	var h op.Hasher
	k = h.Str(name).Sum()
	s.names[k.Short()] = name
	return k
}

func (s *story) keys(names []string) (ks []op.Key) {
	for _, n := range names {
		if !strings.HasPrefix(n, "t") || !strings.ContainsAny(n, "0123456789") {
			ks = append(ks, s.key(n))
		}
	}
	return ks
}

func (s *story) id(w string) service.SubtaskID {
	task := s.task
	if id, rest, ok := strings.Cut(w, "/"); ok {
		task, _ = service.ParseTaskID(id)
		w = rest
	}
	n, _ := strconv.Atoi(strings.TrimPrefix(w, "s"))
	return task.Subtask(n)
}

func (s *story) event(t *testing.T, c *datadriven.Command) Event {
	if id, err := service.ParseTaskID(c.Word(0)); err == nil {
		s.task = id
	}
	switch c.Name {
	case "track":
		return Track{s.task, s.subtasks(c)}
	case "done":
		e := Finished{Task: s.task}
		for _, w := range c.Words() {
			if !strings.Contains(w, "s") {
				continue
			}
			x := service.Result{ID: s.id(w)}
			for _, k := range s.outs[x.ID] {
				f := service.Facts{Key: k}
				for _, l := range c.List("local") {
					f.Local = f.Local || s.key(l) == k
				}
				x.Facts = append(x.Facts, f)
			}
			e.Results = append(e.Results, x)
		}
		return e
	case "promoted":
		return Promoted{s.keys(c.Words())}
	case "unhold":
		return Unhold{s.task, s.keys(c.Words())}
	case "value", "adopt":
		m := service.Manifest{Value: s.key(c.Word(0)), Copies: c.Int("copies", 0)}
		for _, n := range c.List("of") {
			var x service.ChunkMeta
			x.Key = s.key(n)
			x.Bands = make([]service.Band, c.Int("on", 1))
			m.Chunks = append(m.Chunks, x)
		}
		if c.Name == "adopt" {
			return Adopt{m}
		}
		return Value{m}
	case "incref":
		return Incref{s.keys(c.Words())}
	case "decref":
		return Decref{s.keys(c.Words())}
	case "end":
		return End{s.task, c.Bool("failed")}
	case "away":
		return Away{s.keys(c.Words())}
	case "back":
		return Back{s.keys(c.Words())}
	case "fewer":
		return Fewer{s.keys(c.Words())}
	case "lost":
		return Lost{s.keys(c.Words())}
	case "recover":
		return Recover{s.keys(c.Words())}
	case "stalled":
		return Stalled{service.Run{ID: s.id(c.Word(0)), Attempt: int32(c.Int("attempt", 0))}, s.keys(c.List("lost"))}
	case "broken":
		return Broken{s.id(c.Word(0)), c.Str("why", "it broke")}
	case "close":
		return Close{}
	}
	t.Fatalf("%s: no command %s", c.Pos, c.Name)
	return nil
}

// subtasks reads lines as "s2 in=(a, b/0) out=c hold opaque effect exchange stage=1"; b/0 is part 0 of b.
func (s *story) subtasks(c *datadriven.Command) (list []service.Subtask) {
	for _, l := range c.Script() {
		x := service.Subtask{ID: s.id(l.Name), Stage: int32(l.Int("stage", 0))}
		for name, t := range map[string]service.Trait{"opaque": service.Opaque, "effect": service.Effect, "once": service.Once, "exchange": service.Exchange} {
			if l.Bool(name) {
				x.Traits |= t
			}
		}
		for _, in := range l.List("in") {
			name, part, ok := strings.Cut(in, "/")
			i := service.Input{Key: s.key(name)}
			if ok {
				p, _ := strconv.Atoi(part)
				i.Parts = []int32{int32(p)}
			}
			x.Inputs = append(x.Inputs, i)
		}
		for _, out := range l.List("out") {
			x.Outputs = append(x.Outputs, service.Output{Key: s.key(out), Hold: l.Bool("hold")})
			s.outs[x.ID] = append(s.outs[x.ID], s.key(out))
		}
		list = append(list, x)
	}
	return list
}

// check makes the counts of m from scratch and compares.
func check(m *Machine) error {
	data, users, alive := map[int32]int32{}, map[int32]int32{}, map[int32]int32{}
	tasks := map[service.TaskID]int32{}
	for i := range m.recipes {
		p := &m.recipes[i]
		if p.free {
			continue
		}
		if at, ok := m.find(p.id); !ok || at != int32(i) {
			return fmt.Errorf("%s is lost", p.id)
		}
		tasks[p.id.Task()]++
		for _, x := range p.in {
			users[x.chunk]++
			if p.reading {
				data[x.chunk]++
			}
		}
		if !p.done {
			alive[int32(i)]++
			if !p.reading {
				return fmt.Errorf("%s is not done and does not read", p.id)
			}
		}
	}
	for id, t := range m.tasks {
		for c := range t.held {
			data[c]++
		}
		if t.recipes != tasks[id] {
			return fmt.Errorf("%s has %d recipes, counted %d", id, t.recipes, tasks[id])
		}
		if t.recipes == 0 && t.ended {
			return fmt.Errorf("%s has ended and is not forgotten", id)
		}
	}
	for _, v := range m.values {
		for _, c := range v.chunks {
			data[c]++
		}
	}
	for k, c := range m.index {
		x := &m.chunks[c]
		if x.key != k {
			return fmt.Errorf("chunk %s stands at %s", x.key.Short(), k.Short())
		}
		if x.data != data[c] || x.users != users[c] {
			return fmt.Errorf("chunk %s has data %d and users %d, counted %d and %d", k.Short(), x.data, x.users, data[c], users[c])
		}
		if x.recipe >= 0 && (x.data > 0 || x.users > 0) {
			alive[x.recipe]++
		}
		if x.recipe < 0 && x.data+x.users == 0 {
			return fmt.Errorf("chunk %s is kept for nobody", k.Short())
		}
		if x.flags&(made|away) != 0 && x.flags&alias == 0 && x.data == 0 && (x.recipe >= 0 || x.users == 0) {
			return fmt.Errorf("the data of chunk %s is kept for nobody", k.Short())
		}
	}
	for i := range m.recipes {
		p := &m.recipes[i]
		if p.free {
			continue
		}
		if p.alive != alive[int32(i)] || p.alive == 0 {
			return fmt.Errorf("%s is alive for %d reasons, counted %d", p.id, p.alive, alive[int32(i)])
		}
		for _, c := range p.out {
			if c >= 0 && m.chunks[c].recipe != int32(i) {
				return fmt.Errorf("%s makes a chunk that does not know it", p.id)
			}
		}
	}
	found := 0
	for _, t := range m.tasks {
		for _, r := range t.at {
			found += int(min(r, 1))
		}
	}
	if len(m.index)+len(m.freeC) != len(m.chunks) || found+len(m.freeR) != len(m.recipes) {
		return fmt.Errorf("%d chunks and %d free of %d, %d recipes and %d free of %d", len(m.index), len(m.freeC), len(m.chunks),
			found, len(m.freeR), len(m.recipes))
	}
	return nil
}
